import type { DueReceiver, Position } from "./queue-repo.ts"

const positionOf = ({ org_id, receiver_id }: DueReceiver): Position => ({ orgId: org_id, receiverId: receiver_id })

const isBehind = (one: Position, other: Position) =>
  one.orgId > other.orgId || (one.orgId === other.orgId && one.receiverId > other.receiverId)

/**
 * Whose turn it is. Claims walk over the receivers with something due in one order, each going on behind the one before
 * it; who they are is looked up now and then, `partSize` at a time.
 */
export const makeRound = (begin: Position, partSize: number) => {
  /** What the last look-up found behind `from`; `last` when there is nobody behind these. */
  let part: { readonly from: Position; readonly last: boolean; readonly receivers: ReadonlyArray<DueReceiver> } = {
    from: begin,
    last: true,
    receivers: []
  }
  let next = 0
  let through = begin
  /** The last one who had their turn in this round. */
  let served = begin
  let stale = true
  /** This round began at the first receiver, and nothing was claimed in it yet. */
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
    /** What has become due meanwhile is to be looked up, without anybody losing their turn. */
    refresh: () => {
      stale = true
    },
    isStale: () => stale,
    /** Behind whom to look up; undefined while it is known of whom to claim. */
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
      // Whoever is new before the one whose turn it is has not been asked in this round.
      if (stale) barren = from === begin && next === 0
      stale = false
    },
    /** Of whom to claim now; nobody when none of those that were looked up receives anything. */
    inTurn: (): ReadonlyArray<DueReceiver> => {
      if (next >= part.receivers.length) next = 0
      return part.receivers.slice(next)
    },
    /** How many receivers the last round met, so that a claim can be spread over them. */
    spread: () => spread,
    /** Of whom something was claimed; `all` when nobody has more. */
    claimed: (receiverIds: ReadonlyArray<string>, all: boolean) => {
      over = false
      wrapped = false
      if (receiverIds.length > 0) barren = false
      const taken = new Set(receiverIds)
      taken.forEach((id) => met.add(id))
      const lastTaken = part.receivers.findLastIndex(({ receiver_id }) => taken.has(receiver_id))
      const last = part.receivers[lastTaken]
      // Those who were asked and had nothing have had their turn as well.
      if (all) served = through
      else if (last !== undefined) served = positionOf(last)
      next = all ? part.receivers.length : lastTaken + 1
      if (next >= part.receivers.length && part.last) wrap()
    },
    /** The last claim asked the last receiver of all. */
    hasEnded: () => wrapped,
    /** A round from the first receiver to the last has just ended in which nothing was claimed. */
    isOver: () => over
  }
}
