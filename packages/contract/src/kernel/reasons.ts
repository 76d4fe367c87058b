import { Result, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { described } from "./described.ts"
import { ReasonRequired } from "./errors.ts"
import { BoundedText } from "./text.ts"

const Given = described(Schema.Json, "Why: text of 5 to 500 characters; stored and audited")

/** The body of a DELETE that needs a reason; optional if the query has it. */
export const ReasonBody = [Schema.Struct({ reason: Schema.optionalKey(Given) }), HttpApiSchema.NoContent] as const

/** The query of a DELETE that needs a reason. */
export const ReasonQuery = { reason: Schema.optionalKey(described(Schema.String, "The reason, if not in the body")) }

const decode = Schema.decodeUnknownOption(BoundedText(5, 500))

/** The reason from the body, else from the query; a missing one and one of another length are refused alike. */
export const reasonOf = (request: {
  readonly payload: { readonly reason?: Schema.Json } | void
  readonly query: { readonly reason?: string }
}): Result.Result<string, ReasonRequired> =>
  Result.fromOption(decode(request.payload?.reason ?? request.query.reason), () => new ReasonRequired())
