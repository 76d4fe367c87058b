import { dayIn } from "@svc/contract/kernel/dates"
import { AssetOverdue } from "@svc/contract/assets/events"
import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect } from "effect"
import { eachDue } from "#platform/jobs/each-due"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { OverdueRepo } from "./overdue-repo.ts"
import { daysBetween, nameOf } from "./rules.ts"

const batchSize = 100

/** Announces deadlines that have passed while the item is still out (events-8). */
export class OverdueAssets extends Context.Service<
  OverdueAssets,
  {
    /** Each deadline once over all nodes, from the first night after it on the organization's calendar. */
    tellDue(orgId: OrgId | undefined): Effect.Effect<{ readonly told: number; readonly failed: number }>
  }
>()("svc/assets/OverdueAssets") {
  static readonly layerNoDeps = layerOf(OverdueAssets, function* () {
    const db = yield* Db
    const repo = yield* OverdueRepo
    const audit = yield* Audit
    const outbox = yield* Outbox

    const tellSome = Effect.fnUntraced(function* (today: string) {
      const { orgId } = yield* Caller
      const overdue = yield* repo.take({ orgId, today, limit: batchSize })
      for (const asset of overdue) {
        const daysOverdue = daysBetween(asset.return_deadline, today)
        yield* audit.record({
          action: "asset_overdue",
          target: auditText`Asset ${nameOf(asset)}`,
          details: auditText`return deadline: ${asset.return_deadline}, days overdue: ${daysOverdue}`,
          orgEmployeeId: asset.org_employee_id
        })
        yield* outbox.append(
          orgId,
          AssetOverdue.make({
            assetId: asset.id,
            itemName: asset.item_name,
            serialNumber: asset.serial_number,
            category: asset.category,
            employeeId: asset.org_employee_id,
            returnDeadline: asset.return_deadline,
            daysOverdue
          })
        )
      }
      return overdue.length
    }, db.transact)

    const tellAll = Effect.fnUntraced(function* (today: string) {
      let told = 0
      let some = 0
      do {
        some = yield* tellSome(today)
        told += some
      } while (some === batchSize)
      return { told }
    })

    const tellDue = Effect.fn("OverdueAssets.tellDue")(function* (orgId: OrgId | undefined) {
      const now = yield* DateTime.now
      return yield* eachDue({
        due: () => repo.organisations({ orgId, now }),
        work: ({ timezone }) => tellAll(dayIn(timezone, now)),
        says: "overdue assets not reported, will be retried",
        none: { told: 0, failed: 0 }
      })
    })

    return OverdueAssets.of({ tellDue })
  })
}
