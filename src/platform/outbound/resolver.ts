import { Array, Cache, Data, Duration, Effect, Exit, Fiber, Result, Semaphore } from "effect"
import { NetAddress } from "effect/net"
import dns from "node:dns/promises"

/** The name has no address, or no server responded in time. */
export class NameUnresolved extends Data.TaggedError("NameUnresolved") {}

/** Every address of a host name, IPv4 and IPv6 in turn: never empty. `anew`: ignores the cache. */
export type ResolveName = (
  host: string,
  anew?: boolean
) => Effect.Effect<Array.NonEmptyReadonlyArray<NetAddress.IpAddress>, NameUnresolved>

interface Answer {
  readonly addresses: ReadonlyArray<string>
  readonly timeToLive: Duration.Duration
}

const longestKept = Duration.seconds(5)
const failureKept = Duration.seconds(1)

/** Reads addresses as a resolver writes them; the families take turns, so that the first few hold both. */
export const readAddresses = (
  texts: ReadonlyArray<string>
): Effect.Effect<Array.NonEmptyReadonlyArray<NetAddress.IpAddress>, NameUnresolved> => {
  // What cannot be read cannot be judged: one such address makes the answer none.
  const read = Result.getOrElse(Result.all([...new Set(texts)].map(NetAddress.ipFromString)), () => [])
  const four = read.filter(NetAddress.isIpv4Address)
  const six = read.filter(NetAddress.isIpv6Address)
  const turns = [...Array.zip(four, six).flat(), ...four.slice(six.length), ...six.slice(four.length)]
  return Array.isReadonlyArrayNonEmpty(turns) ? Effect.succeed(turns) : Effect.fail(new NameUnresolved())
}

/** ECONNREFUSED is a machine without name server: its hosts file is all that there is. */
const nothingFound = new Set(["ENOTFOUND", "ENODATA", "ECONNREFUSED"])

const codeOf = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "")

const nothing: Answer = { addresses: [], timeToLive: longestKept }

/** Asks the name servers without libuv's threads, so that an unresponsive server delays no other lookup. */
const askNameServers = Effect.fnUntraced(function* (host: string, servers: ReadonlyArray<string> | undefined) {
  const resolver = new dns.Resolver({ timeout: 1500, tries: 2 })
  if (servers !== undefined) resolver.setServers(servers)
  const ask = (query: () => Promise<ReadonlyArray<{ readonly address: string; readonly ttl: number }>>) =>
    Effect.tryPromise({
      try: (signal) => {
        signal.addEventListener("abort", () => resolver.cancel(), { once: true })
        return query()
      },
      catch: codeOf
    }).pipe(
      Effect.map((records): Answer => ({
        addresses: records.map(({ address }) => address),
        timeToLive: Duration.seconds(Math.min(...records.map(({ ttl }) => ttl)))
      })),
      Effect.catchIf(
        (code) => nothingFound.has(code),
        () => Effect.succeed(nothing)
      ),
      Effect.result
    )
  const [four, six] = yield* Effect.all(
    [ask(() => resolver.resolve4(host, { ttl: true })), ask(() => resolver.resolve6(host, { ttl: true }))],
    { concurrency: 2 }
  )
  const answers = Array.getSuccesses([four, six])
  const addresses = answers.flatMap((answer) => answer.addresses)
  if (addresses.length === 0 && answers.length < 2) return yield* new NameUnresolved()
  return { addresses, timeToLive: Duration.min(longestKept, answers.map((it) => it.timeToLive).reduce(Duration.min)) }
})

/**
 * Asks the system, which knows its hosts file. The call cannot be canceled and holds one of libuv's few threads until
 * it ends, so the permit is held that long, even if no caller waits.
 */
const askSystem = (host: string, permits: Semaphore.Semaphore) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      yield* restore(permits.take(1))
      const lookup = Effect.tryPromise({
        try: () => dns.lookup(host, { all: true, order: "verbatim" }),
        catch: () => new NameUnresolved()
      })
      const fiber = yield* Effect.forkDetach(Effect.ensuring(lookup, permits.release(1)), { uninterruptible: true })
      const entries = yield* restore(Fiber.join(fiber))
      return { addresses: entries.map(({ address }) => address), timeToLive: longestKept }
    })
  )

/**
 * Resolves names through the name servers, and through the system the names that the operator exempted and those
 * that no name server knows. Answers are kept as long as their TTL says, 5 seconds at most.
 */
export const makeResolver = (options: {
  readonly isExemptName: (host: string) => boolean
  /** `address:port` of the name servers; the system's unless given. */
  readonly servers?: ReadonlyArray<string>
}): Effect.Effect<ResolveName> =>
  Effect.gen(function* () {
    // Two of libuv's four threads for the operator's names, one for all tenants' names together.
    const exemptLookups = yield* Semaphore.make(2)
    const tenantLookups = yield* Semaphore.make(1)

    const resolve = Effect.fnUntraced(function* (host: string) {
      if (options.isExemptName(host)) {
        const known = yield* askSystem(host, exemptLookups)
        return { addresses: yield* readAddresses(known.addresses), timeToLive: known.timeToLive }
      }
      const answer = yield* askNameServers(host, options.servers)
      const found = answer.addresses.length > 0 ? answer : yield* askSystem(host, tenantLookups)
      return { addresses: yield* readAddresses(found.addresses), timeToLive: found.timeToLive }
    })
    const cache = yield* Cache.makeWith(resolve, {
      capacity: 4096,
      timeToLive: (exit) => (Exit.isSuccess(exit) ? exit.value.timeToLive : failureKept)
    })
    return (host, anew = false) =>
      Effect.map(anew ? Cache.refresh(cache, host) : Cache.get(cache, host), ({ addresses }) => addresses)
  })
