import { Effect } from "effect"
import { load, type LoadOptions } from "./load.ts"
import { BenchFailed } from "./opponents.ts"
import { cpuMicroseconds, type ServerProcess } from "./processes.ts"
import type { Round } from "./rounds.ts"

/** The text of one answer, for comparing both sides before either is measured. */
export const answerOf = (server: ServerProcess, path: string, key: string) =>
  Effect.tryPromise({
    try: async () => {
      const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
        headers: { authorization: `Bearer ${key}` }
      })
      return `${response.status} ${await response.text()}`
    },
    catch: (cause) => new BenchFailed({ message: `${path} did not answer: ${String(cause)}` })
  })

/** A pair with different answers is void. */
export const mustEqual = (what: string, ours: string, theirs: string) =>
  ours === theirs
    ? Effect.void
    : Effect.fail(
        new BenchFailed({ message: `${what}: the answers differ\n  ${ours.slice(0, 500)}\n  ${theirs.slice(0, 500)}` })
      )

/** One round of load on a server, with the CPU time that each request cost it. */
export const loadRound = Effect.fnUntraced(function* (server: ServerProcess, options: Omit<LoadOptions, "port">) {
  const before = yield* cpuMicroseconds(server.pid)
  const { p50, p99, perSecond } = yield* load({ ...options, port: server.port })
  const after = yield* cpuMicroseconds(server.pid)
  return { perSecond, p50, p99, cpuMicroseconds: (after - before) / options.count } satisfies Round & {
    readonly p50: number
    readonly p99: number
  }
})
