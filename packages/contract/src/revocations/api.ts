import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { TakeoverNeeded } from "../left-behind/errors.ts"
import { Text } from "../kernel/text.ts"
import {
  AppsNotSelected,
  NoAppsSelected,
  NothingLeftToRevoke,
  RevocationCaseCancelled,
  RevocationCaseNotFound,
  SelectedAppNotFound
} from "./errors.ts"
import { ConfirmRemoval, ListRuns, RevocationPreview, RevocationRunPage, RevokeAccess, StartedRun } from "./schema.ts"

const refusals = [
  RevocationCaseNotFound,
  AppsNotSelected,
  RevocationCaseCancelled,
  NoAppsSelected,
  NothingLeftToRevoke
] as const

export class RevocationsApi extends HttpApiGroup.make("revocations")
  .add(
    HttpApiEndpoint.post("start", "/revoke-access", {
      payload: RevokeAccess,
      success: StartedRun.pipe(HttpApiSchema.status(202)),
      error: [...refusals, TakeoverNeeded]
    }).annotateMerge(
      route(
        { permission: "access_revoke" },
        "Revoke access",
        "Starts a run over the selected apps, or joins the run in progress. The run ends with the event " +
          "`revocation.completed` or `revocation.failed`."
      )
    ),
    HttpApiEndpoint.post("preview", "/revoke-access/preview", {
      payload: RevokeAccess,
      success: RevocationPreview,
      error: refusals
    }).annotateMerge(
      route(
        { permission: "access_revoke" },
        "Preview a revocation",
        "What a run would call, which documents the person still has to sign, and which items block revocation " +
          "until they have a new owner. Nothing is sent."
      )
    ),
    HttpApiEndpoint.get("history", "/employees/:id/revocation-runs", {
      params: { id: described(OffboardingId, "The offboarding") },
      query: ListRuns,
      success: RevocationRunPage,
      error: RevocationCaseNotFound
    }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "List the revocation runs of an offboarding",
        "Newest first, with the result of each app. A run in progress shows the results so far."
      )
    ),
    HttpApiEndpoint.post("confirmRemoved", "/employees/:id/apps/:service/confirm-removed", {
      params: {
        id: described(OffboardingId, "The offboarding"),
        service: described(Text(100), "The app by its name", { example: "github" })
      },
      payload: [ConfirmRemoval, HttpApiSchema.NoContent],
      success: Schema.Struct({ success: Schema.tag(true) }),
      error: [RevocationCaseNotFound, SelectedAppNotFound, RevocationCaseCancelled]
    }).annotateMerge(
      route(
        { permission: "access_revoke" },
        "Confirm manually that access was removed",
        "Counts as revoked for the gate past `it_revocation`."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api")
  .annotateMerge(group("Revocations", "Revocation of access to connected apps")) {}
