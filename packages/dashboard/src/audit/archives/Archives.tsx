import type { AuditArchive } from "@svc/contract/audit-archives/schema"
import { useMay, useUser } from "#access/data.ts"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { Button } from "#design/Button.tsx"
import { Code, Text, Split, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { auditArchives } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { Page } from "#frame/Page.tsx"
import { toast } from "#frame/toasts.tsx"
import { archives, makeArchive } from "./data.ts"
import { Retention } from "./Retention.tsx"

const Period = ({ of: { from_ts, object_name, row_count, sha256, to_ts } }: { readonly of: AuditArchive }) => {
  const words = useWords().audit
  const { moment } = useFormat()
  return (
    <Stack gap={1}>
      <Text strong>
        {moment(from_ts)} – {moment(to_ts)}
      </Text>
      <Text size="small" tone="2">
        {words.inArchive(row_count)}
      </Text>
      <Text size="small" tone="3" oneLine>
        <Code>{object_name}</Code>
      </Text>
      <Text size="small" tone="3" oneLine>
        {words.sha256} <Code>{sha256}</Code>
      </Text>
    </Stack>
  )
}

const List = () => {
  const words = useWords().audit
  const { ago, moment } = useFormat()
  return (
    <Loaded of={archives} skeleton={<TableSkeleton columns={3} rows={4} />}>
      {({ archives: rows }, busy) =>
        rows.length === 0 ? (
          <Placeholder icon="archive" title={words.archivesNone} text={words.archivesNoneText} />
        ) : (
          <>
            <Table
              label={words.archivesTitle}
              rows={rows}
              keyOf={({ id }) => id}
              busy={busy}
              columns={[
                { name: words.period, cell: (row) => <Period of={row} />, align: "main" },
                {
                  name: words.made,
                  cell: ({ created_at, exported_by_name, is_auto }) => (
                    <Stack gap={1}>
                      <time title={moment(created_at)}>{ago(created_at)}</time>
                      <Text size="small" tone="3">
                        {is_auto ? words.auto : (exported_by_name ?? words.byService)}
                      </Text>
                    </Stack>
                  ),
                  align: "tight"
                },
                {
                  name: words.expires,
                  cell: ({ expires_at }) => (
                    <Text tone="2" oneLine>
                      {expires_at === null ? words.forever : moment(expires_at)}
                    </Text>
                  ),
                  align: "end",
                  wideOnly: true
                }
              ]}
            />
            <Text size="small" tone="3">
              {words.archivesWhere}
            </Text>
          </>
        )
      }
    </Loaded>
  )
}

/** Archives page: signed copies outside the database, and retention. */
export const Archives = () => {
  const { audit: words, shell } = useWords()
  const { isSuperAdmin, may } = useMay()
  const { role } = useUser()
  // Super Admins, and custom roles that may export.
  const mayArchive = isSuperAdmin || (role === "custom" && may("audit_export"))
  const archiving = useAction(makeArchive, {
    onDone: (made) => toast("skipped" in made ? words.archivedNothing : words.archived(made.row_count))
  })
  return (
    <Page
      title={`${words.title}: ${shell.archives}`}
      about={words.archivesAbout}
      actions={
        mayArchive && (
          <Button variant="primary" icon="archive" busy={archiving.busy} onClick={() => archiving.start()}>
            {words.archive}
          </Button>
        )
      }
    >
      <PlaceTabs current={auditArchives()} />
      <Refusal of={archiving.result} />
      <Split>
        <Stack gap={3}>
          <List />
        </Stack>
        <Stack>
          {isSuperAdmin ? (
            <Retention />
          ) : (
            <Text size="small" tone="3">
              {words.onlySuperAdmins}
            </Text>
          )}
        </Stack>
      </Split>
    </Page>
  )
}
