import { SignInApi } from "@svc/contract/accounts/api"
import { PasswordResetApi, RegistrationApi } from "@svc/contract/accounts/registration-api"
import type {
  ForgotPassword,
  Login,
  Register,
  ResetPassword,
  SwitchOrg,
  VerifyEmail
} from "@svc/contract/accounts/schema"
import { TwoFactorSignInApi } from "@svc/contract/accounts/two-factor-api"
import type { AnswerChallenge } from "@svc/contract/accounts/two-factor-schema"
import { GoogleSignInApi } from "@svc/contract/google-sign-in/api"
import type { OrgId } from "@svc/contract/kernel/ids"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { SsoSignInApi } from "@svc/contract/sso/api"
import { HttpApiClient } from "effect/http-api"
import { clientOf } from "#platform/api.ts"
import { action, queryOne } from "#platform/atoms.ts"

const signIn = clientOf(SignInApi)
const twoFactor = clientOf(TwoFactorSignInApi)
const registration = clientOf(RegistrationApi)
const passwordReset = clientOf(PasswordResetApi)
const google = clientOf(GoogleSignInApi)
const sso = clientOf(SsoSignInApi)
const addresses = HttpApiClient.urlBuilder(appSurface.add(GoogleSignInApi).add(SsoSignInApi))

export const logIn = action(
  (payload: Login) => signIn.login({ payload }),
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

/** Whether the first organization can still be registered. */
export const registrationState = queryOne(() => registration.show({}), ["registration"])

/** Whether Google sign-in is configured. */
export const googleSignIn = queryOne(() => google.show({}), ["google sign-in"])

/** URL that starts a Google sign-in and returns to the path. */
export const googleAddress = (returnTo: string) => addresses["google-sign-in"].start({ query: { returnTo } })

/** The same for SSO. */
export const ssoAddress = (orgId: OrgId, returnTo: string) =>
  addresses["sso-sign-in"].login({ params: { orgId }, query: { returnTo } })

/** Checks that SSO is configured by reading its metadata: the login route has no error page. */
export const findSso = action(
  ({ orgId }: typeof SwitchOrg.Type) => sso.metadata({ params: { orgId } }),
  () => []
)
