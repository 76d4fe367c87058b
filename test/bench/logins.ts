import { hash } from "@node-rs/argon2"
import { Effect } from "effect"
import { freshDatabase } from "./database.ts"
import type { BenchFailed } from "./opponents.ts"
import { pace, type PaceResult } from "./pace.ts"
import { residentMegabytes } from "./processes.ts"
import { atMost, information, ratio, whole } from "./report.ts"
import { alternate, median, rounds } from "./rounds.ts"
import { keyAt, orgIdAt, requestsPerKey, seed } from "./seed.ts"
import { startService } from "./service.ts"

const seconds = 8
const readsPerSecond = 200
const loginsPerSecond = 50
const organisations = 50
const password = "correct horse battery staple"

const readsPerRound = readsPerSecond * seconds
const keysPerRound = Math.ceil(readsPerRound / requestsPerKey)

interface Figures {
  readonly read: PaceResult
  readonly login: PaceResult | null
}

/** P14: one page of offboardings, 200 a second, while 50 people a second sign in, against the same without them. */
export const logins = Effect.fn("Bench.logins")(function* () {
  const { owner, url } = yield* freshDatabase("logins")
  yield* seed(owner, {
    cases: Array.from({ length: organisations }, () => 200),
    keys: keysPerRound * 2 * (rounds + 1),
    orgOfKey: (index) => index % organisations
  })
  const passwordHash = yield* Effect.promise(() => hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }))
  yield* owner`
    INSERT INTO users (id, email, full_name, password_hash, email_verified_at, created_at)
    SELECT id, 'member-' || id || '@example.test', 'Member', ${passwordHash}, created_at, created_at FROM organisations`
  yield* owner`
    INSERT INTO memberships (org_id, user_id, role, created_at) SELECT id, id, 'hr', created_at FROM organisations`
  // Each sign-in comes from an address of its own: 10 in 15 minutes is all that one may.
  const service = yield* startService({
    name: "service-logins",
    databaseUrl: url,
    env: { TRUSTED_PROXIES: "127.0.0.0/8" }
  })

  let keys = 0
  const reads = () => {
    const first = keys
    keys += keysPerRound
    return pace({
      port: service.port,
      perSecond: readsPerSecond,
      seconds,
      status: 200,
      request: (index) => ({
        method: "GET",
        path: "/api/v1/offboardings?limit=20",
        headers: { authorization: `Bearer ${keyAt(first + Math.floor(index / requestsPerKey))}` }
      })
    })
  }

  let people = 0
  const signIns = () =>
    pace({
      port: service.port,
      perSecond: loginsPerSecond,
      seconds,
      status: 200,
      request: () => {
        const person = people++
        return {
          method: "POST",
          path: "/api/auth/login",
          headers: {
            "content-type": "application/json",
            "x-forwarded-for": `10.${person >> 16}.${(person >> 8) & 255}.${person & 255}`
          },
          body: JSON.stringify({ email: `member-${orgIdAt(person % organisations)}@example.test`, password })
        }
      }
    })

  const measured = yield* alternate<"alone" | "beside logins", Figures, BenchFailed, never>([
    ["alone", () => Effect.map(reads(), (read) => ({ read, login: null }))],
    [
      "beside logins",
      () => Effect.map(Effect.all([reads(), signIns()], { concurrency: 2 }), ([read, login]) => ({ read, login }))
    ]
  ])
  const p99 = (side: "alone" | "beside logins") => measured(side).map(({ read }) => read.p99)
  const besides = measured("beside logins").flatMap(({ login }) => (login === null ? [] : [login]))
  const megabytes = yield* residentMegabytes(service.pid)

  return [
    atMost(
      "P14",
      "p99 of 200 reads/s with 50 logins/s, against alone",
      median(p99("beside logins")) / median(p99("alone")),
      3
    ),
    information(
      "P14",
      "p99 of the reads: alone, beside",
      `${ratio(median(p99("alone")))}, ${ratio(median(p99("beside logins")))} ms`
    ),
    information(
      "P14",
      "the logins",
      `${whole(median(besides.map(({ perSecond }) => perSecond)))}/s, p50 ${whole(median(besides.map(({ p50 }) => p50)))} ms, p99 ${whole(median(besides.map((login) => login.p99)))} ms`
    ),
    information("P14", "resident memory afterwards", `${whole(megabytes)} MB`)
  ]
})
