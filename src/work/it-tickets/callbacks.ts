import { ItTicketCallbackRefused } from "@svc/contract/it-tickets/errors"
import { type ItTicketCallback, TicketProvider } from "@svc/contract/it-tickets/schema"
import { Caller } from "@svc/contract/kernel/access"
import { IntegrationId, type OrgId } from "@svc/contract/kernel/ids"
import { planFeatures } from "@svc/contract/kernel/plans"
import { Context, DateTime, Effect, Option, Schema } from "effect"
import { Integrations } from "#connections/integrations/service"
import { systemCaller } from "#platform/jobs/system-caller"
import type { Connection } from "#connections/vendors/protocol/connection"
import { layerOf } from "#platform/services/layer-of"
import { type QueuedTicket, TicketQueueRepo } from "./queue-repo.ts"
import { TicketsRepo } from "./repo.ts"
import { serviceName } from "./rules.ts"
import { TicketCalls } from "./ticket-calls.ts"
import type { Callback } from "./ticket-system.ts"
import { ticketSystems } from "./ticket-systems.ts"

const asIntegrationId = Schema.decodeUnknownOption(IntegrationId)
const asProvider = Schema.decodeUnknownOption(TicketProvider)
const asJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))

/** A ticket system waits some ten seconds for its answer; what takes longer is done afterwards. */
const patience = "8 seconds"

const jsonOf = ({ body }: Callback) => asJson(Buffer.from(body).toString("utf8"))

/** What ticket systems call when a ticket changes. Nothing that they say is believed but which ticket it is about. */
export class TicketCallbacks extends Context.Service<
  TicketCallbacks,
  {
    /** `integration`: the connection that the address names; without it the ticket tells whose callback it is. */
    receive(
      callback: Callback & { readonly integration: string | undefined }
    ): Effect.Effect<ItTicketCallback, ItTicketCallbackRefused>
  }
>()("svc/it-tickets/TicketCallbacks") {
  static readonly layerNoDeps = layerOf(TicketCallbacks, function* () {
    const repo = yield* TicketsRepo
    const queue = yield* TicketQueueRepo
    const integrations = yield* Integrations
    const calls = yield* TicketCalls

    /** Organizations that the callback may belong to; a bounded number. */
    const candidates = Effect.fnUntraced(function* (callback: Callback, integration: string | undefined) {
      const now = yield* DateTime.now
      if (integration !== undefined) {
        const id = asIntegrationId(integration)
        return Option.isNone(id) ? [] : yield* repo.ownerOf(id.value, now)
      }
      const body = jsonOf(callback)
      if (Option.isNone(body)) return []
      const owners = yield* Effect.forEach(TicketProvider.literals, (provider) => {
        const references = ticketSystems[provider].named(body.value)
        return references.length === 0 ? Effect.succeed([]) : repo.ownersOfTicket({ provider, references, now })
      })
      return owners.flat()
    })

    const verified = Effect.fnUntraced(function* (callback: Callback, orgId: OrgId) {
      const found = yield* integrations.connection(serviceName).pipe(
        Effect.provideService(Caller, systemCaller(orgId)),
        Effect.catchTag("SecretUnreadable", (error) =>
          Effect.as(Effect.logError("ticket webhook secret decryption failed", error), Option.none<Connection>())
        )
      )
      if (Option.isNone(found)) return Option.none()
      const secret = found.value.secrets.get("webhook_secret")
      const provider = asProvider(found.value.settings["provider"])
      if (secret === undefined || Option.isNone(provider)) return Option.none()
      const system = ticketSystems[provider.value]
      return system.isSigned(callback, secret, yield* DateTime.now)
        ? Option.some({ orgId, provider: provider.value, system })
        : Option.none()
    })

    /** When it takes too long, the queue looks again. */
    const look = (ticket: QueuedTicket) =>
      ticket.status === "resolved"
        ? Effect.succeed("resolved" as const)
        : Effect.timeoutOrElse(calls.look(ticket), {
            duration: patience,
            orElse: () => Effect.as(calls.lookSoon(ticket), "later" as const)
          })

    const receive = Effect.fn("TicketCallbacks.receive")(function* ({
      integration,
      ...callback
    }: Callback & { readonly integration: string | undefined }) {
      for (const { org_id, plan } of yield* candidates(callback, integration)) {
        if (!planFeatures[plan].includes("itTickets")) continue
        const desk = yield* verified(callback, org_id)
        if (Option.isNone(desk)) continue
        const { orgId, provider, system } = desk.value
        const references = Option.match(jsonOf(callback), { onNone: () => [], onSome: system.named })
        const tickets = references.length === 0 ? [] : yield* queue.named({ orgId, provider, references })
        const looks = yield* Effect.forEach(tickets, look)
        const result: ItTicketCallback["result"] = looks.find((found) => found !== "open") ?? looks[0] ?? "ignored"
        return { received: true as const, result }
      }
      return yield* new ItTicketCallbackRefused()
    })

    return TicketCallbacks.of({ receive })
  })
}
