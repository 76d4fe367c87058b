import { Effect, Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"

const errorSchema = "urn:ietf:params:scim:api:messages:2.0:Error"

const schemas = described(Schema.Tuple([Schema.Literal(errorSchema)]), "What this answer is", {
  example: [errorSchema]
}).pipe(Schema.withConstructorDefault(Effect.succeed([errorSchema] as const)))

const status = <Status extends string>(text: Status) => described(Schema.tag(text), "The HTTP status")

const detail = (example: string) => described(Schema.String, "What was wrong and what to do", { example })

// Every error body is `{ schemas, status, detail }` (scim-7). `_tag` stays off the wire.

/** `scimType` (RFC 7644, 3.12) is said in compat mode only. */
export class ScimBadRequest extends Refusal<ScimBadRequest>("ScimBadRequest")(
  {
    schemas,
    status: status("400"),
    detail: detail("userName / email must be a valid email address"),
    scimType: Schema.optionalKey(
      described(Schema.String, "The kind of mistake, in compat mode", { example: "invalidFilter" })
    )
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "ScimBadRequest"
}

/** One answer for a missing, malformed, unknown or replaced token. */
export class ScimUnauthorized extends Refusal<ScimUnauthorized>("ScimUnauthorized")(
  { schemas, status: status("401"), detail: Schema.tag("Missing or invalid SCIM token") },
  { httpApiStatus: 401 }
) {
  readonly _tag = "ScimUnauthorized"
}

/** Suspended, read-only, or no room for one more active person. */
export class ScimForbidden extends Refusal<ScimForbidden>("ScimForbidden")(
  { schemas, status: status("403"), detail: detail("This organisation is suspended. Contact support") },
  { httpApiStatus: 403 }
) {
  readonly _tag = "ScimForbidden"
}

/** Also what literal mode answers on the routes that only compat mode has. */
export class ScimNotFound extends Refusal<ScimNotFound>("ScimNotFound")(
  { schemas, status: status("404"), detail: detail("User not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "ScimNotFound"
}

export class ScimMethodNotAllowed extends Refusal<ScimMethodNotAllowed>("ScimMethodNotAllowed")(
  { schemas, status: status("405"), detail: detail("Method not allowed") },
  { httpApiStatus: 405 }
) {
  readonly _tag = "ScimMethodNotAllowed"
}

export class ScimTooManyRequests extends Refusal<ScimTooManyRequests>("ScimTooManyRequests")(
  { schemas, status: status("429"), detail: Schema.tag("Too many requests. Please slow down.") },
  { httpApiStatus: 429 }
) {
  readonly _tag = "ScimTooManyRequests"
}
