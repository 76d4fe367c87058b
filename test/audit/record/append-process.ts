import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Layer, Redacted } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { databaseLayer } from "#platform/database/connections"
import { Db } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { Mailer } from "#platform/mail/mail"
import { Outbound } from "#platform/outbound/outbound"
import { Secrets } from "#platform/keys/secrets"
import { Services } from "#App"
import { TestConfig } from "#test/support/TestApp"
import { labelled } from "#test/support/labelled"
import { asSystemCaller } from "#test/support/people"

const [orgId = "", name = "", count = "0"] = process.argv.slice(2)
const url = Redacted.make(process.env["DATABASE_URL"] ?? "")

const services = Services.pipe(
  Layer.provideMerge(Layer.mergeAll(Outbound.layer, Mailer.layer, Files.layer.pipe(Layer.provide(Secrets.layer)))),
  Layer.provideMerge(Layer.mergeAll(databaseLayer({ url, maxConnections: 4 }), TestConfig, NodeServices.layer))
)

/** One of the nodes that append to one organisation's chain at once: says that it is ready, begins when it is told to. */
const main = Effect.gen(function* () {
  const audit = yield* Audit
  const db = yield* Db
  yield* Effect.sync(() => process.stdout.write("ready\n"))
  yield* Effect.promise(() => new Promise((begin) => process.stdin.once("data", begin)))
  yield* Effect.forEach(
    Array.from({ length: Number(count) }, (_, index) => index),
    (index) =>
      audit
        .record({ action: labelled("noted"), target: auditText`${name}`, details: auditText`${index}` })
        .pipe(db.transact, asSystemCaller(OrgId.make(orgId))),
    { concurrency: 4, discard: true }
  )
  yield* Effect.sync(() => process.stdin.destroy())
}).pipe(Effect.provide(services))

NodeRuntime.runMain(main)
