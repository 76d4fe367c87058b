import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { group, route, says } from "../kernel/route.ts"
import { PlayScim, ScimClinicReport } from "./clinic-schema.ts"
import { ListScimRequests, ScimConfig, ScimRequestPage, ScimSetUp, SetUpScim } from "./schema.ts"

const managing = { permission: "integrations_manage", feature: "scim" } as const

/** The token of provisioning: made, shown once, ended (scim-1, scim-2). */
export class ScimSetUpApi extends HttpApiGroup.make("scim-setup")
  .add(
    HttpApiEndpoint.post("setUp", "/setup", {
      payload: [SetUpScim, HttpApiSchema.NoContent],
      success: ScimSetUp
    }).annotateMerge(
      route(
        { ...managing, stepUp: "first" },
        "Generate a SCIM token",
        "The token is returned once, in this answer; the previous token ends immediately. Okta and Entra ID need " +
          "`mode`: `compat`: they look a person up by a filter before they write, and literal mode, which returns " +
          "all people for every filter, would link the first one. `compat` also supports PUT, `/Schemas`, " +
          "`/ResourceTypes`, an empty `/Groups`, every mapped attribute by path and the manager of the enterprise " +
          "extension. `literal`, the default, is for your own clients that store the ids. The mode belongs to the " +
          "token; to change it, generate another token."
      )
    ),
    HttpApiEndpoint.delete("revoke", "/setup", { success: Schema.Struct({ success: Schema.tag(true) }) })
      .annotateMerge(
        says(
          "Revoke the SCIM token",
          "Ends the token immediately and disconnects provisioning; people and their offboardings stay."
        )
      )
      // An organization that no longer has the feature can still end what it left.
      .annotate(Requires, { permission: "integrations_manage", stepUp: "first" }),
    HttpApiEndpoint.get("config", "/config", { success: ScimConfig }).annotateMerge(
      route({ open: true }, "View SCIM setup", "For all members: whether there is a token, and when it was last used.")
    ),
    HttpApiEndpoint.get("requests", "/requests", { query: ListScimRequests, success: ScimRequestPage }).annotateMerge(
      route(
        managing,
        "List the provider's last requests",
        "The last 200 requests with a valid token, newest first, with their results, and the mode of the current token."
      )
    ),
    HttpApiEndpoint.post("clinic", "/clinic", { payload: PlayScim, success: ScimClinicReport }).annotateMerge(
      route(
        managing,
        "Run SCIM diagnostics",
        "Plays the calls that Okta or Entra ID document, in the mode of the current token and in a transaction " +
          "that is rolled back. Returns the answer to each call and any problem by name. Compares `token` and " +
          "`base_url`, as entered at the provider, with the required values."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/integrations/scim")
  .annotateMerge(group("SCIM setup", "The provisioning token and its diagnostics")) {}
