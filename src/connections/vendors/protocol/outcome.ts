import type { RevocationResult } from "@svc/contract/revocations/schema"
import { STATUS_CODES } from "node:http"

/**
 * A connector's result for one app; the engine adds the app. `transient`: a failure that passes without an act of a
 * person, so the app is retried.
 */
export interface AppResult extends Omit<RevocationResult, "service"> {
  readonly transient?: boolean
}

/** How a vendor names an account: its id, and the address or username that it shows with it. */
export interface AccountName {
  readonly id: string
  readonly name: string | null
}

/** A result, and what was seen of the account besides. */
export interface SeenResult extends AppResult {
  /** The app accepted the removal, and a later read still showed the account as active. */
  readonly stillActive?: boolean
  /** The account that the result is about; absent where none was found. */
  readonly account?: AccountName
  /** The app accepted the change of an orphaned item, and still shows it as before. Absent if no read succeeded. */
  readonly contradicted?: true
}

const maxLength = 300

// Credentials in the forms that services print them, and any long run of letters and digits that could be one.
const secretLike = [
  /\b(?:bearer|basic|token)\s+[A-Za-z0-9._~+/=-]{6,}/gi,
  /\b(?:access_token|api[_-]?key|authorization|client_secret|password|secret|token)["']?\s*[:=]\s*["']?[^\s"',;&]+/gi,
  /\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]*)?/g,
  /(?=[A-Za-z0-9_+/=-]*\d)(?=[A-Za-z0-9_+/=-]*[A-Za-z])[A-Za-z0-9_+/=-]{20,}/g
]

/**
 * A vendor's own words made fit for an event: one line, secret-like strings removed, at most 300 characters
 * (revocation-11).
 */
export const cleaned = (text: string): string =>
  secretLike
    .reduce(
      (message, pattern) => message.replace(pattern, "[removed]"),
      text.replace(/\s+/g, " ").replace(/\p{Cc}/gu, "")
    )
    .trim()
    .slice(0, maxLength)
    // A character cut in two would be no JSON for the database, and the run could not end.
    .toWellFormed()

/** `403 Forbidden`: the status and its reason phrase; nothing of the vendor's own answer. */
export const statusText = (status: number) => `${status} ${STATUS_CODES[status] ?? ""}`.trim()

/** Overload, a fault of the vendor's, its limits, and a conflict with another change: the same call may be taken later. */
const isPassing = (status: number, reason = "") =>
  status >= 500 || [408, 409, 412, 425, 429].includes(status) || /rate[\s_-]?limit/i.test(reason)

const passing = { transient: true } as const

/** The vendor refused; `reason` is the vendor's own code or phrase for it, where it has one. */
export const refused = (status: number, reason?: string): AppResult => ({
  outcome: "failed",
  message: cleaned(`The app answered ${statusText(status)}${reason === undefined ? "" : `: ${reason}`}`),
  vendorStatus: status,
  verified: false,
  ...(isPassing(status, reason) ? passing : {})
})

export const failed = (message: string): AppResult => ({
  outcome: "failed",
  message,
  vendorStatus: null,
  verified: false
})

/** No answer in time, or none at all. */
export const unanswered = (message: string): AppResult => ({ ...failed(message), ...passing })

export const skipped = (message: string): AppResult => ({
  outcome: "skipped",
  message,
  vendorStatus: null,
  verified: false
})

export const manualRequired = (message: string): AppResult => ({
  outcome: "manual_required",
  message,
  vendorStatus: null,
  verified: false
})

export const revoked = (message: string, options: { readonly verified: boolean }): AppResult => ({
  outcome: "revoked",
  message,
  vendorStatus: null,
  verified: options.verified
})

/** For what went wrong on our side: no detail leaves the service (revocation-13). */
export const internalFailure: AppResult = {
  ...failed("The revocation failed because of an internal error. Try again"),
  ...passing
}
