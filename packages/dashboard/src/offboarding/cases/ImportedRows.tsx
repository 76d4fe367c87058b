import { caseImportColumns, type CaseImportReport } from "@svc/contract/cases/schema"
import type { ImportError } from "@svc/contract/kernel/csv-import"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { Badge } from "#design/Badge.tsx"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { offboarding } from "#platform/pages.ts"
import { download } from "#platform/download.ts"
import { useFormat } from "#platform/format.ts"

interface Row {
  readonly line: number
  readonly cells: Readonly<Record<string, string>>
  readonly errors: ReadonlyArray<ImportError>
  readonly id: OffboardingId | undefined
}

/** Maximum rows shown; failed rows come first so that none is missed in a large file. */
const shown = 200

const rowsOf = ({ created, errors, rows }: CaseImportReport): ReadonlyArray<Row> => {
  const wrong = Map.groupBy(errors, ({ line }) => line)
  const made = new Map(created.map(({ id, line }) => [line, id]))
  return rows
    .map(({ cells, line }) => ({ line, cells, errors: wrong.get(line) ?? [], id: made.get(line) }))
    .toSorted((one, other) => Number(other.errors.length > 0) - Number(one.errors.length > 0))
}

/** Neither apps nor `no_apps`: nothing is revoked automatically. */
const namesNoApps = ({ cells }: Row) =>
  (cells["apps_to_revoke"] ?? "").trim() === "" &&
  !["true", "yes", "1"].includes((cells["no_apps"] ?? "").toLowerCase())

const quoted = (cell: string) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** The rows as an importable CSV with their columns. */
const asCsv = (rows: ReadonlyArray<Row>) => {
  const columns = [...new Set(["employee_name", "exit_date", ...rows.flatMap(({ cells }) => Object.keys(cells))])]
  return [columns, ...rows.map(({ cells }) => columns.map((column) => cells[column] ?? ""))]
    .map((cells) => `${cells.map(quoted).join(",")}\r\n`)
    .join("")
}

const Result = ({ row, written }: { readonly row: Row; readonly written: boolean }) => {
  const words = useWords().imports
  if (row.errors.length === 0) return <Badge tone="good">{written ? words.made : words.ready}</Badge>
  return (
    <Stack gap={1}>
      {row.errors.map(({ error, field }) => (
        <Text size="small" tone="bad">
          {words.field(field, error)}
        </Text>
      ))}
    </Stack>
  )
}

/** Result of each row, of the dry run or the import. */
export const ImportedRows = ({ report }: { readonly report: CaseImportReport }) => {
  const words = useWords().imports
  const { number } = useFormat()
  const rows = rowsOf(report)
  const failed = rows.filter(({ errors }) => errors.length > 0)
  const withoutApps = rows.filter((row) => row.errors.length === 0 && namesNoApps(row)).length
  const written = !report.dry_run
  if (rows.length === 0) return <Placeholder icon="list" title={words.empty} text={words.emptyText} />
  return (
    <>
      <Banner
        tone={failed.length + report.ignored_columns.length + withoutApps === 0 ? "good" : "watch"}
        title={
          written ? words.madeCount(report.imported, report.total) : words.readyCount(report.imported, report.total)
        }
      >
        {withoutApps > 0 && <Text as="div">{words.withoutApps(withoutApps)}</Text>}
        {report.ignored_columns.length > 0 && (
          <Text as="div">
            {words.ignored(
              report.ignored_columns.join(", "),
              [...caseImportColumns.required, ...caseImportColumns.optional].join(", ")
            )}
          </Text>
        )}
        {failed.length > 0 && (
          <>
            <Text as="div">{written ? words.failedHelp : words.mendHelp}</Text>
            <span>
              <Button
                size="small"
                icon="download"
                onClick={() => download(asCsv(failed), "failed-rows.csv", "text/csv")}
              >
                {words.failedRows}
              </Button>
            </span>
          </>
        )}
      </Banner>
      <Card title={written ? words.imported : words.checked} flush>
        <Table
          label={written ? words.imported : words.checked}
          rows={rows.slice(0, shown)}
          keyOf={({ line }) => String(line)}
          columns={[
            { name: words.line, cell: ({ line }) => <Text tone="3">{number(line)}</Text>, align: "tight" },
            {
              name: words.person,
              cell: ({ cells, id }) => (
                <Text oneLine as="div">
                  {id === undefined ? (
                    (cells["employee_name"] ?? cells["employee_email"] ?? "–")
                  ) : (
                    <RowLink href={offboarding({ id })}>{cells["employee_name"] ?? cells["employee_email"]}</RowLink>
                  )}
                </Text>
              ),
              align: "tight"
            },
            { name: words.lastDay, cell: ({ cells }) => cells["exit_date"] ?? "–", align: "tight", wideOnly: true },
            {
              name: words.department,
              cell: ({ cells }) => cells["employee_department"] ?? "–",
              align: "tight",
              wideOnly: true
            },
            { name: words.result, cell: (row) => <Result row={row} written={written} />, align: "main" }
          ]}
        />
      </Card>
      {rows.length > shown && <Text tone="3">{words.hidden(rows.length - shown)}</Text>}
    </>
  )
}
