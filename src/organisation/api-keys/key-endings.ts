import type { ApiKeyId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { survive } from "#platform/jobs/survive"
import { RunningCalls } from "#access/running-calls"
import { Wakeups } from "#platform/jobs/wakeups"
import { ApiKeysRepo } from "./repo.ts"
import { endedKeys } from "./topic.ts"

/** Waits for signals only: a change by a key that has ended is refused by the database, signalled or not. */
const untilSignalled = "1 day"

/**
 * Ends the calls in flight of ended keys, or of those secrets alone, at the commit: on this node before the response,
 * on others a moment later (access-24).
 */
export const makeKeyEndings = Effect.gen(function* () {
  const repo = yield* ApiKeysRepo
  const running = yield* RunningCalls
  const wakeups = yield* Wakeups

  // No secret comes back: one that was no longer one when it was asked about has ended.
  const endedElsewhere = Effect.gen(function* () {
    const calls = yield* running.current
    const ended = calls.length === 0 ? [] : yield* repo.endedSecrets(calls)
    yield* running.cutOff(({ secret }) => ended.includes(secret))
  })

  const signals = yield* wakeups.subscribe(endedKeys)
  yield* signals
    .wait(untilSignalled)
    .pipe(
      Effect.andThen(endedElsewhere),
      survive("ended api keys not read, their requests in flight continue", undefined),
      Effect.forever,
      Effect.forkScoped
    )

  return Effect.fnUntraced(function* (keyIds: ReadonlyArray<ApiKeyId>, secrets?: ReadonlyArray<string>) {
    yield* wakeups.signal(endedKeys)
    yield* repo.afterCommit(
      running.cutOff(
        ({ keyId, secret }) => keyIds.includes(keyId) && (secrets === undefined || secrets.includes(secret))
      )
    )
  })
})
