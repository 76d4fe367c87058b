import { NodeHttpServer, NodeServices } from "@effect/platform-node"
import { CreatedWebhookEndpoint, WebhookEndpoint } from "@svc/contract/webhooks/schema"
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { TestClock } from "effect/testing"
import { AccessLog } from "#platform/observability/access-log"
import { Files } from "#platform/files/files"
import { Jobs } from "#platform/jobs/jobs"
import { Mailer } from "#platform/mail/mail"
import { Outbound } from "#platform/outbound/outbound"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { Loops, RequestBounds, Routes, Services } from "#App"
import { TestDatabase } from "#test/support/database"
import { loopback, type Options } from "#test/support/outbound-servers"
import { smtpServer } from "#test/support/smtp-server"
import { start, TestConfig } from "#test/support/TestApp"
import { type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { asSystem } from "#test/support/tables"
import { ReceiverCertificate } from "./receiver.ts"

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
  HttpRouter.serve(Routes, { disableLogger: true, disableListenLog: true }).pipe(
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
