import { Schema } from "effect"
import { Refusal, sentence } from "../kernel/refusal.ts"

/** Names the field that does not do. */
export class GlobalTokenRevocationInvalid extends Refusal<GlobalTokenRevocationInvalid>()(
  "GlobalTokenRevocationInvalid",
  400,
  { error: sentence("jwks_url: The address must start with https://") }
) {}

export class GlobalTokenRevocationOff extends Refusal<GlobalTokenRevocationOff>()("GlobalTokenRevocationOff", 404, {
  error: Schema.tag("Global token revocation is not set up here. There is nothing to switch off")
}) {}

export class RevocationRequestInvalid extends Refusal<RevocationRequestInvalid>()("RevocationRequestInvalid", 400, {
  error: Schema.tag(
    "Send the body as JSON with sub_id, a subject identifier (RFC 9493) of the format email, iss_sub or opaque"
  )
}) {}

/** One answer for an unknown organisation, for one where it is off, and for every token that is not taken. */
export class RevocationCallerUnproven extends Refusal<RevocationCallerUnproven>()("RevocationCallerUnproven", 401, {
  error: Schema.tag(
    "Send Authorization: Bearer with a token that the organisation's identity provider signed for this address, once and " +
      "before it expires"
  )
}) {}

export class RevocationCallerRefused extends Refusal<RevocationCallerRefused>()("RevocationCallerRefused", 403, {
  error: Schema.tag("The token is of another app of the identity provider than the organisation named")
}) {}

export class RevocationSubjectUnknown extends Refusal<RevocationSubjectUnknown>()("RevocationSubjectUnknown", 404, {
  error: Schema.tag("No member of the organisation is identified so")
}) {}

export class RevocationKeysUnreadable extends Refusal<RevocationKeysUnreadable>()("RevocationKeysUnreadable", 503, {
  error: Schema.tag("The key set of the identity provider could not be read. Send the request again in a minute")
}) {}
