import type { DirectoryEmployee } from "@svc/contract/employees/schema"
import { useId, useState } from "preact/hooks"
import { Avatar } from "#design/Avatar.tsx"
import { Button } from "#design/Button.tsx"
import { SearchField } from "#design/Field.tsx"
import { Row, Text, Stack, Titled, VisuallyHidden } from "#design/layout.tsx"
import { Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { directoryNamed } from "./data.ts"

/** Finds a person by name, or continues without a directory record. */
export const PersonSearch = ({
  onByHand,
  onChoose,
  wrong
}: {
  /** Error if no person is chosen. */
  readonly wrong?: string | undefined
  readonly onChoose: (person: DirectoryEmployee) => void
  readonly onByHand: () => void
}) => {
  const words = useWords().newCase
  const id = useId()
  const [text, setText] = useState("")
  return (
    <Stack gap={3}>
      <Row apart gap={2}>
        <SearchField label={words.searchPerson} value={text} onSearch={setText} wrong={wrong && id} />
        <Button icon="user-plus" onClick={onByHand}>
          {words.byHand}
        </Button>
      </Row>
      {wrong !== undefined && (
        <div id={id}>
          <Text size="small" tone="bad">
            {wrong}
          </Text>
        </div>
      )}
      <Loaded of={directoryNamed(text)} skeleton={<TableSkeleton columns={2} rows={5} />}>
        {({ rows, total }, busy) =>
          rows.length === 0 ? (
            <Text tone="3">{text === "" ? words.directoryEmpty : words.nobodyFound}</Text>
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
                      <Row gap={2} whole>
                        <Avatar name={full_name} />
                        <Titled below={[role, department].filter((part) => part !== "").join(" · ")}>
                          {full_name}
                        </Titled>
                      </Row>
                    )
                  },
                  {
                    name: words.email,
                    align: "tight",
                    wideOnly: true,
                    cell: ({ email }) => <Text tone="2">{email}</Text>
                  },
                  {
                    name: words.choose,
                    quiet: true,
                    align: "tight",
                    cell: (person) => (
                      <Button size="small" onClick={() => onChoose(person)}>
                        {words.choose}
                        <VisuallyHidden> {person.full_name}</VisuallyHidden>
                      </Button>
                    )
                  }
                ]}
              />
              {total > rows.length && (
                <Text size="small" tone="3">
                  {words.moreFound(total - rows.length)}
                </Text>
              )}
            </>
          )
        }
      </Loaded>
    </Stack>
  )
}
