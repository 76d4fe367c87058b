import type { AuditAction } from "@svc/contract/audit/actions"
import type { AuditEntry } from "@svc/contract/audit-log/schema"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { RevocationOutcome } from "@svc/contract/revocations/schema"
import { Schema } from "effect"

/** Actions that a person takes on an offboarding: each has a sentence that begins with the person's name. */
export const personActions = [
  "access_removal_confirmed",
  "access_return_approved",
  "access_return_declined",
  "access_return_proposed",
  "access_revocation_started",
  "asset_bulk_returned",
  "asset_created",
  "asset_deleted",
  "asset_found",
  "asset_return_confirmed",
  "asset_returned",
  "asset_tracking_given",
  "asset_updated",
  "checklist_item_added",
  "checklist_item_completed",
  "checklist_item_deleted",
  "checklist_item_edited",
  "checklist_item_not_needed",
  "checklist_item_reopened",
  "checklist_template_applied",
  "comment_added",
  "comment_deleted",
  "completion_overridden",
  "document_added",
  "document_deleted",
  "document_generated",
  "document_status_changed",
  "document_updated",
  "document_uploaded",
  "evidence_exported",
  "exit_interview_completed",
  "exit_interview_invited",
  "exit_interview_reopened",
  "initiation_approved",
  "initiation_delegated",
  "initiation_edited",
  "initiation_rejected",
  "initiation_step_approved",
  "initiation_submitted",
  "initiation_withdrawn",
  "it_ticket_requested",
  "left_behind_accepted",
  "left_behind_done",
  "left_behind_let_go",
  "left_behind_offered",
  "left_behind_taken_over",
  "legal_hold_released",
  "legal_hold_set",
  "no_apps_confirmed",
  "offboarding.pdf_exported",
  "offboarding_cancelled",
  "offboarding_created",
  "offboarding_manager_changed",
  "offboarding_owner_cleared",
  "offboarding_owner_set",
  "offboarding_status_changed",
  "offboarding_updated",
  "portal_document_downloaded",
  "portal_link_created",
  "portal_link_revoked",
  "portal_signing_opened",
  "portal_task_ticked",
  "portal_viewed",
  "residual_access_resolved",
  "signature_cancelled",
  "signature_reminded",
  "signature_requested"
] as const satisfies ReadonlyArray<AuditAction>
export type PersonAction = (typeof personActions)[number]

const isPersonAction = (action: string): action is PersonAction => personActions.some((one) => one === action)

/** Only the departing employee does these, by the portal link. */
const byEmployee: ReadonlyArray<string> = [
  "asset_tracking_given",
  "portal_document_downloaded",
  "portal_signing_opened",
  "portal_task_ticked",
  "portal_viewed"
]

/** What an entry is about: the first group of a pattern over its details, or over its target. */
const inDetails =
  (pattern: RegExp) =>
  ({ details }: AuditEntry) =>
    pattern.exec(details)?.[1]
const inTarget =
  (pattern: RegExp) =>
  ({ target }: AuditEntry) =>
    pattern.exec(target)?.[1]

const app = inDetails(/^([^,:]+?)(?:[,:]| accepted | shows )/)
const task = inDetails(
  /^(.+?)(?:: by the (?:record that it follows|resolved ticket .*)|: completed automatically|: (?:done|open), by the portal link|, reason: .*|, assigned to .*|, at [a-z-]+)?$/s
)
const asset = inTarget(/^Asset (.+)$/s)
const document = inTarget(/^Document (.+) of .+?$/s)
const item = inDetails(/^[^,]+, \w+ (.+?): /s)

