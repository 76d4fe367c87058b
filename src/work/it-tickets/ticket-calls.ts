import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { Checklists } from "#work/checklists/service"
import { Integrations } from "#connections/integrations/service"
import { makeEachClaimed } from "#platform/jobs/each-claimed"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { systemCaller } from "#platform/jobs/system-caller"
import { Wakeups } from "#platform/jobs/wakeups"
import { VendorAddresses } from "#connections/vendors/protocol/addresses"
import { VendorClient } from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"
import { layerOf } from "#platform/services/layer-of"
import { type QueuedTicket, type TicketContent, TicketQueueRepo } from "./queue-repo.ts"
import { contentOf, laterCheckSeconds, nextTry, serviceName } from "./rules.ts"
import { type Desk, DeskFailed, type TicketAt } from "./ticket-system.ts"
import { ticketSystems } from "./ticket-systems.ts"
import { itTicketCalls } from "./topic.ts"

const batchSize = 10
const atOnce = 4
/** Longer than all calls of one ticket together may take. */
const lease = "5 minutes"
const maxLooks = 500

const notConnected = new DeskFailed({ kind: "refused", message: "No ticket system is connected anymore" })

/** The result of reading a ticket. */
type Look = "open" | "resolved" | "later"

/** Makes and looks at tickets: a queue that loses nothing and makes no ticket twice. */
export class TicketCalls extends Context.Service<
  TicketCalls,
  {
    /** Does what is due now, each ticket by one node. */
    workDue(orgId: OrgId | undefined): Effect.Effect<{ readonly done: number; readonly failed: number }>
    /** Hourly polling in case of lost callbacks: reads open tickets that were not read for an hour. */
    lookAtOpen(orgId: OrgId | undefined): Effect.Effect<{ readonly looked: number; readonly failed: number }>
    /** Reads one ticket now, for its organization; completes its task if it is resolved. Never fails. */
    look(ticket: QueuedTicket): Effect.Effect<Look>
    /** Leaves the read to the queue. */
    lookSoon(ticket: QueuedTicket): Effect.Effect<void>
  }
