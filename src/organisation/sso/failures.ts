import { Data } from "effect"

/** Why a sign-in through the provider was refused; the login page is told `sso_` and this. */
export type SsoFailureCode =
  | "invalid_response"
  | "unsigned"
  | "signature"
  | "algorithm"
  | "encrypted"
  | "refused"
  | "issuer"
  | "audience"
  | "recipient"
  | "expired"
  | "not_yet_valid"
  | "request"
  | "replayed"
  | "browser"
  | "no_email"
  | "domain"
  | "no_account"

/**
 * `detail` is for the log: it says what was wrong and repeats nothing of the message. `email` is whom an assertion that
 * the provider signed names, for the audit log.
 */
export class SsoFailure extends Data.TaggedError("SsoFailure")<{
  readonly code: SsoFailureCode
  readonly detail: string
  readonly email: string | null
}> {}
