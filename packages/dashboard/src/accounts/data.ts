import { SessionApi, SignInApi } from "@svc/contract/accounts/api"
import { ProfileApi, UserSessionsApi } from "@svc/contract/accounts/profile-api"
import { PasswordResetApi, RegistrationApi } from "@svc/contract/accounts/registration-api"
import type {
  ForgotPassword,
  Login,
  Register,
  ResetPassword,
  SessionUser,
  StepUp,
  SwitchOrg,
  UpdateProfile,
  VerifyEmail
} from "@svc/contract/accounts/schema"
import { TwoFactorSignInApi } from "@svc/contract/accounts/two-factor-api"
import type { AnswerChallenge } from "@svc/contract/accounts/two-factor-schema"
import { GoogleSignInApi } from "@svc/contract/google-sign-in/api"
import type { OrgId } from "@svc/contract/kernel/ids"
import { appSurface } from "@svc/contract/kernel/surfaces"
import type { Permission } from "@svc/contract/kernel/permissions"
import { SsoSignInApi } from "@svc/contract/sso/api"
import { Effect, Option } from "effect"
import { HttpApiClient } from "effect/http-api"
import { AsyncResult } from "effect/reactivity"
import { clientOf } from "../platform/api.ts"
import { action, queryOne, useAtomValue } from "../platform/atoms.ts"
import { keepTimeOf } from "../platform/zone.ts"

const signInApi = clientOf(SignInApi)
const twoFactor = clientOf(TwoFactorSignInApi)
const registration = clientOf(RegistrationApi)
const passwordReset = clientOf(PasswordResetApi)
const session = clientOf(SessionApi)
const profile = clientOf(ProfileApi)
const sessions = clientOf(UserSessionsApi)
const google = clientOf(GoogleSignInApi)
const sso = clientOf(SsoSignInApi)
const addresses = HttpApiClient.urlBuilder(appSurface.add(GoogleSignInApi).add(SsoSignInApi))

/** Who is signed in. Read before anything else is shown, so that no time is ever told in another zone than theirs. */
export const me = queryOne(
  () => Effect.tap(session.me({}), ({ timezone }) => Effect.sync(() => keepTimeOf(timezone))),
  ["me"],
  { evenEnded: true }
)

export const logIn = action(
  (payload: Login) => signInApi.login({ payload }),
  () => []
)

export const verifyCode = action(
  (payload: typeof AnswerChallenge.Type) => twoFactor.verify({ payload }),
  () => []
)

export const registerFirst = action(
  (payload: Register) => registration.register({ payload }),
  () => []
)

export const confirmAddress = action(
  (payload: typeof VerifyEmail.Type) => registration.verifyEmail({ payload }),
  () => []
)

export const askForLink = action(
  (payload: typeof ForgotPassword.Type) => passwordReset.forgotPassword({ payload }),
  () => []
)

export const setPassword = action(
  (payload: typeof ResetPassword.Type) => passwordReset.resetPassword({ payload }),
  () => []
)

export const stepUp = action(
  (payload: StepUp) => session.stepUp({ payload }),
  () => []
)

/** Somebody whose session is over has left already. */
export const logOut = action(
  (_nothing: void) =>
    Effect.catchTag(session.logout({}), "Unauthenticated", () =>
      Effect.succeed({ success: true as const, ssoLogoutUrl: null })
    ),
  () => []
)

/** Ends this session and opens one there: what follows is a fresh page. */
export const switchOrganisation = action(
  (orgId: OrgId) => sessions.switchOrg({ payload: { orgId } }),
  () => []
)

/** Whether this service can sign in with Google. */
export const googleSignIn = queryOne(() => google.show({}), ["google sign-in"])

/** Where the browser goes to sign in with Google, and back to that path after it. */
export const googleAddress = (returnTo: string) => addresses["google-sign-in"].start({ query: { returnTo } })

/** The same through the organisation's own identity provider. */
export const ssoAddress = (orgId: OrgId, returnTo: string) =>
  addresses["sso-sign-in"].login({ params: { orgId }, query: { returnTo } })

/** Whether the organisation has one: its description is asked for, as the sign-in itself shows no page that says no. */
export const findSso = action(
  ({ orgId }: typeof SwitchOrg.Type) => sso.metadata({ params: { orgId } }),
  () => []
)

export const changeProfile = action(
  (payload: typeof UpdateProfile.Type) => profile.update({ payload }),
  () => ["me"]
)

/** Whoever is signed in; the shell shows nothing of the inside before that is known. */
export const useUser = (): SessionUser => Option.getOrThrow(AsyncResult.value(useAtomValue(me)))

/** Shows no more than the role allows; the service decides. */
export const useMay = () => {
  const { permissions, role } = useUser()
  return {
    may: (permission: Permission) => permissions.includes(permission),
    isSuperAdmin: role === "superadmin"
  }
}
