import type { CaseDetails } from "@svc/contract/cases/schema"
import { DateTime } from "effect"
import { Card } from "#design/Card.tsx"
import { Facts, Text } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { Ago } from "#platform/Ago.tsx"
import { useFormat } from "#platform/format.ts"
import { zone as organisationZone } from "#platform/zone.ts"
import { DaysLeft } from "#records/parts.tsx"
import { useAtomValue } from "#state/registry.ts"

/** The item with the lowest sort key. */
const earliest = <A,>(all: ReadonlyArray<A>, at: (one: A) => number | string): A | undefined =>
  all.toSorted((one, other) => (at(one) < at(other) ? -1 : 1))[0]

/** Dates and deadlines of an offboarding. */
export const Dates = ({ details }: { readonly details: CaseDetails }) => {
  const words = useWords().caseDetail
  const { ago, day, moment, momentIn } = useFormat()
  const home = useAtomValue(organisationZone)
  const zone = details.timezone ?? home
  const { access_ends_at, completed_at, employment_ends_on, legal_hold_released_at, revoke_at, status } = details
  const isOpen = status !== "completed" && status !== "cancelled"
  const tasks = details.checklist_items.flatMap(({ completed, sla_deadline, task }) =>
    completed || sla_deadline === null ? [] : [{ at: sla_deadline, task }]
  )
  const deadline = earliest(tasks, ({ at }) => DateTime.toEpochMillis(at))
  const returns = (details.assets ?? []).flatMap(({ item_name, return_deadline, status }) =>
    status !== "deployed" || return_deadline === null ? [] : [{ at: return_deadline, item_name }]
  )
  const nextReturn = earliest(returns, ({ at }) => at)
  return (
    <Card title={words.dates}>
      <Facts
        facts={[
          [words.lastDay, <DaysLeft of={details} />],
          [
            words.accessEndsShort,
            <>
              {access_ends_at === null ? words.endOfDay(zone) : momentIn(access_ends_at, zone)}
              {isOpen && (
                <Text as="div" size="small" tone={revoke_at === null ? "watch" : "3"}>
                  {revoke_at === null ? (
                    details.revocation_waits ? (
                      words.revocationWaits
                    ) : (
                      words.notScheduled
                    )
                  ) : (
                    <time title={momentIn(revoke_at, zone)}>{words.revokedBySelf(ago(revoke_at))}</time>
                  )}
                </Text>
              )}
            </>
          ],
          ...(employment_ends_on === null ? [] : [[words.employmentEndsShort, day(employment_ends_on)] as const]),
          ...(deadline === undefined || !isOpen
            ? []
            : [
                [
                  words.nextDeadline,
                  <>
                    <Text tone={DateTime.toEpochMillis(deadline.at) < Date.now() ? "bad" : undefined}>
                      <Ago at={deadline.at} />
                    </Text>
                    <Text as="div" size="small" tone="3">
                      {deadline.task}
                    </Text>
                  </>
                ] as const
              ]),
          ...(nextReturn === undefined || !isOpen
            ? []
            : [
                [
                  words.nextReturn,
                  <>
                    {day(nextReturn.at)}
                    <Text as="div" size="small" tone="3">
                      {nextReturn.item_name}
                    </Text>
                  </>
                ] as const
              ]),
          [words.started, moment(details.created_at)],
          ...(completed_at === null ? [] : [[words.completed, moment(completed_at)] as const]),
          ...(legal_hold_released_at === null ? [] : [[words.holdSince, moment(legal_hold_released_at)] as const])
        ]}
      />
    </Card>
  )
}
