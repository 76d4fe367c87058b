import type { OffboardingId, UserId } from "@svc/contract/kernel/ids"
import type { Assignee } from "@svc/contract/offboardings/owner-schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { useUser } from "#access/data.ts"
import { SelectField } from "#design/Field.tsx"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { assignees } from "./owners-data.ts"

/** A member who was chosen or is offered. */
export type Owner = Pick<Assignee, "user_id" | "full_name"> & Partial<Pick<Assignee, "email">>

/** The owner of an offboarding or task, as it is shown before another one is chosen. */
export const ownerOf = ({
  owner_id,
  owner_name
}: {
  readonly owner_id: UserId | null
  readonly owner_name: string | null
}): Owner | undefined => (owner_id === null ? undefined : { user_id: owner_id, full_name: owner_name ?? "" })

/** Picker of a member who can see the offboarding, or offboardings in general, or of no one. */
export const OwnerField = ({
  chosen,
  id,
  onChoose
}: {
  readonly id?: OffboardingId
  readonly chosen: Owner | undefined
  readonly onChoose: (owner: Owner | undefined) => void
}) => {
  const { caseDetail, cases } = useWords()
  const { id: self } = useUser()
  const [text, setText] = useState("")
  const q = text.trim()
  const found = useQuery(assignees({ ...(id === undefined ? {} : { offboarding_id: id }), ...(q === "" ? {} : { q }) }))
  const members: ReadonlyArray<Owner> = AsyncResult.isSuccess(found) ? found.value.rows : []
  const offered = new Map<string, Owner>(
    [...(chosen === undefined ? [] : [chosen]), ...members].map((one) => [one.user_id, one])
  )
  const nameOf = ({ email, full_name, user_id }: Owner) =>
    user_id === self ? caseDetail.me(full_name) : email === undefined ? full_name : `${full_name} (${email})`
  return (
    <SelectField
      label={cases.owner}
      value={chosen?.user_id ?? ""}
      choices={[["", cases.unassigned], ...[...offered].map(([value, one]) => [value, nameOf(one)] as const)]}
      onInput={(value) => onChoose(offered.get(value))}
      search={{ label: cases.findMember, onSearch: setText }}
    />
  )
}
