import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** Unknown, another organization's, or outside the caller's record scope: one response. */
export class RevocationCaseNotFound extends Refusal<RevocationCaseNotFound>()("RevocationCaseNotFound", 404, {
  error: Schema.tag("Offboarding not found")
}) {}

export class SelectedAppNotFound extends Refusal<SelectedAppNotFound>()("SelectedAppNotFound", 404, {
  error: Schema.tag("This app is not selected for this offboarding")
}) {}

/** `apps` names what is not selected for the offboarding; the body lists those names. */
export class AppsNotSelected extends Refusal<AppsNotSelected>()("AppsNotSelected", 400, {
  error: sentence("These apps are not selected for this offboarding: Jira"),
  code: Schema.tag("unknown_apps"),
  apps: described(Schema.Array(Schema.String), "The names that are not selected", { example: ["Jira"] })
}) {}

export class RevocationCaseCancelled extends Refusal<RevocationCaseCancelled>()("RevocationCaseCancelled", 409, {
  error: Schema.tag("This offboarding is canceled, so its access cannot be revoked")
}) {}

export class NoAppsSelected extends Refusal<NoAppsSelected>()("NoAppsSelected", 409, {
  error: Schema.tag(
    "No app is selected for this offboarding. Select apps first, or confirm that there is nothing to revoke"
  )
}) {}

export class NothingLeftToRevoke extends Refusal<NothingLeftToRevoke>()("NothingLeftToRevoke", 409, {
  error: Schema.tag("Every selected app is already revoked or confirmed as removed. Name the apps to revoke them again")
}) {}

/** `apps` names what a run is working on at this moment: it cannot be taken out of the selection. */
export class AppsBeingRevoked extends Refusal<AppsBeingRevoked>()("AppsBeingRevoked", 409, {
  error: sentence(
    "Access is being revoked, so these apps cannot be removed: github. Try again when the run has finished"
  ),
  apps: described(Schema.Array(Schema.String), "Their names", { example: ["github"] })
}) {}

/** A run or a return uses the person's accounts, so the identifiers that find them cannot change now. */
export class PersonInUse extends Refusal<PersonInUse>()("PersonInUse", 409, {
  error: Schema.tag(
    "Access of this person is being revoked or restored, so the email address and the source-control username cannot change. Try again when that has finished"
  ),
  code: Schema.tag("person_in_use")
}) {}
