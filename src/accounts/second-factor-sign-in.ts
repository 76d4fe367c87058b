import { TwoFactorFailed } from "@svc/contract/accounts/two-factor-errors"
import { Caller } from "@svc/contract/kernel/access"
import { Context, Effect, Layer, Option, type Redacted } from "effect"
import { PersonKeys } from "#audit/person-keys"
import { Audit } from "#audit/service"
import { auditText, personal } from "#audit/text"
import { Db } from "#platform/db"
import { systemCaller } from "#platform/system-caller"
import { type ChallengeClaims, Challenges } from "./challenges.ts"
import { SecondFactorRepo } from "./second-factor-repo.ts"
import { Accounts, type OpenedSession } from "./service.ts"

/** The second half of a sign-in: the code after the password, or after Google's word. */
export class SecondFactorSignIn extends Context.Service<
  SecondFactorSignIn,
  {
    /** Whose sign-in the challenge token is. */
    read(token: Redacted.Redacted): Effect.Effect<ChallengeClaims, TwoFactorFailed>
    /** Opens the session that the challenge stands for. A wrong code is audited as a failed sign-in. */
    verify(input: {
      readonly challenge: ChallengeClaims
      readonly code: Redacted.Redacted
      readonly address: string
      readonly userAgent: string | null
    }): Effect.Effect<OpenedSession, TwoFactorFailed>
  }
>()("svc/accounts/SecondFactorSignIn") {
  static readonly layerNoDeps = Layer.effect(
    SecondFactorSignIn,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* SecondFactorRepo
      const challenges = yield* Challenges
      const accounts = yield* Accounts
      const audit = yield* Audit
      const personKeys = yield* PersonKeys

      const recordFailure = Effect.fnUntraced(function* ({ org, sub }: ChallengeClaims, address: string) {
        const members = yield* repo.organisationsOf(sub)
        const account = yield* repo.lockAccount(sub)
        if (Option.isNone(account) || !members.includes(org)) return
        const key = yield* personKeys.forPerson(org, account.value.email)
        yield* audit
          .record({
            action: "login_failed",
            target: auditText`${personal(key, account.value.email)}`,
            details: auditText`second factor, address: ${personal(key, address)}`
          })
          .pipe(Effect.provideService(Caller, { ...systemCaller(org), source: "app", userId: sub }))
      })

      const read = Effect.fnUntraced(function* (token: Redacted.Redacted) {
        const challenge = yield* challenges.read(token)
        if (Option.isNone(challenge)) return yield* new TwoFactorFailed()
        const { org: orgId, sub: userId } = challenge.value
        // The organisation may have begun to enforce single sign-on since the password was given.
        yield* accounts.refuseWithoutSso({ orgId, userId }).pipe(Effect.mapError(() => new TwoFactorFailed()))
        return challenge.value
      })

      const verify = Effect.fn("SecondFactorSignIn.verify")(function* ({
        address,
        challenge,
        code,
        userAgent
      }: Parameters<SecondFactorSignIn["Service"]["verify"]>[0]) {
        // The failure comes after the commit, or the try would not count.
        const session = yield* db.transactSystem(
          Effect.gen(function* () {
            const method = yield* challenges.answer(challenge, code)
            if (Option.isNone(method)) {
              yield* recordFailure(challenge, address)
              return null
            }
            const { org: orgId, sub: userId } = challenge
            return yield* accounts.openSession({ userId, orgId, method: method.value, address, userAgent })
          })
        )
        return session ?? (yield* new TwoFactorFailed())
      })

      return SecondFactorSignIn.of({ read, verify })
    })
  )
}
