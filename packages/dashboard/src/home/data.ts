import { Effect } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { queryOne } from "#platform/atoms.ts"

// It knows the schemas of half a dozen domains, which nobody needs once everything is in place.
const loaded = Effect.promise(() => import("./set-up-data.ts"))

/** Each step is read again for its own changes only: an import of offboardings reads one of them. */
const steps = {
  app: queryOne(() => Effect.flatMap(loaded, ({ readStep }) => readStep.app()), ["integrations"]),
  people: queryOne(() => Effect.flatMap(loaded, ({ readStep }) => readStep.people()), ["people"]),
  members: queryOne(() => Effect.flatMap(loaded, ({ readStep }) => readStep.members()), ["members"]),
  told: queryOne(
    () => Effect.flatMap(loaded, ({ readStep }) => readStep.told()),
    ["webhooks", "integrations", "organisation"]
  ),
  first: queryOne(() => Effect.flatMap(loaded, ({ readStep }) => readStep.first()), ["cases"])
}

/** What an organisation has to have before it runs by itself, and whether it has it. Asked for by administrators only. */
export const setUp = Atom.make((get) =>
  AsyncResult.all({
    app: get(steps.app),
    people: get(steps.people),
    members: get(steps.members),
    told: get(steps.told),
    first: get(steps.first)
  })
)
