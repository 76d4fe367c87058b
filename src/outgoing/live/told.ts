import type { AuditAction } from "@svc/contract/audit/actions"
import type { Caller } from "@svc/contract/kernel/access"
import type { LiveChange, LiveEvent, LiveResource } from "@svc/contract/live/schema"
import { Struct } from "effect"
import { isCaseIn, isOwn } from "#records/record-scope"
import { permits } from "#access/requirements"
import { changedBy } from "./changed-by.ts"
import { type Seen, seenBy } from "./seen-by.ts"

type Who = Caller["Service"]

/** As far as it says who sees it. */
interface Placed {
  readonly department: string
  readonly manager_email: string | null
}

/** A case also says whom it is about. */
interface PlacedCase extends Placed {
  readonly employee_email: string | null
}

/** An entry of the log without what it tells. */
export interface LiveEntry {
  readonly action: AuditAction
  readonly actor_id: string | null
  readonly offboarding_id: string | null
  readonly org_employee_id: string | null
  /** Null without a case, and of one that is deleted. */
  readonly offboarding: PlacedCase | null
  readonly person: Placed | null
}

const isIn = (records: Who["records"], placed: Placed | null) =>
  placed !== null &&
  isCaseIn(records, {
    employee_department: placed.department,
    manager_email: placed.manager_email,
    employee_email: null
  })

const seesRecord = ({ records }: Who, of: Seen["of"], entry: LiveEntry) =>
  of === "organisation" ||
  records._tag === "All" ||
  (of === "offboarding" && isIn(records, entry.offboarding)) ||
  (of === "person" && isIn(records, entry.person))

/** Nothing of a member's own offboarding reaches them, whatever else the entry is about. */
const isOfOwn = ({ records }: Who, { offboarding, offboarding_id }: LiveEntry) =>
  isOwn(records, { offboarding_id, employee_email: offboarding?.employee_email ?? null })

/** The part of an entry that a reader gets. Nothing that the routes would not show: a change reveals existence. */
export const toldOf = (
  who: Who,
  entry: LiveEntry,
  // The log itself has one more, whatever it tells.
  resources: ReadonlyArray<LiveResource> = [...changedBy[entry.action], "audit_log"]
): ReadonlyArray<LiveChange> => {
  if (isOfOwn(who, entry)) return []
  const own = entry.actor_id !== null && entry.actor_id === who.userId
  return resources.flatMap((resource): ReadonlyArray<LiveChange> => {
    const { by, of } = seenBy[resource]
    const told = of === "themselves" ? own : permits(who, by) && seesRecord(who, of, entry)
    if (!told) return []
    const id = of === "offboarding" ? entry.offboarding_id : of === "person" ? entry.org_employee_id : null
    return [{ resource, ...(id === null ? {} : { id }), ...(own ? { own: true as const } : {}) }]
  })
}

/** Without the member's own departure, which begins and ends without a word to them. */
const scopeOf = ({ records }: Who) => JSON.stringify(Struct.omit(records, ["own"]))

/** Whether a person's permissions and records are unchanged. */
export const standsAsBefore = (before: Who, now: Who): boolean =>
  !now.organisation.suspended &&
  before.role === now.role &&
  before.organisation.plan === now.organisation.plan &&
  scopeOf(before) === scopeOf(now) &&
  JSON.stringify(before.permissions) === JSON.stringify(now.permissions)

/** An event on the wire. */
export const frame = (event: LiveEvent, data: ReadonlyArray<LiveChange> = []): string =>
  `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
