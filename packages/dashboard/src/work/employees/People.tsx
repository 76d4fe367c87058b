import { EmployeeStatus, ListDirectory, WorkerType } from "@svc/contract/employees/schema"
import type { FunctionComponent } from "preact"
import { useLocation } from "preact-iso/router"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Button } from "#design/Button.tsx"
import { Choice, SearchField } from "#design/Field.tsx"
import { Line, Said } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Pager, Table, TableBones } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { person } from "#platform/pages.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { useSearch } from "#platform/search.ts"
import { Page } from "#frame/Page.tsx"
import { directoryPage, pageSize } from "./data.ts"
import { ImportDialog } from "./ImportDialog.tsx"
import { PersonName, Status } from "./parts.tsx"
import { PersonDialog } from "./PersonDialog.tsx"

const { department, manager_email, offset, q, status, worker_type } = ListDirectory

const filters = { q, status, worker_type, department, manager_email, offset }

/** Everybody who works or worked here, and who of those who left can still get in. */
export const People = ({ Findings }: { readonly Findings: FunctionComponent }) => {
  const { cases, common, employees: words } = useWords()
  const { may } = useMay()
  const { route } = useLocation()
  const [search, change] = useSearch(filters)
  const [asked, setAsked] = useState<"add" | "import">()
  const { offset: from = 0, ...narrowing } = search
  const isNarrowed = Object.keys(narrowing).length > 0
  const narrow = (changes: Parameters<typeof change>[0]) => change({ ...changes, offset: undefined })
  const clear = () => narrow(Object.fromEntries(Object.keys(narrowing).map((name) => [name, undefined])))
  return (
    <Page
      title={words.title}
      about={words.about}
      help="people"
      actions={
        may("employees_manage") && (
          <>
            <Button icon="upload" onClick={() => setAsked("import")}>
              {words.import}
            </Button>
            <Button look="first" icon="user-plus" onClick={() => setAsked("add")}>
              {words.add}
            </Button>
          </>
        )
      }
    >
      <Findings />
      <Line gap={2}>
        <SearchField label={words.search} value={search.q ?? ""} onSearch={(q) => narrow({ q })} />
        <Choice
          label={words.status}
          none={words.anyStatus}
          value={search.status}
          choices={EmployeeStatus.literals.map((one) => [one, words.statuses[one]] as const)}
          onChoose={(status) => narrow({ status })}
        />
        <Choice
          label={words.workerType}
          none={words.anyWorkerType}
          value={search.worker_type}
          choices={WorkerType.literals.map((one) => [one, words.workerTypes[one]] as const)}
          onChoose={(worker_type) => narrow({ worker_type })}
        />
        {isNarrowed && (
          <Button look="quiet" icon="x" onClick={clear}>
            {cases.clear}
          </Button>
        )}
      </Line>
      <Loaded of={directoryPage(search)} bones={<TableBones columns={4} rows={12} />}>
        {({ rows, total }, busy) =>
          total === 0 ? (
            isNarrowed ? (
              <Placeholder icon="search" title={cases.noMatch} text={cases.noMatchText}>
                <Button onClick={clear}>{cases.clear}</Button>
              </Placeholder>
            ) : (
              <Placeholder icon="contact-round" title={words.none} text={words.noneText} />
            )
          ) : (
            <>
              <Table
                label={words.title}
                rows={rows}
                keyOf={({ id }) => id}
                busy={busy}
                columns={[
                  { name: words.person, cell: (row) => <PersonName {...row} />, align: "main" },
                  {
                    name: words.email,
                    cell: ({ email }) => (
                      <Said tone="2" oneLine>
                        {email}
                      </Said>
                    ),
                    align: "tight",
                    wideOnly: true
                  },
                  {
                    name: words.manager,
                    cell: ({ manager_email }) => (
                      <Said tone="2" oneLine>
                        {manager_email ?? "–"}
                      </Said>
                    ),
                    align: "tight",
                    wideOnly: true
                  },
                  { name: words.status, cell: (row) => <Status {...row} />, align: "tight" }
                ]}
              />
              <Pager
                total={total}
                limit={pageSize}
                offset={from}
                words={common.pager}
                onMove={(offset) => change({ offset })}
              />
            </>
          )
        }
      </Loaded>
      {asked === "add" && <PersonDialog onClose={() => setAsked(undefined)} onDone={(id) => route(person({ id }))} />}
      {asked === "import" && <ImportDialog onClose={() => setAsked(undefined)} />}
    </Page>
  )
}
