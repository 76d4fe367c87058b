import { hash } from "@node-rs/argon2"
import type { PgClient } from "@effect/sql-pg"
import { ApiScope } from "@svc/contract/kernel/permissions"
import { Effect, Option, type Redacted } from "effect"
import { createHash } from "node:crypto"
import { contractRoutes, scimRoutes } from "#test/support/contract-routes"
import { freshDatabase, keptDatabase } from "./database.ts"
import { growthOf } from "./growth-routes.ts"
import { orgId, seedGrowth } from "./growth-seed.ts"
import { load } from "./load.ts"
import { BenchFailed } from "./opponents.ts"
import type { ServerProcess } from "./processes.ts"
import { atMost, information, ratio, whole } from "./report.ts"
import { alternate, median, pairedRatio, rounds } from "./rounds.ts"
import { keyAt, keyDigest, orgIdAt } from "./seed.ts"
import { startService } from "./service.ts"

const few = 1_000
/** `GROWTH_ROWS` for a quick try; the line is for a million. */
const many = Number(process.env["GROWTH_ROWS"] ?? 1_000_000)
/** `GROWTH_KEEP=on` leaves the rows for the next run: a million of everything takes minutes. */
const kept = process.env["GROWTH_KEEP"] === "on"
/** `GROWTH_ROUTES` for those whose name has this text in it. */
const chosen = process.env["GROWTH_ROUTES"] ?? ""

const password = "correct horse battery staple"
const members = 40
const keys = 40
/** Below the 300 and 120 a minute that the service grants somebody and a key, which no switch of the product turns off. */
const perMember = 250
const perKey = 100
const scimToken = createHash("sha256").update("bench growth").digest("hex")

/** Of each route: so many requests a round, fewer where they take long. */
const perRound = { most: 60, least: 5, milliseconds: 600 }

const emailOf = (member: number) => `asks${member}@example.test`
const addressOf = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`

/** Whoever asks: people of the organisation, its keys, and its identity provider. */
const seedCallers = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const passwordHash = yield* Effect.promise(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))
  const people = Array.from({ length: members }, (_, member) => ({
    id: member === 0 ? orgId : orgIdAt(6_000_000 + member),
    email: emailOf(member)
  }))
  // The first is there already: what the organisation was told, they were told.
  yield* sql`
    INSERT INTO users (id, email, full_name, password_hash, email_verified_at, created_at)
    SELECT id, email, 'Asks', ${passwordHash}, now(), now()
    FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS p (id uuid, email text)
    ON CONFLICT (id) DO UPDATE SET email = EXCLUDED.email, password_hash = EXCLUDED.password_hash`
  yield* sql`
    INSERT INTO memberships (org_id, user_id, role, created_at)
    SELECT ${orgId}::uuid, id, 'superadmin', now() FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS p (id uuid)
    ON CONFLICT DO NOTHING`
  const stored = Array.from({ length: keys }, (_, index) => ({ key_digest: keyDigest(keyAt(index)) }))
  yield* sql`
    INSERT INTO api_keys (org_id, id, name, key_prefix, key_digest, scopes, created_at)
    SELECT ${orgId}::uuid, gen_random_uuid(), 'Bench', 'svc_live_', key_digest, ${ApiScope.literals}::text[], '2026-01-01'
    FROM jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) AS k (key_digest text)`
  yield* sql`
    INSERT INTO integrations (org_id, id, service_name, protocol, can_revoke, connection_status, created_at, updated_at)
    VALUES (${orgId}, ${orgId}, 'scim', 'scim-provisioning', false, true, '2026-01-01', '2026-01-01')`
  yield* sql`
    INSERT INTO scim_tokens (org_id, integration_id, token_digest, mode, created_at)
    VALUES (${orgId}, ${orgId}, ${createHash("sha256").update(scimToken).digest("hex")}, 'compat', '2026-01-01')`
})

const signIn = Effect.fnUntraced(function* (port: number, member: number) {
  const answer = yield* Effect.tryPromise({
    try: () =>
      fetch(`http://127.0.0.1:${port}/api/auth/login`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-forwarded-for": addressOf(member) },
        body: JSON.stringify({ email: emailOf(member), password })
      }),
    catch: (cause) => new BenchFailed({ message: `Signing in failed: ${String(cause)}` })
  })
  const token = /access_token=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1]
  return token ?? (yield* new BenchFailed({ message: `Signing in was answered by ${answer.status}` }))
})

interface Side {
  readonly server: ServerProcess
  /** What the next request shows: those who ask take turns. */
  readonly credential: (surface: Surface, path: string) => string
}

type Surface = "public" | "app" | "scim"

