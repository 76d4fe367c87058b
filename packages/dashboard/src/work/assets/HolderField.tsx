import type { DirectoryEmployee } from "@svc/contract/employees/schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { SearchField, SelectField } from "#design/Field.tsx"
import { Row, Stack } from "#design/layout.tsx"
import { directoryPage } from "#work/employees/data.ts"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"

/** A person as the holder field needs it. */
export type Holder = Pick<DirectoryEmployee, "id" | "full_name">

/** Holder of an item: a person of the directory, found by name, email, or number. */
export const HolderField = ({
  field,
  holder
}: {
  /** Current holder. */
  readonly holder: Holder | undefined
  readonly field: {
    readonly value: string
    readonly wrong?: string | undefined
    readonly onInput: (id: string) => void
  }
}) => {
  const words = useWords().assets
  const [text, setText] = useState("")
  const found = useQuery(directoryPage(text.trim() === "" ? {} : { q: text }))
  const people = AsyncResult.isSuccess(found) ? found.value.rows : []
  const [chosen, setChosen] = useState(holder)
  const offered = new Map([...(chosen === undefined ? [] : [chosen]), ...people].map((one) => [String(one.id), one]))
  return (
    <Stack gap={2}>
      <SelectField
        label={words.holder}
        choices={[["", words.nobody], ...[...offered].map(([id, { full_name }]) => [id, full_name] as const)]}
        value={field.value}
        wrong={field.wrong}
        onInput={(id) => {
          setChosen(offered.get(id))
          field.onInput(id)
        }}
      />
      <Row whole>
        <SearchField label={words.findHolder} value="" onSearch={setText} />
      </Row>
    </Stack>
  )
}
