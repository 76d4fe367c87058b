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
        "Answers the user and sets the session cookie `access_token`; or asks for the second factor, then " +
          "without a cookie. Whose organisation enforces single sign-on is sent to its identity provider (403); who " +
          "is exempt from it is answered without `user`. Who " +
          "belongs to no organisation is signed in to their account alone, with null for `orgId` and `role`. At most 10 tries in 15 minutes per address. After " +
          "20 wrong passwords for an account within an hour, one a minute from each address that did not sign it in " +
          "before (429); nobody is locked out. 503 with `Retry-After` while too many passwords are being checked."
      )
    )
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/auth")
  .annotateMerge(group("Sign-in", "Signing in")) {}

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
        "Who is signed in, and how they like the dashboard."
      )
    ),
    HttpApiEndpoint.post("stepUp", "/step-up", {
      payload: StepUp,
      success: StepUpAnswer,
      error: [StepUpFailed, PasswordNotSet, PasswordsBusy, Unauthenticated]
    }).annotateMerge(
      route(
        { open: true, whileReadOnly: true, withoutOrganisation: true },
        "Step up",
        "Proves who is there once more: the password, and a code where a second factor is on. Good for 10 minutes " +
          "on this session. At most 10 wrong tries in 15 minutes per user."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/auth")
  .annotateMerge(group("Session", "The signed-in user's session")) {}
