import type { DirectoryEmployee } from "@svc/contract/employees/schema"
import { useState } from "preact/hooks"
import { Avatar } from "#design/Avatar.tsx"
import { Button } from "#design/Button.tsx"
import { SearchField } from "#design/Field.tsx"
import { Line, Said, Stack, Titled, Unseen } from "#design/layout.tsx"
import { Table, TableBones } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { directoryNamed } from "./data.ts"

/** Finds a person by name, or continues without a directory record. */
export const PersonSearch = ({
  onByHand,
  onChoose
}: {
  readonly onChoose: (person: DirectoryEmployee) => void
  readonly onByHand: () => void
}) => {
  const words = useWords().newCase
  const [text, setText] = useState("")
  return (
    <Stack gap={3}>
      <Line apart gap={2}>
        <SearchField label={words.searchPerson} value={text} onSearch={setText} />
        <Button icon="user-plus" onClick={onByHand}>
          {words.byHand}
        </Button>
      </Line>
      <Loaded of={directoryNamed(text)} bones={<TableBones columns={2} rows={5} />}>
        {({ rows, total }, busy) =>
          rows.length === 0 ? (
            <Said tone="3">{text === "" ? words.directoryEmpty : words.nobodyFound}</Said>
          ) : (
            <>
              <Table
                label={words.directory}
                rows={rows}
                keyOf={({ id }) => id}
                busy={busy}
                columns={[
                  {
                    name: words.person,
                    align: "main",
                    cell: ({ department, full_name, role }) => (
                      <Line gap={2} whole>
                        <Avatar name={full_name} />
                        <Titled below={[role, department].filter((part) => part !== "").join(" · ")}>
                          {full_name}
                        </Titled>
                      </Line>
                    )
                  },
                  {
                    name: words.email,
                    align: "tight",
                    wideOnly: true,
                    cell: ({ email }) => <Said tone="2">{email}</Said>
                  },
                  {
                    name: words.choose,
                    quiet: true,
                    align: "tight",
                    cell: (person) => (
                      <Button size="small" onClick={() => onChoose(person)}>
                        {words.choose}
                        <Unseen> {person.full_name}</Unseen>
                      </Button>
                    )
                  }
                ]}
              />
              {total > rows.length && (
                <Said size="small" tone="3">
                  {words.moreFound(total - rows.length)}
                </Said>
              )}
            </>
          )
        }
      </Loaded>
    </Stack>
  )
}
