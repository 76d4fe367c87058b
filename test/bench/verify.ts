import { NodeHttpClient } from "@effect/platform-node"
import type { PgClient } from "@effect/sql-pg"
import { hash as argon2 } from "@node-rs/argon2"
import { OperatorClient } from "@svc/client/operator"
import { contentLines, linkLines } from "@svc/contract/audit/chain"
import { OrgId } from "@svc/contract/kernel/ids"
import { Data, Effect, Fiber, Redacted, Ref } from "effect"
import { createHash, randomBytes, randomUUID } from "node:crypto"
import { freshDatabase } from "./database.ts"
import { BenchFailed } from "./opponents.ts"
import { pace } from "./pace.ts"
import { cpuMicroseconds, postgresMicroseconds, postmasterOf, residentMegabytes } from "./processes.ts"
import { atMost, information, ratio, whole } from "./report.ts"
import { median, pairedRatio, rounds } from "./rounds.ts"
import { orgIdAt, seed } from "./seed.ts"
import { startService } from "./service.ts"
import { seedChain } from "./verify-seed.ts"

/** `BENCH_ENTRIES` for a quick try; the line is for two million. */
const entries = Number(process.env["BENCH_ENTRIES"] ?? 2_000_000)
const sampled = Math.min(entries, 20_000)

const pagesPerSecond = 50
const seconds = 6
const password = "correct horse battery staple"

/** The lines under the hashes of the first entries, in one piece. */
const linesOf = Effect.fnUntraced(function* (owner: PgClient.PgClient, org: string) {
  const rows = yield* owner<{
    readonly seq: bigint
    readonly id: string
    readonly created_at: Date
    readonly actor_id: string | null
    readonly action: string
    readonly target: string
    readonly details: string
    readonly content_hash: string
    readonly prev_hash: string
  }>`SELECT * FROM audit_entries WHERE org_id = ${org} AND seq <= ${sampled} ORDER BY seq`
  return Buffer.from(
    rows
      .map(
        (row) =>
          contentLines({ ...row, orgId: org, createdAt: row.created_at.toISOString(), actorId: row.actor_id }) +
          linkLines({ orgId: org, seq: row.seq, contentHash: row.content_hash, prevHash: row.prev_hash })
      )
      .join("")
  )
})

const emailOf = (person: number) => `auditor-${person}@example.test`

/** The session cookie of one of the people, who sign in from addresses of their own: one may not try often. */
const signIn = (port: number, person: number) =>
  Effect.tryPromise({
    try: async () => {
      const response = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": `10.0.0.${person}` },
        body: JSON.stringify({ email: emailOf(person), password })
      })
      const cookie = response.headers.get("set-cookie")?.split(";")[0]
      if (cookie === undefined) throw new Error(`the sign-in answered ${response.status}`)
      return cookie
    },
    catch: (cause) => new BenchFailed({ message: String(cause) })
  })

class ChainBroken extends Data.TaggedError("ChainBroken") {}

