import { Effect, Redacted } from "effect"
import { createHash } from "node:crypto"
import { answerOf, loadRound, mustEqual } from "./compare.ts"
import { freshDatabase } from "./database.ts"
import { startServer, type ServerProcess } from "./processes.ts"
import { atLeast, atMost, information, ratio, watched, whole } from "./report.ts"
import { alternate, median, pairedRatio } from "./rounds.ts"
import { orgIdAt, seed } from "./seed.ts"
import { startService } from "./service.ts"

const people = 50_000
const perRound = 300
/** Below the 120 a minute that an address is granted, which no switch of the product turns off. */
const requestsPerAddress = 100
const base = "http://localhost:3000"

const pathOf = (page: number) => `/scim/v2/Users?count=200&startIndex=${(page - 1) * 200 + 1}`
const pages = { first: pathOf(1), middle: pathOf(125), last: pathOf(250) }

/** The request of another client, by the word of a proxy that the service trusts. */
const requestFrom = (path: string, token: string, address: number) =>
  `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\nx-forwarded-for: 10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}\r\n\r\n`

/** P8: a full page of a directory of 50,000 people, the first and the last. */
export const scimList = Effect.fn("Bench.scimList")(function* () {
  const { owner, url } = yield* freshDatabase("scim_list")
  const orgId = orgIdAt(0)
  const token = createHash("sha256").update("bench token").digest("hex")
  yield* seed(owner, { cases: [1], keys: 1, orgOfKey: () => 0 })
  yield* owner`
    INSERT INTO org_employees (org_id, id, full_name, email, role, department, person_key_id, created_at, updated_at)
    SELECT ${orgId}, gen_random_uuid(), 'Person Number ' || n, 'person' || n || '@example.test', 'Engineer ' || n % 17,
      'Department ' || n % 12, ${orgId}, timestamptz '2026-01-01' + n * interval '61 seconds', '2026-06-01'
    FROM generate_series(1, ${people}::int) AS n`
  yield* owner`
    INSERT INTO integrations (org_id, id, service_name, protocol, can_revoke, connection_status, created_at, updated_at)
    VALUES (${orgId}, ${orgId}, 'scim', 'scim-provisioning', false, true, '2026-01-01', '2026-01-01')`
  yield* owner`
    INSERT INTO scim_tokens (org_id, integration_id, token_digest, mode, created_at)
    VALUES (${orgId}, ${orgId}, ${createHash("sha256").update(token).digest("hex")}, 'literal', '2026-01-01')`
  yield* owner.unsafe("VACUUM ANALYZE")

  const service = yield* startService({
    name: "service-scim-list",
    databaseUrl: url,
    env: { BASE_URL: base, TRUSTED_PROXIES: "127.0.0.0/8" }
  })
  const fastify = yield* startServer({
    name: "fastify-scim",
    file: "test/bench/scim-server.ts",
    readyPath: "/ready",
    env: { NODE_ENV: "production", DATABASE_URL: Redacted.value(url), BASE: `${base}/scim/v2` }
  })
  for (const path of Object.values(pages)) {
    yield* mustEqual("P8", yield* answerOf(service, path, token), yield* answerOf(fastify, path, token))
  }

  let addresses = 0
  const get = (server: ServerProcess, path: string) => () => {
    const first = (addresses += perRound / requestsPerAddress)
    return loadRound(server, {
      connections: 10,
      count: perRound,
      status: 200,
      request: (index) => requestFrom(path, token, first + Math.floor(index / requestsPerAddress))
    })
  }
  const measured = yield* alternate([
    ["service", get(service, pages.first)],
    ["fastify", get(fastify, pages.first)],
    ["middle", get(service, pages.middle)],
    ["last", get(service, pages.last)]
  ])
  type Side = Parameters<typeof measured>[0]
  const rates = (side: Side) => measured(side).map(({ perSecond }) => perSecond)
  const figures = (side: Side) =>
    `${whole(median(rates(side)))}/s, ${whole(median(measured(side).map((round) => round.cpuMicroseconds)))} us CPU, p50 ${ratio(median(measured(side).map(({ p50 }) => p50)))} ms`
  const slower = (side: Side) =>
    pairedRatio(
      measured(side).map(({ p50 }) => p50),
      measured("service").map(({ p50 }) => p50)
    )
  return [
    atLeast(
      "P8",
      "SCIM page of 200 of 50,000 / Fastify + pg: requests/s",
      pairedRatio(rates("service"), rates("fastify")),
      0.8
    ),
    atMost("P8", "page 250 / page 1: p50", slower("last"), 1.5),
    watched("P8", "page 125 / page 1: p50", slower("middle"), "less"),
    information("", "the service, page 1", figures("service")),
    information("", "the service, page 250", figures("last")),
    information("", "Fastify, page 1", figures("fastify"))
  ]
})
