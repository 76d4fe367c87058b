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

/** The first organization of an instance (registration-1). */
export class RegistrationApi extends HttpApiGroup.make("registration")
  .add(
    HttpApiEndpoint.get("show", "/register", { success: RegistrationState }).annotateMerge(
      route(
        { open: true },
        "Check whether registration is open",
        "For sign-in pages. Registration is open only while the instance has no organization. Later users are invited."
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
        "For the first organization of an instance only; later users are invited. Emails a link, and creates the " +
          "account and the organization when the link is opened within 24 hours. Each link creates the account it " +
          "was sent for. At most 5 per hour per IP address."
      )
    ),
    HttpApiEndpoint.post("verifyEmail", "/verify-email", {
      payload: VerifyEmail,
      success: SignedInAnswer,
      error: [LinkInvalid, RegistrationClosed]
    }).annotateMerge(
      route(
        { open: true },
        "Complete the registration",
        "With the token from the emailed link: creates the organization, on trial, and its Super Admin, and " +
          "signs them in. If there are several registrations, the first to complete wins."
      )
    )
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/auth")
  .annotateMerge(group("Registration", "Registration of the first organization")) {}

/** A forgotten password, without a session. */
export class PasswordResetApi extends HttpApiGroup.make("password-reset")
  .add(
    HttpApiEndpoint.post("forgotPassword", "/forgot-password", {
      payload: ForgotPassword,
      success: ForgotPasswordAnswer
    }).annotateMerge(
      route(
        { open: true },
        "Request a password reset",
        "Emails a link if the email address has an account; the answer is the same if it has none. The link " +
          "works once, for an hour; a new link replaces the earlier one. At most 10 requests in 15 minutes per IP " +
          "address, and 3 emails an hour per account."
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
        "With the token from the emailed link. Ends every session of the user in every organization and starts " +
          "none. Two-factor authentication stays on."
      )
    )
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/auth")
  .annotateMerge(group("Password reset", "Reset a password by email")) {}
