import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { Context, type DateTime, Effect } from "effect"
import { systemCaller } from "#platform/jobs/system-caller"
import type { Transaction } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { ItemsRepo } from "./items-repo.ts"
import { freedApps, heldBackWords } from "./rules.ts"
import { SettingsRepo } from "./settings-repo.ts"

/** An app whose cut something stopped, and when the last of that was taken over, let go or settled. */
interface FreedApp {
  readonly service: string
  readonly at: DateTime.Utc
}

type Reaction = (id: OffboardingId) => Effect.Effect<void, never, Caller | Transaction>

/** Resumes revocation when nothing blocks an app anymore: in the transaction that resolves its last item. */
export class LeftBehindFreeing extends Context.Service<
  LeftBehindFreeing,
  {
    /** Makes a reaction known; it is called as the service itself, with the case held. */
    react(reaction: Reaction): Effect.Effect<void>
    /** Announces a case with a resolved item, if any of its apps is unblocked. */
    tell(id: OffboardingId): Effect.Effect<void, never, Caller | Transaction>
    /** None if scans are off. */
    freed(id: OffboardingId): Effect.Effect<ReadonlyArray<FreedApp>, never, Caller | Transaction>
    /** Whether a run held an app back for this, by what it says of the app. */
    isHeldBack(message: string): boolean
  }
>()("svc/left-behind/LeftBehindFreeing") {
  static readonly layerNoDeps = layerOf(LeftBehindFreeing, function* () {
    const items = yield* ItemsRepo
    const switches = yield* SettingsRepo
    const reactions: Array<Reaction> = []

    const freed = Effect.fnUntraced(function* (offboardingId: OffboardingId) {
      const { orgId } = yield* Caller
      if (!(yield* switches.isOn(orgId))) return []
      return freedApps((yield* items.ofCase({ orgId, offboardingId })).filter(({ is_former }) => !is_former))
    })

    const tell = Effect.fnUntraced(function* (offboardingId: OffboardingId) {
      if ((yield* freed(offboardingId)).length === 0) return
      const { orgId } = yield* Caller
      yield* Effect.forEach(reactions, (reaction) => reaction(offboardingId), { discard: true }).pipe(
        Effect.provideService(Caller, systemCaller(orgId))
      )
    })

    return LeftBehindFreeing.of({
      react: (reaction) => Effect.sync(() => void reactions.push(reaction)),
      tell,
      freed,
      isHeldBack: (message) => message.startsWith(heldBackWords)
    })
  })
}
