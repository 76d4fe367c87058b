import { Schema } from "effect"

/** Unknown, another organisation's, or of a case outside the caller's record scope: all answered alike. */
export class ResidualAccessNotFound extends Schema.Error<ResidualAccessNotFound>("ResidualAccessNotFound")(
  { error: Schema.tag("Finding not found") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "ResidualAccessNotFound"
}
