import { daysAfter } from "@svc/contract/kernel/calendar"
import { Caller } from "@svc/contract/kernel/access"
import { CalendarDate, dayIn } from "@svc/contract/kernel/dates"
import type { OffsetParams } from "@svc/contract/kernel/paging"
import { rangeOf, type ReportRange } from "@svc/contract/kernel/report-range"
import type { CutEvidence, TimeToCut as Report } from "@svc/contract/time-to-cut/schema"
import { Context, DateTime, Effect } from "effect"
import { accessEndsAt } from "#records/case-clocks"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { type AppCells, type CasesOfDay, TimeToCutRepo } from "./repo.ts"
import { causesOf, type CutApp, cutOf, figuresOf, standingOf, worstFirst } from "./rules.ts"

/** Late cases that are named. */
const mostNamed = 100

const appOf = ([
  service,
  outcome,
  verified,
  revokedAt,
  readBackAt,
  confirmedAt,
  hasFailed,
  wasByHand,
  isConnected,
  cameBack
]: AppCells): CutApp => ({
  service,
  outcome,
  verified,
  revokedAt,
  readBackAt,
  confirmedAt,
  hasFailed,
  wasByHand,
  isConnected,
  cameBack
})

/** With each access end: computed once for those with the same day and zone. */
const endingOf = ({ cases, exit_date: exitDate, zone: timezone }: CasesOfDay) => {
  const endOfDay = accessEndsAt({ exitDate, accessEndsAt: null, timezone }).epochMilliseconds
  return cases.map(([id, named, createdAt, apps]) => ({
    id,
    createdAt,
    endedAt: named ?? endOfDay,
    apps: (apps ?? []).map(appOf)
  }))
}

const outcomesOf = (apps: ReadonlyArray<CutApp>): Report["outcomes"] => {
  const counts = {
    read_back: 0,
    acknowledged: 0,
    confirmed_by_hand: 0,
    manual_required: 0,
    failed: 0,
    skipped: 0,
    not_started: 0
  }
  for (const app of apps) counts[standingOf(app)] += 1
  return counts
}

type Asked = ReportRange & { readonly evidence: CutEvidence }

/** How long access outlived the end of the last day. */
export class TimeToCut extends Context.Service<
  TimeToCut,
  {
    /** Of the offboardings that the caller sees; without a range of the last 90 days. */
    report(asked: Asked): Effect.Effect<Report, never, Caller>
    /** The late ones of the report, by page. */
    late(
      asked: Asked & OffsetParams
    ): Effect.Effect<{ readonly rows: Report["late"]; readonly total: number }, never, Caller>
  }
>()("svc/time-to-cut/TimeToCut") {
  static readonly layerNoDeps = layerOf(TimeToCut, function* () {
    const db = yield* Db
    const repo = yield* TimeToCutRepo

    const judged = Effect.fnUntraced(function* ({ evidence, ...range }: Asked, { limit, offset }: OffsetParams) {
      const { orgId, records } = yield* Caller
      const moment = yield* DateTime.now
      const now = moment.epochMilliseconds
      const zone = yield* repo.zone(orgId)
      const today = dayIn(zone, moment)
      const days = rangeOf(range) ?? {
        from: CalendarDate.make(daysAfter(today, -89)),
        to: CalendarDate.make(today)
      }
      const found = (yield* repo.cases({ orgId, records, zone, ...days })).flatMap(endingOf)
      const withApps = found.filter(({ apps }) => apps.length > 0)
      const ended = withApps.filter(({ endedAt }) => endedAt <= now)
      const judged = (by: CutEvidence) => ended.map((one) => ({ ...one, cut: cutOf(one, by, now) }))
      const both = { read_back: judged("read_back"), any: judged("any") }
      const late = worstFirst(both[evidence].filter(({ cut }) => cut.isLate))
      const shown = late.slice(offset, offset + limit)
      const people = new Map(
        (yield* repo.named(
          orgId,
          shown.map(({ id }) => id)
        )).map((one) => [one.id, one])
      )
      const answer: Report = {
        ...days,
        cases: ended.length,
        not_ended: withApps.length - ended.length,
        without_apps: found.length - withApps.length,
        read_back: figuresOf(both.read_back, now),
        any: figuresOf(both.any, now),
        outcomes: outcomesOf(withApps.flatMap(({ apps }) => apps)),
        causes: causesOf(late.map(({ cut }) => cut)),
        late_total: late.length,
        late: shown.flatMap(({ cut: { app, at, cause, hours }, endedAt, id }) => {
          const person = people.get(id)
          if (person === undefined || cause === null || app === null) return []
          return [
            {
              offboarding_id: id,
              employee_name: person.employee_name,
              department: person.department,
              access_ended_at: DateTime.makeUnsafe(endedAt),
              cut_at: at === null ? null : DateTime.makeUnsafe(at),
              hours: hours / 100,
              app,
              cause
            }
          ]
        })
      }
      return answer
    }, db.report)

    const report = Effect.fn("TimeToCut.report")((asked: Asked) => judged(asked, { offset: 0, limit: mostNamed }))

    const late = Effect.fn("TimeToCut.late")(function* ({ limit, offset, ...asked }: Asked & OffsetParams) {
      const { late: rows, late_total: total } = yield* judged(asked, { limit, offset })
      return { rows, total }
    })

    return TimeToCut.of({ report, late })
  })
}
