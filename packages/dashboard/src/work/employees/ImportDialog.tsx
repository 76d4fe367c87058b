import {
  employeeImportColumns,
  type EmployeeImportReport,
  type EmployeeRow,
  EmployeeStatus,
  WorkerType
} from "@svc/contract/employees/schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { Disclosure } from "#design/Disclosure.tsx"
import { CheckboxField } from "#design/Field.tsx"
import { FileField } from "#design/FileField.tsx"
import { Code, Facts, Row, Stack } from "#design/layout.tsx"
import { Table } from "#design/Table.tsx"
import { useDialogAction } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { download } from "#platform/download.ts"
import { Refusal } from "#platform/failures.tsx"
import { importPeople } from "./data.ts"

const { optional, required } = employeeImportColumns
const columns = [...required, ...optional]

/** Columns with their labels and allowed values. */
const Columns = () => {
  const words = useWords().employees
  const named: Readonly<Record<keyof EmployeeRow, string>> = {
    full_name: words.needed(words.name),
    email: words.needed(words.email),
    role: words.role,
    department: words.department,
    manager_email: words.managerAddress,
    timezone: words.timezone,
    worker_type: words.oneOf(words.workerType, WorkerType.literals),
    contract_end_date: words.asDay(words.contractEnd),
    source_control_username: words.sourceControl,
    phone: words.phone,
    employee_id: words.number,
    status: words.oneOf(words.status, EmployeeStatus.literals)
  }
  return (
    <Disclosure summary={words.columns}>
      {() => <Facts facts={columns.map((column) => [column, named[column]] as const)} />}
    </Disclosure>
  )
}

/** Result of the dry run or import, with row errors. */
const Report = ({ errors, ignored_columns, imported, total, updated }: EmployeeImportReport) => {
  const words = useWords().employees
  return (
    <Stack gap={3}>
      <Banner
        tone={errors.length > 0 || ignored_columns.length > 0 ? "watch" : "good"}
        title={words.wouldImport(imported, updated, total)}
      >
        {ignored_columns.length > 0 && <span>{words.ignored(ignored_columns.join(", "), columns.join(", "))}</span>}
      </Banner>
      {errors.length > 0 && (
        <Table
          label={words.rowErrors}
          rows={errors.map((error, place) => ({ ...error, place })).slice(0, 50)}
          keyOf={({ place }) => String(place)}
          columns={[
            { name: words.line, cell: ({ line }) => line, align: "end" },
            { name: words.column, cell: ({ field }) => <Code>{field ?? "–"}</Code>, align: "tight" },
            { name: words.problem, cell: ({ error }) => error, align: "main" }
          ]}
        />
      )}
    </Stack>
  )
}

/** CSV import of people: dry run first, then the import. */
export const ImportDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { common, employees: words } = useWords()
  const [csv, setCsv] = useState("")
  const [update, setUpdate] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const check = useAction(importPeople)
  const run = useDialogAction(importPeople, ({ imported, updated }) => words.imported(imported, updated), onClose)
  const report = AsyncResult.isSuccess(check.result) && !check.busy ? check.result.value : undefined
  const isUseful = report !== undefined && report.imported + report.updated > 0
  const choose = (file: File | undefined) => {
    check.reset()
    setWrong(undefined)
    void (file?.text() ?? Promise.resolve("")).then(setCsv, () => setCsv(""))
  }
  return (
    <Dialog
      wide
      title={words.importTitle}
      why={words.importText}
      onClose={onClose}
      onSubmit={() => {
        if (csv.trim() === "") setWrong(common.needed)
        else if (isUseful) run.start({ csv, update, dryRun: false })
        else check.start({ csv, update, dryRun: true })
      }}
      actions={
        <DialogActions busy={check.busy || run.busy} onDecline={onClose}>
          {isUseful ? words.importNow(report.imported + report.updated) : words.check}
        </DialogActions>
      }
    >
      <Refusal of={check.result} />
      <Refusal of={run.result} />
      <FileField label={words.file} help={words.fileHelp} accept=".csv,text/csv" wrong={wrong} onChoose={choose} />
      <Row>
        <Button
          size="small"
          icon="download"
          onClick={() => download(`${columns.join(",")}\r\n`, "people.csv", "text/csv")}
        >
          {words.template}
        </Button>
      </Row>
      <Columns />
      <CheckboxField
        label={words.updateKnown}
        checked={update}
        onTick={(ticked) => {
          check.reset()
          setUpdate(ticked)
        }}
      />
      {report !== undefined && <Report {...report} />}
    </Dialog>
  )
}
