import { Schema } from "effect"

/** What of a leaver can live on although the account is off. */
export const LeftBehindKind = Schema.Literals([
  "oauth_grant",
  "personal_token",
  "api_key",
  "ssh_key",
  "deploy_key",
  "service_principal",
  "agent",
  "app_password",
  "forwarding",
  "delegate",
  "ownership",
  "schedule"
])
export type LeftBehindKind = typeof LeftBehindKind.Type

/**
 * `high`: it opens something by itself, or the organisation's data leave by it. `medium`: it opens something together with the
 * account, or nobody can manage what it is. `low`: it is to be known.
 */
export const LeftBehindRisk = Schema.Literals(["high", "medium", "low"])
export type LeftBehindRisk = typeof LeftBehindRisk.Type

/** What became of one. `accepted`: it stays, and somebody said why. */
export const LeftBehindDisposition = Schema.Literals(["pending", "revoked", "transferred", "accepted"])
export type LeftBehindDisposition = typeof LeftBehindDisposition.Type

/** How one can end: by the vendor's API, by another owner through the API, or by a person at the vendor alone. */
export const LeftBehindClosing = Schema.Literals(["revoke", "transfer", "by_hand"])
export type LeftBehindClosing = typeof LeftBehindClosing.Type
