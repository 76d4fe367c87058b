import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { described } from "../kernel/described.ts"
import { ResidualAccessNotFound } from "./errors.ts"
import {
  ListResidualAccess,
  ResidualAccess,
  ResidualAccessId,
  ResidualAccessPage,
  ResolveResidualAccess
} from "./schema.ts"

/** What the nightly look at long revoked accounts found. */
export class ResidualAccessApi extends HttpApiGroup.make("residual-access")
  .add(
    HttpApiEndpoint.get("list", "/", { query: ListResidualAccess, success: ResidualAccessPage })
      .annotateMerge(
        OpenApi.annotations({
          summary: "List residual access",
          description:
            "Accounts of people whose offboarding is completed that were revoked and are active again, newest first."
        })
      )
      .annotate(Requires, { permission: "offboardings_view" }),
    HttpApiEndpoint.post("resolve", "/:id/resolve", {
      params: { id: described(ResidualAccessId, "The finding") },
      payload: ResolveResidualAccess,
      success: ResidualAccess,
      error: ResidualAccessNotFound
    })
      .annotateMerge(
        OpenApi.annotations({
          summary: "Resolve residual access",
          description: "Says that it was removed by hand, or that it may stay. One that is resolved stays as it is."
        })
      )
      .annotate(Requires, { permission: "access_revoke" })
  )
  .pipe(behindSession)
  .prefix("/api/residual-access")
  .annotateMerge(OpenApi.annotations({ title: "Residual access", description: "Revoked accounts that came back" })) {}
