import type { RevocationEffect } from "@svc/contract/revocations/schema"

/** What follows the app's name: "Okta: revokes tokens, suspends the account." */
export const revocationEffects: Readonly<Record<RevocationEffect, string>> = {
  sets_auto_reply: "turns on the out-of-office reply",
  transfers_files: "starts the transfer of files to the manager on record",
  ends_sessions: "ends sessions in the app",
  signs_out_everywhere: "signs out, including apps with Universal Logout",
  revokes_tokens: "revokes tokens",
  revokes_app_access: "revokes the access of other apps",
  deletes_app_passwords: "deletes app passwords",
  revokes_sso_credentials: "revokes any tokens and keys authorized for single sign-on",
  removes_sso_identity: "removes any single sign-on identity",
  removes_membership: "removes the person from the organization",
  suspends_account: "suspends the account",
  suspends_or_deactivates_account: "suspends the account, or deactivates it where it can't be suspended",
  deactivates_account: "deactivates the account",
  deactivates_or_removes_account: "deactivates the account, or removes it from the workspace",
  disables_account: "disables the account",
  requests_removal: "receives a request to remove the access",
  requests_token_revocation: "receives a request to end sessions and tokens",
  verifies_result: "then verifies the result"
}
