import { Effect } from "effect"
import type { OAuthCard } from "#connections/vendors/card"
import { googleOAuth } from "#connections/vendors/google-workspace/oauth"
import { accepted, bearer, type MakeCredentialCheck, secretOf } from "#connections/vendors/protocol/credential-check"

/** The token itself was proven by its grant; a server without calendars, as a stand-in may be, is no reason to refuse. */
const credentialCheck: MakeCredentialCheck = (addresses) => ({
  prove: Effect.fn("GoogleCalendar.prove")(function* (calls, candidate) {
    const answer = yield* calls.read({
      url: `${addresses.of("googleApis")}/calendar/v3/users/me/calendarList?maxResults=1`,
      headers: bearer(secretOf(candidate, "access_token"))
    })
    if (answer.status !== 404) yield* accepted(answer)
    return candidate.settings
  })
})

export const googleCalendar: OAuthCard = {
  service: { _tag: "Provable", vendors: ["googleApis"], credentialCheck },
  addressSettings: [],
  client: "google",
  oauth: googleOAuth(["calendar.readonly", "calendar.events"]),
  endsGrant: false
}
