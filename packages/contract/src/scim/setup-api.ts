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
        "The token is shown in this answer and never again; the one before ends at once. Okta and Entra ID need `mode`: " +
          "`compat`: before they write they look a person up by a filter, and literal mode, which answers every filter with " +
          "everybody, would have them link the first of all people. `compat` also knows PUT, `/Schemas`, `/ResourceTypes`, an " +
          "empty `/Groups`, every mapped attribute by path and the manager of the enterprise extension. `literal`, the " +
          "default, is for clients of your own that keep the ids. The mode goes with the token; to change it, make another."
      )
    ),
    HttpApiEndpoint.delete("revoke", "/setup", { success: Schema.Struct({ success: Schema.tag(true) }) })
      .annotateMerge(
        says(
          "Revoke the SCIM token",
          "Ends the token at once and disconnects provisioning; people and their offboardings stay."
        )
      )
      // Whoever no longer has the feature can still end what it left.
      .annotate(Requires, { permission: "integrations_manage", stepUp: "first" }),
    HttpApiEndpoint.get("config", "/config", { success: ScimConfig }).annotateMerge(
      route(
        { open: true },
        "Show whether SCIM is set up",
        "For every member: whether there is a token, and when it was last used."
      )
    ),
    HttpApiEndpoint.get("requests", "/requests", { query: ListScimRequests, success: ScimRequestPage }).annotateMerge(
      route(
        managing,
        "List the provider's last requests",
        "The last 200 that came with a valid token, newest first, with what each came to; and the " +
          "mode of the present token."
      )
    ),
    HttpApiEndpoint.post("clinic", "/clinic", { payload: PlayScim, success: ScimClinicReport }).annotateMerge(
      route(
        managing,
        "Play a provider's calls",
        "The calls that Okta or Entra ID document, in the mode of the present token and in a transaction that is " +
          "undone: what each is answered, and what is wrong by its name. `token` and `base_url` as they stand at the " +
          "provider are compared with what they must be."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/integrations/scim")
  .annotateMerge(group("SCIM set-up", "The token of provisioning")) {}
