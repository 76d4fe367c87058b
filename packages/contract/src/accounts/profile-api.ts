import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { behindSession } from "../kernel/behind.ts"
import { Unauthenticated } from "../kernel/errors.ts"
import { described } from "../kernel/described.ts"
import { SessionId } from "../kernel/ids.ts"
import { group, route } from "../kernel/route.ts"
import { OrganisationNotFound } from "../organisations/errors.ts"
import {
  CurrentPasswordWrong,
  NameOfOthers,
  OtherSignInNeeded,
  PasswordRefused,
  PasswordsBusy,
  SessionNotFound,
  SsoRequired
} from "./errors.ts"
import { ChangePassword, Done, SessionUser, SignedInAnswer, SwitchOrg, UpdateProfile, UserSession } from "./schema.ts"

const own = { open: true, whileReadOnly: true, withoutOrganisation: true } as const

/** What the signed-in user sets about themselves. */
export class ProfileApi extends HttpApiGroup.make("profile")
  .add(
    HttpApiEndpoint.patch("update", "/profile", {
      payload: UpdateProfile,
      success: SessionUser,
      error: [NameOfOthers, Unauthenticated]
    }).annotateMerge(
      route(
        own,
        "Change the profile",
        "Name, theme and language of the session user. Omitted fields are unchanged. A single sign-on session " +
          "cannot change the name of a user who also belongs to other organizations."
      )
    ),
    HttpApiEndpoint.post("changePassword", "/change-password", {
      payload: ChangePassword,
      success: Done,
      error: [PasswordRefused, CurrentPasswordWrong, PasswordsBusy]
    }).annotateMerge(
      route(
        own,
        "Change the password",
        "Ends every other session of the user. This session continues with a new token, set as the cookie, and " +
          "without its step-up. At most 10 wrong passwords in 15 minutes, step-ups included; with two-factor " +
          "authentication on, correct ones count too."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/auth")
  .annotateMerge(group("Profile", "The signed-in user")) {}

/** The signed-in user's sessions, and the organization of this one. */
export class UserSessionsApi extends HttpApiGroup.make("user-sessions")
  .add(
    HttpApiEndpoint.get("list", "/sessions", { success: Schema.Array(UserSession) }).annotateMerge(
      route(
        { open: true, withoutOrganisation: true },
        "List the user's sessions",
        "Live sessions in every organization of the user, most recently used first. A single sign-on session " +
          "lists only those of its own organization."
      )
    ),
    HttpApiEndpoint.delete("end", "/sessions/:id", {
      params: { id: described(SessionId, "The session") },
      success: Done,
      error: [SessionNotFound, Unauthenticated]
    }).annotateMerge(
      route(
        own,
        "End a session",
        "Ends one of the user's own sessions immediately. Ending the current session clears its cookie."
      )
    ),
    HttpApiEndpoint.post("switchOrg", "/switch-org", {
      payload: SwitchOrg,
      success: SignedInAnswer,
      error: [OrganisationNotFound, SsoRequired, OtherSignInNeeded, Unauthenticated]
    }).annotateMerge(
      route(
        { open: true, whileReadOnly: true, whileSuspended: true },
        "Switch organizations",
        "Ends this session and opens one in another organization of the user, set as the cookie. The next " +
          "sign-in opens the same organization. A single sign-on session cannot leave its organization, and an " +
          "organization that enforces single sign-on is entered through its identity provider."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/auth")
  .annotateMerge(group("User sessions", "Sessions of the signed-in user")) {}
