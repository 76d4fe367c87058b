import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ListCsv, listExport, wholeList } from "../audit-list-exports/schema.ts"
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
        "Accounts that were revoked and are active: found by the verification of the run that revoked them, or " +
          "by the nightly check after completion. Newest first."
      )
    ),
    HttpApiEndpoint.get("export", "/export", { query: wholeList(ListResidualAccess), success: ListCsv }).annotateMerge(
      listExport({ permission: "offboardings_view" }, "residual access")
    ),
    HttpApiEndpoint.get("byApp", "/apps", { success: ResidualAccessByApp }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "Count residual access by app",
        "Per app: accounts that were seen active, and removals that were not verified."
      )
    ),
    HttpApiEndpoint.get("unverified", "/unverified", {
      query: ListUnverifiedAccess,
      success: UnverifiedAccessPage
    }).annotateMerge(
      route(
        { permission: "offboardings_view" },
        "List unverified removals",
        "Apps of people whose access has ended, of offboardings that were not canceled, whose removal was not " +
          "verified in the app; latest last day first. Reported by the app or confirmed manually does not count as " +
          "verified."
      )
    ),
    HttpApiEndpoint.get("exportUnverified", "/unverified/export", {
      query: wholeList(ListUnverifiedAccess),
      success: ListCsv
    }).annotateMerge(listExport({ permission: "offboardings_view" }, "unverified removals")),
    HttpApiEndpoint.post("resolve", "/:id/resolve", {
      params: { id: described(ResidualAccessId, "The finding") },
      payload: ResolveResidualAccess,
      success: ResidualAccess,
      error: ResidualAccessNotFound
    }).annotateMerge(
      route(
        { permission: "access_revoke" },
        "Resolve residual access",
        "As removed manually, or as accepted. A finding that is already resolved does not change."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/residual-access")
  .annotateMerge(group("Residual access", "Revoked accounts that are still active")) {}
