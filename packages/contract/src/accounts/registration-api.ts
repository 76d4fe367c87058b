import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Decoding, OpenAccess } from "../kernel/access.ts"
import { group, route } from "../kernel/route.ts"
import { LinkInvalid, PasswordRefused, PasswordsBusy, RegistrationClosed } from "./errors.ts"
import {
  Done,
  ForgotPassword,
  ForgotPasswordAnswer,
  Register,
  RegisterAnswer,
  RegistrationState,
  ResetPassword,
  SignedInAnswer,
  VerifyEmail
} from "./schema.ts"

/** The first organisation of an instance (registration-1). */
export class RegistrationApi extends HttpApiGroup.make("registration")
  .add(
    HttpApiEndpoint.get("show", "/register", { success: RegistrationState }).annotateMerge(
      route(
        { open: true },
        "View whether one can register",
        "For sign-in pages: only on an instance without an organisation. Everybody after that is invited."
      )
    ),
    HttpApiEndpoint.post("register", "/register", {
      payload: Register,
      success: RegisterAnswer.pipe(HttpApiSchema.status(202)),
      error: [PasswordRefused, RegistrationClosed, PasswordsBusy]
    }).annotateMerge(
      route(
        { open: true },
        "Register",
        "For the first organisation of an instance only; everybody after that is invited. Mails a link, and makes " +
          "the account and the organisation once it is opened, within 24 hours. Each link makes the account that " +
          "was sent with it. At most 5 per hour per address."
      )
    ),
    HttpApiEndpoint.post("verifyEmail", "/verify-email", {
      payload: VerifyEmail,
      success: SignedInAnswer,
      error: [LinkInvalid, RegistrationClosed]
    }).annotateMerge(
      route(
        { open: true },
        "Finish the registration",
        "With the token of the mailed link: makes the organisation, on trial, and its Super Admin, and signs them " +
          "in. Of several registrations the first to be finished wins."
      )
    )
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/auth")
  .annotateMerge(group("Registration", "The first organisation")) {}

/** A forgotten password, without a session. */
export class PasswordResetApi extends HttpApiGroup.make("password-reset")
  .add(
    HttpApiEndpoint.post("forgotPassword", "/forgot-password", {
      payload: ForgotPassword,
      success: ForgotPasswordAnswer
    }).annotateMerge(
      route(
        { open: true },
        "Ask for a new password",
        "Mails a link to an address that has an account, and answers the same for any other. The link works once " +
          "and for an hour; a new one ends the earlier. At most 10 in 15 minutes per client address, and 3 mails an " +
          "hour per account."
      )
    ),
    HttpApiEndpoint.post("resetPassword", "/reset-password", {
      payload: ResetPassword,
      success: Done,
      error: [LinkInvalid, PasswordRefused, PasswordsBusy]
    }).annotateMerge(
      route(
        { open: true },
        "Set a new password",
        "With the token of the mailed link. Ends every session of the user in every organisation and signs nobody " +
          "in; a second factor stays on."
      )
    )
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/auth")
  .annotateMerge(group("Forgotten password", "A new password by mail")) {}
