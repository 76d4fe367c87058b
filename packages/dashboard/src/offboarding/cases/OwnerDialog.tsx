import type { CaseDetails } from "@svc/contract/cases/schema"
import type { Assignee } from "@svc/contract/offboardings/owner-schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { useUser } from "#access/data.ts"
import { SelectField } from "#design/Field.tsx"
import { ActionDialog, useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { assignees, setOwner } from "./owners-data.ts"

type Choice = Pick<Assignee, "user_id" | "full_name"> & Partial<Pick<Assignee, "email">>

/** Sets or removes the owner: a member who can see the offboarding. */
export const OwnerDialog = ({ of, onClose }: { readonly of: CaseDetails; readonly onClose: () => void }) => {
  const { caseDetail: words, cases } = useWords()
  const { id: self } = useUser()
  const { id, owner_id, owner_name } = of
  const [text, setText] = useState("")
  const [chosen, choose] = useState<Choice | undefined>(
    owner_id === null ? undefined : { user_id: owner_id, full_name: owner_name ?? "" }
  )
  const found = useQuery(
    assignees(text.trim() === "" ? { offboarding_id: id } : { offboarding_id: id, q: text.trim() })
  )
  const members: ReadonlyArray<Choice> = AsyncResult.isSuccess(found) ? found.value.rows : []
  const offered = new Map<string, Choice>(
    [...(chosen === undefined ? [] : [chosen]), ...members].map((one) => [one.user_id, one])
  )
  const act = useDialogAction(
    setOwner,
    (answer) => (answer.owner_name === null ? words.ownerRemoved : words.ownerChanged(answer.owner_name)),
    onClose
  )
  const nameOf = ({ email, full_name, user_id }: Choice) =>
    user_id === self ? words.me(full_name) : email === undefined ? full_name : `${full_name} (${email})`
  return (
    <ActionDialog
      title={words.ownerTitle}
      why={words.ownerText}
      onClose={onClose}
      onSubmit={() => act.start({ id, owner_id: chosen?.user_id ?? null })}
      act={act}
      confirm={words.save}
    >
      <SelectField
        label={cases.owner}
        value={chosen?.user_id ?? ""}
        choices={[["", cases.unassigned], ...[...offered].map(([value, one]) => [value, nameOf(one)] as const)]}
        onInput={(value) => choose(offered.get(value))}
        search={{ label: cases.findMember, onSearch: setText }}
      />
    </ActionDialog>
  )
}
