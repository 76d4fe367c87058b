import { type AuditEntry, type AuditLogFilters, AuditLogQuery } from "@svc/contract/audit-log/schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { Button } from "#design/Button.tsx"
import { Text } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink } from "#design/Table.tsx"
import { Listed } from "#frame/Listed.tsx"
import { useWords } from "#languages/words.ts"
import { auditEntry, auditLog } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { useQuery } from "#platform/atoms.ts"
import { useListSearch } from "#platform/search.ts"
import { Page } from "#frame/Page.tsx"
import { ActionCode, ActionName } from "./ActionName.tsx"
import { entryPage, pageSize } from "./data.ts"
import { useEntryText } from "./entry-text.ts"
import { ExportDialog } from "./ExportDialog.tsx"
import { Filters } from "./Filters.tsx"

const { limit: _limit, ...fields } = AuditLogQuery

const What = ({ of: { action, details, id, target } }: { readonly of: AuditEntry }) => {
  const text = useEntryText()
  return (
    <Text as="div">
      <RowLink href={auditEntry({ id })}>
        <ActionName code={action} />
      </RowLink>{" "}
      <ActionCode code={action} />
      <Text as="div" size="small" tone="2" oneLine>
        {[text.target(target), text.details(details)].filter((part) => part !== "").join(" · ")}
      </Text>
    </Text>
  )
}

/** Own component, so that opening the dialog does not re-render the list. */
const Export = (what: { readonly count: number; readonly filters: AuditLogFilters }) => {
  const words = useWords().audit
  const [exporting, setExporting] = useState(false)
  return (
    <>
      <Button icon="download" onClick={() => setExporting(true)}>
        {words.export}
      </Button>
      {exporting && <ExportDialog {...what} onClose={() => setExporting(false)} />}
    </>
  )
}

/** Audit log page: entries, filters, export. */
export const AuditLog = () => {
  const words = useWords().audit
  const { may } = useMay()
  const list = useListSearch(fields)
  const { offset, search } = list
  const { offset: _offset, ...filters } = search
  const page = entryPage({ ...filters, offset })
  const found = useQuery(page)
  return (
    <Page
      title={words.title}
      about={words.about}
      help="audit-log"
      actions={
        may("audit_export") && <Export filters={filters} count={AsyncResult.isSuccess(found) ? found.value.total : 0} />
      }
    >
      <PlaceTabs current={auditLog()} />
      <Filters search={filters} narrow={list.narrow} clear={list.isNarrowed ? list.clear : undefined} />
      <Listed
        of={page}
        list={list}
        limit={pageSize}
        skeleton={{ columns: 3, rows: 10 }}
        none={<Placeholder icon="rotate-ccw-clock" title={words.none} text={words.noneText} />}
        words={words}
        label={words.title}
        keyOf={({ id }) => id}
        columns={[
          { name: words.what, cell: (entry) => <What of={entry} />, align: "main" },
          {
            name: words.who,
            cell: ({ actor }) => (
              <Text tone="2" oneLine>
                {actor.full_name ?? words.byService}
              </Text>
            ),
            align: "tight",
            wideOnly: true
          },
          {
            name: words.when,
            cell: ({ created_at }) => <Ago at={created_at} tone="3" />,
            align: "end"
          }
        ]}
      />
    </Page>
  )
}
