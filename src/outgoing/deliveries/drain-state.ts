import type { DueReceiver, Position } from "./queue-repo.ts"
import { makeRound } from "./round.ts"

/*
 * The state machine of one drain: a polling consumer of the delivery queue, without time and without the database. A turn
 * is at most one lookup, one drop, one claim, and one release of idle leases, in this order; then the next turn, Wait or Done:
 *
 *   LookUp? -> Drop? -> Claim? -> HandBack --+--> next turn: the claim was full, receivers were not asked yet,
 *     ^                                      |    a signal came, or there is more to drop
 *     +--------- a signal, or a place -------+--> Wait: what is due now is claimed, or no place is free
 *                                            +--> Done: no result was recorded since the last lookup, nothing is
 *                                                 in flight, no refill runs
 *
 * Guarantees, for any order of events (`drain-state.test.ts`): Done only after a lookup that found nothing to claim, so a
 * delivery queued before it is claimed by this drain; Wait and Done are reached in a bounded number of steps. A process
 * that dies loses its leases (`leases-repo.ts`), and another drain finds what it had claimed.
 */

export interface ClaimStep {
  readonly _tag: "Claim"
  readonly receivers: ReadonlyArray<DueReceiver>
  /** Maximum deliveries, of all and of one receiver. */
  readonly room: number
  readonly share: number
}

/** What the drain does next. Its result goes back into the state: `lookedUp`, `dropped`, `claimed`. */
type Step =
  | { readonly _tag: "LookUp"; readonly after: Position }
  | { readonly _tag: "Drop"; readonly receivers: ReadonlyArray<DueReceiver> }
  | ClaimStep
  /** Idle leases go back to other processes. */
  | { readonly _tag: "HandBack" }
  /** For a signal, or for a place. */
  | { readonly _tag: "Wait" }
  | { readonly _tag: "Done" }

/** Numbers of deliveries or receivers. */
export interface DrainLimits {
  /** Attempts of one process and policy that run together. */
  readonly maxGoing: number
  /** Including ended ones that are not recorded. */
  readonly maxUnderWay: number
  readonly maxClaimed: number
  /**
   * A smaller claim takes no new queue: the owner of one needs capacity for its due deliveries, because no other
   * process can send them.
   */
  readonly leastRoom: number
  /** Receivers per lookup. */
  readonly maxLookedUp: number
  /** Deliveries of one drop. */
  readonly maxDropped: number
}

/** Attempts in flight, and with those that have ended and are not recorded. */
interface Load {
  readonly going: number
  readonly underWay: number
}

interface DrainOptions {
  /** Before the first receiver. */
  readonly begin: Position
  readonly limits: DrainLimits
  /** There may be something to drop: it is looked up though no place is free. */
  readonly drops: boolean
  /** The queue is fed while it drains; not done before the first refill has ended. */
  readonly refills: boolean
}

export const makeDrainState = ({ begin, drops, limits, refills }: DrainOptions) => {
  const { leastRoom, maxClaimed, maxDropped, maxGoing, maxLookedUp, maxUnderWay } = limits
  const round = makeRound(begin, maxLookedUp)
  /** The step of this turn that is next. */
  let at: "lookUp" | "drop" | "claim" | "handBack" | "end" = "lookUp"
  /** Since this turn started: a delivery may be due that no lookup has found. */
  let signalled = false
  /** Results were recorded since the last lookup: a retry may be due that it did not find. */
  let moved = false
  let refilling = refills
  /** Receivers with something due that is still to be dropped. */
  let unwanted: ReadonlyArray<DueReceiver> = []
  /** Of this turn: its free places, and what was claimed of them. */
  let room = 0
  let claim = { count: 0, limited: false }

  const noteClaim = (receiverIds: ReadonlyArray<string>, limited: boolean) => {
    claim = { count: receiverIds.length, limited }
    round.claimed(receiverIds, !limited)
  }

  const beginTurn = ({ going, underWay }: Load) => {
    if (signalled) round.refresh()
    signalled = false
    const places = Math.min(maxGoing - going, maxUnderWay - underWay, maxClaimed)
    room = places < leastRoom ? 0 : places
    claim = { count: 0, limited: false }
  }

  const endTurn = (load: Load): Step => {
    const full = claim.limited && room === maxClaimed
    const unasked = claim.count < room && !(claim.count === 0 ? round.isOver() : round.hasEnded())
    if (full || unasked) return next(load)
    if (load.underWay === 0 && !refilling && unwanted.length === 0 && !signalled) {
      if (!moved) return { _tag: "Done" }
      signalled = true
    }
    return signalled || unwanted.length > 0 ? next(load) : { _tag: "Wait" }
  }

  /** Goes through the steps of the turn, passing over those with nothing to do. */
  const next = (load: Load): Step => {
    if (at === "lookUp") {
      at = "drop"
      beginTurn(load)
      const after = room > 0 || (drops && round.isStale()) ? round.lookUpBehind() : undefined
      if (after !== undefined) {
        moved = false
        return { _tag: "LookUp", after }
      }
    }
    if (at === "drop") {
      at = "claim"
      if (unwanted.length > 0) return { _tag: "Drop", receivers: unwanted }
    }
    if (at === "claim") {
      at = "handBack"
      const receivers = room > 0 ? round.inTurn() : []
      // A little less than an equal share, so that a claim reaches the last receiver and knows that it is.
      const share = Math.max(1, Math.floor(room / (round.spread() + 1)))
      if (receivers.length > 0) return { _tag: "Claim", receivers, room, share }
      if (room > 0) noteClaim([], false)
    }
    if (at === "handBack") {
      at = "end"
      return { _tag: "HandBack" }
    }
    at = "lookUp"
    return endTurn(load)
  }

  return {
    next,
    lookedUp: (after: Position, found: ReadonlyArray<DueReceiver>) => {
      round.lookedUp(after, found)
      const again = new Set(found.map(({ receiver_id }) => receiver_id))
      const left = unwanted.filter(({ receiver_id }) => !again.has(receiver_id))
      unwanted = [...left, ...found.filter((receiver) => receiver.unwanted)]
    },
    dropped: (count: number) => {
      if (count < maxDropped) unwanted = []
    },
    /** Of which receivers, once per delivery; `limited`: the claim took as many as it might, so there may be more. */
    claimed: noteClaim,
    /** Results were recorded, which may make a retry due and frees capacity. */
    settled: () => {
      moved = true
    },
    /** Something new may be due. */
    signalled: () => {
      signalled = true
    },
    refilled: () => {
      refilling = false
    }
  }
}
