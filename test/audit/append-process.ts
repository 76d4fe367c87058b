import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Caller } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Layer, Redacted } from "effect"
import { Audit } from "#audit/service"
import { auditText } from "#audit/text"
import { Db, databaseLayer } from "#platform/db"
import { Files } from "#platform/files"
import { Mailer } from "#platform/mail"
import { Outbound } from "#platform/outbound"
import { Secrets } from "#platform/secrets"
import { systemCaller } from "#platform/system-caller"
import { Services } from "../../src/App.ts"
import { TestConfig } from "../support/TestApp.ts"
import { labelled } from "../support/labelled.ts"

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
        .pipe(db.transact, Effect.provideService(Caller, systemCaller(OrgId.make(orgId)))),
    { concurrency: 4, discard: true }
  )
  yield* Effect.sync(() => process.stdin.destroy())
}).pipe(Effect.provide(services))

NodeRuntime.runMain(main)
