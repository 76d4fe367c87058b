import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Access, Decoding, Requires, SessionAuth } from "../kernel/access.ts"
import { OffboardingId } from "../kernel/ids.ts"
import { Text } from "../kernel/text.ts"
import {
  AppsNotSelected,
  NoAppsSelected,
  NothingLeftToRevoke,
  RevocationCaseCancelled,
  RevocationCaseNotFound,
  SelectedAppNotFound
} from "./errors.ts"
import { ConfirmRemoval, RevocationPreview, RevokeAccess, StartedRun } from "./schema.ts"

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
      error: refusals
    }).annotate(Requires, { permission: "access_revoke" }),
    HttpApiEndpoint.post("preview", "/revoke-access/preview", {
      payload: RevokeAccess,
      success: RevocationPreview,
      error: refusals
    }).annotate(Requires, { permission: "access_revoke" }),
    HttpApiEndpoint.post("confirmRemoved", "/employees/:id/apps/:service/confirm-removed", {
      params: { id: OffboardingId, service: Text(100) },
      payload: [ConfirmRemoval, HttpApiSchema.NoContent],
      success: Schema.Struct({ success: Schema.tag(true) }),
      error: [RevocationCaseNotFound, SelectedAppNotFound, RevocationCaseCancelled]
    }).annotate(Requires, { permission: "access_revoke" })
  )
  .middleware(Access)
  .middleware(SessionAuth)
  .middleware(Decoding)
  .prefix("/api")
  .annotateMerge(OpenApi.annotations({ title: "Revocations", description: "Taking away access to connected apps" })) {}
