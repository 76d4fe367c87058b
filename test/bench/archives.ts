import { NodeServices } from "@effect/platform-node"
import type { PgClient } from "@effect/sql-pg"
import { Caller } from "@svc/contract/kernel/access"
import { OrgId } from "@svc/contract/kernel/ids"
import { Clock, Effect, Fiber, Layer, type Redacted } from "effect"
import { AuditArchives } from "#audit/archives/service"
import { AuditRetention } from "#audit/archives/retention"
import { databaseLayer } from "#platform/database/connections"
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
import { orgIdAt, seed } from "./seed.ts"

const sizes = [10_000, 50_000, 200_000] as const

/** Entries as long as one that names a person under seal; their hashes are chance, which neither job looks at. */
const seedLog = Effect.fnUntraced(function* (owner: PgClient.PgClient, org: string, entries: number) {
  yield* owner`
    INSERT INTO audit_entries (org_id, seq, id, created_at, actor_id, action, target, details, content_hash, prev_hash, entry_hash)
    SELECT ${org}::uuid, n, gen_random_uuid(), '2025-01-01'::timestamptz + n * interval '7 seconds', gen_random_uuid(),
      'offboarding_stage_changed', 'Offboarding of ' || token, 'status: pending -> notice_period, e-mail: ' || token,
      encode(sha256(('c' || n)::bytea), 'hex'), encode(sha256((n - 1)::text::bytea), 'hex'), encode(sha256(n::text::bytea), 'hex')
    FROM generate_series(1, ${entries}::int) AS n,
      LATERAL (SELECT '[[aps:v1:' || gen_random_uuid() || ':' || repeat(substr(md5(n::text), 1, 30), 2) || ']]' AS token) AS t`
  yield* owner`
    UPDATE audit_heads h SET seq = e.seq, prev_hash = e.prev_hash, entry_hash = e.entry_hash
    FROM audit_entries e WHERE h.org_id = ${org} AND e.org_id = ${org} AND e.seq = ${entries}`
  yield* owner`INSERT INTO audit_retention (org_id, audit_retention_months) VALUES (${org}, 3)`
})

/** The work's seconds, and by how much this process grew meanwhile. */
const measured = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const before = yield* residentMegabytes(process.pid)
  let peak = before
  const watching = yield* Effect.forkChild(
    Effect.forever(
      Effect.gen(function* () {
        peak = Math.max(peak, yield* residentMegabytes(process.pid))
        yield* Effect.sleep("20 millis")
      })
    )
  )
  const started = yield* Clock.currentTimeMillis
  yield* work
  const seconds = ((yield* Clock.currentTimeMillis) - started) / 1000
  yield* Fiber.interrupt(watching)
  return { seconds, peak: peak - before }
})

const services = (url: Redacted.Redacted) =>
  Services.pipe(
    Layer.provideMerge(Layer.mergeAll(Outbound.layer, Mailer.layer, Files.layer.pipe(Layer.provide(Secrets.layer)))),
    Layer.provideMerge(Layer.mergeAll(databaseLayer({ url }), TestConfig, NodeServices.layer))
  )

/** A: archives and purges of long logs, which are to take no more memory than a file, however long the log is. */
export const archives = Effect.fn("Bench.archives")(function* () {
  const { owner, url } = yield* freshDatabase("archives")
  yield* seed(owner, { cases: sizes.map(() => 1), keys: 0, orgOfKey: () => 0 })
  for (const [index, entries] of sizes.entries()) yield* seedLog(owner, orgIdAt(index), entries)
  yield* owner.unsafe("VACUUM ANALYZE")
  const lines = yield* Effect.gen(function* () {
    const archive = yield* AuditArchives
    const retention = yield* AuditRetention
    const runs: Array<{ entries: number; seconds: number; peak: number }> = []
    for (const [index, entries] of sizes.entries()) {
      const orgId = OrgId.make(orgIdAt(index))
      const create = archive
        .create({ isAuto: true })
        .pipe(Effect.provideService(Caller, systemCaller(orgId)), Effect.orDie)
      runs.push({ entries, ...(yield* measured(create)) })
    }
    const purge = yield* measured(retention.purgeDue(OrgId.make(orgIdAt(sizes.length - 1))))
    const largest = runs.at(-1)
    return [
      atMost("", "archive of 200,000 entries: peak memory over rest, MB", largest?.peak ?? Number.NaN, 300),
      ...runs.map(({ entries, peak, seconds }) =>
        information(
          "",
          "audit archive",
          `${whole(entries)} entries in ${ratio(seconds)} s (${whole(entries / seconds)}/s), peak ${whole(peak)} MB over before`
        )
      ),
      information("", "purge of 200,000 entries", `${ratio(purge.seconds)} s, peak ${whole(purge.peak)} MB over before`)
    ]
  }).pipe(Effect.provide(services(url)))
  return lines
})
