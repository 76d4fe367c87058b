import { plurals } from "../plural.ts"

const plural = plurals("en")

export const imports = {
  about: "One offboarding to a row. Nothing is written before you have seen what would become of each row.",
  choose: "Choose a file",
  file: "CSV file",
  fileHelp: "UTF-8, separated by commas or semicolons, at most 2,000 rows and 1 MB.",
  paste: "Or paste the rows, with the line of column names first",
  check: "Check the rows",
  chooseAgain: "The file has changed since you chose it. Choose it again.",
  template: "Download a template",
  columns: (required: string) => `Its first line names the columns. Needed are ${required}; every other is optional.`,
  checked: "What would be imported",
  imported: "What was imported",
  line: "Line",
  person: "Person",
  lastDay: "Last day",
  department: "Department",
  result: "Result",
  ready: "Ready",
  made: "Imported",
  field: (field: string | null, error: string) => (field === null ? error : `${field}: ${error}`),
  readyCount: (ready: number, total: number) => `${ready} of ${total} rows can be imported`,
  madeCount: (made: number, total: number) => `${made} of ${total} rows were imported`,
  ignored: (columns: string, known: string) =>
    `Columns that say nothing to an import and are left out: ${columns}. Those that are read: ${known}`,
  importThem: (count: number) => plural(count, { one: "Import # offboarding", other: "Import # offboardings" }),
  oneByOne: "Rows that fail do not stop the others.",
  withoutApps: (count: number) =>
    plural(count, {
      one: "# row names no apps: access is not revoked automatically until you choose apps in that offboarding. Column: apps_to_revoke.",
      other:
        "# rows name no apps: access is not revoked automatically until you choose apps in those offboardings. Column: apps_to_revoke."
    }),
  failedRows: "Download the rows that failed",
  failedHelp: "Mend them in the file and choose it again: those that were imported are not in it.",
  mendHelp: "Mend them and check again, or import the others now and these later.",
  hidden: (count: number) => plural(count, { one: "and # more row", other: "and # more rows" }),
  empty: "The file has column names and no rows",
  emptyText: "Add one row for each person who leaves.",
  approval: "Here an offboarding begins with an approval",
  initiate: "Start an initiation",
  again: "Import another file",
  see: "See the offboardings"
}
