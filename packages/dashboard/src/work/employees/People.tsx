import { EmployeeStatus, ListDirectory, WorkerType } from "@svc/contract/employees/schema"
import type { FunctionComponent } from "preact"
import { useLocation } from "preact-iso/router"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Button } from "#design/Button.tsx"
import { FilterSelect, SearchField } from "#design/Field.tsx"
import { Text } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Filters, Listed } from "#frame/Listed.tsx"
import { useWords } from "#languages/words.ts"
import { person } from "#platform/pages.ts"
import { useListSearch } from "#platform/search.ts"
import { ExportCsv } from "#frame/ExportCsv.tsx"
import { Page } from "#frame/Page.tsx"
import { directoryPage, exportPeople, pageSize } from "./data.ts"
import { ImportDialog } from "./ImportDialog.tsx"
import { PersonName, Status } from "./parts.tsx"
import { PersonDialog } from "./PersonDialog.tsx"

const { department, manager_email, offset, q, status, worker_type } = ListDirectory

const filters = { q, status, worker_type, department, manager_email, offset }

/** Directory list, with residual access. */
export const People = ({ Findings }: { readonly Findings: FunctionComponent }) => {
  const words = useWords().employees
  const { may } = useMay()
  const { route } = useLocation()
  const list = useListSearch(filters)
  const { narrow, search } = list
  const [asked, setAsked] = useState<"add" | "import">()
  return (
    <Page
      title={words.title}
      about={words.about}
      help="people"
      actions={
        <>
          <ExportCsv name={words.title} of={exportPeople} query={search} />
          {may("employees_manage") && (
            <>
              <Button icon="upload" onClick={() => setAsked("import")}>
                {words.import}
              </Button>
              <Button variant="primary" icon="user-plus" onClick={() => setAsked("add")}>
                {words.add}
              </Button>
            </>
          )}
        </>
      }
    >
      <Findings />
      <Filters list={list}>
        <SearchField label={words.search} value={search.q ?? ""} onSearch={(q) => narrow({ q })} />
        <FilterSelect
          label={words.status}
          none={words.anyStatus}
          value={search.status}
          choices={EmployeeStatus.literals.map((one) => [one, words.statuses[one]] as const)}
          onChoose={(status) => narrow({ status })}
        />
        <FilterSelect
          label={words.workerType}
          none={words.anyWorkerType}
          value={search.worker_type}
          choices={WorkerType.literals.map((one) => [one, words.workerTypes[one]] as const)}
          onChoose={(worker_type) => narrow({ worker_type })}
        />
      </Filters>
      <Listed
        of={directoryPage(search)}
        list={list}
        limit={pageSize}
        skeleton={{ columns: 4, rows: 12 }}
        none={<Placeholder icon="contact-round" title={words.none} text={words.noneText} />}
        label={words.title}
        keyOf={({ id }) => id}
        columns={[
          { name: words.person, cell: (row) => <PersonName {...row} />, align: "main" },
          {
            name: words.email,
            cell: ({ email }) => (
              <Text tone="2" oneLine>
                {email}
              </Text>
            ),
            align: "tight",
            wideOnly: true
          },
          {
            name: words.manager,
            cell: ({ manager_email }) => (
              <Text tone="2" oneLine>
                {manager_email ?? "–"}
              </Text>
            ),
            align: "tight",
            wideOnly: true
          },
          { name: words.status, cell: (row) => <Status {...row} />, align: "tight" }
        ]}
      />
      {asked === "add" && <PersonDialog onClose={() => setAsked(undefined)} onDone={(id) => route(person({ id }))} />}
      {asked === "import" && <ImportDialog onClose={() => setAsked(undefined)} />}
    </Page>
  )
}
