import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Decoding, OpenAccess } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { Unauthenticated } from "../kernel/errors.ts"
import { group, route } from "../kernel/route.ts"
import { EmailUnverified, LoginFailed, PasswordsBusy, SsoRequired, StepUpFailed } from "./errors.ts"
import { PasswordNotSet } from "./two-factor-errors.ts"
import { Login, LoginAnswer, LogoutAnswer, SessionUser, StepUp, StepUpAnswer } from "./schema.ts"

/** Sign-in: what needs no session yet (sign-in-1 to sign-in-5). */
export class SignInApi extends HttpApiGroup.make("sign-in")
  .add(
    HttpApiEndpoint.post("login", "/login", {
      payload: Login,
      success: LoginAnswer,
      error: [LoginFailed, SsoRequired, EmailUnverified, PasswordsBusy]
    }).annotateMerge(
      route(
        { open: true },
        "Sign in",
        "Returns the user and sets the session cookie `access_token`. With two-factor authentication on, returns " +
          "a challenge and no cookie. If the organization enforces single sign-on, the answer is 403 with a " +
          "redirect URL to its identity provider; exempt members get an answer without `user`. A user without an " +
          "organization is signed in to the account alone, with null for `orgId` and `role`. At most 10 tries in " +
          "15 minutes per IP address. After 20 wrong passwords for an account within an hour, each IP address that " +
          "has not signed in to it before gets one try a minute (429); the account is never locked. 503 with " +
          "`Retry-After` while too many passwords are being checked."
      )
    )
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/auth")
  .annotateMerge(group("Sign-in", "Sign-in and sign-out")) {}

/** The session itself (sign-in-9 to sign-in-12). */
export class SessionApi extends HttpApiGroup.make("session")
  .add(
    HttpApiEndpoint.post("logout", "/logout", { success: LogoutAnswer, error: Unauthenticated }).annotateMerge(
      route(
        { open: true, whileReadOnly: true, whileSuspended: true, withoutOrganisation: true },
        "Sign out",
        "Ends this session and clears its cookie."
      )
    ),
    HttpApiEndpoint.get("me", "/me", { success: SessionUser, error: Unauthenticated }).annotateMerge(
      route(
        { open: true, withoutOrganisation: true },
        "View the session user",
        "The signed-in user, with theme and language of the dashboard."
      )
    ),
    HttpApiEndpoint.post("stepUp", "/step-up", {
      payload: StepUp,
      success: StepUpAnswer,
      error: [StepUpFailed, PasswordNotSet, PasswordsBusy, Unauthenticated]
    }).annotateMerge(
      route(
        { open: true, whileReadOnly: true, withoutOrganisation: true },
        "Confirm your identity (step-up)",
        "Checks the password again, and a code if two-factor authentication is on. Valid for 10 minutes on this " +
          "session. At most 10 wrong tries in 15 minutes per user."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/auth")
  .annotateMerge(group("Session", "The signed-in user's session")) {}
