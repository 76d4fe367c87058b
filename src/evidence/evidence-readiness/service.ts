import type {
  CaseReadinessPage,
  CasesAsked,
  EvidenceReadiness as Report,
  ListCaseReadiness
} from "@svc/contract/evidence-readiness/schema"
import { daysAfter } from "@svc/contract/kernel/calendar"
import { Caller } from "@svc/contract/kernel/access"
import { CalendarDate, dayIn } from "@svc/contract/kernel/dates"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { rangeOf, type ReportRange } from "@svc/contract/kernel/report-range"
import { Context, DateTime, Effect } from "effect"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { type CaseCells, EvidenceReadinessRepo } from "./repo.ts"
import { type CaseFacts, countsOf, lacks, statesOf } from "./rules.ts"

const factsOf = ([
  ,
  apps,
  removed,
  readBack,
  nothingToRevoke,
  held,
  returnConfirmed,
  documents,
  pendingDocuments,
  tasks,
  tasksDone,
  interviewAsked,
  interviewed,
  approved,
  onHold,
  unanchored
]: CaseCells): CaseFacts => ({
  apps,
  removed,
  readBack,
  nothingToRevoke,
  held,
  returnConfirmed,
  documents,
  pendingDocuments,
  tasks,
  tasksDone,
  interviewAsked,
  interviewed,
  approved,
  onHold,
  unanchored
})

type Asked = ReportRange & { readonly cases: CasesAsked }

/** What cases could show an auditor today, and what they lack. */
export class EvidenceReadiness extends Context.Service<
  EvidenceReadiness,
  {
    /** Of the offboardings that the caller sees; without a range of the last 90 days. */
    report(asked: Asked): Effect.Effect<Report, never, Caller>
    cases(asked: ReportRange & ListCaseReadiness): Effect.Effect<CaseReadinessPage, never, Caller>
  }
>()("svc/evidence-readiness/EvidenceReadiness") {
  static readonly layerNoDeps = layerOf(EvidenceReadiness, function* () {
    const db = yield* Db
    const repo = yield* EvidenceReadinessRepo

    const judged = Effect.fnUntraced(function* ({ cases, ...range }: Asked, id?: OffboardingId) {
      const { orgId, records } = yield* Caller
      const { approvals, timezone } = yield* repo.organisation(orgId)
      const today = dayIn(timezone, yield* DateTime.now)
      const days = rangeOf(range) ?? {
        from: CalendarDate.make(daysAfter(today, -89)),
        to: CalendarDate.make(today)
      }
      const found = yield* repo.cases({ orgId, records, cases, id, ...days })
      return { days, rows: found.map((cells) => ({ id: cells[0], states: statesOf(factsOf(cells), { approvals }) })) }
    })

    const report = Effect.fn("EvidenceReadiness.report")(function* (asked: Asked) {
      const { orgId } = yield* Caller
      const { days, rows } = yield* judged(asked)
      return { ...days, ...countsOf(rows.map(({ states }) => states)), chain: yield* repo.chain(orgId) }
    }, db.report)

    const cases = Effect.fn("EvidenceReadiness.cases")(function* ({
      lacks: control,
      limit,
      offboarding_id,
      offset,
      ...asked
    }: ReportRange & ListCaseReadiness) {
      const { orgId } = yield* Caller
      const { rows } = yield* judged(asked, offboarding_id)
      const listed = control === undefined ? rows : rows.filter(({ states }) => lacks(states, control))
      const page = listed.slice(offset, offset + limit)
      const people = new Map(
        (yield* repo.named(
          orgId,
          page.map(({ id }) => id)
        )).map(({ id, ...person }) => [id, person])
      )
      return {
        rows: page.flatMap(({ id, states }) => {
          const person = people.get(id)
          return person === undefined ? [] : [{ offboarding_id: id, ...person, controls: states }]
        }),
        total: listed.length,
        limit,
        offset
      }
    }, db.report)

    return EvidenceReadiness.of({ report, cases })
  })
}
