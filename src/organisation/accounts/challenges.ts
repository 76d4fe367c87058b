import type { SignInMethod } from "@svc/contract/kernel/access"
import { OrgId, UserId, Uuid } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option, type Redacted, Schema } from "effect"
import { makeSignedTokens } from "#access/signed-tokens"
import { Db, type Transaction } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { layerOf } from "#platform/services/layer-of"
import { TwoFactorRepo } from "./two-factor-repo.ts"
import { challengeLifetime, triesPerChallenge } from "./two-factor-rules.ts"
import { TwoFactor } from "./two-factor.ts"

const ChallengeClaims = Schema.Struct({ sub: UserId, org: OrgId, jti: Uuid })
export type ChallengeClaims = typeof ChallengeClaims.Type

/** A sign-in whose first factor was right. */
export interface FirstFactor {
  readonly userId: UserId
  readonly orgId: OrgId
  readonly method: SignInMethod
  /** That of the password that was right, else the one at this moment: the challenge dies when it changes. */
  readonly credentialsVersion?: number
}

/** Tokens of those whose first factor was right and whose second factor is still to come. They open nothing else. */
export class Challenges extends Context.Service<
  Challenges,
  {
    issue(signIn: FirstFactor): Effect.Effect<Redacted.Redacted>
    /** What the token says, if it is genuine and not expired; whether the challenge is still open is `answer`'s to say. */
    read(token: Redacted.Redacted): Effect.Effect<Option.Option<ChallengeClaims>>
    /**
     * Ends the challenge and uses up the code if that is right. Else it counts a try, which stands if the transaction
     * of the system commits; none when the challenge is no longer open or the code is wrong. Answers how the sign-in
     * began.
     */
    answer(
      challenge: ChallengeClaims,
      code: Redacted.Redacted
    ): Effect.Effect<Option.Option<SignInMethod>, never, Transaction>
  }
>()("svc/accounts/Challenges") {
  static readonly layerNoDeps = layerOf(Challenges, function* () {
    const db = yield* Db
    const repo = yield* TwoFactorRepo
    const twoFactor = yield* TwoFactor
    const randomness = yield* Randomness
    const tokens = yield* makeSignedTokens(yield* Secrets, {
      purpose: "two-factor-challenge",
      type: "svc-challenge+jwt",
      audience: "svc-two-factor",
      lifetime: challengeLifetime,
      claims: ChallengeClaims
    })

    const issue = Effect.fn("Challenges.issue")(function* (signIn: FirstFactor) {
      const id = Uuid.make(yield* randomness.uuid)
      const now = yield* DateTime.now
      yield* repo.insertChallenge({
        org_id: signIn.orgId,
        id,
        user_id: signIn.userId,
        credentials_version: signIn.credentialsVersion ?? null,
        method: signIn.method,
        expires_at: DateTime.addDuration(now, challengeLifetime),
        now
      })
      return yield* tokens.sign({ sub: signIn.userId, org: signIn.orgId, jti: id })
    }, db.transactSystem)

    const answer = Effect.fn("Challenges.answer")(function* (challenge: ChallengeClaims, code: Redacted.Redacted) {
      const key = { org_id: challenge.org, id: challenge.jti }
      const account = yield* repo.lockAccount(challenge.sub)
      if (Option.isNone(account)) return Option.none()
      const method = yield* repo.tryChallenge({
        ...key,
        user_id: challenge.sub,
        credentials_version: account.value.credentials_version,
        tries: triesPerChallenge,
        now: yield* DateTime.now
      })
      if (Option.isNone(method) || !(yield* twoFactor.redeem(account.value, code))) return Option.none()
      yield* repo.removeChallenge(key)
      return method
    })

    return Challenges.of({ issue, read: tokens.verify, answer })
  })
}
