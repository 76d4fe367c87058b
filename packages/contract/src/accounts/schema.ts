import { Schema } from "effect"
import { SignInMethod } from "../kernel/access.ts"
import { Timestamp } from "../kernel/dates.ts"
import { OrgId, SessionId, UserId } from "../kernel/ids.ts"
import { Permission, Role, ScopeName } from "../kernel/permissions.ts"
import { EmailAddress, PersonName, RequiredText, Text } from "../kernel/text.ts"

const sessionUser = {
  id: UserId,
  email: Schema.String,
  fullName: Schema.String,
  /** Null, like the role, for an account without an organization. */
  orgId: Schema.NullOr(OrgId),
  /** A built-in role, or the name of a custom one. */
  role: Schema.NullOr(Schema.String)
}

/** The session user as sign-in answers it (sign-in-1). */
export const SignedInUser = Schema.Struct(sessionUser)
export type SignedInUser = typeof SignedInUser.Type

/** The session user with what only `me` shows. */
export class SessionUser extends Schema.Class<SessionUser>("SessionUser")({
  ...sessionUser,
  /** What the role allows, for the dashboard to show no more than that. */
  permissions: Schema.Array(Permission),
  /** The user's record access; null without an organization. */
  scope: Schema.NullOr(ScopeName),
  theme: Schema.String,
  language: Schema.String,
  isPlatformAdmin: Schema.Boolean,
  /** Whether signing in takes a code besides the password. */
  twoFactorEnabled: Schema.Boolean,
  /** The organization's name; null without an organization. */
  orgName: Schema.NullOr(Schema.String),
  /** The organization's time zone, in which the dashboard shows dates and times; null without an organization. */
  timezone: Schema.NullOr(Schema.String),
  /** How this session was opened: only a password can be asked for again in place. */
  signInMethod: SignInMethod
}) {}

/** A password as typed; at most 1024 characters, never truncated. */
export const GivenPassword = Schema.RedactedFromValue(
  Text(1024).check(Schema.isMinLength(1, { message: "must not be empty" }))
)

export const fewestPasswordCharacters = 8

/** A password to keep: long enough in the form in which it is compared (Unicode NFKC). */
export const NewPassword = Schema.RedactedFromValue(
  Text(1024).check(
    Schema.makeFilter((text) =>
      [...text.normalize("NFKC")].length < fewestPasswordCharacters
        ? `must be at least ${fewestPasswordCharacters} characters`
        : undefined
    )
  )
)

export const Login = Schema.Struct({ email: RequiredText(254), password: GivenPassword })
export type Login = typeof Login.Type

/** Signed in, with the cookie. */
export const SignedIn = Schema.Struct({ user: SignedInUser })

/** Signed in, or asked for the second factor: then without a cookie. */
export const LoginAnswer = Schema.Union([
  SignedIn,
  Schema.Struct({ require2fa: Schema.tag(true), challengeToken: Schema.String }),
  /** For members exempt from the single sign-on that their organization enforces. */
  Schema.Struct({ message: Schema.String, role: Schema.String, orgId: OrgId })
])
export type LoginAnswer = typeof LoginAnswer.Type

export const LogoutAnswer = Schema.Struct({
  success: Schema.tag(true),
  /** Set only for a SAML session whose identity provider supports single logout. */
  ssoLogoutUrl: Schema.NullOr(Schema.String)
})

/** The password of who is signed in; empty for an account that has none. */
export const OwnPassword = Schema.RedactedFromValue(Text(1024))

/** A verification code as typed: of the authenticator app or a recovery code, spaces allowed. */
export const GivenCode = Schema.RedactedFromValue(Text(64))

export const StepUp = Schema.Struct({ password: OwnPassword, code: Schema.optionalKey(GivenCode) })
export type StepUp = typeof StepUp.Type

export const StepUpAnswer = Schema.Struct({ ok: Schema.tag(true), expires_at: Timestamp })
export type StepUpAnswer = typeof StepUpAnswer.Type

/** An account created by the operator (operator-5). Without a password it has an unknown one until a link sets it. */
export const CreateUser = Schema.Struct({
  orgId: OrgId,
  email: EmailAddress,
  fullName: PersonName,
  role: Role,
  password: Schema.optionalKey(NewPassword)
})
export type CreateUser = typeof CreateUser.Type

export class CreatedUser extends Schema.Class<CreatedUser>("CreatedUser")({
  id: UserId,
  email: Schema.String,
  role: Role
}) {}

/** The URL at which its holder sets an account's password, once and until its expiry. */
export class PasswordLink extends Schema.Class<PasswordLink>("PasswordLink")({
  url: Schema.String,
  expires_at: Timestamp
}) {}

/** The token of a link that was sent by email; its holder reads that email account. */
export const MailedToken = Schema.RedactedFromValue(RequiredText(200))

/** The first organization of an instance, and the person who registers it (registration-1). */
export const Register = Schema.Struct({
  fullName: PersonName,
  email: EmailAddress,
  password: NewPassword,
  orgName: RequiredText(100),
  acceptPrivacy: Schema.Boolean.check(
    Schema.makeFilter((accepted) => (accepted ? undefined : "must be true: accept the privacy notice"))
  )
})
export type Register = typeof Register.Type

/** What a sign-in page has to know: whether the instance still waits for its first organization. */
export const RegistrationState = Schema.Struct({ open: Schema.Boolean })

/** The same for every email, so that it does not reveal which ones have an account. */
export const RegisterAnswer = Schema.Struct({
  pending: Schema.tag(true),
  message: Schema.tag("We sent a link to this email address. Open it within 24 hours to complete the registration")
})

export const VerifyEmail = Schema.Struct({ token: MailedToken })

/** Signed in: the cookie is set. */
export const SignedInAnswer = Schema.Struct({ user: SignedInUser })

export const ForgotPassword = Schema.Struct({ email: RequiredText(254) })

/** The same whether or not there is an account. */
export const ForgotPasswordAnswer = Schema.Struct({
  success: Schema.tag(true),
  message: Schema.tag("If this email address has an account, we sent it a link. The link is valid for one hour")
})

export const ResetPassword = Schema.Struct({ token: MailedToken, password: NewPassword })

export const ChangePassword = Schema.Struct({ currentPassword: GivenPassword, newPassword: NewPassword })
export type ChangePassword = typeof ChangePassword.Type

export const Done = Schema.Struct({ success: Schema.tag(true) })

export const Theme = Schema.Literals(["light", "dark", "system"])

/** The languages in which the dashboard can be shown. */
export const Language = Schema.Literals(["en", "de", "es", "fr", "it", "nl", "pl", "pt"])

/** What a user may change about themselves; omitted fields are unchanged. */
export const UpdateProfile = Schema.Struct({
  fullName: Schema.optionalKey(PersonName),
  theme: Schema.optionalKey(Theme),
  language: Schema.optionalKey(Language)
})
export type UpdateProfile = typeof UpdateProfile.Type

export const SwitchOrg = Schema.Struct({ orgId: OrgId })

/** One of the user's own live sessions, in any organization. */
export class UserSession extends Schema.Class<UserSession>("UserSession")({
  id: SessionId,
  /** Null for a user without an organization. */
  org_id: Schema.NullOr(OrgId),
  created_at: Timestamp,
  /** Up to five minutes behind. */
  last_seen_at: Timestamp,
  expires_at: Timestamp,
  address: Schema.NullOr(Schema.String),
  user_agent: Schema.NullOr(Schema.String),
  method: SignInMethod,
  /** Whether it is the one that asks. */
  current: Schema.Boolean
}) {}
