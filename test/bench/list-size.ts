import { Effect } from "effect"
import { answerOf } from "./compare.ts"
import { freshDatabase } from "./database.ts"
import { getRequest, load } from "./load.ts"
import { BenchFailed } from "./opponents.ts"
import type { ServerProcess } from "./processes.ts"
import { atMost, information, ratio } from "./report.ts"
import { alternate, median, pairedRatio, rounds } from "./rounds.ts"
import { keyAt, requestsPerKey, seed } from "./seed.ts"
import { startService } from "./service.ts"

const few = 1_000
const many = 1_000_000

/** Few connections: what is measured is how long an answer takes, not how long it waits for others. */
const connections = 4
const perRound = 2_000
/** Of a deep page, which skips up to a million rows. */
const perDeepRound = 20
const keysPerRound = perRound / requestsPerKey

const pages = [
  ["page 1", "/api/v1/offboardings?limit=20"],
  ["page 1 of a status", "/api/v1/offboardings?limit=20&status=it_revocation"],
  ["page 1 of a department", "/api/v1/offboardings?limit=20&department=Department%203"],
  ["page 1 of both", "/api/v1/offboardings?limit=20&status=asset_recovery&department=Department%203"]
] as const

const deep = [
  ["page 1,000", "/api/v1/offboardings?limit=20&page=1000"],
  ["page 50,000, the last", "/api/v1/offboardings?limit=20&page=50000"],
  ["page 1,000,000, beyond the end", "/api/v1/offboardings?limit=20&page=1000000"]
] as const

/** P11: a page of the list with its exact total, of an organisation with a thousand cases and with a million. */
export const listSize = Effect.fn("Bench.listSize")(function* () {
  const measurements = pages.length + deep.length
  const side = Effect.fnUntraced(function* (name: string, cases: number) {
    const { owner, url } = yield* freshDatabase(`list_${name}`)
    yield* seed(owner, {
      cases: [cases],
      keys: keysPerRound * (rounds + 1) * measurements,
      orgOfKey: () => 0,
      interleaved: true
    })
    const service = yield* startService({ name: `service-list-${name}`, databaseUrl: url })
    const answer = yield* answerOf(service, "/api/v1/offboardings?limit=1", keyAt(0))
    return answer.includes(`"total":${cases},`)
      ? service
      : yield* new BenchFailed({ message: `The total is not ${cases}: ${answer.slice(-200)}` })
  })
  const small = yield* side("small", few)
  const large = yield* side("large", many)

  const get = (server: ServerProcess, path: string, measurement: number, count: number) => (round: number) =>
    load({
      port: server.port,
      connections,
      count,
      status: 200,
      request: (index) => {
        const first = (measurement * (rounds + 1) + round) * keysPerRound
        return getRequest(path, keyAt(first + Math.floor(index / requestsPerKey)))
      }
    })
  const p95 = (results: ReadonlyArray<{ readonly p95: number }>) => results.map((result) => result.p95)
  const milliseconds = (results: ReadonlyArray<{ readonly p95: number }>) => `${ratio(median(p95(results)))} ms`

  const compared = yield* Effect.forEach(pages, ([what, path], index) =>
    Effect.gen(function* () {
      const measured = yield* alternate([
        ["few", get(small, path, index, perRound)],
        ["many", get(large, path, index, perRound)]
      ])
      const [ofFew, ofMany] = [measured("few"), measured("many")]
      return atMost(
        "P11",
        `list, ${what}: p95 at a million cases / at a thousand`,
        pairedRatio(p95(ofMany), p95(ofFew)),
        1.5,
        ` (${milliseconds(ofMany)} / ${milliseconds(ofFew)})`
      )
    })
  )
  const deeper = yield* Effect.forEach(deep, ([what, path], index) =>
    Effect.map(alternate([["many", get(large, path, pages.length + index, perDeepRound)]]), (measured) =>
      information("P11", `list, ${what}: p95 at a million cases`, milliseconds(measured("many")))
    )
  )
  return [...compared, ...deeper]
})
