import { OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, type Option, type Redacted, Schema } from "effect"
import { makeSignedTokens } from "#access/signed-tokens"
import { Secrets } from "#platform/secrets"
import { challengeLifetime } from "./rules.ts"

const ChallengeClaims = Schema.Struct({ sub: UserId, org: OrgId })
export type ChallengeClaims = typeof ChallengeClaims.Type

/** Tokens of those whose password was right and whose second factor is still to come. They open nothing else. */
export class Challenges extends Context.Service<
  Challenges,
  {
    issue(claims: ChallengeClaims): Effect.Effect<Redacted.Redacted>
    verify(token: Redacted.Redacted): Effect.Effect<Option.Option<ChallengeClaims>>
  }
>()("svc/accounts/Challenges") {
  static readonly layerNoDeps = Layer.effect(
    Challenges,
    Effect.gen(function* () {
      const tokens = yield* makeSignedTokens(yield* Secrets, {
        purpose: "two-factor-challenge",
        type: "svc-challenge+jwt",
        audience: "svc-two-factor",
        lifetime: challengeLifetime,
        claims: ChallengeClaims
      })
      return Challenges.of({ issue: tokens.sign, verify: tokens.verify })
    })
  )
}
