import { Effect } from "effect"
import { freshDatabase } from "./database.ts"
import { getRequest, load } from "./load.ts"
import type { ServerProcess } from "./processes.ts"
import { atMost, ratio, watched } from "./report.ts"
import { alternate, median, pairedRatio } from "./rounds.ts"
import { keyAt, seed } from "./seed.ts"
import { startService } from "./service.ts"

const organisations = 10_000
const casesEach = 100
const keys = 10_000
const perRound = 2_500
const connections = 4

const pages = [
  ["page 1", "/api/v1/offboardings?limit=20"],
  ["page 1 of a status", "/api/v1/offboardings?limit=20&status=it_revocation"]
] as const

/**
 * P12: a page of the list where one organisation is served and where ten thousand of the same size are. Both sides
 * have as many keys and use them in turn, each once before any is used again: only whose they are differs.
 */
export const listOrganizations = Effect.fn("Bench.listOrganizations")(function* () {
  const side = Effect.fnUntraced(function* (name: string, count: number) {
    const { owner, url } = yield* freshDatabase(`list_${name}`)
    yield* seed(owner, {
      cases: Array.from({ length: count }, () => casesEach),
      keys,
      orgOfKey: (index) => index % count,
      interleaved: true
    })
    return yield* startService({ name: `service-list-${name}`, databaseUrl: url })
  })
  const alone = yield* side("alone", 1)
  const among = yield* side("among", organisations)

  const get = (server: ServerProcess, path: string, count: number) => (round: number) =>
    load({
      port: server.port,
      connections,
      count,
      status: 200,
      // A prime step, so that neighbours in time are none in the tables.
      request: (index) => getRequest(path, keyAt(((round * count + index) * 7_919) % keys))
    })
  for (const server of [alone, among]) yield* get(server, pages[0][1], keys)(0)

  return yield* Effect.forEach(pages, ([what, path]) =>
    Effect.gen(function* () {
      const measured = yield* alternate([
        ["alone", get(alone, path, perRound)],
        ["among", get(among, path, perRound)]
      ])
      const p95 = (name: "alone" | "among") => measured(name).map((result) => result.p95)
      const p50 = (name: "alone" | "among") => measured(name).map((result) => result.p50)
      return [
        atMost(
          "P12",
          `list, ${what}: p95 with 10,000 organizations / with 1`,
          pairedRatio(p95("among"), p95("alone")),
          1.2,
          ` (${ratio(median(p95("among")))} ms / ${ratio(median(p95("alone")))} ms)`
        ),
        watched("P12", "the same: p50", pairedRatio(p50("among"), p50("alone")), "less")
      ]
    })
  ).pipe(Effect.map((lines) => lines.flat()))
})