/** A database with so many rows of everything and with whoever asks about them. */
const grown = Effect.fnUntraced(function* (name: string, rows: number) {
  const { owner, url } = yield* kept ? keptDatabase(`growth_${rows}`) : freshDatabase(`growth_${name}`)
  const there = yield* owner`SELECT FROM scim_tokens`
  if (there.length > 0) return url
  yield* seedGrowth(owner, rows)
  yield* seedCallers(owner)
  yield* owner.unsafe("VACUUM ANALYZE")
  return url
})

const startSide = Effect.fnUntraced(function* (name: string, url: Redacted.Redacted) {
  const server = yield* startService({
    name: `service-growth-${name}`,
    databaseUrl: url,
    // Nothing but what is asked happens.
    env: { TRUSTED_PROXIES: "127.0.0.0/8", JOBS: "off" }
  })
  const tokens = yield* Effect.forEach(Array.from({ length: members }), (_, member) => signIn(server.port, member))
  const asked = { public: 0, app: 0 }
  const credential = (surface: Surface, path: string) => {
    if (surface === "public") return keyAt(Math.floor(asked.public++ / perKey) % keys)
    if (surface === "scim") return scimToken
    // Notifications are of one person; the others answer the rest.
    if (path.startsWith("/api/notifications")) return tokens[0] ?? ""
    return tokens[1 + (Math.floor(asked.app++ / perMember) % (members - 1))] ?? ""
  }
  return { server, credential } satisfies Side
})

let clients = 0
const requestOf = ({ credential }: Side, surface: Surface, path: string) =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${credential(surface, path)}\r\nx-forwarded-for: ${addressOf(clients++ % 65_000)}\r\n\r\n`

const ask = (side: Side, surface: Surface, path: string, count: number) =>
  load({
    port: side.server.port,
    connections: 1,
    count,
    status: 200,
    request: () => requestOf(side, surface, path)
  })

/** Everything that is asked, by the contract's own list of routes. */
const questions = [...contractRoutes, ...scimRoutes]
  .filter(({ method }) => method === "GET")
  .flatMap(({ name, path, surface }) => {
    const asked = growthOf({ name, path })
    if (typeof asked === "string") return []
    return asked.queries.map((query) => ({
      surface,
      name: `${name}${query}`,
      path: `${path.replace(/\{\w+\}/, asked.id)}${query}`
    }))
  })
  .filter(({ name }) => name.includes(chosen))

const compared = Effect.fnUntraced(function* (urls: {
  readonly small: Redacted.Redacted
  readonly large: Redacted.Redacted
}) {
  const small = yield* startSide("small", urls.small)
  const large = yield* startSide("large", urls.large)
  const answers = yield* Effect.forEach(questions, ({ name, path, surface }) =>
    Effect.gen(function* () {
      // The first of either side is not counted: statements are prepared and pages read.
      yield* ask(small, surface, path, 3)
      const { p50 } = yield* ask(large, surface, path, 3)
      const count = Math.max(perRound.least, Math.min(perRound.most, Math.round(perRound.milliseconds / p50)))
      const measured = yield* alternate([
        ["few", () => ask(small, surface, path, count)],
        ["many", () => ask(large, surface, path, count)]
      ])
      const p95 = (side: "few" | "many") => measured(side).map((result) => result.p95)
      yield* Effect.logInfo(`${name}: ${ratio(median(p95("many")))} ms / ${ratio(median(p95("few")))} ms`)
      return Option.some({
        name,
        milliseconds: median(p95("many")),
        line: atMost(
          "P11",
          `growth, ${name}`,
          pairedRatio(p95("many"), p95("few")),
          1.5,
          ` (${ratio(median(p95("many")))} ms / ${ratio(median(p95("few")))} ms)`
        )
      })
    }).pipe(
      // One that is refused is told of, and costs no other its figure.
      Effect.catchTag("BenchFailed", (failed) =>
        Effect.as(Effect.logError(`${name}: ${failed.message}`), Option.none<never>())
      )
    )
  )
  const measured = answers.flatMap(Option.toArray)
  const slower = measured.filter(({ line }) => line.met === false)
  return [
    ...measured.map(({ line }) => line),
    information(
      "P11",
      `growth: routes and questions at ${whole(many)} rows / at ${whole(few)} within 1.5`,
      `${measured.length - slower.length} of ${questions.length}; slowest p95 ${whole(Math.max(...measured.map(({ milliseconds }) => milliseconds)))} ms; rounds ${rounds}`
    )
  ]
})

/** P11: every list, search and count in an organisation with a thousand rows of everything, and with a million. */
export const growth = Effect.fn("Bench.growth")(function* () {
  return yield* compared({ small: yield* grown("small", few), large: yield* grown("large", many) })
})
