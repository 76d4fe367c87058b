import { AuditAction } from "@svc/contract/audit/actions"
import { type SiemEventName, stageActions } from "@svc/contract/siem/events"

/** What a target receives. */
interface Chosen {
  readonly allEvents: boolean
  readonly events: ReadonlyArray<SiemEventName>
}

/**
 * The actions of the entries that a batch export replays to a target that chose these events; null for all. An entry
 * is replayed under its own action, so the three detailed events stand for the entries that they are made from.
 */
export const replayedActions = ({ allEvents, events }: Chosen): ReadonlyArray<AuditAction> | null => {
  if (allEvents) return null
  const chosen: ReadonlySet<string> = new Set(events)
  const wanted = (action: AuditAction): boolean => {
    if (stageActions.some((stage) => stage === action)) return chosen.has("status_changed")
    return chosen.has(action) || (action === "access_revoked" && chosen.has("revocation_failed"))
  }
  return AuditAction.literals.filter(wanted)
}
