import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { FilterSelect, SearchField } from "#design/Field.tsx"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { assignees } from "#access/owners-data.ts"
import type { CaseSearch } from "./search.ts"

/** Filter by owner: the reader, no one, or a member. */
export const OwnerFilter = ({ narrow, search: { owner } }: Pick<CaseSearch, "narrow" | "search">) => {
  const words = useWords().cases
  const [text, setText] = useState("")
  const all = useQuery(assignees({}))
  const found = useQuery(assignees(text.trim() === "" ? {} : { q: text.trim() }))
  const members = AsyncResult.isSuccess(found) ? found.value.rows : []
  const isNamed =
    owner === undefined || owner === "me" || owner === "none" || members.some((one) => one.user_id === owner)
  return (
    <>
      {AsyncResult.isSuccess(all) && all.value.more && (
        <SearchField label={words.findMember} value="" onSearch={setText} />
      )}
      <FilterSelect
        label={words.owner}
        none={words.anyOwner}
        value={owner}
        choices={[
          ["me", words.myCases],
          ["none", words.unassigned],
          ...(isNamed ? [] : [[owner, words.oneOwner] as const]),
          ...members.map(({ full_name, user_id }) => [user_id, full_name] as const)
        ]}
        onChoose={(chosen) => narrow({ owner: chosen })}
      />
    </>
  )
}
