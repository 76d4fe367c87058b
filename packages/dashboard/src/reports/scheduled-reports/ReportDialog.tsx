import { ReportDateRange, ReportGrouping, ReportSchedule, ReportType } from "@svc/contract/scheduled-reports/choices"
import {
  CreateScheduledReport,
  type DistributionList,
  type ReportFilters,
  type ScheduledReport
} from "@svc/contract/scheduled-reports/schema"
import { useState } from "preact/hooks"
import { AreaField, SelectField, TextField, CheckboxField } from "#design/Field.tsx"
import { Columns, Text } from "#design/layout.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { addressesIn, asLines } from "./addresses.ts"
import { createReport, updateReport } from "./data.ts"
import { Narrowing } from "./Narrowing.tsx"

const textsOf = (report: ScheduledReport | undefined) => ({
  name: report?.name ?? "",
  type: report?.type ?? "weekly_summary",
  schedule: report?.schedule ?? "weekly",
  date_range: report?.date_range ?? "last_7_days",
  grouping: report?.grouping ?? "none",
  distribution_list_id: report?.distribution_list_id ?? "",
  delivery_webhook: report?.delivery_webhook ?? ""
})

/** Create or edit a report: type, schedule, period, recipients. */
export const ReportDialog = ({
  lists,
  onClose,
  onSaved,
  report
}: {
  readonly report: ScheduledReport | undefined
  readonly lists: ReadonlyArray<DistributionList>
  readonly onClose: () => void
  readonly onSaved: (report: ScheduledReport) => void
}) => {
  const { scheduledReports: words } = useWords()
  const [to, setTo] = useState(asLines(report?.recipients ?? []))
  const [include_pdf, attach] = useState(report?.include_pdf ?? true)
  const [filters, narrow] = useState<ReportFilters>(report?.filters ?? {})
  const [columns, setColumns] = useState<ReadonlyArray<string>>(report?.columns ?? [])
  const form = useForm(CreateScheduledReport, textsOf(report), {
    recipients: addressesIn(to),
    include_pdf,
    filters,
    columns
  })
  const creating = useAction(createReport, { onDone: onSaved })
  const editing = useAction(updateReport, { onDone: onSaved })
  const isOfTasks = form.text.type === "overdue_tasks"
  return (
    <ActionDialog
      wide
      title={report === undefined ? words.create : words.editTitle(report.name)}
      onClose={onClose}
      onSubmit={() =>
        form.submit((given) =>
          report === undefined ? creating.start(given) : editing.start({ ...given, id: report.id })
        )
      }
      act={creating}
      also={editing}
      confirm={report === undefined ? words.create : words.save}
    >
      <Columns>
        <TextField label={words.name} autoFocus {...form.field("name")} />
        <SelectField
          label={words.type}
          choices={ReportType.literals.map((type) => [type, words.types[type]] as const)}
          {...form.field("type")}
        />
        <SelectField
          label={words.schedule}
          help={words.scheduleHelp}
          choices={ReportSchedule.literals.map((one) => [one, words.schedules[one]] as const)}
          {...form.field("schedule")}
        />
        {!isOfTasks && (
          <SelectField
            label={words.range}
            choices={ReportDateRange.literals.map((one) => [one, words.ranges[one]] as const)}
            {...form.field("date_range")}
          />
        )}
        <SelectField
          label={words.grouping}
          choices={ReportGrouping.literals
            .filter((one) => one !== "assignee" || isOfTasks)
            .map((one) => [one, words.groupings[one]] as const)}
          {...form.field("grouping")}
        />
        <SelectField
          label={words.list}
          choices={[["", words.noList], ...lists.map(({ id, name }) => [String(id), name] as const)]}
          {...form.field("distribution_list_id")}
        />
      </Columns>
      <AreaField
        label={words.recipients}
        help={words.recipientsHelp}
        value={to}
        wrong={form.wrong("recipients")}
        onInput={setTo}
      />
      <CheckboxField label={words.pdf} checked={include_pdf} onTick={attach} />
      <TextField
        label={words.webhook}
        help={report?.delivery_webhook == null ? words.webhookHelp : `${words.webhookHelp} ${words.webhookKept}`}
        {...form.field("delivery_webhook")}
      />
      <Narrowing isOfTasks={isOfTasks} filters={filters} onNarrow={narrow} columns={columns} onColumns={setColumns} />
      {form.wrong("columns") !== undefined && <Text tone="bad">{form.wrong("columns")}</Text>}
    </ActionDialog>
  )
}
