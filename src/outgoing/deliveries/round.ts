import type { DueReceiver, Position } from "./queue-repo.ts"

const positionOf = ({ org_id, receiver_id }: DueReceiver): Position => ({ orgId: org_id, receiverId: receiver_id })

const isBehind = (one: Position, other: Position) =>
  one.orgId > other.orgId || (one.orgId === other.orgId && one.receiverId > other.receiverId)

/**
 * Fair round-robin scheduling over receivers with due deliveries: claims walk over them in one order, each after the
 * previous one. They are looked up periodically, `partSize` at a time. In memory only: after a crash a round starts over.
 */
export const makeRound = (begin: Position, partSize: number) => {
  /** What the last lookup found after `from`; `last` when no receivers follow. */
  let part: { readonly from: Position; readonly last: boolean; readonly receivers: ReadonlyArray<DueReceiver> } = {
    from: begin,
    last: true,
    receivers: []
  }
  let next = 0
  let through = begin
  /** The last receiver served in this round. */
  let served = begin
  let stale = true
  /** This round started at the first receiver, and nothing has been claimed in it. */
  let barren = true
  let over = false
  let wrapped = false
  const met = new Set<string>()
  let spread = 1

  const isWhole = () => part.last && part.from === begin

  const wrap = () => {
    wrapped = true
    over = barren
    barren = true
    served = begin
    spread = Math.max(1, met.size)
    met.clear()
  }

  return {
    /** Requests a lookup of newly due receivers. No receiver loses its turn. */
    refresh: () => {
      stale = true
    },
    isStale: () => stale,
    /** The position to look up from; undefined while receivers to claim from are known. */
    lookUpBehind: (): Position | undefined => {
      if (stale) return isWhole() ? begin : served
      if (next < part.receivers.length || isWhole()) return undefined
      return part.last ? begin : through
    },
    lookedUp: (from: Position, found: ReadonlyArray<DueReceiver>) => {
      const end = found.at(-1)
      part = { from, last: found.length < partSize, receivers: found.filter(({ receives }) => receives) }
      through = end === undefined ? from : positionOf(end)
      const behind = part.receivers.findIndex((receiver) => isBehind(positionOf(receiver), served))
      next = Math.max(0, behind)
      // A new receiver before the next one has not been asked in this round.
      if (stale) barren = from === begin && next === 0
      stale = false
    },
    /** The receivers to claim from now; empty when none of those looked up is active. */
    inTurn: (): ReadonlyArray<DueReceiver> => {
      if (next >= part.receivers.length) next = 0
      return part.receivers.slice(next)
    },
    /** Receivers met in the last round, so that a claim can be divided among them. */
    spread: () => spread,
    /** Receivers that something was claimed from; `all` when none has more. */
    claimed: (receiverIds: ReadonlyArray<string>, all: boolean) => {
      over = false
      wrapped = false
      if (receiverIds.length > 0) barren = false
      const taken = new Set(receiverIds)
      taken.forEach((id) => met.add(id))
      const lastTaken = part.receivers.findLastIndex(({ receiver_id }) => taken.has(receiver_id))
      const last = part.receivers[lastTaken]
      // Receivers that were asked and had nothing due have had their turn.
      if (all) served = through
      else if (last !== undefined) served = positionOf(last)
      next = all ? part.receivers.length : lastTaken + 1
      if (next >= part.receivers.length && part.last) wrap()
    },
    /** The last claim reached the last receiver. */
    hasEnded: () => wrapped,
    /** A whole round has just ended without a claim. */
    isOver: () => over
  }
}
