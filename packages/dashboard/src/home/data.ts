import { HomeApi } from "@svc/contract/home/api"
import { Effect } from "effect"
import { AsyncResult, Atom } from "effect/reactivity"
import { clientOf } from "#platform/api.ts"
import { queryOne } from "#platform/atoms.ts"
import { browsers, zone } from "#platform/zone.ts"

const home = clientOf(HomeApi)

/** Everything on Home but the setup and the latest activity, in one request. */
export const homePage = queryOne(
  () => home.show({}),
  ["cases", "documents", "assets", "residual access", "integrations", "initiations"]
)

// Lazy: it loads the schemas of six domains, which are not needed after the setup.
const loaded = Effect.promise(() => import("./set-up-data.ts"))

/** Each step is read again for changes of its own keys only. */
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

/** UTC is the time zone of a new organization; a browser in UTC cannot tell whether it was chosen. */
const hasZone = (name: string) => name !== "UTC" || browsers === "UTC"

/** Setup steps and whether each is done. Read by administrators only. */
export const setUp = Atom.make((get) =>
  AsyncResult.all({
    zone: AsyncResult.success(hasZone(get(zone))),
    app: get(steps.app),
    people: get(steps.people),
    members: get(steps.members),
    told: get(steps.told),
    first: get(steps.first)
  })
)
