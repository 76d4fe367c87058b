import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { says } from "../kernel/says.ts"
import { ResidualAccessNotFound } from "./errors.ts"
import {
  ListResidualAccess,
  ListUnverifiedAccess,
  ResidualAccess,
  ResidualAccessByApp,
  ResidualAccessId,
  ResidualAccessPage,
  ResolveResidualAccess,
  UnverifiedAccessPage
} from "./schema.ts"

/** What runs and the nightly look at revoked accounts found. */
export class ResidualAccessApi extends HttpApiGroup.make("residual-access")
  .add(
    HttpApiEndpoint.get("list", "/", { query: ListResidualAccess, success: ResidualAccessPage })
      .annotateMerge(
        says(
          "List residual access",
          "Accounts that were revoked and are active: read back so by the run that revoked them, or found so at night once " +
            "the offboarding is completed. Newest first."
        )
      )
      .annotate(Requires, { permission: "offboardings_view" }),
    HttpApiEndpoint.get("byApp", "/apps", { success: ResidualAccessByApp })
      .annotateMerge(
        says(
          "Count residual access by app",
          "Accounts that were seen active, and removals that were not read back, of each app that has any."
        )
      )
      .annotate(Requires, { permission: "offboardings_view" }),
    HttpApiEndpoint.get("unverified", "/unverified", { query: ListUnverifiedAccess, success: UnverifiedAccessPage })
      .annotateMerge(
        says(
          "List removals that were not verified",
          "Apps of people whose access has ended, of offboardings that were not cancelled, whose removal was not read " +
            "back from the app: the last to leave first. The word of an app or of a person is no verification."
        )
      )
      .annotate(Requires, { permission: "offboardings_view" }),
    HttpApiEndpoint.post("resolve", "/:id/resolve", {
      params: { id: described(ResidualAccessId, "The finding") },
      payload: ResolveResidualAccess,
      success: ResidualAccess,
      error: ResidualAccessNotFound
    })
      .annotateMerge(
        says(
          "Resolve residual access",
          "Says that it was removed by hand, or that it may stay. One that is resolved stays as it is."
        )
      )
      .annotate(Requires, { permission: "access_revoke" })
  )
  .pipe(behindSession)
  .prefix("/api/residual-access")
  .annotateMerge(OpenApi.annotations({ title: "Residual access", description: "Revoked accounts that are active" })) {}
