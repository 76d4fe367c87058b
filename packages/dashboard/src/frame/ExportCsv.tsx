import { maxListRows } from "@svc/contract/audit-list-exports/schema"
import { Button } from "#design/Button.tsx"
import { useWords } from "#languages/words.ts"
import { type Action, useAction } from "#platform/atoms.ts"
import { download } from "#platform/download.ts"
import { Refusal } from "#platform/failures.tsx"
import { dayFromToday, useFormat } from "#platform/format.ts"
import { toast } from "./toasts.tsx"

/** Rows of a CSV without its header row: line breaks in quotes belong to a cell. */
const rowsIn = (csv: string) => csv.replaceAll(/"[^"]*"/g, "").split("\r\n").length - 2

/** Saves all pages of a list, with its filters, as CSV; recorded in the audit log. */
export const ExportCsv = <Query extends object, E>({
  name,
  of,
  query,
  size
}: {
  /** Of the list, for the file. */
  readonly name: string
  readonly of: Action<Query, string, E>
  /** The filters, as the list has them. */
  readonly query: NoInfer<Query> & { readonly offset?: number }
  readonly size?: "small"
}) => {
  const words = useWords().listExports
  const { number } = useFormat()
  const csv = useAction(of, {
    onDone: (text) => {
      // Decoding drops the byte order mark, which spreadsheets need.
      download(`\ufeff${text}`, `${name} ${dayFromToday(0)}.csv`, "text/csv")
      if (rowsIn(text) < maxListRows) toast(words.exported)
      else toast(words.exportedFirst(number(maxListRows)), { tone: "watch" })
    }
  })
  return (
    <>
      <Button
        icon="download"
        busy={csv.busy}
        onClick={() => csv.start(query)}
        {...(size === undefined ? {} : { size })}
      >
        {words.exportCsv}
      </Button>
      <Refusal of={csv.result} />
    </>
  )
}
