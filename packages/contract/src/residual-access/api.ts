import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { group, route } from "../kernel/route.ts"
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
    HttpApiEndpoint.get("list", "/", { query: ListResidualAccess, success: ResidualAccessPage }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "List residual access",
        "Accounts that were revoked and are active: read back so by the run that revoked them, or found so at night once " +
          "the offboarding is completed. Newest first."
      )
    ),
    HttpApiEndpoint.get("byApp", "/apps", { success: ResidualAccessByApp }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "Count residual access by app",
        "Accounts that were seen active, and removals that were not read back, of each app that has any."
      )
    ),
    HttpApiEndpoint.get("unverified", "/unverified", {
      query: ListUnverifiedAccess,
      success: UnverifiedAccessPage
    }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "List removals that were not verified",
        "Apps of people whose access has ended, of offboardings that were not cancelled, whose removal was not read " +
          "back from the app: the last to leave first. The word of an app or of a person is no verification."
      )
    ),
    HttpApiEndpoint.post("resolve", "/:id/resolve", {
      params: { id: described(ResidualAccessId, "The finding") },
      payload: ResolveResidualAccess,
      success: ResidualAccess,
      error: ResidualAccessNotFound
    }).annotateMerge(
      route(
        { permission: "access_revoke" },
        "Resolve residual access",
        "Says that it was removed by hand, or that it may stay. One that is resolved stays as it is."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/residual-access")
  .annotateMerge(group("Residual access", "Revoked accounts that are active")) {}
