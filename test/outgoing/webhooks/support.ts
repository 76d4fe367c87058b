import type { DomainEvent } from "@svc/contract/events"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { NodeHttpServer, NodeServices } from "@effect/platform-node"
import { CreatedWebhookEndpoint, WebhookEndpoint } from "@svc/contract/webhooks/schema"
import { TestClock } from "effect/testing"
import { Outbox } from "#outgoing/outbox/service"
import { Outbound } from "#platform/outbound/outbound"
import * as WebhooksDomain from "#outgoing/webhooks/index"
import type { Subscription } from "#outgoing/webhooks/rules"
import { Webhooks } from "#outgoing/webhooks/service"
import { AccessLog } from "#platform/observability/access-log"
import { Files } from "#platform/files/files"
import { Jobs } from "#platform/jobs/jobs"
import { Mailer } from "#platform/mail/mail"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { Loops, RequestBounds, Served, Services } from "#App"
import { loopback, type Options } from "#test/support/outbound-servers"
import { start, TestConfig, TestServices } from "#test/support/TestApp"
import { asSystemCaller, type Member } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"
import { TestDatabase } from "#test/support/database"
import { smtpServer } from "#test/support/smtp-server"
import { as } from "#test/support/requests"
import { ReceiverCertificate } from "./receiver.ts"

/** A client that trusts the receivers of the suite besides the public authorities. */
export const TrustingOutbound = Layer.unwrap(
  Effect.map(ReceiverCertificate, ({ ca }) => Outbound.layerWith({ allow: [loopback], ca }))
)

/** The domain's services, reactions and jobs on a database of their own; loopback receivers may be called. */
export const WebhooksServices = Layer.mergeAll(WebhooksDomain.reactions, WebhooksDomain.loops).pipe(
  // Fresh: those of the whole service call through a client that trusts no certificate of a test.
  Layer.provideMerge(Layer.fresh(WebhooksDomain.services).pipe(Layer.provide(TrustingOutbound))),
  Layer.provideMerge(ReceiverCertificate.layer),
  Layer.provideMerge(TestServices)
)

/** An endpoint at this address; all events unless told. */
export const aWebhook = Effect.fnUntraced(function* (
  orgId: OrgId,
  url: string,
  subscription: Subscription = { _tag: "All" }
) {
  const webhooks = yield* Webhooks
  return yield* webhooks.create({ url, subscription }).pipe(asSystemCaller(orgId))
})

/** Records the events with their organisation's outbox and hands them out. */
export const happen = Effect.fnUntraced(function* (orgId: OrgId, ...events: ReadonlyArray<DomainEvent>) {
  const outbox = yield* Outbox
  yield* asSystem(() => Effect.forEach(events, (event) => outbox.append(orgId, event), { discard: true }))
  yield* Effect.repeat(outbox.dispatch(orgId), { until: (dispatched) => dispatched === 0 })
})

/** A row as it is stored. */
interface StoredDelivery {
  readonly id: string
  readonly endpoint_id: string
  readonly event: string
  readonly status: string
  readonly attempts: number
  readonly last_status_code: number | null
  readonly last_error: string | null
  readonly next_attempt_at: Date | null
  readonly last_attempt_at: Date | null
  readonly delivered_at: Date | null
}

export const stored = (orgId: OrgId) =>
  systemSql<StoredDelivery>`SELECT id, endpoint_id, event, status, attempts, last_status_code, last_error, next_attempt_at, last_attempt_at, delivered_at
      FROM webhook_deliveries WHERE org_id = ${orgId} ORDER BY created_at, id`

/** A real SMTP server for the mails of the suite. */
export class Postbox extends Context.Service<Postbox, Effect.Success<ReturnType<typeof smtpServer>>>()("test/Postbox") {
  static readonly layer = Layer.effect(Postbox, smtpServer())
}

const Post = Layer.unwrap(
  Effect.map(Postbox, ({ port }) =>
    Mailer.layerWith({
      smtpUrl: Option.some(Redacted.make(`smtp://127.0.0.1:${port}`)),
      folder: "/nonexistent",
      from: "Offboarding <no-reply@svc.test>"
    })
  )
).pipe(Layer.provide(Randomness.layer))

/** The whole service with its jobs and reactions, which calls receivers on loopback and sends mail by SMTP. */
const appWith = (options: Options) =>
  Served.pipe(
    Layer.merge(Loops),
    Layer.provideMerge(NodeHttpServer.layerTest),
    Layer.provide(RequestBounds),
    Layer.provide(AccessLog.layerSilent),
    Layer.provideMerge(Services),
    Layer.provideMerge(
      Layer.mergeAll(
        Outbound.layerWith(options),
        Post.pipe(Layer.provideMerge(Postbox.layer)),
        Files.layer.pipe(Layer.provide(Secrets.layer))
      )
    ),
    Layer.provideMerge(Layer.mergeAll(TestDatabase, TestConfig, NodeServices.layer)),
    Layer.provideMerge(Layer.effectDiscard(TestClock.setTime(start.epochMilliseconds)))
  )

export const DashboardApp = Layer.unwrap(
  Effect.map(ReceiverCertificate, ({ ca }) => appWith({ allow: [loopback], ca }))
).pipe(Layer.provideMerge(ReceiverCertificate.layer))

/** What each name resolves to at the moment; none is unknown. */
export class Names extends Context.Service<Names, Map<string, ReadonlyArray<string>>>()("test/Names") {
  static readonly layer = Layer.sync(Names, () => new Map())
}

/** The same with nothing exempt from the rule on public addresses, and names as the test says. */
export const GuardedApp = Layer.unwrap(
  Effect.map(Names, (names) => appWith({ allow: [], resolve: (host) => Effect.sync(() => names.get(host) ?? []) }))
).pipe(Layer.provideMerge(Names.layer))

const strict = { onExcessProperty: "error" } as const
export const decodeCreated = Schema.decodeUnknownEffect(Schema.toCodecJson(CreatedWebhookEndpoint), strict)
export const decodeEndpoint = Schema.decodeUnknownEffect(Schema.toCodecJson(WebhookEndpoint), strict)
const decodeEndpoints = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Array(WebhookEndpoint)), strict)

/** An endpoint made over the route; all events unless told. */
export const anEndpoint = Effect.fnUntraced(function* (
  member: Member,
  url: string,
  selection: unknown = { allEvents: true }
) {
  const { body } = yield* as(member).post("/api/webhooks", { url, ...Object(selection) })
  return yield* decodeCreated(body)
})

export const listed = Effect.fnUntraced(function* (member: Member) {
  return yield* decodeEndpoints((yield* as(member).get("/api/webhooks")).body)
})

/** The one endpoint of the member's organisation. */
export const theEndpoint = Effect.fnUntraced(function* (member: Member) {
  const [endpoint, ...others] = yield* listed(member)
  return endpoint === undefined || others.length > 0 ? yield* Effect.die("one endpoint was expected") : endpoint
})

/** One round of the delivery job. */
export const deliver = (member: Member) => Jobs.use((jobs) => jobs.run("webhook-deliveries", member.orgId))

/** Changes stored rows as only time and other nodes would. */
export const alter = (table: "webhook_endpoints" | "webhook_deliveries", assignments: string, member: Member) =>
  asSystem((sql) => sql`UPDATE ${sql.literal(table)} SET ${sql.literal(assignments)} WHERE org_id = ${member.orgId}`)
