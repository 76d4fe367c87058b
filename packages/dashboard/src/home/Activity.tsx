import { ActionName } from "#audit/log/ActionName.tsx"
import { latestEntries } from "#audit/log/data.ts"
import { useEntryText } from "#audit/log/entry-text.ts"
import { Card } from "#design/Card.tsx"
import { Text, Titled } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table, TableSkeleton } from "#design/Table.tsx"
import { useFirstWords } from "#languages/words.ts"
import { auditEntry } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { Loaded } from "#platform/Loaded.tsx"

/** The latest entries of the audit log. */
export const Activity = () => {
  const words = useFirstWords().home
  const text = useEntryText()
  return (
    <Card title={words.activity} flush>
      <Loaded of={latestEntries} skeleton={<TableSkeleton columns={2} rows={5} />}>
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
                  name: words.activityWhat,
                  cell: ({ action, actor, id, target }) => (
                    <Titled
                      below={[actor.full_name, text.target(target)]
                        .filter((part) => part !== null && part !== "")
                        .join(" · ")}
                    >
                      <RowLink href={auditEntry({ id })}>
                        <ActionName code={action} />
                      </RowLink>
                    </Titled>
                  ),
                  align: "main"
                },
                {
                  name: words.activityWhen,
                  cell: ({ created_at }) => (
                    <Text tone="3" size="small" oneLine>
                      <Ago at={created_at} />
                    </Text>
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
