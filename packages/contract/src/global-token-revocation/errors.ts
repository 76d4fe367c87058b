import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Refusal } from "../kernel/refusal.ts"

/** Names the field that does not do. */
export class GlobalTokenRevocationInvalid extends Refusal<GlobalTokenRevocationInvalid>("GlobalTokenRevocationInvalid")(
  {
    error: described(Schema.String, "What was wrong and what to do", {
      example: "jwks_url: The address must start with https://"
    })
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "GlobalTokenRevocationInvalid"
}

export class GlobalTokenRevocationOff extends Refusal<GlobalTokenRevocationOff>("GlobalTokenRevocationOff")(
  { error: Schema.tag("Global token revocation is not set up here. There is nothing to switch off") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "GlobalTokenRevocationOff"
}

export class RevocationRequestInvalid extends Refusal<RevocationRequestInvalid>("RevocationRequestInvalid")(
  {
    error: Schema.tag(
      "Send the body as JSON with sub_id, a subject identifier (RFC 9493) of the format email, iss_sub or opaque"
    )
  },
  { httpApiStatus: 400 }
) {
  readonly _tag = "RevocationRequestInvalid"
}

/** One answer for an unknown organisation, for one where it is off, and for every token that is not taken. */
export class RevocationCallerUnproven extends Refusal<RevocationCallerUnproven>("RevocationCallerUnproven")(
  {
    error: Schema.tag(
      "Send Authorization: Bearer with a token that the organisation's identity provider signed for this address, once and " +
        "before it expires"
    )
  },
  { httpApiStatus: 401 }
) {
  readonly _tag = "RevocationCallerUnproven"
}

export class RevocationCallerRefused extends Refusal<RevocationCallerRefused>("RevocationCallerRefused")(
  { error: Schema.tag("The token is of another app of the identity provider than the organisation named") },
  { httpApiStatus: 403 }
) {
  readonly _tag = "RevocationCallerRefused"
}

export class RevocationSubjectUnknown extends Refusal<RevocationSubjectUnknown>("RevocationSubjectUnknown")(
  { error: Schema.tag("No member of the organisation is identified so") },
  { httpApiStatus: 404 }
) {
  readonly _tag = "RevocationSubjectUnknown"
}

export class RevocationKeysUnreadable extends Refusal<RevocationKeysUnreadable>("RevocationKeysUnreadable")(
  { error: Schema.tag("The key set of the identity provider could not be read. Send the request again in a minute") },
  { httpApiStatus: 503 }
) {
  readonly _tag = "RevocationKeysUnreadable"
}
