import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Decoding, OpenAccess, Requires } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { Unauthenticated } from "../kernel/errors.ts"
import { says } from "../kernel/says.ts"
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
    })
      .annotateMerge(
        says(
          "Sign in",
          "Answers the user and sets the session cookie `access_token`; or asks for the second factor, then " +
            "without a cookie. Whose organisation enforces single sign-on is sent to its identity provider (403); who " +
            "is exempt from it is answered without `user`. Who " +
            "belongs to no organisation is signed in to their account alone, with null for `orgId` and `role`. At most 10 tries in 15 minutes per address. After " +
            "20 wrong passwords for an account within an hour, one a minute from each address that did not sign it in " +
            "before (429); nobody is locked out. 503 with `Retry-After` while too many passwords are being checked."
        )
      )
      .annotate(Requires, { open: true })
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/auth")
  .annotateMerge(OpenApi.annotations({ title: "Sign-in", description: "Signing in" })) {}

/** The session itself (sign-in-9 to sign-in-12). */
export class SessionApi extends HttpApiGroup.make("session")
  .add(
    HttpApiEndpoint.post("logout", "/logout", { success: LogoutAnswer, error: Unauthenticated })
      .annotateMerge(says("Sign out", "Ends this session and clears its cookie."))
      .annotate(Requires, { open: true, whileReadOnly: true, whileSuspended: true, withoutOrganisation: true }),
    HttpApiEndpoint.get("me", "/me", { success: SessionUser, error: Unauthenticated })
      .annotateMerge(says("View the session user", "Who is signed in, and how they like the dashboard."))
      .annotate(Requires, { open: true, withoutOrganisation: true }),
    HttpApiEndpoint.post("stepUp", "/step-up", {
      payload: StepUp,
      success: StepUpAnswer,
      error: [StepUpFailed, PasswordNotSet, PasswordsBusy, Unauthenticated]
    })
      .annotateMerge(
        says(
          "Step up",
          "Proves who is there once more: the password, and a code where a second factor is on. Good for 10 minutes " +
            "on this session. At most 10 wrong tries in 15 minutes per user."
        )
      )
      .annotate(Requires, { open: true, whileReadOnly: true, withoutOrganisation: true })
  )
  .pipe(behindSession)
  .prefix("/api/auth")
  .annotateMerge(OpenApi.annotations({ title: "Session", description: "The signed-in user's session" })) {}
