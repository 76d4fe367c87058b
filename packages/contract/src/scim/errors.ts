import { Effect, Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal, sentence } from "../kernel/refusal.ts"

const errorSchema = "urn:ietf:params:scim:api:messages:2.0:Error"

const schemas = described(Schema.Tuple([Schema.Literal(errorSchema)]), "Schemas of this answer", {
  example: [errorSchema]
}).pipe(Schema.withConstructorDefault(Effect.succeed([errorSchema] as const)))

const status = <Status extends string>(text: Status) => described(Schema.tag(text), "The HTTP status")

// Every error body is `{ schemas, status, detail }` (scim-7).

/** `scimType` (RFC 7644, 3.12) is sent in compat mode only. */
export class ScimBadRequest extends Refusal<ScimBadRequest>()("ScimBadRequest", 400, {
  schemas,
  status: status("400"),
  detail: sentence("userName / email must be a valid email address"),
  scimType: Schema.optionalKey(
    described(Schema.String, "The type of error, in compat mode", { example: "invalidFilter" })
  )
}) {}

/** One answer for a missing, malformed, unknown or replaced token. */
export class ScimUnauthorized extends Refusal<ScimUnauthorized>()("ScimUnauthorized", 401, {
  schemas,
  status: status("401"),
  detail: Schema.tag("Missing or invalid SCIM token")
}) {}

/** Suspended, read-only, or no room for one more active person. */
export class ScimForbidden extends Refusal<ScimForbidden>()("ScimForbidden", 403, {
  schemas,
  status: status("403"),
  detail: sentence("This organization is suspended. Contact support")
}) {}

/** Also what literal mode answers on the routes that only compat mode has. */
export class ScimNotFound extends Refusal<ScimNotFound>()("ScimNotFound", 404, {
  schemas,
  status: status("404"),
  detail: sentence("User not found")
}) {}

export class ScimMethodNotAllowed extends Refusal<ScimMethodNotAllowed>()("ScimMethodNotAllowed", 405, {
  schemas,
  status: status("405"),
  detail: sentence("Method not allowed")
}) {}

export class ScimTooManyRequests extends Refusal<ScimTooManyRequests>()("ScimTooManyRequests", 429, {
  schemas,
  status: status("429"),
  detail: Schema.tag("Too many requests. Please slow down.")
}) {}
