import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Text } from "../kernel/text.ts"

/**
 * What `/login?error=` says after a sign-in with Google that did not work:
 * `no_account` nobody was invited under this address, `google_cancelled` the person said no at Google,
 * `google_expired` it took longer than 10 minutes, was begun in another browser or was finished before,
 * `google_email_unverified` Google has not confirmed the address, `google_linked` the account is linked to another
 * Google account, `google_failed` Google's answer did not pass the checks, `google_unavailable` Google gave none.
 */
export const GoogleSignInFailure = Schema.Literals([
  "no_account",
  "google_cancelled",
  "google_expired",
  "google_email_unverified",
  "google_linked",
  "google_failed",
  "google_unavailable"
])
export type GoogleSignInFailure = typeof GoogleSignInFailure.Type

/** What a sign-in page has to know. */
export const GoogleSignIn = Schema.Struct({ configured: Schema.Boolean })
export type GoogleSignIn = typeof GoogleSignIn.Type

/** Text in which nothing reorders or hides what is seen of it. */
const Seen = Text(2000).check(
  Schema.makeFilter<string>((text) => (/\p{Cf}/u.test(text) ? "must not contain invisible characters" : undefined), {
    toJsonSchema: () => ({})
  })
)

export const StartQuery = {
  returnTo: Schema.optionalKey(
    described(Seen, "Dashboard path to return to, with a single leading `/`; anything else is `/`", {
      example: "/cases"
    })
  )
}
