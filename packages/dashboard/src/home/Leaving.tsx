import type { CalendarDate } from "@svc/contract/kernel/dates"
import type { Home, Leaver, LeavingDay } from "@svc/contract/home/schema"
import { useMay } from "#access/data.ts"
import { Avatar } from "#design/Avatar.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { DayStrip } from "#design/DayStrip.tsx"
import { Row, Text, Titled } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table } from "#design/Table.tsx"
import { useFirstWords } from "#languages/words.ts"
import { daysAfter, useFormat } from "#platform/format.ts"
import { offboarding, offboardings } from "#platform/pages.ts"

const shownDays = 14

const leavingOn = (day: CalendarDate) =>
  `${offboardings()}?${new URLSearchParams({ open: "true", exit_date_from: day, exit_date_to: day })}`

const Days = ({ days, today }: { readonly days: ReadonlyArray<LeavingDay>; readonly today: CalendarDate }) => {
  const words = useFirstWords().home
  const { may } = useMay()
  const { longDay, weekday } = useFormat()
  return (
    <DayStrip
      label={words.strip}
      days={Array.from({ length: shownDays }, (_, after) => daysAfter(today, after)).map((date) => {
        const found = days.find(({ day }) => day === date)
        const label = found === undefined ? "" : words.leavingOn(longDay(date), found.total)
        return {
          key: date,
          weekday: weekday(date),
          number: String(Number(date.slice(-2))),
          isToday: date === today,
          label,
          href: found !== undefined && may("offboardings_view") ? leavingOn(date) : undefined,
          people: (found?.people ?? []).map(({ failed, id, name }) => ({ key: id, name, bad: failed })),
          more: found === undefined ? 0 : found.total - found.people.length
        }
      })}
    />
  )
}

const Who = ({ department, employee_name, id, job_title }: Leaver) => {
  const { may } = useMay()
  return (
    <Row gap={2} whole>
      <Avatar name={employee_name} />
      <Titled below={[job_title, department].filter((text) => text !== "").join(" · ")}>
        {may("offboardings_view") ? <RowLink href={offboarding({ id })}>{employee_name}</RowLink> : employee_name}
      </Titled>
    </Row>
  )
}

const AccessEnd = ({ access_ends_at, apps, closed_apps, failed_apps }: Leaver) => {
  const words = useFirstWords().home
  const { moment } = useFormat()
  const isWhole = apps > 0 && closed_apps === apps
  return (
    <Text as="div" numbers>
      {failed_apps > 0 ? (
        <Text tone="bad">{words.appsFailed(failed_apps)}</Text>
      ) : apps === 0 ? (
        words.appsNone
      ) : (
        <Text tone={isWhole ? "good" : undefined}>{words.appsClosed(closed_apps, apps)}</Text>
      )}
      {!isWhole && (
        <Text as="div" size="small" tone="3">
          {access_ends_at === null ? words.endsUnknown : words.endsAt(moment(access_ends_at))}
        </Text>
      )}
    </Text>
  )
}

/** The next two weeks: a strip of days, and the next leavers with their progress. */
export const Leaving = ({ busy, page }: { readonly page: Home; readonly busy: boolean }) => {
  const { cases, home: words } = useFirstWords()
  const { day } = useFormat()
  const { may } = useMay()
  return (
    <Card
      title={words.nextTitle}
      flush
      actions={
        may("offboardings_view") && (
          <LinkButton href={offboardings()} variant="tertiary" size="small">
            {words.all}
          </LinkButton>
        )
      }
    >
      {page.leaving.length === 0 ? (
        <Placeholder small icon="users" title={words.nextNone} text={words.nextNoneText} />
      ) : (
        <>
          <Days {...page} />
          <Table
            label={words.nextTitle}
            rows={page.leaving}
            keyOf={({ id }) => id}
            busy={busy}
            quiet
            groupOf={({ days_remaining, last_working_day }) =>
              `${days_remaining === 0 ? words.today : days_remaining === 1 ? words.tomorrow : words.inDays(days_remaining)} · ${day(last_working_day)}`
            }
            columns={[
              { name: cases.person, cell: (row) => <Who {...row} />, align: "main" },
              { name: words.access, cell: (row) => <AccessEnd {...row} />, align: "tight" },
              {
                name: words.tasks,
                cell: ({ pending_tasks, tasks }) => words.tasksDone(tasks - pending_tasks, tasks),
                align: "end",
                wideOnly: true
              }
            ]}
          />
        </>
      )}
    </Card>
  )
}
