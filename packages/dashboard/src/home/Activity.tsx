import { latestEntries } from "../audit-log/data.ts"
import { Card } from "../design/Card.tsx"
import { Code, Said } from "../design/layout.tsx"
import { Placeholder } from "../design/Placeholder.tsx"
import { Table, TableBones } from "../design/Table.tsx"
import { useWords } from "../languages/words.ts"
import { Ago } from "../platform/Ago.tsx"
import { Loaded } from "../platform/Loaded.tsx"

/** What happened last, of the audit log. */
export const Activity = () => {
  const { caseDetail, home: words } = useWords()
  return (
    <Card title={words.activity} flush>
      <Loaded of={latestEntries} bones={<TableBones columns={2} rows={5} />} refusals={{}}>
        {({ rows }, busy) =>
          rows.length === 0 ? (
            <Placeholder small icon="rotate-ccw-clock" title={words.activityNone} />
          ) : (
            <Table
              label={words.activity}
              rows={rows}
              keyOf={({ id }) => id}
              busy={busy}
              columns={[
                {
                  name: caseDetail.timeline.what,
                  cell: ({ action, actor, target }) => (
                    <Said oneLine as="div">
                      <Code>{action}</Code>
                      <Said as="div" size="small" tone="3" oneLine>
                        {[actor.full_name, target].filter((text) => text !== null && text !== "").join(" · ")}
                      </Said>
                    </Said>
                  ),
                  align: "main"
                },
                {
                  name: caseDetail.timeline.when,
                  cell: ({ created_at }) => (
                    <Said tone="3" size="small" oneLine>
                      <Ago at={created_at} />
                    </Said>
                  ),
                  align: "end"
                }
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  )
}