const objects: Readonly<Partial<Record<AuditAction, (entry: AuditEntry) => string | undefined>>> = {
  access_removal_confirmed: app,
  access_revocation_started: inDetails(/: (.+)$/s),
  residual_access_ended: app,
  residual_access_found: app,
  residual_access_resolved: app,
  entitlements_kept: app,
  entitlements_taken: app,
  left_behind_found: app,
  left_behind_ended: app,
  left_behind_accepted: item,
  left_behind_done: item,
  left_behind_let_go: item,
  left_behind_offered: item,
  left_behind_taken_over: item,
  offboarding_owner_cleared: inDetails(/^owner: (.+) -> none$/s),
  offboarding_owner_set: inDetails(/^owner: .+ -> (.+)$/s),
  asset_bulk_returned: ({ details }) => details || undefined,
  asset_created: asset,
  asset_deleted: asset,
  asset_found: asset,
  asset_overdue: asset,
  asset_returned: asset,
  asset_tracking_given: asset,
  asset_updated: asset,
  checklist_item_added: task,
  checklist_item_completed: task,
  checklist_item_deleted: inDetails(/^(.+?), [a-z ]+, reason: /s),
  checklist_item_edited: inDetails(/^(.+?): /s),
  checklist_item_not_needed: task,
  checklist_item_reopened: task,
  checklist_sla_breached: task,
  it_ticket_created: inDetails(/^(.+?): /s),
  it_ticket_requested: task,
  portal_task_ticked: task,
  document_added: document,
  document_deleted: document,
  document_generated: document,
  document_status_changed: document,
  document_updated: document,
  document_uploaded: document,
  portal_document_downloaded: document,
  portal_signing_opened: document,
  signature_cancelled: document,
  signature_completed: document,
  signature_ended: document,
  signature_reminded: document,
  signature_requested: document,
  signature_sent: document
}

const isKnown = (action: string): action is AuditAction => action in objects
const isStage = Schema.is(OffboardingStatus)
const isOutcome = Schema.is(RevocationOutcome)

/** Words that the sentences are made of. */
interface Words {
  readonly did: Readonly<Record<PersonAction, string>>
  readonly stages: Readonly<Record<OffboardingStatus, string>>
  readonly outcomes: Readonly<Record<RevocationOutcome, string>>
  /** Names of all actions, for what happened without a person. */
  readonly names: Readonly<Record<string, string>>
}

/** An entry as a sentence: who did it, then the words around the object. */
interface Sentence {
  /** Undefined where no person acted. */
  readonly who: string | undefined
  readonly before: string
  readonly object: string
  readonly after: string
  readonly tone: "good" | "bad" | undefined
}

const failing: ReadonlyArray<string> = ["asset_overdue", "checklist_sla_breached", "residual_access_found"]

/** Each app of an ended run with its outcome: `Notion: revoked, verified; Figma: failed (403)`. */
const outcomesOf = ({ details }: AuditEntry) =>
  details.split("; ").flatMap((part) => {
    const [, service, outcome = ""] = /([^:]+): (\w+)(?: \(\d+\))?(?:, verified)?(?:\.|$)/.exec(part) ?? []
    return service !== undefined && isOutcome(outcome) ? [{ service: service.trim(), outcome }] : []
  })

const objectOf = (entry: AuditEntry, { outcomes, stages }: Words): string | undefined => {
  const { action, details } = entry
  if (action === "offboarding_status_changed") {
    const stage = / -> (\w+)/.exec(details)?.[1]
    return isStage(stage) ? stages[stage] : undefined
  }
  if (action === "access_revoked") {
    return outcomesOf(entry)
      .map(({ outcome, service }) => `${service}: ${outcomes[outcome]}`)
      .join(", ")
  }
  return isKnown(action) ? objects[action]?.(entry) : undefined
}

/** What happened, without codes; they stay in the audit log. */
export const sentenceOf = (entry: AuditEntry, employee: string, words: Words): Sentence => {
  const { action, actor } = entry
  const object = objectOf(entry, words)
  const who = byEmployee.includes(action) ? employee : actor.full_name
  const tone =
    failing.includes(action) || outcomesOf(entry).some(({ outcome }) => outcome === "failed" || outcome === "stopped")
      ? "bad"
      : action === "access_revoked"
        ? "good"
        : undefined
  if (who !== null && isPersonAction(action)) {
    const [before = "", after] = words.did[action].split("#")
    if (after === undefined) return { who, before, object: "", after: "", tone }
    if (object !== undefined) return { who, before, object, after, tone }
  }
  const name = words.names[action] ?? action.replaceAll(/[_.]/g, " ")
  return object === undefined || object === ""
    ? { who: undefined, before: name, object: "", after: "", tone }
    : { who: undefined, before: `${name}: `, object, after: "", tone }
}
