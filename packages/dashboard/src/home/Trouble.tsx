import type { Case } from "@svc/contract/cases/schema"
import type { SlaTask } from "@svc/contract/checklists/schema"
import type { ResidualAccess } from "@svc/contract/residual-access/schema"
import { appName } from "@svc/contract/integrations/names"
import { Option } from "effect"
import { AsyncResult } from "effect/reactivity"
import { failedRevocations } from "#records/data.ts"
import { SlaBadge } from "#records/parts.tsx"
import { firstDeadlines } from "#work/checklists/data.ts"
import { Badge } from "#design/Badge.tsx"
import { Card } from "#design/Card.tsx"
import { Text, Titled } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table, TableSkeleton } from "#design/Table.tsx"
import { useFirstWords } from "#languages/words.ts"
import { offboardingTab } from "#platform/pages.ts"
import { useQuery } from "#platform/atoms.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { homeFigures } from "#reports/reports/data.ts"
import { residual } from "#access-removal/residual-access/data.ts"

const failedApps = ({ apps }: Case) =>
  apps
    .filter(({ outcome, removal_confirmed_at }) => outcome === "failed" && removal_confirmed_at === null)
    .map(({ service_name }) => appName(service_name))
    .join(", ")

const Account = ({ about, href, name }: { readonly name: string; readonly about: string; readonly href: string }) => (
  <Titled below={about}>
    <RowLink href={href}>{name}</RowLink>
  </Titled>
)

/** Skips the request for a list whose figure is 0. */
const useRows = (count: "failed_removals" | "residual_access") => {
  const result = useQuery(homeFigures)
  return Option.match(AsyncResult.value(result), {
    onNone: () => (AsyncResult.isInitial(result) ? "unknown" : "some"),
    onSome: ({ offboardings }) => (offboardings?.[count] === 0 ? "none" : "some")
  })
}

const NoneFailed = () => <Placeholder small icon="shield-check" title={useFirstWords().home.failedNone} />

const FailedRows = () => {
  const words = useFirstWords().home
  return (
    <Loaded of={failedRevocations} skeleton={<TableSkeleton columns={2} rows={2} />}>
      {({ rows }, busy) =>
        rows.length === 0 ? (
          <NoneFailed />
        ) : (
          <Table
            label={words.failedTitle}
            rows={rows}
            keyOf={({ id }) => id}
            busy={busy}
            columns={[
              {
                name: words.account,
                cell: (row: Case) => (
                  <Account
                    name={row.employee_name}
                    about={failedApps(row)}
                    href={offboardingTab({ id: row.id, tab: "access" })}
                  />
                ),
                align: "main"
              },
              { name: words.state, cell: () => <Badge tone="bad">{words.failedState}</Badge>, align: "end" }
            ]}
          />
        )
      }
    </Loaded>
  )
}

/** Failed removals; a member retries them on the Access tab of the case. */
export const FailedRevocations = () => {
  const words = useFirstWords().home
  const rows = useRows("failed_removals")
  return (
    <Card title={words.failedTitle} flush>
      {rows === "none" ? <NoneFailed /> : rows === "some" ? <FailedRows /> : <TableSkeleton columns={2} rows={2} />}
    </Card>
  )
}

const CameBackRows = () => {
  const words = useFirstWords().home
  return (
    <Loaded of={residual} skeleton={null}>
      {({ rows }, busy) =>
        rows.length === 0 ? null : (
          <Card title={words.residual} flush>
            <Table
              label={words.residual}
              rows={rows}
              keyOf={({ id }) => id}
              busy={busy}
              columns={[
                {
                  name: words.account,
                  cell: ({ employee_name, offboarding_id, service }: ResidualAccess) => (
                    <Account
                      name={employee_name}
                      about={appName(service)}
                      href={offboardingTab({ id: offboarding_id, tab: "access" })}
                    />
                  ),
                  align: "main"
                },
                { name: words.state, cell: () => <Badge tone="bad">{words.residualState}</Badge>, align: "end" }
              ]}
            />
          </Card>
        )
      }
    </Loaded>
  )
}

/** Accounts active after revocation; hidden while there are none. */
export const CameBack = () => (useRows("residual_access") === "some" ? <CameBackRows /> : null)

const Left = ({ hoursOverdue, hoursRemaining, status }: SlaTask) => {
  const words = useFirstWords().home
  const { number } = useFormat()
  return (
    <Text as="div" numbers oneLine>
      <SlaBadge status={status} />
      <Text as="div" size="small" tone="3">
        {status === "breached"
          ? words.hoursLate(number(Math.ceil(hoursOverdue)))
          : words.hoursLeft(number(Math.floor(hoursRemaining)))}
      </Text>
    </Text>
  )
}

/** Overdue tasks, then the next deadlines. */
export const Deadlines = () => {
  const words = useFirstWords().home
  return (
    <Card title={words.deadlines} flush>
      <Loaded of={firstDeadlines} skeleton={<TableSkeleton columns={2} rows={3} />}>
        {(tasks, busy) =>
          tasks.length === 0 ? (
            <Placeholder small icon="clock" title={words.deadlinesNone} text={words.deadlinesNoneText} />
          ) : (
            <Table
              label={words.deadlines}
              rows={tasks}
              keyOf={({ id }) => id}
              busy={busy}
              columns={[
                {
                  name: words.task,
                  cell: ({ assignedTo, employeeName, offboardingId, task }: SlaTask) => (
                    <Account
                      name={task}
                      about={`${employeeName} · ${assignedTo}`}
                      href={offboardingTab({ id: offboardingId, tab: "tasks" })}
                    />
                  ),
                  align: "main"
                },
                { name: words.state, cell: (row: SlaTask) => <Left {...row} />, align: "end" }
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  )
}
