import type { DistributionList, ScheduledReport } from "@svc/contract/scheduled-reports/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { PlaceTabs } from "#access/PlaceTabs.tsx"
import { Button, IconButton } from "#design/Button.tsx"
import { Text } from "#design/layout.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Table, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { scheduledReports } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { toast } from "#frame/toasts.tsx"
import { Page } from "#frame/Page.tsx"
import { listList, reportList, updateReport } from "./data.ts"
import { Lists } from "./Lists.tsx"
import { recipientsOf, State } from "./parts.tsx"
import { PreviewDialog } from "./PreviewDialog.tsx"
import { RemoveReportDialog } from "./RemoveReportDialog.tsx"
import { ReportDialog } from "./ReportDialog.tsx"

type Asked =
  | { readonly kind: "edit" | "remove" | "preview"; readonly report: ScheduledReport }
  | { readonly kind: "new" }

const Rows = ({
  busy,
  lists,
  onAsk,
  reports
}: {
  readonly busy: boolean
  readonly reports: ReadonlyArray<ScheduledReport>
  readonly lists: ReadonlyArray<DistributionList>
  readonly onAsk: (asked: Asked) => void
}) => {
  const words = useWords().scheduledReports
  const { moment, number } = useFormat()
  const setting = useAction(updateReport, {
    onDone: ({ active, id, name }) =>
      toast((active ? words.resumed : words.isPaused)(name), { undo: () => setting.start({ id, active: !active }) })
  })
  return (
    <>
      <Refusal of={setting.result} />
      <Table
        label={words.title}
        rows={reports}
        keyOf={({ id }) => id}
        busy={busy}
        columns={[
          {
            name: words.name,
            cell: ({ date_range, name, type }) => (
              <Text as="div" oneLine>
                {name}
                <Text as="div" size="small" tone="3" oneLine>
                  {words.types[type]} · {type === "overdue_tasks" ? words.ofNow : words.ranges[date_range]}
                </Text>
              </Text>
            ),
            align: "main"
          },
          {
            name: words.goesOut,
            cell: ({ next, schedule }) => (
              <Text as="div">
                {words.schedules[schedule]}
                <Text as="div" size="small" tone="3">
                  {next === null ? words.paused : words.nextAt(moment(next.at))}
                </Text>
              </Text>
            ),
            align: "tight",
            wideOnly: true
          },
          {
            name: words.to,
            cell: (report) => number(recipientsOf(report, lists).length),
            align: "end",
            wideOnly: true
          },
          { name: words.state, cell: (report) => <State {...report} />, align: "tight" },
          {
            name: words.preview,
            quiet: true,
            align: "tight",
            wideOnly: true,
            cell: (report) => (
              <Button size="small" onClick={() => onAsk({ kind: "preview", report })}>
                {words.preview}
              </Button>
            )
          },
          {
            name: words.actions,
            quiet: true,
            align: "end",
            cell: (report) => (
              <>
                <IconButton icon="ellipsis" label={words.actionsFor(report.name)} popover={`report-${report.id}`} />
                <Menu id={`report-${report.id}`} label={words.actionsFor(report.name)}>
                  <MenuItem icon="mail" onClick={() => onAsk({ kind: "preview", report })}>
                    {words.whatIsSent}
                  </MenuItem>
                  <MenuItem icon="pencil" onClick={() => onAsk({ kind: "edit", report })}>
                    {words.edit}
                  </MenuItem>
                  <MenuItem
                    icon={report.active ? "pause" : "play"}
                    onClick={() => setting.start({ id: report.id, active: !report.active })}
                  >
                    {report.active ? words.pause : words.resume}
                  </MenuItem>
                  <MenuItem icon="trash" danger onClick={() => onAsk({ kind: "remove", report })}>
                    {words.remove}
                  </MenuItem>
                </Menu>
              </>
            )
          }
        ]}
      />
    </>
  )
}

const Shown = ({
  asked,
  busy,
  lists,
  onAsk,
  reports
}: {
  readonly asked: Asked | undefined
  readonly busy: boolean
  readonly onAsk: (asked: Asked | undefined) => void
  readonly reports: ReadonlyArray<ScheduledReport>
  readonly lists: ReadonlyArray<DistributionList>
}) => {
  const words = useWords().scheduledReports
  const close = () => onAsk(undefined)
  const edited = asked?.kind === "edit" ? asked.report : undefined
  return (
    <>
      {(asked?.kind === "new" || asked?.kind === "edit") && (
        <ReportDialog
          report={edited}
          lists={lists}
          onClose={close}
          // After saving, shows what will be sent.
          onSaved={(report) => onAsk({ kind: "preview", report })}
        />
      )}
      {asked?.kind === "preview" && <PreviewDialog report={asked.report} lists={lists} onClose={close} />}
      {asked?.kind === "remove" && <RemoveReportDialog report={asked.report} onClose={close} />}
      {reports.length === 0 ? (
        <Placeholder icon="mail" title={words.none} text={words.noneText} />
      ) : (
        <Rows reports={reports} lists={lists} busy={busy} onAsk={onAsk} />
      )}
      <Lists lists={lists} reports={reports} />
    </>
  )
}

/** Reports sent on a schedule, and their distribution lists. */
export const ScheduledReports = () => {
  const words = useWords().scheduledReports
  const { may } = useMay()
  const [asked, setAsked] = useState<Asked>()
  return (
    <Page
      title={words.title}
      about={words.about}
      help="reports"
      actions={
        may("settings_manage") && (
          <Button variant="primary" icon="plus" onClick={() => setAsked({ kind: "new" })}>
            {words.create}
          </Button>
        )
      }
    >
      <PlaceTabs current={scheduledReports()} />
      <Loaded of={reportList} skeleton={<TableSkeleton columns={4} rows={4} />}>
        {(reports, busy) => (
          <Loaded of={listList} skeleton={<TableSkeleton columns={4} rows={4} />}>
            {(lists) => <Shown asked={asked} busy={busy} lists={lists} reports={reports} onAsk={setAsked} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  )
}
