import { ChecklistItemNotFound } from "@svc/contract/checklists/errors"
import { ItTicketExists, ItTicketsNotConnected, TaskIsDone } from "@svc/contract/it-tickets/errors"
import { type ItTicket, ItTicketId } from "@svc/contract/it-tickets/schema"
import { Caller } from "@svc/contract/kernel/access"
import { CaseCompleted } from "@svc/contract/kernel/errors"
import type { ChecklistItemId, OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { planFeatures } from "@svc/contract/kernel/plans"
import { OffboardingCancelled, OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { Context, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText, caseTarget } from "#audit/record/text"
import { Db, type Transaction } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { TicketsRepo } from "./repo.ts"
import { maxTicketsOfCase } from "./rules.ts"
import { itTicketCalls } from "./topic.ts"

/** Tickets in the organization's ticket system for tasks of offboardings. */
export class ItTickets extends Context.Service<
  ItTickets,
  {
    list(id: OffboardingId): Effect.Effect<ReadonlyArray<ItTicket>, OffboardingNotFound, Caller>
    /** Queues a ticket for the task; a failed one is retried. */
    create(
      taskId: ChecklistItemId
    ): Effect.Effect<
      ItTicket,
      | ChecklistItemNotFound
      | ItTicketsNotConnected
      | ItTicketExists
      | TaskIsDone
      | OffboardingCancelled
      | CaseCompleted,
      Caller
    >
    /** Queues tickets for the tasks of IT in a new case, where a ticket system is connected and the plan has it. */
    queueFor(orgId: OrgId, offboardingId: OffboardingId): Effect.Effect<void, never, Transaction>
    /** The organizations that have a ticket system connected. */
    concerned(orgIds: ReadonlyArray<OrgId>): Effect.Effect<ReadonlySet<OrgId>, never, Transaction>
  }
>()("svc/it-tickets/ItTickets") {
  static readonly layerNoDeps = layerOf(ItTickets, function* () {
    const db = yield* Db
    const repo = yield* TicketsRepo
    const audit = yield* Audit
    const randomness = yield* Randomness
    const wakeups = yield* Wakeups

    const list = Effect.fn("ItTickets.list")(function* (offboardingId: OffboardingId) {
      const { orgId, records } = yield* Caller
      const key = { orgId, offboardingId }
      if (!(yield* repo.hasCase(key, records))) return yield* new OffboardingNotFound()
      return yield* repo.ofCase(key)
    }, db.transact)

    const create = Effect.fn("ItTickets.create")(function* (taskId: ChecklistItemId) {
      const { orgId, records, userId } = yield* Caller
      const found = yield* repo.lockTask(orgId, taskId, records)
      if (Option.isNone(found)) return yield* new ChecklistItemNotFound()
      const task = found.value
      if (task.status === "completed") return yield* new CaseCompleted()
      if (task.status === "cancelled") return yield* new OffboardingCancelled()
      if (task.done) return yield* new TaskIsDone()
      const connected = yield* repo.connected(orgId)
      if (Option.isNone(connected)) return yield* new ItTicketsNotConnected()
      const { provider } = connected.value
      const before = yield* repo.ofTask(orgId, taskId)
      if (Option.isSome(before) && before.value.status !== "failed") return yield* new ItTicketExists()
      const now = yield* DateTime.now
      const id = Option.isSome(before) ? before.value.id : ItTicketId.make(yield* randomness.uuid)
      if (Option.isSome(before)) yield* repo.requeue(orgId, id, { provider, now })
      else {
        yield* repo.insert({
          orgId,
          id,
          offboardingId: task.offboarding_id,
          taskId,
          provider,
          createdBy: userId,
          now
        })
      }
      yield* audit.record({
        action: "it_ticket_requested",
        target: caseTarget(task),
        details: auditText`${task.task}, at ${provider}`,
        offboardingId: task.offboarding_id
      })
      yield* wakeups.signal(itTicketCalls)
      return yield* Effect.map(repo.find(orgId, id), Option.getOrThrow)
    }, db.transact)

    const queueFor = Effect.fn("ItTickets.queueFor")(function* (orgId: OrgId, offboardingId: OffboardingId) {
      const connected = yield* repo.connected(orgId)
      if (Option.isNone(connected) || !planFeatures[connected.value.plan].includes("itTickets")) return
      const tasks = yield* repo.tasksForIt({ orgId, offboardingId }, maxTicketsOfCase)
      const now = yield* DateTime.now
      for (const taskId of tasks) {
        yield* repo.insert({
          orgId,
          id: ItTicketId.make(yield* randomness.uuid),
          offboardingId,
          taskId,
          provider: connected.value.provider,
          createdBy: null,
          now
        })
      }
      if (tasks.length > 0) yield* wakeups.signal(itTicketCalls)
    })

    return ItTickets.of({ list, create, queueFor, concerned: repo.connectedAmong })
  })
}
