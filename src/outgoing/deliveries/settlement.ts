import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Option } from "effect"
import { Db, type Transaction } from "#platform/database/db"
import { countDead, newestAttempts } from "./attempt-rules.ts"
import type { ClaimedRow, DeliveryPolicy } from "./policy.ts"
import { makeDeliveryResults, type SettledDelivery } from "./results-repo.ts"

/** How the attempts of some time ended. */
export interface Figures {
  readonly delivered: number
  readonly failed: number
  readonly dead: number
  /** Removed without an attempt: it must no longer be sent. */
  readonly dropped: number
}

const figuresOf = (results: ReadonlyArray<SettledDelivery>): Figures => {
  const ended = (as: SettledDelivery["status"]) => results.filter(({ status }) => status === as).length
  return { delivered: ended("delivered"), failed: ended("failed"), dead: ended("dead"), dropped: ended("gone") }
}

/** A receiver whose consecutive dead letters reached the policy's limit. */
export interface PausedReceiver {
  readonly orgId: OrgId
  readonly receiverId: string
  readonly deadInARow: number
}

/** Pauses the receiver, which is active and locked, and tells who must know; in the transaction of the last result. */
export type PauseReceiver = (receiver: PausedReceiver) => Effect.Effect<void, never, Transaction>

const receiverOf = (result: SettledDelivery) => `${result.org_id} ${result.receiver_id}`

/** Writes results down, in the order in which the attempts ended, and has receivers paused that have failed for too long. */
export const makeSettlement = Effect.fnUntraced(function* <Row extends ClaimedRow>(
  policy: DeliveryPolicy<Row>,
  pause: PauseReceiver
) {
  const db = yield* Db
  const repo = yield* makeDeliveryResults(policy)

  /** All results of one receiver, of which some are dead: its row is locked first, so the run is exact. */
  const settleReceiver = Effect.fn("Deliveries.settleReceiver")(function* (results: ReadonlyArray<SettledDelivery>) {
    const [first] = results
    if (first === undefined || policy.pause === null) return []
    const { after: pauseAfter } = policy.pause
    const { org_id: orgId, receiver_id: receiverId } = first
    const deaths = yield* repo.lockDeaths(orgId, receiverId)
    if (Option.isNone(deaths)) return []
    const held = new Set(yield* repo.settleLocked(results))
    const recorded = results.filter(({ id }) => held.has(id))
    const ends = recorded.map(({ status }) => status)
    const { consecutiveDead, reached } = countDead(pauseAfter, deaths.value.consecutive_dead, ends)
    yield* repo.setDeaths(orgId, receiverId, consecutiveDead)
    if (reached && deaths.value.active) yield* pause({ orgId, receiverId, deadInARow: pauseAfter })
    return recorded
  }, db.transactSystem)

  /** Results of deliveries that are no longer held are dropped; answers what was recorded. */
  return Effect.fn("Deliveries.settle")(function* (ended: ReadonlyArray<SettledDelivery>) {
    const results = newestAttempts(ended)
    const { pause: pausing } = policy
    const deadly = new Set(pausing === null ? [] : results.filter(({ status }) => status === "dead").map(receiverOf))
    const others = results.filter((result) => !deadly.has(receiverOf(result)))
    const held = new Set(others.length === 0 ? [] : yield* repo.settle(others))
    const recorded = others.filter(({ id }) => held.has(id))
    for (const receiver of deadly) {
      recorded.push(...(yield* settleReceiver(results.filter((result) => receiverOf(result) === receiver))))
    }
    return figuresOf(recorded)
  })
})
