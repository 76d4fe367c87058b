import { type AuditEntry, type AuditLogFilters, AuditLogQuery } from "@svc/contract/audit-log/schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Button } from "#design/Button.tsx"
import { Said } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Pager, RowLink, Table, TableBones } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { auditEntry } from "#platform/pages.ts"
import { Ago } from "#platform/Ago.tsx"
import { useQuery } from "#platform/atoms.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { Page } from "#frame/Page.tsx"
import { ActionCode, ActionName } from "./ActionName.tsx"
import { AuditTabs } from "./AuditTabs.tsx"
import { entryPage, pageSize } from "./data.ts"
import { ExportDialog } from "./ExportDialog.tsx"
import { Filters } from "./Filters.tsx"

const { limit: _limit, ...fields } = AuditLogQuery

const What = ({ of: { action, details, id, target } }: { readonly of: AuditEntry }) => (
  <Said as="div">
    <RowLink href={auditEntry({ id })}>
      <ActionName code={action} />
    </RowLink>{" "}
    <ActionCode code={action} />
    <Said as="div" size="small" tone="2" oneLine>
      {[target, details].filter((text) => text !== "").join(" · ")}
    </Said>
  </Said>
)

/** Apart from the list, which is not drawn anew with the dialog. */
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

/** Everything that was done, as people read it. */
export const AuditLog = () => {
  const { audit: words, common } = useWords()
  const { may } = useMay()
  const [search, change] = useSearch(fields)
  const { offset = 0, ...filters } = search
  const names = Object.keys(filters)
  const narrow = (changes: Parameters<typeof change>[0]) => change({ ...changes, offset: undefined })
  const clear = () => narrow(Object.fromEntries(names.map((name) => [name, undefined])))
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
      <AuditTabs current="entries" />
      <Filters search={filters} narrow={narrow} clear={names.length > 0 ? clear : undefined} />
      <Loaded of={page} bones={<TableBones columns={3} rows={10} />}>
        {({ rows, total }, busy) =>
          total === 0 ? (
            names.length > 0 ? (
              <Placeholder icon="search" title={words.noMatch} text={words.noMatchText}>
                <Button onClick={clear}>{words.clear}</Button>
              </Placeholder>
            ) : (
              <Placeholder icon="rotate-ccw-clock" title={words.none} text={words.noneText} />
            )
          ) : (
            <>
              <Table
                label={words.title}
                rows={rows}
                keyOf={({ id }) => id}
                busy={busy}
                columns={[
                  { name: words.what, cell: (entry) => <What of={entry} />, align: "main" },
                  {
                    name: words.who,
                    cell: ({ actor }) => (
                      <Said tone="2" oneLine>
                        {actor.full_name ?? words.byService}
                      </Said>
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
              <Pager
                total={total}
                limit={pageSize}
                offset={offset}
                onMove={(next) => change({ offset: next })}
                words={common.pager}
              />
            </>
          )
        }
      </Loaded>
    </Page>
  )
}
