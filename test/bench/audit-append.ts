import { NodeServices } from "@effect/platform-node"
import { Caller } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, type Redacted, References } from "effect"
import { SqlClient } from "effect/sql"
import { hash, randomUUID } from "node:crypto"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { databaseLayer } from "#platform/database/connections"
import { Db } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { Mailer } from "#platform/mail/mail"
import { Outbound } from "#platform/outbound/outbound"
import { Secrets } from "#platform/keys/secrets"
import { systemCaller } from "#platform/jobs/system-caller"
import { Services } from "#App"
import { TestConfig } from "#test/support/TestApp"
import { freshDatabase } from "./database.ts"
import { atLeast, information, whole } from "./report.ts"
import { alternate, median, pairedRatio } from "./rounds.ts"
import { orgIdAt, seed } from "./seed.ts"

const writers = 8
const perWriter = 250
const action = "offboarding_status_changed"
const target = "Offboarding of Person Number 17"
const details = "status: pending -> notice_period, source: api, API key: Bench"

/** Rows a second of eight writers, who share the organisations between them. */
const rate = <E, R>(organisations: number, append: (orgId: OrgId) => Effect.Effect<unknown, E, R>) =>
  Effect.suspend(() => {
    const started = performance.now()
    const rows = (writer: number) =>
      Effect.forEach(
        Array.from({ length: perWriter }, (_, row) => OrgId.make(orgIdAt((row * writers + writer) % organisations))),
        append,
        { discard: true }
      )
    return Effect.map(
      Effect.forEach(
        Array.from({ length: writers }, (_, writer) => writer),
        rows,
        { concurrency: writers, discard: true }
      ),
      () => (writers * perWriter * 1000) / (performance.now() - started)
    )
  })

const servicesOn = (url: Redacted.Redacted) =>
  Services.pipe(
    Layer.provideMerge(Layer.mergeAll(Outbound.layer, Mailer.layer, Files.layer.pipe(Layer.provide(Secrets.layer)))),
    Layer.provideMerge(Layer.mergeAll(databaseLayer({ url }), TestConfig, NodeServices.layer))
  )

const chainedBy = (db: Db["Service"], audit: Audit["Service"], orgId: OrgId) =>
  audit
    .record({ action, target: auditText`${target}`, details: auditText`${details}` })
    .pipe(db.transact, Effect.provideService(Caller, systemCaller(orgId)))

/** Appends so many entries in this process, eight at a time, to the logs of so many organisations in turn. */
export const appending = Effect.fn("Bench.appending")(function* (name: string, organisations: number) {
  const { owner, url } = yield* freshDatabase(name)
  yield* seed(owner, { cases: Array.from({ length: organisations }, () => 0), keys: 0, orgOfKey: () => 0 })
  const context = yield* Layer.build(servicesOn(url))
  const db = Context.get(context, Db)
  const audit = Context.get(context, Audit)
  const append = (count: number) =>
    Effect.forEach(
      Array.from({ length: count }, (_, row) => OrgId.make(orgIdAt(row % organisations))),
      (orgId) => chainedBy(db, audit, orgId),
      { concurrency: writers, discard: true }
    ).pipe(Effect.provideService(References.TracerEnabled, false))
  return { append, owner }
})

/** P4: an entry of the chain, in a transaction of its own, against the same row without a chain. */
export const auditAppend = Effect.fn("Bench.auditAppend")(function* () {
  const { owner, url } = yield* freshDatabase("audit")
  yield* seed(owner, { cases: Array.from({ length: 100 }, () => 0), keys: 0, orgOfKey: () => 0 })
  yield* owner`CREATE TABLE audit_copy (LIKE audit_entries INCLUDING GENERATED INCLUDING INDEXES)`
  yield* owner`ALTER TABLE audit_copy ALTER seq ADD GENERATED ALWAYS AS IDENTITY`
  yield* owner`GRANT INSERT ON audit_copy TO svc_app`

  return yield* Effect.gen(function* () {
    const db = yield* Db
    const audit = yield* Audit
    const sql = yield* SqlClient.SqlClient

    const chained = (orgId: OrgId) => chainedBy(db, audit, orgId)
    const insert = (orgId: OrgId) =>
      Effect.suspend(() => {
        const id = randomUUID()
        const digest = hash("sha256", id)
        return sql`INSERT INTO audit_copy ${sql.insert({
          org_id: orgId,
          id,
          created_at: new Date(),
          action,
          target,
          details,
          content_hash: digest,
          prev_hash: digest,
          entry_hash: digest
        })}`
      })
    const inTransaction = (orgId: OrgId) => sql.withTransaction(insert(orgId))

    const measure = Effect.fnUntraced(function* (organisations: number, bar: number) {
      const measured = yield* alternate([
        ["chain", () => rate(organisations, chained)],
        ["insert", () => rate(organisations, insert)],
        ["transaction", () => rate(organisations, inTransaction)]
      ])
      const who = organisations === 1 ? "1 organization" : `${organisations} organizations`
      const figures = (["chain", "insert", "transaction"] as const).map((side) => whole(median(measured(side))))
      return [
        atLeast(
          "P4",
          `audit append / plain INSERT, ${who}, ${writers} writers: rows/s`,
          pairedRatio(measured("chain"), measured("insert")),
          bar
        ),
        atLeast(
          "P4",
          `audit append / BEGIN, INSERT, COMMIT, ${who}: rows/s`,
          pairedRatio(measured("chain"), measured("transaction")),
          bar
        ),
        information("", `rows/s with the chain, plain INSERT, INSERT in BEGIN and COMMIT: ${who}`, figures.join(", "))
      ]
    })
    return [...(yield* measure(1, 0.3)), ...(yield* measure(100, 0.6))]
    // As the service runs without an OTLP endpoint.
  }).pipe(Effect.provideService(References.TracerEnabled, false), Effect.provide(servicesOn(url)))
})
