import { NodeServices } from "@effect/platform-node"
import type { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option, Redacted } from "effect"
import { generateKeyPairSync } from "node:crypto"
import { AnchorRounds } from "#audit/anchors/rounds"
import { AppConfig } from "#platform/config/config"
import { databaseLayer } from "#platform/database/connections"
import { Files } from "#platform/files/files"
import { Mailer } from "#platform/mail/mail"
import { Outbound } from "#platform/outbound/outbound"
import { Secrets } from "#platform/keys/secrets"
import { Signing } from "#platform/keys/signing"
import { Services } from "#App"
import { TestConfig } from "#test/support/TestApp"
import { freshDatabase } from "./database.ts"
import { BenchFailed } from "./opponents.ts"
import { postgresMicroseconds, postmasterOf } from "./processes.ts"
import { atMost, information, ratio, whole } from "./report.ts"
import { orgIdAt, seed } from "./seed.ts"

/** `BENCH_ORGANISATIONS` for a quick try; the line is for ten thousand. */
const organisations = Number(process.env["BENCH_ORGANISATIONS"] ?? 10_000)
/** Organisations whose file is full, as it is after three weeks of hours. */
const full = Math.min(organisations, Number(process.env["BENCH_FULL"] ?? 1_000))
const perFile = 500

/** An entry for each organisation; its hashes are chance, which no round looks at. */
const seedHeads = Effect.fnUntraced(function* (owner: PgClient.PgClient) {
  yield* owner`
    INSERT INTO audit_entries (org_id, seq, id, created_at, actor_id, action, target, details, content_hash, prev_hash, entry_hash)
    SELECT id, 1, gen_random_uuid(), '2026-01-01', NULL, 'noted', 'Audit log', '', repeat('c', 64), repeat('0', 64),
      encode(sha256(id::text::bytea), 'hex') FROM organisations`
  yield* owner`
    UPDATE audit_heads h SET seq = e.seq, prev_hash = e.prev_hash, entry_hash = e.entry_hash
    FROM audit_entries e WHERE h.org_id = e.org_id`
})

/** So many unsigned anchors of the head for the first organisations. */
const seedAnchors = (owner: PgClient.PgClient) =>
  owner`
    INSERT INTO audit_anchors (org_id, id, seq, entry_id, entry_hash, entry_created_at, anchored_at, source)
    SELECT e.org_id, gen_random_uuid(), e.seq, e.id, e.entry_hash, e.created_at,
      '2026-01-02'::timestamptz + n * interval '1 hour', 'hourly'
    FROM audit_entries e, generate_series(1, ${perFile}::int) AS n WHERE e.org_id < ${orgIdAt(full)}::uuid`

const config = Layer.effect(
  AppConfig,
  Effect.map(AppConfig, (own) => {
    const key = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString()
    return AppConfig.of({ ...own, auditSigningKey: Option.some(Redacted.make(key)) })
  })
).pipe(Layer.provide(TestConfig))

const services = (url: Redacted.Redacted) =>
  Services.pipe(
    Layer.provideMerge(
      Layer.mergeAll(Outbound.layer, Mailer.layer, Signing.layer, Files.layer.pipe(Layer.provide(Secrets.layer)))
    ),
    Layer.provideMerge(Layer.mergeAll(databaseLayer({ url }), config, NodeServices.layer))
  )

/** Nightly rounds over many organisations: what all of them cost, and what one with a full file does. */
export const anchors = Effect.fn("Bench.anchors")(function* () {
  const { owner, url } = yield* freshDatabase("anchors")
  yield* seed(owner, { cases: Array.from({ length: organisations }, () => 0), keys: 0, orgOfKey: () => 0 })
  yield* seedHeads(owner)
  yield* owner.unsafe("VACUUM ANALYZE")
  const [backend] = yield* owner<{ readonly pid: number }>`SELECT pg_backend_pid() AS pid`
  const postmaster = yield* postmasterOf(backend?.pid ?? 0)

  return yield* Effect.gen(function* () {
    const rounds = yield* AnchorRounds
    const round = Effect.fnUntraced(function* (source: "hourly" | "nightly", expected: number) {
      const started = performance.now()
      const cpu = process.cpuUsage()
      const database = yield* postgresMicroseconds(postmaster)
      const figures = yield* rounds.run(source, undefined)
      if (figures.anchored !== expected || figures.published !== expected || figures.contradicted > 0) {
        return yield* new BenchFailed({ message: JSON.stringify(figures) })
      }
      const used = process.cpuUsage(cpu)
      return {
        seconds: (performance.now() - started) / 1000,
        cpu: (used.user + used.system) / 1e6,
        database: ((yield* postgresMicroseconds(postmaster)) - database) / 1e6
      }
    })
    yield* round("nightly", organisations)
    const small = yield* round("nightly", organisations)
    yield* seedAnchors(owner)
    yield* owner.unsafe("VACUUM ANALYZE audit_anchors")
    yield* round("nightly", organisations)
    const large = yield* round("nightly", organisations)
    const text = ({ cpu, database, seconds }: typeof small) =>
      `${ratio(seconds)} s; CPU ${ratio(cpu)} s, of PostgreSQL ${ratio(database)} s`
    return [
      atMost(
        "",
        `nightly anchors of ${whole(organisations)} organisations: CPU seconds`,
        small.cpu + small.database,
        120
      ),
      information("", "… of files of three anchors", text(small)),
      information("", `… with ${whole(full)} full files among them`, text(large)),
      information(
        "",
        "… CPU ms for a full file more than for a small one",
        ratio((1000 * (large.cpu + large.database - small.cpu - small.database)) / full)
      )
    ]
  }).pipe(Effect.provide(services(url)))
})
