import type { OrgId } from "@svc/contract/kernel/ids"
import type { ClaimedRow } from "./policy.ts"
import type { Lease } from "./leases-repo.ts"
import type { AttemptResult, Claimed } from "./sender.ts"
import type { Figures } from "./settlement.ts"

export interface Ended<Row> {
  readonly delivery: Claimed<Row>
  readonly result: AttemptResult
  readonly milliseconds: number
}

interface Owned extends Lease {
  /** Its deliveries that are claimed and not recorded yet. */
  underWay: number
  /** When the last of them was, in milliseconds. */
  idleSince: number
}

/**
 * The state of one drain: the queues it owns, deliveries in flight, ended attempts to record, and the figures.
 * Deliveries are identified by claim, not by id: one whose lease expired under a stalled database, or that was
 * restarted, is claimed again while its earlier attempt is still running.
 */
export const makeDeliveryRun = <Row extends ClaimedRow>(crowdedFrom: number) => {
  const underWay = new Set<Claimed<Row>>()
  let going = 0
  let ended: Array<Ended<Row>> = []
  const owned = new Map<string, Owned>()
  /** Attempts in flight by organization, to receivers that were not proven fast when claimed. */
  const unproven = new Map<OrgId, number>()
  const figures = { delivered: 0, failed: 0, dead: 0, dropped: 0 }

  const countUnproven = (of: OrgId, more: number) => {
    const count = (unproven.get(of) ?? 0) + more
    if (count === 0) unproven.delete(of)
    else unproven.set(of, count)
  }
  const ownerOf = ({ lease_id, receiver_id }: Pick<ClaimedRow, "lease_id" | "receiver_id">) => {
    const lease = owned.get(receiver_id)
    return lease?.lease_id === lease_id ? lease : undefined
  }

  return {
    /** Attempts in flight. */
    going: () => going,
    /** Including ended ones that are not recorded. */
    underWayCount: () => underWay.size,
    figures: (): Figures => ({ ...figures }),
    dropped: (count: number) => {
      figures.dropped += count
    },

    /** For a claim: what is owned, and what of it is in flight. */
    owned: () => ({
      leases: [...owned.values()].map(({ lease_id, org_id, receiver_id }) => ({ lease_id, org_id, receiver_id })),
      underWay: [...underWay].filter((delivery) => ownerOf(delivery) !== undefined)
    }),
    /** Organizations whose receivers get no more attempts, except proven fast ones. */
    crowded: (): ReadonlyArray<OrgId> => [...unproven].flatMap(([of, count]) => (count >= crowdedFrom ? [of] : [])),

    claimed: (deliveries: ReadonlyArray<Claimed<Row>>, fast: ReadonlySet<string>, now: number) => {
      going += deliveries.length
      for (const delivery of deliveries) {
        const { lease_id, org_id, receiver_id } = delivery
        underWay.add(delivery)
        if (!fast.has(receiver_id)) countUnproven(org_id, 1)
        const lease = ownerOf(delivery)
        if (lease === undefined) owned.set(receiver_id, { lease_id, org_id, receiver_id, underWay: 1, idleSince: now })
        else lease.underWay += 1
      }
    },
    attempted: (end: Ended<Row>, proven: boolean) => {
      going -= 1
      if (!proven) countUnproven(end.delivery.org_id, -1)
      ended.push(end)
    },

    /** Ended attempts that are not recorded. */
    endedCount: () => ended.length,
    takeEnded: (): ReadonlyArray<Ended<Row>> => {
      const batch = ended
      ended = []
      return batch
    },
    /** What could not be written is written with the next ones, so that it is not sent again. */
    putBack: (batch: ReadonlyArray<Ended<Row>>) => {
      ended = [...batch, ...ended]
    },
    settled: (batch: ReadonlyArray<Ended<Row>>, recorded: Figures, now: number) => {
      for (const { delivery } of batch) {
        underWay.delete(delivery)
        const lease = ownerOf(delivery)
        if (lease === undefined) continue
        lease.underWay -= 1
        lease.idleSince = now
      }
      figures.delivered += recorded.delivered
      figures.failed += recorded.failed
      figures.dead += recorded.dead
      figures.dropped += recorded.dropped
    },

    /** Queues idle since then, to release. */
    idleSince: (moment: number): ReadonlyArray<Lease> =>
      [...owned.values()].filter((lease) => lease.underWay === 0 && lease.idleSince <= moment),
    handedBack: (leases: ReadonlyArray<Lease>) => {
      for (const lease of leases) if (ownerOf(lease) !== undefined) owned.delete(lease.receiver_id)
    }
  }
}
