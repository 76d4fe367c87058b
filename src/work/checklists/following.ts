import type { AuditAction } from "@svc/contract/audit/actions"
import { ChecklistCompleted } from "@svc/contract/checklists/events"
import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText, caseTarget } from "#audit/record/text"
import { Outbox } from "#outgoing/outbox/service"
import { ChecklistsRepo, type FollowingItem } from "./repo.ts"
import { completedText, followUp } from "./rules.ts"

/** The verb `Checklists.sync`. */
export const makeSync = Effect.gen(function* () {
  const repo = yield* ChecklistsRepo
  const audit = yield* Audit
  const outbox = yield* Outbox

  return Effect.fn("Checklists.sync")(function* (offboardingId: OffboardingId) {
    const { orgId } = yield* Caller
    const key = { orgId, offboardingId }
    const found = yield* repo.lockCase(key, { _tag: "All" })
    if (Option.isNone(found)) return
    const offboarding = found.value
    if (offboarding.status === "completed" || offboarding.status === "cancelled") return

    const following = yield* repo.following(key)
    const those = (move: ReturnType<typeof followUp>) => following.filter((item) => followUp(item, item.state) === move)
    const ids = (items: ReadonlyArray<FollowingItem>) => items.map(({ id }) => id)
    const toComplete = those("complete")
    const toReopen = those("reopen")
    const opened = [...ids(toReopen), ...ids(those("release"))]
    if (opened.length > 0) yield* repo.reopen(key, opened)
    if (toComplete.length > 0) yield* repo.complete(key, ids(toComplete), yield* DateTime.now)

    const record = (action: AuditAction, task: string) =>
      audit.record({
        action,
        target: caseTarget(offboarding),
        details: auditText`${task}: completed automatically`,
        offboardingId
      })
    yield* Effect.forEach(toReopen, ({ task }) => record("checklist_item_reopened", task), { discard: true })
    yield* Effect.forEach(toComplete, ({ task }) => record("checklist_item_completed", task), { discard: true })
    if (toComplete.length === 0 || (yield* repo.countOpen(key)) > 0) return
    yield* audit.record({
      action: "checklist_completed",
      target: caseTarget(offboarding),
      details: auditText`${completedText.linked}`,
      offboardingId
    })
    yield* outbox.append(
      orgId,
      ChecklistCompleted.make({ offboardingId, employeeName: offboarding.employee_name, source: "linked" })
    )
  })
})
