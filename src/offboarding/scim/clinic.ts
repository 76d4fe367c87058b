import { Caller } from "@svc/contract/kernel/access"
import type {
  PlayScim,
  ScimClinicFinding,
  ScimClinicProvider,
  ScimClinicReport
} from "@svc/contract/scim/clinic-schema"
import type { ScimMode } from "@svc/contract/scim/schema"
import { Context, Effect, Option, Redacted } from "effect"
import { AppConfig } from "#platform/config/config"
import { Randomness } from "#platform/crypto/random"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { makePlay, type Played } from "./clinic-play.ts"
import { flawOfAddress, flawOfToken } from "./clinic-rules.ts"
import { CurrentMode } from "./mode.ts"
import { callerOf } from "./scim-caller.ts"
import { endpointOf, ScimTokens } from "./service.ts"

/** Plays a provider's calls, so that a misconfiguration is found before a person leaves unnoticed. */
export class ScimClinic extends Context.Service<
  ScimClinic,
  { play(asked: PlayScim): Effect.Effect<ScimClinicReport, never, Caller> }
>()("svc/scim/ScimClinic") {
  static readonly layerNoDeps = layerOf(ScimClinic, function* () {
    const db = yield* Db
    const tokens = yield* ScimTokens
    const randomness = yield* Randomness
    const calls = yield* makePlay
    const endpoint = endpointOf((yield* AppConfig).baseUrl)

    /** As the token's holder; flipped, so that changes are rolled back and responses are kept. */
    const rehearse = Effect.fnUntraced(function* (provider: ScimClinicProvider, mode: ScimMode) {
      const caller = callerOf(yield* Caller)
      const mark = yield* randomness.token(6, "hex")
      return yield* calls[provider](mark).pipe(
        Effect.flip,
        db.transact,
        Effect.flip,
        Effect.provideService(Caller, caller),
        Effect.provideService(CurrentMode, mode)
      )
    })

    const flawsOfToken = Effect.fnUntraced(function* (given: string | undefined) {
      if (given === undefined || given === "") return []
      const { orgId } = yield* Caller
      const flaw = flawOfToken(given)
      if (flaw !== undefined) return [flaw]
      const found = yield* tokens.authenticate(Redacted.make(given))
      return Option.exists(found, (token) => token.orgId === orgId) ? [] : (["token_unknown"] as const)
    })

    const play = Effect.fn("ScimClinic.play")(function* ({ base_url, provider, token }: PlayScim) {
      const present = Option.getOrUndefined(yield* tokens.present)
      const address = base_url === undefined || base_url.trim() === "" ? undefined : flawOfAddress(base_url, endpoint)
      const findings: ReadonlyArray<ScimClinicFinding> = [
        ...(present === undefined ? (["not_set_up"] as const) : []),
        ...(present?.isOn === false ? (["switched_off"] as const) : []),
        ...(present === undefined ? [] : yield* flawsOfToken(token)),
        ...(address === undefined ? [] : [address]),
        ...(present?.mode === "literal" ? (["mode_literal"] as const) : [])
      ]
      const steps: Played = present?.isOn === true ? yield* rehearse(provider, present.mode) : []
      return {
        ok: findings.length === 0 && steps.every(({ finding }) => finding === null),
        provider,
        mode: present?.isOn === true ? present.mode : null,
        endpoint,
        last_request_at: present?.lastSync ?? null,
        findings,
        steps
      }
    })

    return ScimClinic.of({ play })
  })
}
