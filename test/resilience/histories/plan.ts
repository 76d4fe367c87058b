import { type Draws, drawsOf } from "./draws.ts"
import { calm, type Weather } from "./world.ts"

/** Who has an account everywhere. Ann and Bob leave; the others stay. */
export const people = [
  "ann.lee@acme.test",
  "joann.lee@acme.test",
  "Bob.Ray@Acme.Test",
  "sean.o'neil@acme.test"
] as const
export const leavers = ["ann.lee@acme.test", "Bob.Ray@Acme.Test"] as const
/** Nobody has this one at first. */
const unknown = "nobody@acme.test"
export const apps = ["okta", "Notion"] as const

/** What somebody does while others work, or between. */
export type Happening =
  /** Somebody who may edit cases gives one another address. */
  | { readonly _tag: "Edit"; readonly of: number; readonly address: string }
  /** Somebody at the vendor's. */
  | {
      readonly _tag: "AtVendor"
      readonly app: (typeof apps)[number]
      readonly address: string
      readonly does: "recycles" | "recreates" | "switches on" | "makes something"
    }
  /** The process stands still, and another worker goes on. */
  | { readonly _tag: "Pause" }

export type Step = { readonly id: number; readonly weather: Weather; readonly during: ReadonlyArray<During> } & (
  | { readonly _tag: "Happens"; readonly what: Exclude<Happening, { readonly _tag: "Pause" }> }
  | { readonly _tag: "Run"; readonly of: number; readonly apps: ReadonlyArray<string> | undefined }
  | { readonly _tag: "Look"; readonly of: number }
  | { readonly _tag: "Night" }
  | { readonly _tag: "Return"; readonly of: number; readonly editBefore: string | undefined }
  | { readonly _tag: "Confirm"; readonly of: number; readonly app: (typeof apps)[number] }
  /** Time passes, and what is due falls due. */
  | { readonly _tag: "Wait"; readonly minutes: number }
)

/** What happens at the nth call of a step. */
interface During {
  readonly call: number
  readonly what: Happening
}

export interface Plan {
  readonly seed: number
  readonly cases: number
  readonly steps: ReadonlyArray<Step>
}

const minute = 1
const hour = 60 * minute
const day = 24 * hour

const addressOf = (draws: Draws) => draws.oneOf<string>(leavers[0], people[1], leavers[1], people[3], unknown)

const edit = (draws: Draws, cases: number): Happening & { readonly _tag: "Edit" } => ({
  _tag: "Edit",
  of: draws.below(cases),
  address: addressOf(draws)
})

const atVendor = (draws: Draws): Happening & { readonly _tag: "AtVendor" } => ({
  _tag: "AtVendor",
  app: draws.oneOf(...apps),
  address: draws.oneOf<string>(...leavers),
  does: draws.oneOf("recycles", "recreates", "switches on", "makes something")
})

/** Each seed has some kinds of trouble and not others, so that no kind drowns another (swarm testing). */
const swarmOf = (draws: Draws) => ({
  edits: draws.happens(0.5),
  vendors: draws.happens(0.5),
  pauses: draws.happens(0.5),
  weather: {
    lies: draws.happens(0.4) ? 0.3 : 0,
    lost: draws.happens(0.4) ? 0.2 : 0,
    fails: draws.happens(0.4) ? 0.2 : 0,
    hides: draws.happens(0.4) ? 0.4 : 0
  }
})

/** What a seed plays. */
export const planOf = (seed: number): Plan => {
  const draws = drawsOf(seed)
  const swarm = swarmOf(draws)
  const cases = draws.between(1, leavers.length)
  const duringOf = (): ReadonlyArray<During> => {
    const kinds = [
      ...(swarm.edits && draws.happens(0.5) ? [edit(draws, cases)] : []),
      ...(swarm.vendors && draws.happens(0.5) ? [atVendor(draws)] : []),
      ...(swarm.pauses && draws.happens(0.8) ? [{ _tag: "Pause" } as const] : [])
    ]
    return kinds.map((what) => ({ call: draws.between(1, 20), what }))
  }
  const stepOf = (id: number): Step => {
    const weather = draws.happens(0.7) ? swarm.weather : calm
    const of = draws.below(cases)
    const during = duringOf()
    const common = { id, weather, during }
    const drawn = draws.below(20)
    if (drawn < 3 && swarm.edits) return { ...common, _tag: "Happens", what: edit(draws, cases) }
    if (drawn < 6 && swarm.vendors) return { ...common, _tag: "Happens", what: atVendor(draws) }
    if (drawn < 10) {
      return { ...common, _tag: "Run", of, apps: draws.happens(0.3) ? [draws.oneOf(...apps)] : undefined }
    }
    if (drawn < 12) return { ...common, _tag: "Look", of }
    if (drawn < 14) return { ...common, _tag: "Night" }
    if (drawn < 16) {
      const editBefore = swarm.edits && draws.happens(0.5) ? addressOf(draws) : undefined
      return { ...common, _tag: "Return", of, editBefore }
    }
    if (drawn < 17) return { ...common, _tag: "Confirm", of, app: draws.oneOf(...apps) }
    return { ...common, _tag: "Wait", minutes: draws.oneOf(minute, 10 * minute, hour, 6 * hour, day, 4 * day) }
  }
  const length = draws.between(4, 10)
  return { seed, cases, steps: Array.from({ length }, (_, id) => stepOf(id)) }
}
