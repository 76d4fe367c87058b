import { TwoFactorFailed } from "@svc/contract/accounts/two-factor-errors"
import { Context, Effect, Option, type Redacted } from "effect"
import type { Visitor } from "#access/known-device"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { AccountLog } from "./account-log.ts"
import { type ChallengeClaims, Challenges } from "./challenges.ts"
import { TwoFactorRepo } from "./two-factor-repo.ts"
import { Accounts, type OpenedSession } from "./service.ts"
import { UserSessionsRepo } from "./user-sessions-repo.ts"

/** The second half of a sign-in: the code after the password, or after Google's word. */
export class TwoFactorSignIn extends Context.Service<
  TwoFactorSignIn,
  {
    /** Whose sign-in the challenge token is. */
    read(token: Redacted.Redacted): Effect.Effect<ChallengeClaims, TwoFactorFailed>
    /** Opens the session that the challenge stands for. A wrong code is audited as a failed sign-in. */
    verify(
      input: { readonly challenge: ChallengeClaims; readonly code: Redacted.Redacted } & Visitor
    ): Effect.Effect<OpenedSession, TwoFactorFailed>
  }
>()("svc/accounts/TwoFactorSignIn") {
  static readonly layerNoDeps = layerOf(TwoFactorSignIn, function* () {
    const db = yield* Db
    const repo = yield* TwoFactorRepo
    const challenges = yield* Challenges
    const accounts = yield* Accounts
    const log = yield* AccountLog
    const users = yield* UserSessionsRepo

    const recordFailure = Effect.fnUntraced(function* ({ org, sub }: ChallengeClaims, address: string) {
      const members = yield* users.organisationsOf(sub)
      const account = yield* repo.lockAccount(sub)
      if (Option.isNone(account) || !members.includes(org)) return
      yield* log.record(org, {
        action: "login_failed",
        user: account.value,
        details: (key) => auditText`second factor, address: ${personal(key, address)}`
      })
    })

    const read = Effect.fnUntraced(function* (token: Redacted.Redacted) {
      const challenge = yield* challenges.read(token)
      if (Option.isNone(challenge)) return yield* new TwoFactorFailed()
      return challenge.value
    })

    const verify = Effect.fn("TwoFactorSignIn.verify")(function* ({
      challenge,
      code,
      ...visitor
    }: Parameters<TwoFactorSignIn["Service"]["verify"]>[0]) {
      // The failure comes after the commit, or the try would not count.
      const session = yield* db.transactSystem(
        Effect.gen(function* () {
          const { org: orgId, sub: userId } = challenge
          // The organization may have started to enforce single sign-on since the password was given.
          yield* accounts.refuseWithoutSso({ orgId, userId }).pipe(Effect.mapError(() => new TwoFactorFailed()))
          const method = yield* challenges.answer(challenge, code)
          if (Option.isNone(method)) {
            yield* recordFailure(challenge, visitor.address)
            return null
          }
          return yield* accounts.openSession({ userId, orgId, method: method.value, ...visitor })
        })
      )
      return session ?? (yield* new TwoFactorFailed())
    })

    return TwoFactorSignIn.of({ read, verify })
  })
}
