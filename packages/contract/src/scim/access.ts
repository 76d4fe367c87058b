import { Context } from "effect"
import { type HttpApiEndpoint, type HttpApiGroup, HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import type { Caller } from "../kernel/access.ts"
import {
  ScimBadRequest,
  ScimForbidden,
  ScimMethodNotAllowed,
  ScimNotFound,
  ScimTooManyRequests,
  ScimUnauthorized
} from "./errors.ts"
import { scimJson } from "./schema.ts"

/**
 * Routes that literal mode lacks (scim-8): with a token in literal mode, or none, they respond as if missing. `allow`
 * names the path's other methods, and makes it a 405.
 */
export const CompatOnly = Context.Reference<{ readonly allow?: string } | undefined>("svc/scim/CompatOnly", {
  defaultValue: () => undefined
})

/** 120 requests in 60 seconds per client address, over all SCIM routes together (scim-6). */
export class ScimLimits extends HttpApiMiddleware.Service<ScimLimits>()("svc/ScimLimits", {
  error: ScimTooManyRequests.pipe(scimJson)
}) {}

/** Whose token is it? */
export class ScimTokenAuth extends HttpApiMiddleware.Service<ScimTokenAuth, { provides: Caller }>()(
  "svc/ScimTokenAuth",
  {
    security: {
      scimToken: HttpApiSecurity.bearer.pipe(
        HttpApiSecurity.annotateMerge(
          OpenApi.annotations({
            format: "64 hexadecimal characters",
            description:
              "The SCIM token in `Authorization: Bearer <TOKEN>`, as returned once by `POST " +
              "/api/integrations/scim/setup`. SCIM tokens and API keys are not interchangeable."
          })
        )
      )
    },
    error: ScimUnauthorized.pipe(scimJson),
    requiredForClient: true
  }
) {}

/** Not suspended, and writes only while the organization is not read-only (scim-5). */
export class ScimAccess extends HttpApiMiddleware.Service<ScimAccess, { requires: Caller }>()("svc/ScimAccess", {
  error: ScimForbidden.pipe(scimJson)
}) {}

/** Is the route there for this token? */
export class ScimCompat extends HttpApiMiddleware.Service<ScimCompat>()("svc/ScimCompat", {
  error: [ScimNotFound.pipe(scimJson), ScimMethodNotAllowed.pipe(scimJson)]
}) {}

/** Turns a failed decode into the documented 400 body; a malformed id into a 404 (scim-users-4). */
export class ScimDecoding extends HttpApiMiddleware.Service<ScimDecoding>()("svc/ScimDecoding", {
  error: [ScimBadRequest.pipe(scimJson), ScimNotFound.pipe(scimJson)]
}) {}

/** Routes of provisioning, by SCIM token: whose it is, whether they may, and whether the route is there for it. */
export const behindScim = <Id extends string, Endpoints extends HttpApiEndpoint.Constraint>(
  group: HttpApiGroup.HttpApiGroup<Id, Endpoints>
) => group.middleware(ScimCompat).middleware(ScimAccess).middleware(ScimTokenAuth)
