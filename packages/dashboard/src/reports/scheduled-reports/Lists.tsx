import type { DistributionList, ScheduledReport } from "@svc/contract/scheduled-reports/schema"
import { useState } from "preact/hooks"
import { Button, IconButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Titled } from "#design/layout.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { ListDialog } from "./ListDialog.tsx"
import { RemoveListDialog } from "./RemoveListDialog.tsx"

type Asked = { readonly kind: "edit" | "remove"; readonly list: DistributionList } | { readonly kind: "new" }

/** Named distribution lists, shared by several reports. */
export const Lists = ({
  lists,
  reports
}: {
  readonly lists: ReadonlyArray<DistributionList>
  readonly reports: ReadonlyArray<ScheduledReport>
}) => {
  const words = useWords().scheduledReports
  const { number } = useFormat()
  const [asked, setAsked] = useState<Asked>()
  const close = () => setAsked(undefined)
  return (
    <Card
      title={words.lists}
      flush
      actions={
        <Button size="small" icon="plus" onClick={() => setAsked({ kind: "new" })}>
          {words.createList}
        </Button>
      }
    >
      {asked?.kind === "new" && <ListDialog list={undefined} onClose={close} />}
      {asked?.kind === "edit" && <ListDialog list={asked.list} onClose={close} />}
      {asked?.kind === "remove" && <RemoveListDialog list={asked.list} reports={reports} onClose={close} />}
      {lists.length === 0 ? (
        <Placeholder small icon="users" title={words.noLists} text={words.noListsText} />
      ) : (
        <Table
          label={words.lists}
          rows={lists}
          keyOf={({ id }) => id}
          columns={[
            {
              name: words.name,
              cell: ({ name, recipients }) => <Titled below={recipients.join(", ")}>{name}</Titled>,
              align: "main"
            },
            {
              name: words.reports,
              cell: ({ id }) =>
                number(reports.filter(({ distribution_list_id }) => distribution_list_id === id).length),
              align: "end"
            },
            {
              name: words.actions,
              quiet: true,
              align: "end",
              cell: (list) => (
                <>
                  <IconButton icon="ellipsis" label={words.actionsFor(list.name)} popover={`list-${list.id}`} />
                  <Menu id={`list-${list.id}`} label={words.actionsFor(list.name)}>
                    <MenuItem icon="pencil" onClick={() => setAsked({ kind: "edit", list })}>
                      {words.edit}
                    </MenuItem>
                    <MenuItem icon="trash" danger onClick={() => setAsked({ kind: "remove", list })}>
                      {words.remove}
                    </MenuItem>
                  </Menu>
                </>
              )
            }
          ]}
        />
      )}
    </Card>
  )
}
