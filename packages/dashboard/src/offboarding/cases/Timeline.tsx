import type { AuditEntry } from "@svc/contract/audit-log/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { ActionCode, ActionName } from "#audit/log/ActionName.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Text } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Pager, RowLink, Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { auditEntry, auditLog } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { Loaded } from "#platform/Loaded.tsx"
import { pageSize, timelinePage } from "#records/data.ts"

const What = ({ of: { action, details, id }, sees }: { readonly of: AuditEntry; readonly sees: boolean }) => (
  <Text as="div">
    {sees ? (
      <RowLink href={auditEntry({ id })}>
        <ActionName code={action} />
      </RowLink>
    ) : (
      <Text strong>
        <ActionName code={action} />
      </Text>
    )}{" "}
    <ActionCode code={action} />
    <Text as="div" size="small" tone="2">
      {details}
    </Text>
  </Text>
)

/** Audit log entries of an offboarding, newest first. */
export const Timeline = ({ id }: { readonly id: OffboardingId }) => {
  const { audit, caseDetail: words, cases, common, failures } = useWords()
  const [offset, setOffset] = useState(0)
  const sees = useMay().may("audit_view")
  return (
    <Card
      title={cases.tabs.timeline}
      flush
      actions={
        sees && (
          <LinkButton variant="tertiary" size="small" href={`${auditLog()}?offboardingId=${id}`}>
            {audit.title}
          </LinkButton>
        )
      }
    >
      <Loaded
        of={timelinePage({ id, offset })}
        skeleton={<TableSkeleton columns={3} />}
        refusals={{ OffboardingNotFound: () => <Placeholder icon="search" {...failures.notFound} /> }}
      >
        {({ rows, total }, busy) =>
          rows.length === 0 ? (
            <Placeholder icon="rotate-ccw-clock" title={words.timelineNone} />
          ) : (
            <>
              <Table
                label={cases.tabs.timeline}
                rows={rows}
                keyOf={(entry) => entry.id}
                busy={busy}
                columns={[
                  { name: words.timeline.what, cell: (entry) => <What of={entry} sees={sees} />, align: "main" },
                  {
                    name: words.timeline.who,
                    cell: ({ actor }) => <Text tone="2">{actor.full_name ?? words.byService}</Text>,
                    align: "tight",
                    wideOnly: true
                  },
                  {
                    name: words.timeline.when,
                    cell: ({ created_at }) => <Ago at={created_at} tone="3" />,
                    align: "end"
                  }
                ]}
              />
              {total > pageSize && (
                <Pager total={total} limit={pageSize} offset={offset} onMove={setOffset} words={common.pager} />
              )}
            </>
          )
        }
      </Loaded>
    </Card>
  )
}
