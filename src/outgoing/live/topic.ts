import type { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import { Topic } from "#platform/jobs/wakeups"

/** For changes without a log entry; a lost signal is made up for by the page's next read. */
const opening = "live:"

/** A payload of PostgreSQL has 8,000 bytes. */
const usersAtOnce = 150

/** A revocation run of the case has come one step further. */
export const runMoved = (orgId: OrgId, offboardingId: OffboardingId): Topic =>
  Topic(`${opening}${orgId}:run:${offboardingId}`)

/** These members have a new notice. */
export const noticesFor = (orgId: OrgId, userIds: ReadonlyArray<string>): ReadonlyArray<Topic> =>
  Array.from({ length: Math.ceil(userIds.length / usersAtOnce) }, (_, index) =>
    Topic(`${opening}${orgId}:notices:${userIds.slice(index * usersAtOnce, (index + 1) * usersAtOnce).join(",")}`)
  )

/** Signals of one organization. */
export interface Signals {
  readonly runs: ReadonlySet<string>
  readonly notices: ReadonlySet<string>
}

/** By organization; other topics are ignored. */
export const signalsIn = (topics: ReadonlyArray<Topic>): ReadonlyMap<string, Signals> => {
  const found = new Map<string, { readonly runs: Set<string>; readonly notices: Set<string> }>()
  for (const topic of topics) {
    const [kind, orgId, what, ids = ""] = topic.split(":")
    if (orgId === undefined || (kind !== "entries" && kind !== "live")) continue
    const of = found.get(orgId) ?? { runs: new Set(), notices: new Set() }
    found.set(orgId, of)
    if (what === "run") of.runs.add(ids)
    if (what === "notices") for (const id of ids.split(",")) of.notices.add(id)
  }
  return found
}
