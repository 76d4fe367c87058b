import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { Text } from "../kernel/text.ts"

/**
 * Values of `/login?error=` after a failed sign-in with Google: `no_account` no one was invited by this email,
 * `google_cancelled` the person declined at Google, `google_expired` it took longer than 10 minutes, was started in
 * another browser, or was finished before, `google_email_unverified` Google has not verified the email, `google_linked`
 * the account is linked to another Google account, `google_failed` Google's response did not pass the checks,
 * `google_unavailable` Google did not respond.
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