>()("svc/it-tickets/TicketCalls") {
  static readonly layerNoDeps = layerOf(TicketCalls, function* () {
    const db = yield* Db
    const queue = yield* TicketQueueRepo
    const integrations = yield* Integrations
    const checklists = yield* Checklists
    const audit = yield* Audit
    const eachClaimed = yield* makeEachClaimed
    const wakeups = yield* Wakeups
    const addresses = yield* VendorAddresses
    const client = yield* VendorClient
    const { baseUrl } = yield* AppConfig

    /** The desk that the ticket is at, with its calls; fails when another one, or none, is connected by now. */
    const openDesk = Effect.fnUntraced(function* ({ provider }: QueuedTicket) {
      const found = yield* integrations
        .connection(serviceName)
        .pipe(
          Effect.catchTag("SecretUnreadable", (error) =>
            Effect.as(Effect.logError("ticket system credential decryption failed", error), Option.none<Connection>())
          )
        )
      if (Option.isNone(found) || found.value.settings["provider"] !== provider) return yield* notConnected
      const { id, secrets, settings } = found.value
      const system = ticketSystems[provider]
      const desk: Desk = {
        baseUrl: addresses.of(system.vendor, String(settings["base_url"] ?? "")),
        settings,
        secrets
      }
      const calls = yield* client.callsFor({ vendors: [system.vendor] })
      const told = <A>(work: Effect.Effect<A, DeskFailed>) =>
        work.pipe(
          Effect.tapError(({ kind }) =>
            kind === "credential" ? integrations.credentialRefused(id, true) : Effect.void
          ),
          Effect.tap(() => integrations.credentialRefused(id, false))
        )
      return { system, desk, calls, told }
    })

    const markSent = (ticket: QueuedTicket, at: DateTime.Utc | null) => db.transact(queue.markSent(ticket, at))

    const makeAt = Effect.fnUntraced(function* (ticket: QueuedTicket, content: TicketContent) {
      const { calls, desk, system, told } = yield* openDesk(ticket)
      const wanted = contentOf({
        id: ticket.id,
        task: content.task,
        employeeName: content.employee_name,
        exitDate: content.exit_date,
        dueDate: content.due_date,
        url: `${baseUrl}/employees/${ticket.offboarding_id}`
      })
      if (ticket.sent_at !== null) {
        const found = yield* told(system.find(calls, desk, wanted.mark)).pipe(
          Effect.catchIf(
            ({ kind }) => kind === "refused" || kind === "missing",
            () =>
              Effect.fail(
                new DeskFailed({
                  kind: "refused",
                  message:
                    "It is not known whether the ticket was created, and it cannot be searched for. Check manually"
                })
              )
          )
        )
        if (Option.isSome(found)) return found.value
      }
      yield* markSent(ticket, yield* DateTime.now)
      return yield* told(system.create(calls, desk, wanted)).pipe(
        // Nothing was created, so nothing need be looked up.
        Effect.tapError(({ kind }) => (kind === "unknown" ? Effect.void : markSent(ticket, null)))
      )
    })

    const saveMade = Effect.fnUntraced(function* (
      ticket: QueuedTicket,
      made: { readonly at: TicketAt; readonly content: TicketContent; readonly worker: string }
    ) {
      if (!(yield* queue.made(ticket, made.worker, made.at))) return false
      yield* audit.record({
        action: "it_ticket_created",
        target: auditText`Offboarding of ${personal(made.content.person_key_id, made.content.employee_name)}`,
        details: auditText`${made.content.task}: ${ticket.provider} ${made.at.key}`,
        offboardingId: ticket.offboarding_id
      })
      return true
    }, db.transact)

    const saveFailure = Effect.fnUntraced(function* (ticket: QueuedTicket, { kind, message }: DeskFailed) {
      const final = kind === "refused" || kind === "missing"
      const dueAt = final ? null : nextTry(ticket.attempts, yield* DateTime.now)
      yield* queue.failed(ticket, { error: message, dueAt })
    }, db.transact)

    const make = Effect.fn("TicketCalls.make")(function* (ticket: QueuedTicket, worker: string) {
      const found = yield* db.transact(queue.content(ticket))
      if (Option.isNone(found)) return false
      const content = found.value
      const over = content.done || content.case_status === "completed" || content.case_status === "cancelled"
      if (over && ticket.sent_at === null) {
        yield* db.transact(queue.drop(ticket))
        return true
      }
      return yield* makeAt(ticket, content).pipe(
        Effect.flatMap((at) => saveMade(ticket, { at, content, worker })),
        Effect.catchTag("DeskFailed", (failure) => Effect.as(saveFailure(ticket, failure), false))
      )
    })

    /** The case before the ticket, in the common lock order; the resolving caller completes its task, once. */
    const resolve = Effect.fnUntraced(function* (ticket: QueuedTicket) {
      if (!(yield* queue.lockCase(ticket.org_id, ticket.offboarding_id))) return
      if (!(yield* queue.resolve(ticket, yield* DateTime.now))) return
      yield* checklists.closeByTicket(
        ticket.checklist_item_id,
        `${ticket.provider} ${ticket.external_key ?? ticket.external_id ?? ""}`
      )
    }, db.transact)

    const isResolved = Effect.fnUntraced(function* (ticket: QueuedTicket) {
      const { calls, desk, system, told } = yield* openDesk(ticket)
      const at = {
        id: ticket.external_id ?? "",
        key: ticket.external_key ?? ticket.external_id ?? "",
        url: ticket.url
      }
      return yield* told(system.isResolved(calls, desk, at))
    })

    const look = Effect.fn("TicketCalls.look")(
      function* (ticket: QueuedTicket) {
        const result = yield* Effect.result(isResolved(ticket))
        const at = yield* DateTime.now
        if (result._tag === "Failure") {
          const { kind, message } = result.failure
          const gone = kind === "missing"
          const error = gone ? "The ticket no longer exists" : message
          const again = gone || kind === "refused" ? null : DateTime.add(at, { seconds: laterCheckSeconds })
          yield* db.transact(queue.checked(ticket, { at, error, dueAt: again }))
          return "later" as const
        }
        if (!result.success) {
          yield* db.transact(queue.checked(ticket, { at, error: null, dueAt: null }))
          return "open" as const
        }
        yield* resolve(ticket)
        return "resolved" as const
      },
      (effect, ticket) => Effect.provideService(effect, Caller, systemCaller(ticket.org_id))
    )

    const lookSoon = Effect.fnUntraced(
      function* (ticket: QueuedTicket) {
        const at = yield* DateTime.now
        yield* queue.checked(ticket, { at, error: null, dueAt: at })
        yield* wakeups.signal(itTicketCalls)
      },
      (effect, ticket) => db.transact(effect).pipe(Effect.provideService(Caller, systemCaller(ticket.org_id)))
    )

    const workDue = Effect.fn("TicketCalls.workDue")((orgId: OrgId | undefined) =>
      eachClaimed({
        orgId,
        claim: queue.claim,
        lease,
        limit: batchSize,
        atOnce,
        work: (ticket, { worker }) =>
          ticket.status === "queued" ? make(ticket, worker) : Effect.map(look(ticket), (found) => found !== "later"),
        says: "ticket interrupted, will be retried",
        about: ({ id }) => ({ ticketId: id })
      })
    )

    const lookAtOpen = Effect.fn("TicketCalls.lookAtOpen")(function* (orgId: OrgId | undefined) {
      const now = yield* DateTime.now
      const due = queue.lookAtOpen({ orgId, now, since: DateTime.subtract(now, { minutes: 50 }), limit: maxLooks })
      yield* db.transactSystem(Effect.tap(due, () => wakeups.signal(itTicketCalls)))
      const figures = { looked: 0, failed: 0 }
      while (true) {
        const { done, failed } = yield* workDue(orgId)
        if (done + failed === 0) return figures
        figures.looked += done
        figures.failed += failed
      }
    })

    return TicketCalls.of({ workDue, lookAtOpen, look, lookSoon })
  })
}
