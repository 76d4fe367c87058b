import { type Home as HomePage, soonDays } from "@svc/contract/home/schema"
import { Caller } from "@svc/contract/kernel/access"
import { CalendarDate, dayIn } from "@svc/contract/kernel/dates"
import type { Permission } from "@svc/contract/kernel/permissions"
import { Context, DateTime, Effect } from "effect"
import { Initiations } from "#offboarding/initiations/service"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { Reports } from "#reports/reports/service"
import { AttentionRepo, maxRows } from "./attention-repo.ts"
import { FiguresRepo } from "./figures-repo.ts"
import { LeavingRepo } from "./leaving-repo.ts"
import { approvalRow, attentionOf } from "./rules.ts"

/** The first page of the dashboard; the verb is the handler of its route. */
export class Home extends Context.Service<
  Home,
  {
    /** Figures are null, and rows are omitted, where the caller lacks the permission of the list behind them. */
    show(): Effect.Effect<HomePage, never, Caller>
  }
>()("svc/home/Home") {
  static readonly layerNoDeps = layerOf(Home, function* () {
    const db = yield* Db
    const attention = yield* AttentionRepo
    const figures = yield* FiguresRepo
    const initiations = yield* Initiations
    const leaving = yield* LeavingRepo
    const reports = yield* Reports

    const read = Effect.fn("Home.read")(function* () {
      const { orgId, permissions, records } = yield* Caller
      const now = yield* DateTime.now
      const today = CalendarDate.make(dayIn(yield* leaving.zone(orgId), now))
      const of = { orgId, records, now, today }
      const ifAllowed = <A, N, R>(permission: Permission, otherwise: N, part: Effect.Effect<A, never, R>) =>
        permissions.includes(permission) ? part : Effect.succeed(otherwise)
      return {
        figures: {
          today,
          offboardings: yield* ifAllowed("offboardings_view", null, figures.cases({ ...of, soonDays })),
          assets: yield* ifAllowed("assets_view", null, figures.assets(of)),
          documents: yield* ifAllowed("compliance_view", null, figures.documents(of))
        },
        found: [
          yield* ifAllowed("offboardings_view", [], attention.cases(of)),
          yield* ifAllowed("integrations_manage", [], attention.connections(of)),
          yield* ifAllowed("assets_view", [], attention.equipment(of)),
          yield* ifAllowed("compliance_view", [], attention.documents(of))
        ].flat(),
        days: yield* leaving.days(of),
        leaving: yield* leaving.leavers({ ...of, soonDays })
      }
    }, db.transact)

    const show = Effect.fn("Home.show")(function* () {
      const { figures, found, ...leavers } = yield* read()
      const waiting = yield* initiations.list({ view: "to_decide", status: "pending", limit: maxRows, offset: 0 })
      const approvals = waiting.rows.map((row) => ({
        ...approvalRow(row),
        kind: "approval" as const,
        total: waiting.total
      }))
      return {
        ...figures,
        attention: attentionOf([...found, ...approvals]),
        ...leavers,
        tasks: yield* reports.myTasks()
      }
    })

    return Home.of({ show })
  })
}
