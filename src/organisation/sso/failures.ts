import type { SsoFailureCode } from "@svc/contract/sso/schema"
import { Data } from "effect"

/**
 * `detail` is for the log: it says what was wrong and repeats nothing of the message. `email` is whom an assertion that
 * the provider signed names, for the audit log.
 */
export class SsoFailure extends Data.TaggedError("SsoFailure")<{
  readonly code: SsoFailureCode
  readonly detail: string
  readonly email: string | null
}> {}
