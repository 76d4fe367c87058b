import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { described } from "../kernel/described.ts"
import { Schema } from "effect"
import { EmployeeId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { behindScim, CompatOnly, ScimDecoding, ScimLimits } from "./access.ts"
import { ScimBadRequest, ScimForbidden, ScimNotFound } from "./errors.ts"
import {
  ListScimUsers,
  ScimPatchInput,
  ScimProjection,
  scimJson,
  ScimResource,
  ScimResourcePage,
  ScimUser,
  ScimUserInput,
  ScimUserPage
} from "./schema.ts"

const params = { id: described(EmployeeId, "The user") }
const user = ScimUser.pipe(scimJson)
const resources = ScimResourcePage.pipe(scimJson)
const resource = ScimResource.pipe(scimJson)
const badRequest = ScimBadRequest.pipe(scimJson)
const notFound = ScimNotFound.pipe(scimJson)
// Some providers send `application/json`.
const userInput = [ScimUserInput.pipe(scimJson), ScimUserInput] as const
const patchInput = [ScimPatchInput.pipe(scimJson), ScimPatchInput] as const

/** People of the directory as users (scim-users-1). */
export class ScimUsersApi extends HttpApiGroup.make("scim-users")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: ListScimUsers,
      success: ScimUserPage.pipe(scimJson),
      error: badRequest
    }).annotateMerge(
      route({}, "List users", "All people in the directory in the order in which they were added; filters are ignored.")
    ),
    HttpApiEndpoint.get("get", "/:id", { params, query: ScimProjection, success: user, error: notFound }).annotateMerge(
      route({}, "Get a user", "One person in the directory.")
    ),
    HttpApiEndpoint.post("create", "/", {
      payload: userInput,
      success: user.pipe(HttpApiSchema.status(201)),
      error: [badRequest, ScimForbidden.pipe(scimJson)]
    }).annotateMerge(
      route(
        {},
        "Create or update a user",
        "Identified by email address, ignoring case: for a known person, name, title and department are updated. " +
          "`active` false starts their offboarding."
      )
    ),
    HttpApiEndpoint.patch("update", "/:id", {
      params,
      payload: patchInput,
      success: user,
      error: [badRequest, notFound]
    }).annotateMerge(
      route(
        {},
        "Deactivate a user",
        "Replacing `active` with false starts the person's offboarding, unless one is open. A value without a " +
          "path can also carry `displayName` and `title`. Anything else is accepted and has no effect."
      )
    ),
    HttpApiEndpoint.delete("remove", "/:id", { params, error: notFound }).annotateMerge(
      route({}, "Deprovision a user", "Starts the offboarding, as `active` false does; the record stays.")
    ),
    HttpApiEndpoint.put("replace", "/:id", {
      params,
      payload: userInput,
      success: user,
      error: [badRequest, notFound]
    })
      .annotateMerge(
        route({}, "Replace a user", "In compat mode only: mapped like a create, onto the person with this id.")
      )
      .annotate(CompatOnly, { allow: "GET, HEAD, PATCH, DELETE" })
  )
  .pipe(behindScim)
  .middleware(ScimDecoding)
  .middleware(ScimLimits)
  .prefix("/scim/v2/Users")
  .annotateMerge(group("Users", "People in the directory")) {}

/** What the service can do; the only route without a token. */
export class ScimDiscoveryApi extends HttpApiGroup.make("scim-discovery")
  .add(
    HttpApiEndpoint.get("providerConfig", "/ServiceProviderConfig", { success: resource }).annotateMerge(
      route({ open: true }, "Get the service provider configuration", "Capabilities as defined in RFC 7643, section 5.")
    )
  )
  .middleware(ScimLimits)
  .prefix("/scim/v2")
  .annotateMerge(group("Discovery", "Capabilities of the service")) {}

const byName = { id: described(Schema.String, "Its name", { example: "User" }) }

/** What RFC 7644 has besides; in compat mode only (scim-8). */
export class ScimCompatApi extends HttpApiGroup.make("scim-compat")
  .add(
    HttpApiEndpoint.get("schemas", "/Schemas", { success: resources })
      .annotateMerge(route({}, "List schemas", "In compat mode only: the schema of a user."))
      .annotate(CompatOnly, {}),
    HttpApiEndpoint.get("schema", "/Schemas/:id", { params: byName, success: resource, error: notFound })
      .annotateMerge(route({}, "Get a schema", "In compat mode only: one schema by its URN."))
      .annotate(CompatOnly, {}),
    HttpApiEndpoint.get("resourceTypes", "/ResourceTypes", { success: resources })
      .annotateMerge(route({}, "List resource types", "In compat mode only: users are the only type."))
      .annotate(CompatOnly, {}),
    HttpApiEndpoint.get("resourceType", "/ResourceTypes/:id", { params: byName, success: resource, error: notFound })
      .annotateMerge(route({}, "Get a resource type", "In compat mode only: one type by its name."))
      .annotate(CompatOnly, {}),
    HttpApiEndpoint.get("groups", "/Groups", { success: resources })
      .annotateMerge(route({}, "List groups", "In compat mode only: always empty."))
      .annotate(CompatOnly, {})
  )
  .pipe(behindScim)
  .middleware(ScimLimits)
  .prefix("/scim/v2")
  .annotateMerge(group("Compatibility", "For providers that require it")) {}
