import type { EvidenceLeftBehind } from "@svc/contract/evidence/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { Effect, Option } from "effect"
import { makeAsking } from "./asking.ts"
import { ItemsRepo } from "./items-repo.ts"
import { LooksRepo } from "./looks-repo.ts"
import { LeftBehindRepo } from "./repo.ts"
import { kindsAt } from "./rules.ts"
import { SettingsRepo } from "./settings-repo.ts"
import { makeShown } from "./shown.ts"

/** The verb `LeftBehinds.forEvidence`. */
export const makeEvidence = Effect.gen(function* () {
  const repo = yield* LeftBehindRepo
  const items = yield* ItemsRepo
  const looks = yield* LooksRepo
  const switches = yield* SettingsRepo
  const { inventoryAt } = yield* makeAsking
  const shown = yield* makeShown

  return Effect.fn("LeftBehinds.forEvidence")(function* (offboardingId: OffboardingId) {
    const { orgId } = yield* Caller
    if (!(yield* switches.wasOn(orgId))) return Option.none<EvidenceLeftBehind>()
    const key = { orgId, offboardingId }
    const known = yield* items.ofCase(key)
    const sights = yield* looks.sights(key)
    const standing = yield* looks.standing(key)
    const acts = new Map((yield* repo.actsOfCase(orgId, offboardingId)).map((one) => [one.id, one]))
    const found = yield* shown(orgId, yield* repo.allOfCase(orgId, offboardingId))
    return Option.some<EvidenceLeftBehind>({
      looked_for: yield* switches.isOn(orgId),
      looked_at: Option.match(standing, { onNone: () => null, onSome: ({ looked_at }) => looked_at }),
      apps: (yield* items.apps(key)).map((app) =>
        kindsAt(
          app,
          Option.map(inventoryAt(app), ({ inventory }) => inventory.kinds),
          sights,
          known.filter(({ is_former }) => !is_former)
        )
      ),
      items: found.map(({ employee_name: _name, go, new_owner, offboarding_id: _case, ...item }) => {
        const by = acts.get(item.id)
        return {
          ...item,
          settled_by: by?.settled_by ?? null,
          new_owner: new_owner === null ? null : { email: new_owner.email, name: new_owner.name },
          taken_over: by === undefined || by.accepted_at === null ? null : { at: by.accepted_at, by: by.accepted_by },
          let_go: go === null ? null : { at: go.at, by: by?.go_by ?? null, reason: go.reason }
        }
      })
    })
  })
})
