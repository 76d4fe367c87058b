import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Decoding, OpenAccess } from "../kernel/access.ts"
import { behindSession } from "../kernel/behind.ts"
import { group, route } from "../kernel/route.ts"
import { PasswordsBusy, StepUpFailed } from "./errors.ts"
import { SignedIn } from "./schema.ts"
import {
  PasswordNotSet,
  TwoFactorCodeWrong,
  TwoFactorFailed,
  TwoFactorNotSetUp,
  TwoFactorOff,
  TwoFactorOfOthers,
  TwoFactorOn
} from "./two-factor-errors.ts"
import {
  AnswerChallenge,
  EnableTwoFactor,
  RecoveryCodes,
  TwoFactorDisabled,
  TwoFactorEnabled,
  TwoFactorProof,
  TwoFactorSecret
} from "./two-factor-schema.ts"

const anyone = { open: true, whileReadOnly: true, withoutOrganisation: true } as const

// A session alone, which may be stolen, must not lock its owner out with another person's authenticator
// (organisation-29).
const steppedUp = { ...anyone, stepUp: "first" } as const

/** The second factor of the signed-in user (two-factor-1). */
export class TwoFactorApi extends HttpApiGroup.make("two-factor")
  .add(
    HttpApiEndpoint.post("setUp", "/setup", {
      success: TwoFactorSecret,
      error: [TwoFactorOn, TwoFactorOfOthers]
    }).annotateMerge(
      route(
        steppedUp,
        "Set up two-factor authentication",
        "Creates a secret for an authenticator app (TOTP: SHA-1, 6 digits, 30 seconds) and shows it once. " +
          "Replaces a secret that was not turned on yet; sign-in asks for no code until `enable`. Needs a recent " +
          "step-up."
      )
    ),
    HttpApiEndpoint.post("enable", "/enable", {
      payload: EnableTwoFactor,
      success: TwoFactorEnabled,
      error: [TwoFactorOn, TwoFactorNotSetUp, TwoFactorCodeWrong, TwoFactorOfOthers]
    }).annotateMerge(
      route(
        steppedUp,
        "Turn on two-factor authentication",
        "Takes a code from the new secret. Returns ten recovery codes, shown once, and ends the user's other " +
          "sessions. Needs a recent step-up. At most 10 wrong tries in 15 minutes per user."
      )
    ),
    HttpApiEndpoint.post("disable", "/disable", {
      payload: TwoFactorProof,
      success: TwoFactorDisabled,
      error: [TwoFactorOff, StepUpFailed, PasswordNotSet, PasswordsBusy]
    }).annotateMerge(
      route(
        anyone,
        "Turn off two-factor authentication",
        "Takes the password and a code, or a recovery code. At most 10 wrong tries in 15 minutes per user."
      )
    ),
    HttpApiEndpoint.post("renewRecoveryCodes", "/recovery-codes", {
      payload: TwoFactorProof,
      success: RecoveryCodes,
      error: [TwoFactorOff, StepUpFailed, PasswordNotSet, PasswordsBusy]
    }).annotateMerge(
      route(
        anyone,
        "Create new recovery codes",
        "Takes the password and a code, or a recovery code. Returns ten new recovery codes, shown once; the " +
          "previous codes stop working. At most 10 wrong tries in 15 minutes per user."
      )
    )
  )
  .pipe(behindSession)
  .prefix("/api/auth/2fa")
  .annotateMerge(group("Two-factor authentication", "Codes from an authenticator app")) {}

/** The second half of a sign-in (two-factor-5). */
export class TwoFactorSignInApi extends HttpApiGroup.make("two-factor-sign-in")
  .add(
    HttpApiEndpoint.post("verify", "/verify", {
      payload: AnswerChallenge,
      success: SignedIn,
      error: TwoFactorFailed
    }).annotateMerge(
      route(
        { open: true },
        "Sign in with a two-factor code",
        "Takes the challenge from sign-in, within 5 minutes, and a code or a recovery code. Returns the user and " +
          "sets the session cookie `access_token`. A challenge works once and ends after 5 wrong codes; at most 10 " +
          "tries in 15 minutes per IP address, and 10 wrong ones per user."
      )
    )
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/auth/2fa")
  .annotateMerge(group("Two-factor sign-in", "Sign-in with a two-factor code")) {}
