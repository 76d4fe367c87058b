import { Schema } from "effect"
import { Text } from "../kernel/text.ts"
import { GivenCode, OwnPassword } from "./schema.ts"

/** A secret for an authenticator app; a second factor once a code of it was shown. */
export const TwoFactorSecret = Schema.Struct({
  /** Base32, to be typed in. */
  secret: Schema.String,
  /** The same for a QR code: `otpauth://totp/…`. */
  otpauth_url: Schema.String
})
export type TwoFactorSecret = typeof TwoFactorSecret.Type

export const EnableTwoFactor = Schema.Struct({ code: GivenCode })

/** Shown once; each signs in once instead of a code. */
const recoveryCodes = Schema.Array(Schema.String)

export const TwoFactorEnabled = Schema.Struct({ enabled: Schema.tag(true), recovery_codes: recoveryCodes })
export type TwoFactorEnabled = typeof TwoFactorEnabled.Type

/** Who is there once more: the password, and a code or a recovery code. */
export const TwoFactorProof = Schema.Struct({ password: OwnPassword, code: GivenCode })
export type TwoFactorProof = typeof TwoFactorProof.Type

export const TwoFactorDisabled = Schema.Struct({ enabled: Schema.tag(false) })

export const RecoveryCodes = Schema.Struct({ recovery_codes: recoveryCodes })
export type RecoveryCodes = typeof RecoveryCodes.Type

export const AnswerChallenge = Schema.Struct({
  challengeToken: Schema.RedactedFromValue(Text(1024)),
  code: GivenCode
})
