import type { EmployeeImportReport } from "@svc/contract/employees/schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { Banner } from "../design/Banner.tsx"
import { Dialog, DialogActions } from "../design/Dialog.tsx"
import { Tick } from "../design/Field.tsx"
import { FileField } from "../design/FileField.tsx"
import { Code, Line, Said, Stack } from "../design/layout.tsx"
import { Table } from "../design/Table.tsx"
import { useWords } from "../languages/words.ts"
import { useAction } from "../platform/atoms.ts"
import { Refusal } from "../platform/failures.tsx"
import { toast } from "../shell/toasts.tsx"
import { importPeople } from "./data.ts"

/** What would be done, or was, row by row where something is wrong. */
const Report = ({ errors, ignored_columns, imported, total, updated }: EmployeeImportReport) => {
  const words = useWords().employees
  return (
    <Stack gap={3}>
      <Banner tone={errors.length > 0 ? "watch" : "good"} title={words.wouldImport(imported, updated, total)}>
        {ignored_columns.length > 0 && <span>{words.ignored(ignored_columns.join(", "))}</span>}
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

/** People from a CSV file. First it is said what would be done; only then it is. */
export const ImportDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { common, employees: words } = useWords()
  const [csv, setCsv] = useState("")
  const [update, setUpdate] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const check = useAction(importPeople)
  const run = useAction(importPeople, {
    onDone: ({ imported, updated }) => {
      toast(words.imported(imported, updated))
      onClose()
    }
  })
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
      <Refusal of={check.result} refusals={{}} />
      <Refusal of={run.result} refusals={{}} />
      <FileField label={words.file} help={words.fileHelp} accept=".csv,text/csv" wrong={wrong} onChoose={choose} />
      <Line gap={2} whole>
        <Tick
          label={words.updateKnown}
          checked={update}
          onTick={(ticked) => {
            check.reset()
            setUpdate(ticked)
          }}
        />
        <Said size="table">{words.updateKnown}</Said>
      </Line>
      {report !== undefined && <Report {...report} />}
    </Dialog>
  )
}
