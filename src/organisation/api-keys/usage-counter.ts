import type { ApiKeyId, OrgId } from "@svc/contract/kernel/ids"
import { Cause, Clock, DateTime, Duration, Effect, Queue, Semaphore } from "effect"
import { networkOf } from "#platform/addresses/network"
import { utcDay } from "./rules.ts"

/** One answered request of the public API. */
export interface Call {
  readonly orgId: OrgId
  readonly keyId: ApiKeyId
  /** HTTP status of the response. */
  readonly status: number
  /** The client's IP address; null when the connection has none. */
  readonly address: string | null
}

/** What one key did on one UTC day since the last flush. */
export interface DayTotal {
  readonly org_id: OrgId
  readonly api_key_id: ApiKeyId
  readonly day: string
  readonly calls: number
  readonly errors: number
  readonly last_used_at: DateTime.Utc
  readonly last_status: number
  readonly last_seen_from: string | null
}

interface Tally {
  readonly orgId: OrgId
  readonly keyId: ApiKeyId
  readonly dayNumber: number
  calls: number
  errors: number
  lastUsedAt: number
  lastStatus: number
  lastAddress: string | null
}

const dayLength = Duration.toMillis("1 day")
const flushAfter = "3 seconds"
const flushAtDirty = 256

const toTotal = (tally: Tally): DayTotal => {
  const lastUsedAt = DateTime.makeUnsafe(tally.lastUsedAt)
  return {
    org_id: tally.orgId,
    api_key_id: tally.keyId,
    day: utcDay(lastUsedAt),
    calls: tally.calls,
    errors: tally.errors,
    last_used_at: lastUsedAt,
    last_status: tally.lastStatus,
    last_seen_from: tally.lastAddress === null ? null : networkOf(tally.lastAddress)
  }
}

const absorb = (into: Map<string, Tally>, name: string, tally: Tally) => {
  const known = into.get(name)
  if (known === undefined) {
    into.set(name, tally)
    return
  }
  known.calls += tally.calls
  known.errors += tally.errors
  if (tally.lastUsedAt < known.lastUsedAt) return
  known.lastUsedAt = tally.lastUsedAt
  known.lastStatus = tally.lastStatus
  known.lastAddress = tally.lastAddress ?? known.lastAddress
}

/**
 * Counts calls in memory and passes the totals to `write` a few seconds after the first, earlier if many keys are in
 * use, and when the scope closes. Totals of a failed write are kept and retried with later ones.
 */
export const makeUsageCounter = Effect.fnUntraced(function* (
  write: (totals: ReadonlyArray<DayTotal>) => Effect.Effect<void>
) {
  const oneAtATime = yield* Semaphore.make(1)
  // Nothing counted, nothing wakes: an idle process has no timer running here.
  const begun = yield* Queue.sliding<void>(1)
  const full = yield* Queue.sliding<void>(1)
  let tallies = new Map<string, Tally>()

  const count = (call: Call): Effect.Effect<void> =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const dayNumber = Math.floor(now / dayLength)
      absorb(tallies, `${call.keyId}/${dayNumber}`, {
        orgId: call.orgId,
        keyId: call.keyId,
        dayNumber,
        calls: 1,
        errors: call.status >= 400 ? 1 : 0,
        lastUsedAt: now,
        lastStatus: call.status,
        lastAddress: call.address
      })
      if (tallies.size === 1) Queue.offerUnsafe(begun, undefined)
      if (tallies.size === flushAtDirty) Queue.offerUnsafe(full, undefined)
    })

  const flush: Effect.Effect<void> = Effect.suspend(() => {
    if (tallies.size === 0) return Effect.void
    const taken = tallies
    tallies = new Map()
    return write(Array.from(taken.values(), toTotal)).pipe(
      Effect.tapCause(() =>
        Effect.sync(() => {
          const meanwhile = tallies
          tallies = taken
          meanwhile.forEach((tally, name) => absorb(tallies, name, tally))
          Queue.offerUnsafe(begun, undefined)
        })
      ),
      Effect.withSpan("ApiKeyUsage.flush")
    )
    // Interrupted halfway, it would be unknown whether it was written.
  }).pipe(Effect.uninterruptible, oneAtATime.withPermits(1))

  const flushOrKeep = Effect.catchCause(flush, (cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.failCause(cause)
      : Effect.logError("api key usage not written, will be retried", cause)
  )

  yield* Effect.addFinalizer(() =>
    Effect.catchCause(flush, (cause) => Effect.logError("latest api key usage lost", cause))
  )
  yield* Queue.take(begun).pipe(
    Effect.andThen(Effect.timeoutOption(Queue.take(full), flushAfter)),
    Effect.andThen(flushOrKeep),
    Effect.forever,
    Effect.forkScoped
  )

  return { count, flush: flushOrKeep }
})
