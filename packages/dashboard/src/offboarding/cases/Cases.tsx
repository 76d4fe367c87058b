import { useMay } from "#access/data.ts"
import { Button, LinkButton } from "#design/Button.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { importOffboardings, newOffboarding } from "#platform/pages.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { ExportCsv } from "#frame/ExportCsv.tsx"
import { Page } from "#frame/Page.tsx"
import { CaseBoard } from "./CaseBoard.tsx"
import { CaseFilters } from "./CaseFilters.tsx"
import { CaseTable } from "./CaseTable.tsx"
import { exportCases } from "./files-data.ts"
import { casePage } from "#records/data.ts"
import { useDensity } from "./density.ts"
import { useCaseSearch } from "./search.ts"
import { Views } from "./Views.tsx"

/** List of offboardings. The API filters, sorts, and pages; the URL holds the parameters. */
export const Cases = () => {
  const words = useWords().cases
  const { may } = useMay()
  const list = useCaseSearch()
  const { clear, current, isNarrowed, otherView, parameters, query, search } = list
  const { dense, turn } = useDensity()
  const mayCreate = may("offboardings_create")
  const isBoard = search.view === "board"
  return (
    <Page
      title={words.title}
      about={words.about}
      help="offboardings"
      actions={
        <>
          <ExportCsv name={words.title} of={exportCases} query={query} />
          {!isBoard && (
            <Button variant="tertiary" icon="list" onClick={() => turn(!dense)}>
              {dense ? words.comfortable : words.dense}
            </Button>
          )}
          <LinkButton href={otherView} variant="tertiary" icon={isBoard ? "table-2" : "columns-3"}>
            {isBoard ? words.asTable : words.asBoard}
          </LinkButton>
          {mayCreate && (
            <>
              <LinkButton href={importOffboardings()} icon="upload">
                {words.importThem}
              </LinkButton>
              <LinkButton href={newOffboarding()} variant="primary" icon="plus">
                {words.create}
              </LinkButton>
            </>
          )}
        </>
      }
    >
      <Views current={current} shape={search.view} parameters={parameters} />
      <CaseFilters {...list} />
      {isBoard ? (
        <CaseBoard query={query} search={search} />
      ) : (
        <Loaded of={casePage(query)} skeleton={<TableSkeleton columns={6} rows={12} />}>
          {({ rows, total }, busy) =>
            total > 0 ? (
              <CaseTable {...list} rows={rows} total={total} busy={busy} dense={dense} />
            ) : isNarrowed ? (
              <Placeholder icon="search" title={words.noMatch} text={words.noMatchText}>
                <Button onClick={clear}>{words.clear}</Button>
              </Placeholder>
            ) : current !== undefined && current !== "open" ? (
              <Placeholder icon={current === "failed" ? "circle-check" : "users"} {...words.empty[current]} />
            ) : (
              <Placeholder icon="users" title={words.noneOpen} text={words.noneText}>
                {mayCreate && <LinkButton href={newOffboarding()}>{words.create}</LinkButton>}
              </Placeholder>
            )
          }
        </Loaded>
      )}
    </Page>
  )
}
