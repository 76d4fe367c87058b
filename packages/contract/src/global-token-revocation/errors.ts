import { Schema } from "effect"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** Names the field that does not do. */
export class GlobalTokenRevocationInvalid extends Refusal<GlobalTokenRevocationInvalid>()(
  "GlobalTokenRevocationInvalid",
  400,
  { error: sentence("jwks_url: The URL must start with https://") }
) {}

export class GlobalTokenRevocationOff extends Refusal<GlobalTokenRevocationOff>()("GlobalTokenRevocationOff", 404, {
  error: Schema.tag("Universal logout is not set up, so it cannot be turned off")
}) {}

export class RevocationRequestInvalid extends Refusal<RevocationRequestInvalid>()("RevocationRequestInvalid", 400, {
  error: Schema.tag(
    "The body has no valid subject identifier. Send JSON with sub_id (RFC 9493) in the format email, iss_sub or opaque"
  )
}) {}

/** One response for an unknown organization, for one where it is off, and for every rejected token. */
export class RevocationCallerUnproven extends Refusal<RevocationCallerUnproven>()("RevocationCallerUnproven", 401, {
  error: Schema.tag(
    "The Bearer token is missing or invalid. Send a token that the organization's identity provider signed for " +
      "this URL, once and before it expires"
  )
}) {}

export class RevocationCallerRefused extends Refusal<RevocationCallerRefused>()("RevocationCallerRefused", 403, {
  error: Schema.tag(
    "The token belongs to another app of the identity provider than the one that the organization named"
  )
}) {}

export class RevocationSubjectUnknown extends Refusal<RevocationSubjectUnknown>()("RevocationSubjectUnknown", 404, {
  error: Schema.tag("No member of the organization matches this subject identifier")
}) {}

export class RevocationKeysUnreadable extends Refusal<RevocationKeysUnreadable>()("RevocationKeysUnreadable", 503, {
  error: Schema.tag("The key set of the identity provider could not be read. Try again in a minute")
}) {}