/** P5: the verification of a long chain against SHA-256 of the same bytes, and what other requests notice of it. */
export const verify = Effect.fn("Bench.verify")(function* () {
  const { owner, url } = yield* freshDatabase("verify")
  yield* seed(owner, { cases: [0, 0], keys: 0, orgOfKey: () => 0 })
  const [org, neighbour] = [orgIdAt(0), orgIdAt(1)]
  yield* seedChain(owner, neighbour, 2_000)
  yield* seedChain(owner, org, entries)
  const passwordHash = yield* Effect.promise(() =>
    argon2(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  )
  // One for each time that pages are read: a user has 300 requests a minute.
  const people = Array.from({ length: 2 * rounds + 1 }, (_, person) => ({
    id: randomUUID(),
    email: emailOf(person + 1)
  }))
  yield* owner`
    INSERT INTO users (id, email, full_name, password_hash, email_verified_at, created_at)
    SELECT id, email, 'Auditor', ${passwordHash}, now(), now()
    FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS p (id uuid, email text)`
  yield* owner`
    INSERT INTO memberships (org_id, user_id, role, created_at)
    SELECT ${neighbour}::uuid, id, 'superadmin', now()
    FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS p (id uuid)`

  const token = randomBytes(24).toString("hex")
  // With room V8 lets garbage lie, which would say nothing of what is held. Without jobs: the search's index would be made of
  // all the entries meanwhile.
  const service = yield* startService({
    name: "service-verify",
    databaseUrl: url,
    env: { JOBS: "off", OPERATOR_TOKEN: token, TRUSTED_PROXIES: "127.0.0.0/8", NODE_OPTIONS: "--max-semi-space-size=8" }
  })
  const lines = yield* linesOf(owner, org)

  const rawSeconds = Effect.sync(() => {
    const started = performance.now()
    const digest = createHash("sha256")
    for (let done = 0; done < entries; done += sampled) digest.update(lines)
    digest.digest("hex")
    return (performance.now() - started) / 1000
  })

  const [backend] = yield* owner<{ readonly pid: number }>`SELECT pg_backend_pid() AS pid`
  const postmaster = yield* postmasterOf(backend?.pid ?? 0)

  const run = Effect.fnUntraced(function* () {
    const client = yield* OperatorClient
    const started = performance.now()
    const cpu = yield* cpuMicroseconds(service.pid)
    const database = yield* postgresMicroseconds(postmaster)
    const report = yield* client["audit.verify"]({ orgId: OrgId.make(org) })
    if (!report.ok || report.checked < Math.min(entries, 2_000_000)) return yield* new ChainBroken()
    return {
      seconds: (performance.now() - started) / 1000,
      cpu: ((yield* cpuMicroseconds(service.pid)) - cpu) / 1e6,
      database: ((yield* postgresMicroseconds(postmaster)) - database) / 1e6
    }
  })

  let person = 0
  const pages = Effect.gen(function* () {
    person += 1
    const cookie = yield* signIn(service.port, person)
    return yield* pace({
      port: service.port,
      perSecond: pagesPerSecond,
      seconds,
      status: 200,
      request: () => ({ method: "GET", path: "/api/audit-log?limit=50", headers: { cookie } })
    })
  })

  const measured = yield* Effect.gen(function* () {
    yield* pages
    const before = yield* residentMegabytes(service.pid)
    const peak = yield* Ref.make(before)
    const watch = yield* Effect.forkChild(
      Effect.gen(function* () {
        const now = yield* residentMegabytes(service.pid)
        yield* Ref.update(peak, (most) => Math.max(most, now))
        yield* Effect.sleep("20 millis")
      }).pipe(Effect.forever)
    )
    const timed: Array<Effect.Success<ReturnType<typeof run>> & { readonly raw: number }> = []
    for (let round = 0; round < rounds; round++) timed.push({ raw: yield* rawSeconds, ...(yield* run()) })
    yield* Fiber.interrupt(watch)
    const paced: Array<{ readonly alone: number; readonly beside: number }> = []
    for (let round = 0; round < rounds; round++) {
      const alone = (yield* pages).p99
      const going = yield* Effect.forkChild(Effect.forever(run()))
      const beside = (yield* pages).p99
      yield* Fiber.interrupt(going)
      paced.push({ alone, beside })
    }
    return { timed, paced, growth: (yield* Ref.get(peak)) - before }
  }).pipe(
    Effect.provide(OperatorClient.layer({ baseUrl: `http://127.0.0.1:${service.port}`, token: Redacted.make(token) })),
    Effect.provide(NodeHttpClient.layerNodeHttp)
  )

  const { growth, paced, timed } = measured
  const times = timed.map((one) => one.seconds)
  const raws = timed.map(({ raw }) => raw)
  return [
    atMost("P5", `verifying ${whole(entries)} entries / SHA-256 of the same bytes: time`, pairedRatio(times, raws), 8),
    atMost("P5", "… memory beyond before, MB", growth, 60),
    atMost(
      "P5",
      `p99 of ${pagesPerSecond} audit pages/s during a verification, against alone`,
      pairedRatio(
        paced.map(({ beside }) => beside),
        paced.map(({ alone }) => alone)
      ),
      2
    ),
    information(
      "P5",
      "seconds; CPU of the process, of PostgreSQL; SHA-256 alone",
      `${ratio(median(times))}; ${ratio(median(timed.map(({ cpu }) => cpu)))}, ${ratio(median(timed.map(({ database }) => database)))}; ${ratio(median(raws))}`
    ),
    information(
      "P5",
      "p99 of the pages: alone, beside",
      `${ratio(median(paced.map(({ alone }) => alone)))}, ${ratio(median(paced.map(({ beside }) => beside)))} ms`
    )
  ]
})
