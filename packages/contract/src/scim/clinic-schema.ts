import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { described } from "../kernel/described.ts"
import { Text } from "../kernel/text.ts"
import { ScimMode } from "./schema.ts"

/** Whose calls are played. */
export const ScimClinicProvider = Schema.Literals(["okta", "entra"])
export type ScimClinicProvider = typeof ScimClinicProvider.Type

export const PlayScim = Schema.Struct({
  provider: described(ScimClinicProvider, "The provider whose documented calls are simulated", { example: "okta" }),
  token: Schema.optionalKey(
    described(Text(500), "The token as entered at the provider; the result says whether it is the current one")
  ),
  base_url: Schema.optionalKey(
    described(Text(2048), "The base or tenant URL as entered at the provider", {
      example: "https://leave.acme.example/scim/v2"
    })
  )
})
export type PlayScim = typeof PlayScim.Type

/**
 * What is wrong. With the setup: it is missing, or turned off; the token is malformed, has extra characters, or is not
 * the current one; the URL has another host, lacks `/scim/v2`, continues after it, or is not `https`; the mode is
 * `literal`. With a call: a lookup returned everyone, a person was not found again, a change had no effect, the route
 * is missing in this mode, a deactivated user is still active, no offboarding was started, or it was refused.
 */
export const ScimClinicFinding = Schema.Literals([
  "not_set_up",
  "switched_off",
  "token_malformed",
  "token_padded",
  "token_unknown",
  "address_other",
  "address_without_path",
  "address_beyond_path",
  "address_not_https",
  "mode_literal",
  "answered_everybody",
  "not_found_again",
  "not_changed",
  "route_missing",
  "still_active",
  "no_offboarding",
  "refused"
])
export type ScimClinicFinding = typeof ScimClinicFinding.Type

/** The calls, by what the provider means with them. */
export const ScimClinicCall = Schema.Literals([
  "test_page",
  "test_filter",
  "find",
  "create",
  "find_again",
  "read",
  "replace",
  "change",
  "deactivate",
  "deactivate_text",
  "read_again",
  "groups",
  "remove"
])
export type ScimClinicCall = typeof ScimClinicCall.Type

export const ScimClinicStep = Schema.Struct({
  call: ScimClinicCall,
  method: Schema.String,
  path: Schema.String,
  body: described(Schema.NullOr(Schema.Json), "What the provider sends", { example: null }),
  status: Schema.Int,
  answer: described(Schema.NullOr(Schema.Json), "The response; in lists only the person that the diagnostics created", {
    example: { totalResults: 0 }
  }),
  note: described(Schema.NullOr(Schema.String), "The result in the service's own words", {
    example: "offboarding created"
  }),
  finding: described(Schema.NullOr(ScimClinicFinding), "What is wrong with it; null if nothing is", {
    example: null
  })
})
export type ScimClinicStep = typeof ScimClinicStep.Type

/** Nothing of it remains: the diagnostics' person, their offboarding, and all effects are rolled back. */
export const ScimClinicReport = Schema.Struct({
  ok: Schema.Boolean,
  provider: ScimClinicProvider,
  /** How the present token speaks; null without one. */
  mode: Schema.NullOr(ScimMode),
  endpoint: described(Schema.String, "The URL to enter at the provider", {
    example: "https://leave.acme.example/scim/v2"
  }),
  last_request_at: described(Schema.NullOr(Timestamp), "When the provider last called; null if never"),
  /** What is wrong with the set-up. */
  findings: Schema.Array(ScimClinicFinding),
  /** None while there is no token that works. */
  steps: Schema.Array(ScimClinicStep)
}).annotate({ identifier: "ScimClinicReport" })
export type ScimClinicReport = typeof ScimClinicReport.Type
