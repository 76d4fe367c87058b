import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { OrgId, UserId } from "../kernel/ids.ts"
import { Role } from "../kernel/permissions.ts"
import { EmailAddress, RequiredText, Text } from "../kernel/text.ts"

const sessionUser = {
  id: UserId,
  email: Schema.String,
  fullName: Schema.String,
  orgId: OrgId,
  /** A built-in role, or the name of one that the organisation made itself. */
  role: Schema.String
}

/** The session user as sign-in answers it (D2, Session user). */
export const SignedInUser = Schema.Struct(sessionUser)
export type SignedInUser = typeof SignedInUser.Type

/** The session user with what only `me` shows. */
export class SessionUser extends Schema.Class<SessionUser>("SessionUser")({
  ...sessionUser,
  theme: Schema.String,
  language: Schema.String,
  isPlatformAdmin: Schema.Boolean
}) {}

/** A password as somebody types it; at most 1024 characters, none of which is ever cut off. */
export const GivenPassword = Schema.RedactedFromValue(
  Text(1024).check(Schema.isMinLength(1, { message: "must not be empty" }))
)

/** A password to keep: at least 8 characters in the form in which it is compared (Unicode NFKC). */
export const NewPassword = Schema.RedactedFromValue(
  Text(1024).check(
    Schema.makeFilter((text) => ([...text.normalize("NFKC")].length < 8 ? "must be at least 8 characters" : undefined))
  )
)

export const Login = Schema.Struct({ email: RequiredText(254), password: GivenPassword })
export type Login = typeof Login.Type

/** Signed in, with the cookie. */
export const SignedIn = Schema.Struct({ user: SignedInUser })

/** Signed in, or asked for the second factor: then without a cookie. */
export const LoginAnswer = Schema.Union([
  SignedIn,
  Schema.Struct({ require2fa: Schema.tag(true), challengeToken: Schema.String })
])
export type LoginAnswer = typeof LoginAnswer.Type

export const LogoutAnswer = Schema.Struct({
  success: Schema.tag(true),
  /** Set only for a SAML session whose identity provider supports single logout. */
  ssoLogoutUrl: Schema.NullOr(Schema.String)
})

/** The password of who is signed in; empty for an account that has none. */
export const OwnPassword = Schema.RedactedFromValue(Text(1024))

/** A code of the second factor as somebody types it: of the authenticator app or a recovery code, spaces as they like. */
export const GivenCode = Schema.RedactedFromValue(Text(64))

export const StepUp = Schema.Struct({ password: OwnPassword, code: Schema.optionalKey(GivenCode) })
export type StepUp = typeof StepUp.Type

export const StepUpAnswer = Schema.Struct({ ok: Schema.tag(true), expires_at: Timestamp })
export type StepUpAnswer = typeof StepUpAnswer.Type

/** An account that the operator makes (decisions 3, `user create`). */
export const CreateUser = Schema.Struct({
  orgId: OrgId,
  email: EmailAddress,
  fullName: RequiredText(200),
  role: Role,
  password: NewPassword
})
export type CreateUser = typeof CreateUser.Type

export class CreatedUser extends Schema.Class<CreatedUser>("CreatedUser")({
  id: UserId,
  email: Schema.String,
  role: Role
}) {}
