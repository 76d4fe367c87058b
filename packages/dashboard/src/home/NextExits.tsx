import type { UpcomingExit } from "@svc/contract/reports/schema"
import { useMay } from "#access/data.ts"
import { Stage } from "#records/parts.tsx"
import { Avatar } from "#design/Avatar.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Row, Text, Titled } from "#design/layout.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { RowLink, Table, TableSkeleton } from "#design/Table.tsx"
import { useFirstWords } from "#languages/words.ts"
import { offboarding, offboardings } from "#platform/pages.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { nextExits } from "#reports/reports/data.ts"

const Who = ({ department, employee_name, id, job_title }: UpcomingExit) => {
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

/** Days left, in the offboarding's time zone. */
const Countdown = ({ days_remaining, last_working_day }: UpcomingExit) => {
  const words = useFirstWords().cases
  const { day } = useFormat()
  return (
    <Text as="div" numbers oneLine>
      <Text strong tone={days_remaining <= 3 ? "watch" : undefined}>
        {days_remaining === 0 ? words.today : words.inDays(days_remaining)}
      </Text>
      <Text as="div" size="small" tone="3">
        {day(last_working_day)}
      </Text>
    </Text>
  )
}

export const NextExits = () => {
  const { cases, home } = useFirstWords()
  const { may } = useMay()
  return (
    <Card
      title={home.nextTitle}
      flush
      actions={
        may("offboardings_view") && (
          <LinkButton href={offboardings()} variant="tertiary" size="small">
            {home.all}
          </LinkButton>
        )
      }
    >
      <Loaded of={nextExits} skeleton={<TableSkeleton columns={3} rows={5} />}>
        {(rows, busy) =>
          rows.length === 0 ? (
            <Placeholder small icon="users" title={home.nextNone} text={home.nextNoneText} />
          ) : (
            <Table
              label={home.nextTitle}
              rows={rows}
              keyOf={({ id }) => id}
              busy={busy}
              columns={[
                { name: cases.person, cell: (row) => <Who {...row} />, align: "main" },
                { name: cases.stage, cell: ({ status }) => <Stage status={status} />, align: "tight", wideOnly: true },
                { name: home.toDo, cell: ({ pending_tasks }) => pending_tasks, align: "end", wideOnly: true },
                { name: cases.lastDay, cell: (row) => <Countdown {...row} />, align: "end" }
              ]}
            />
          )
        }
      </Loaded>
    </Card>
  )
}
