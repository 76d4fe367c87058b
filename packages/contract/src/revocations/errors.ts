import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"

/** Unknown, another organisation's, or outside the caller's record scope: all answered alike. */
export class RevocationCaseNotFound extends Refusal<RevocationCaseNotFound>("RevocationCaseNotFound")(
  { error: Schema.tag("Offboarding not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "RevocationCaseNotFound"
}

export class SelectedAppNotFound extends Refusal<SelectedAppNotFound>("SelectedAppNotFound")(
  { error: Schema.tag("This app is not among the apps selected for the offboarding") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "SelectedAppNotFound"
}

/** `apps` names what is not selected for the offboarding; the body lists those names. */
export class AppsNotSelected extends Refusal<AppsNotSelected>("AppsNotSelected")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "Not among the apps selected for this offboarding: Jira"
    }),
    code: Schema.tag("unknown_apps"),
    apps: described(Schema.Array(Schema.String), "The names that are not selected", { example: ["Jira"] })
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "AppsNotSelected"
}

export class RevocationCaseCancelled extends Refusal<RevocationCaseCancelled>("RevocationCaseCancelled")(
  { error: Schema.tag("This offboarding is cancelled, so its access is not revoked") },
  { httpApiStatus: 409 }
) {
  readonly _tag = "RevocationCaseCancelled"
}

export class NoAppsSelected extends Refusal<NoAppsSelected>("NoAppsSelected")(
  {
    error: Schema.tag(
      "No app is selected for this offboarding. Select apps first, or confirm that there is nothing to revoke"
    )
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "NoAppsSelected"
}

export class NothingLeftToRevoke extends Refusal<NothingLeftToRevoke>("NothingLeftToRevoke")(
  {
    error: Schema.tag("Every selected app is already revoked or confirmed removed. Name apps to revoke them once more")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "NothingLeftToRevoke"
}

/** `apps` names what a run is working on at this moment: it cannot be taken out of the selection. */
export class AppsBeingRevoked extends Refusal<AppsBeingRevoked>("AppsBeingRevoked")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "Access is being revoked right now, so these apps cannot be removed: github. Try again when it is done"
    }),
    apps: described(Schema.Array(Schema.String), "Which ones", { example: ["github"] })
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "AppsBeingRevoked"
}

/** A run or a return acts on the person's accounts, so the identifiers by which they are found cannot change meanwhile. */
export class PersonInUse extends Refusal<PersonInUse>("PersonInUse")(
  {
    error: Schema.tag(
      "Access of this person is being revoked or restored right now, so the email address and the source-control username cannot change. Try again when it has finished"
    ),
    code: Schema.tag("person_in_use")
  },
  { httpApiStatus: 409 }
) {
  readonly _tag = "PersonInUse"
}
