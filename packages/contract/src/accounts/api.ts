import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Access, Decoding, OpenAccess, Requires, SessionAuth } from "../kernel/access.ts"
import { EmailUnverified, LoginFailed, MembershipMissing, StepUpFailed } from "./errors.ts"
import { Login, LoginAnswer, LogoutAnswer, SessionUser, StepUp, StepUpAnswer } from "./schema.ts"

/** D2, Sign-in and session: what needs no session yet. */
export class SignInApi extends HttpApiGroup.make("sign-in")
  .add(
    HttpApiEndpoint.post("login", "/login", {
      payload: Login,
      success: LoginAnswer,
      error: [LoginFailed, EmailUnverified, MembershipMissing]
    }).annotate(Requires, { open: true })
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/auth")
  .annotateMerge(OpenApi.annotations({ title: "Sign-in", description: "Signing in" })) {}

/** D2, Sign-in and session: the session itself. */
export class SessionApi extends HttpApiGroup.make("session")
  .add(
    HttpApiEndpoint.post("logout", "/logout", { success: LogoutAnswer }).annotate(Requires, {
      open: true,
      whileReadOnly: true
    }),
    HttpApiEndpoint.get("me", "/me", { success: SessionUser }).annotate(Requires, { open: true }),
    HttpApiEndpoint.post("stepUp", "/step-up", {
      payload: StepUp,
      success: StepUpAnswer,
      error: StepUpFailed
    }).annotate(Requires, { open: true, whileReadOnly: true })
  )
  .middleware(Access)
  .middleware(SessionAuth)
  .middleware(Decoding)
  .prefix("/api/auth")
  .annotateMerge(OpenApi.annotations({ title: "Session", description: "The signed-in user's session" })) {}
