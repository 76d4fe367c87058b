import { NodeServices } from "@effect/platform-node"
import type { PgClient } from "@effect/sql-pg"
import { Caller } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { Clock, Effect, Layer, type Redacted, Stream } from "effect"
import { randomUUID } from "node:crypto"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { PersonKeys } from "#audit/record/person-keys"
import { AppConfig } from "#platform/config/config"
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
import { residentMegabytes } from "./processes.ts"
import { atMost, information, ratio, whole } from "./report.ts"
import { masterKey, orgIdAt, seed } from "./seed.ts"
import { startService } from "./service.ts"

/** Records of each organisation; the first warms up. */
const sizes = [1_000, 10_000, 100_000, 400_000] as const

/** An audit entry with sealed values as the service writes it, and so many copies of it: a quarter of the records. */
const seedAuditLog = (owner: PgClient.PgClient, url: Redacted.Redacted, org: string, records: number) => {
  const config = Layer.effect(
    AppConfig,
    Effect.map(AppConfig, (own) => AppConfig.of({ ...own, masterKey }))
  ).pipe(Layer.provide(TestConfig))
  const services = Services.pipe(
    Layer.provideMerge(Layer.mergeAll(Outbound.layer, Mailer.layer, Files.layer.pipe(Layer.provide(Secrets.layer)))),
    Layer.provideMerge(Layer.mergeAll(databaseLayer({ url }), config, NodeServices.layer))
  )
  const orgId = OrgId.make(org)
  return Effect.gen(function* () {
    const db = yield* Db
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    yield* Effect.gen(function* () {
      const key = yield* personKeys.forPerson(orgId, "ada@example.test")
      yield* audit.record({
        action: "offboarding_status_changed",
        target: auditText`Offboarding of ${personal(key, "Person Number 17")}`,
        details: auditText`status: pending -> notice_period, e-mail: ${personal(key, "person17@example.test")}`
      })
    }).pipe(db.transact, Effect.provideService(Caller, systemCaller(orgId)))
    yield* owner`
      INSERT INTO audit_entries (org_id, seq, id, created_at, actor_id, action, target, details, content_hash, prev_hash, entry_hash)
      SELECT org_id, seq + n, gen_random_uuid(), created_at, actor_id, action, target, details, content_hash,
        encode(sha256(n::text::bytea), 'hex'), entry_hash
      FROM audit_entries, generate_series(1, ${records / 4}::int) AS n WHERE org_id = ${org}`
    yield* owner`
      UPDATE audit_heads SET seq = (SELECT max(seq) FROM audit_entries WHERE org_id = ${org}),
        entry_hash = encode(sha256('head'), 'hex')
      WHERE org_id = ${org}`
  }).pipe(Effect.provide(services))
}

const poll = "20 millis"

/** P: an organisation's export, which is to take the same memory however many records there are. */
export const orgExport = Effect.fn("Bench.orgExport")(function* () {
  const { owner, url } = yield* freshDatabase("org_export")
  yield* seed(owner, { cases: sizes.map((records) => records / 2), keys: 0, orgOfKey: () => 0 })
  for (const [index, records] of sizes.entries()) {
    const org = orgIdAt(index)
    yield* seedAuditLog(owner, url, org, records)
    yield* owner`
      INSERT INTO checklist_items (org_id, id, offboarding_id, task, created_at)
      SELECT org_id, gen_random_uuid(), id, 'Hand in the laptop', created_at FROM offboardings
      WHERE org_id = ${org} LIMIT ${records / 4}`
  }
  yield* owner.unsafe("VACUUM ANALYZE")
  // In a heap of 96 MB: with room V8 lets garbage lie (about 100 MB of it), which would say nothing of what is held.
  const { pid } = yield* startService({
    name: "service-org-export",
    databaseUrl: url,
    env: { NODE_OPTIONS: "--max-old-space-size=96 --max-semi-space-size=8" }
  })
  yield* Effect.sleep("5 seconds")

  const measure = Effect.fnUntraced(function* (index: number) {
    const org = orgIdAt(index)
    const id = randomUUID()
    const before = yield* residentMegabytes(pid)
    yield* owner`
      INSERT INTO organisation_exports (org_id, id, created_at, next_attempt_at) VALUES (${org}, ${id}, now(), now())`
    let started = 0
    let peak = before
    while (true) {
      const [row] = yield* owner<{ status: string; megabytes: number; records: number }>`
        SELECT status, size_bytes / 1e6::float8 AS megabytes,
          (SELECT sum(value::int) FROM jsonb_each_text(counts -> 'records'))::int AS records
        FROM organisation_exports WHERE id = ${id}`
      const now = yield* Clock.currentTimeMillis
      peak = Math.max(peak, yield* residentMegabytes(pid))
      if (row?.status === "running" && started === 0) started = now
      if (row?.status === "ready") {
        yield* Effect.sleep("2 seconds")
        return { ...row, peak: peak - before, seconds: (now - started) / 1000 }
      }
      if (row?.status !== "queued" && row?.status !== "running")
        return yield* Effect.die(`The export ended ${row?.status}`)
      yield* Effect.sleep(poll)
    }
  })
  const measured = yield* Stream.fromIterable(sizes.keys()).pipe(Stream.mapEffect(measure), Stream.runCollect)
  const [, , large, huge] = measured
  const figures = ({ megabytes, peak, records, seconds }: (typeof measured)[number]) =>
    `${whole(records)} records in ${ratio(seconds)} s (${whole(records / seconds)}/s), ZIP of ${ratio(megabytes)} MB, peak ${whole(peak)} MB over before`
  return [
    atMost("", "export of 100,000 records: peak memory over rest, MB", large?.peak ?? Number.NaN, 20),
    atMost("", "… of 400,000 beyond that, MB", (huge?.peak ?? Number.NaN) - (large?.peak ?? Number.NaN), 20),
    ...measured.map((each) => information("", "organization export", figures(each)))
  ]
})
