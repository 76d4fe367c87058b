import { Schema } from "effect"

/** What a page may have to read again. A new kind is added here, and with it to what the dashboard reads for it. */
export const LiveResource = Schema.Literals([
  "account",
  "api_keys",
  "approval_chains",
  "assets",
  "audit_log",
  "case",
  "checklist_templates",
  "directory",
  "document_templates",
  "documents",
  "exports",
  "hris_reviews",
  "initiations",
  "integrations",
  "leaver_tests",
  "left_behind",
  "members",
  "notifications",
  "organisation",
  "person",
  "residual_access",
  "revocation_run",
  "scheduled_reports",
  "siem_targets",
  "webhooks"
])
export type LiveResource = typeof LiveResource.Type

/** Something changed: what it now is tells the route that reads it. */
export const LiveChange = Schema.Struct({
  resource: LiveResource,
  /** The offboarding, or the person of the directory; none where it is about several, or about neither. */
  id: Schema.optionalKey(Schema.String),
  /** The signed-in user changed it themselves, in whatever window. */
  own: Schema.optionalKey(Schema.Literal(true))
})
export type LiveChange = typeof LiveChange.Type

/** The data of an event `changed`. */
export const LiveChanges = Schema.fromJsonString(Schema.Array(LiveChange))

/**
 * Names of the events: the stream `opened`, these `changed`, or `everything` may have changed, because there were too
 * many changes or the caller's rights have changed.
 */
export const LiveEvent = Schema.Literals(["opened", "changed", "everything"])
export type LiveEvent = typeof LiveEvent.Type
