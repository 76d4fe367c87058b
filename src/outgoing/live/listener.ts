import type { Caller } from "@svc/contract/kernel/access"
import type { LiveChange } from "@svc/contract/live/schema"
import { type Cause, Effect, Queue } from "effect"
import { frame } from "./told.ts"

/** More than this are sent as `everything`, so that a slow reader's backlog is bounded. */
const mostPending = 200

/** A comment as heartbeat: keeps proxies from closing the connection. */
const heartbeat = ":\n\n"

/** One open stream: what waits to be taken, each change once however often it happened. */
export interface Listener {
  readonly caller: Caller["Service"]
  /** One for each time that there is something to take. */
  readonly bell: Queue.Queue<void, Cause.Done>
  readonly tell: (changes: ReadonlyArray<LiveChange>, now: number) => void
  readonly tellEverything: (now: number) => void
  readonly beat: (now: number) => void
  /** What waits, as it is sent; nothing waits then. */
  readonly take: () => string
  readonly end: () => void
  /** Since when something waits untaken. */
  readonly waitsSince: () => number | undefined
  /** Cuts the connection of a reader who takes nothing. */
  readonly cut: () => void
}

export const makeListener = Effect.fnUntraced(function* (caller: Caller["Service"], cut: () => void) {
  const bell = yield* Queue.dropping<void, Cause.Done>(1)
  const pending = new Map<string, LiveChange>()
  let opened = false
  let everything = false
  let beats = false
  let since: number | undefined
  const ring = (now: number) => {
    since ??= now
    Queue.offerUnsafe(bell, undefined)
  }
  Queue.offerUnsafe(bell, undefined)
  const listener: Listener = {
    caller,
    bell,
    tell: (changes, now) => {
      for (const change of changes) pending.set(`${change.resource} ${change.id} ${change.own}`, change)
      if (pending.size > mostPending) everything = true
      if (everything) pending.clear()
      if (changes.length > 0) ring(now)
    },
    tellEverything: (now) => {
      everything = true
      pending.clear()
      ring(now)
    },
    beat: (now) => {
      beats = true
      ring(now)
    },
    take: () => {
      const told = [
        opened ? "" : frame("opened"),
        everything ? frame("everything") : "",
        pending.size > 0 ? frame("changed", [...pending.values()]) : ""
      ].join("")
      const text = told === "" && beats ? heartbeat : told
      opened = true
      everything = false
      beats = false
      since = undefined
      pending.clear()
      return text
    },
    end: () => Queue.endUnsafe(bell),
    waitsSince: () => since,
    cut
  }
  return listener
})
