import { Layer } from "effect"
import { AccountLog } from "./account-log.ts"
import { Challenges } from "./challenges.ts"
import { PasswordGuesses } from "./guesses.ts"
import { AccountsHttp } from "./http.ts"
import { KnownSignInsRepo } from "./known-sign-ins-repo.ts"
import { SignInPurge } from "./loops.ts"
import { MailedLinks } from "./mailed-links.ts"
import { PasswordChanges } from "./password-changes.ts"
import { PasswordRepo } from "./password-repo.ts"
import { Passwords } from "./passwords.ts"
import { ProfileRoutes } from "./profile-http.ts"
import { Registration } from "./registration.ts"
import { RegistrationRepo } from "./registration-repo.ts"
import { RegistrationRoutes } from "./registration-http.ts"
import { AccountsRepo } from "./repo.ts"
import { UsersRpcHandlers } from "./rpc.ts"
import { TwoFactorHttp } from "./two-factor-http.ts"
import { TwoFactorRepo } from "./two-factor-repo.ts"
import { TwoFactorSignIn } from "./two-factor-sign-in.ts"
import { TwoFactor } from "./two-factor.ts"
import { Accounts } from "./service.ts"
import { SignOuts } from "./sign-outs.ts"
import { SignOutsRepo } from "./sign-outs-repo.ts"
import { UserSessions } from "./user-sessions.ts"
import { UserSessionsRepo } from "./user-sessions-repo.ts"

const parts = Layer.mergeAll(
  PasswordGuesses.layerNoDeps.pipe(Layer.provideMerge(Layer.mergeAll(AccountsRepo.layer, KnownSignInsRepo.layer))),
  RegistrationRepo.layer,
  PasswordRepo.layer,
  TwoFactorRepo.layer,
  Passwords.layerNoDeps,
  MailedLinks.layerNoDeps,
  AccountLog.layerNoDeps.pipe(Layer.provideMerge(UserSessionsRepo.layer))
)

export const services = Layer.mergeAll(
  Registration.layerNoDeps,
  PasswordChanges.layerNoDeps,
  UserSessions.layerNoDeps,
  TwoFactorSignIn.layerNoDeps,
  SignOuts.layerNoDeps.pipe(Layer.provide(SignOutsRepo.layer))
).pipe(
  Layer.provideMerge(Accounts.layerNoDeps),
  Layer.provide(Challenges.layerNoDeps),
  Layer.provideMerge(TwoFactor.layerNoDeps),
  Layer.provide(parts)
)
export const http = Layer.mergeAll(AccountsHttp, TwoFactorHttp, RegistrationRoutes, ProfileRoutes)
export const rpc = UsersRpcHandlers
export const loops = SignInPurge.pipe(
  Layer.provide(
    Layer.mergeAll(RegistrationRepo.layer, PasswordRepo.layer, UserSessionsRepo.layer, KnownSignInsRepo.layer)
  )
)
