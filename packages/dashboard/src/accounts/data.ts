import { SessionApi, SignInApi } from "@svc/contract/accounts/api"
import { ProfileApi } from "@svc/contract/accounts/profile-api"
import { PasswordResetApi, RegistrationApi } from "@svc/contract/accounts/registration-api"
import type {
  ForgotPassword,
  Login,
  Register,
  ResetPassword,
  SessionUser,
  StepUp,
  UpdateProfile,
  VerifyEmail
} from "@svc/contract/accounts/schema"
import { TwoFactorSignInApi } from "@svc/contract/accounts/two-factor-api"
import type { AnswerChallenge } from "@svc/contract/accounts/two-factor-schema"
import type { Permission } from "@svc/contract/kernel/permissions"
import { Effect, Option } from "effect"
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

/** Who is signed in. Read before anything else is shown, so that no time is ever told in another zone than theirs. */
export const me = queryOne(
  () => Effect.tap(session.me({}), ({ timezone }) => Effect.sync(() => keepTimeOf(timezone))),
  ["me"]
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

export const logOut = action(
  (_nothing: void) => session.logout({}),
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
