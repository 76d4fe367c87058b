import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Entitlement } from "#connections/vendors/protocol/entitlements"
import {
  entitlementsBench,
  type EntitlementsConformance,
  type HeldThing,
  isBack,
  nameOf,
  seenIn
} from "./entitlements-conformance.ts"

const mostThings = 16

/** One for each thing that there may be: short ones would leave the last of them alone. */
const perThing = Schema.isBetweenLength(mostThings, mostThings)
const Flags = Schema.Array(Schema.Boolean).check(perThing)
/** What somebody else does to each thing at one moment. */
const Meddling = Schema.Array(Schema.Literals(["leave", "take", "give"])).check(perThing)

/** One story of a cut and a return, with others at work around it. */
const Story = Schema.Struct({
  /** Which things are held at first; what is not said is. */
  held: Flags,
  beforeTheCut: Meddling,
  afterTheCut: Meddling,
  beforeTheReturn: Meddling,
  /** Which are asked for twice. */
  twice: Flags
})
type Story = typeof Story.Type

const meddle = <State>(things: ReadonlyArray<HeldThing<State>>, state: State, doing: typeof Meddling.Type) => {
  for (const [index, thing] of things.entries()) {
    const what = doing[index] ?? "leave"
    if (what === "take") thing.take(state)
    if (what === "give") thing.give(state)
  }
}

const names = (items: Iterable<Pick<Entitlement, "kind" | "externalId">>) => [...items].map(nameOf).toSorted()

/**
 * Looks, cuts, looks, and gives back what went: then what is held is what others left, and what was taken, and no more.
 * Others' doings between the two looks count as taken: nothing tells them from the cut's.
 */
const onlyWhatWasTaken = Effect.fnUntraced(function* <State>(of: EntitlementsConformance<State>, story: Story) {
  const { giveBack, holdings, revoke, vendor } = yield* entitlementsBench(of)
  const { state } = vendor
  const { things } = of
  assert.isAtMost(things.length, mostThings)
  for (const [index, thing] of things.entries()) if (story.held[index] === false) thing.take(state)
  const look = Effect.map(holdings, ({ kinds, sights }) => {
    assert.sameMembers(
      sights.filter(({ _tag }) => _tag === "Seen").map(({ kind }) => kind),
      [...kinds],
      JSON.stringify(sights)
    )
    return new Map(seenIn(sights).map((item) => [nameOf(item), item]))
  })

  const before = yield* look
  meddle(things, state, story.beforeTheCut)
  yield* revoke()
  meddle(things, state, story.afterTheCut)
  const after = yield* look
  const taken = [...before.values()].filter((item) => !after.has(nameOf(item)))
  meddle(things, state, story.beforeTheReturn)

  const left = things.filter((thing) => isBack(thing, state)).map(nameOf)
  const shownBefore = yield* look
  const others = structuredClone(of.others(state))
  const returnable = taken.filter(({ byHand }) => byHand === null)
  // The account before what hangs on it.
  const ordered = returnable.toSorted((one, other) => Number(other.kind === "account") - Number(one.kind === "account"))
  // Others took what it hangs on, which is not theirs to want back.
  const lacking = new Set<Entitlement>()
  for (const [index, item] of ordered.entries()) {
    const thing = things.find((one) => nameOf(one) === nameOf(item))
    const invites = thing?.isInvited !== undefined
    const lacks = thing?.needs?.(state) === false
    const given = yield* giveBack(item)
    if (lacks) {
      lacking.add(item)
      assert.deepInclude(given, { outcome: "failed", verified: false }, `${nameOf(item)}: ${given.message}`)
      continue
    }
    assert.include(["returned", "held_already"], given.outcome, `${nameOf(item)}: ${given.message}`)
    if (!invites) assert.isTrue(given.verified, `${nameOf(item)}: ${given.message}`)
    if (story.twice[index] === true) yield* giveBack(item)
  }

  const wanted = [...new Set([...left, ...returnable.filter((item) => !lacking.has(item)).map(nameOf)])].toSorted()
  assert.deepStrictEqual(names(things.filter((thing) => isBack(thing, state))), wanted)
  const invited = new Set(things.filter((thing) => isBack(thing, state) && !thing.isHeld(state)).map(nameOf))
  assert.deepStrictEqual(
    names((yield* look).values()),
    [...new Set([...shownBefore.keys(), ...wanted])].filter((name) => !invited.has(name)).toSorted()
  )
  assert.deepStrictEqual(of.others(state), others)
})

const runs = 40

/** The property over the real connector, its stand-in spoken to by HTTP. */
export const returnsOnlyWhatWasTaken = <State>(of: EntitlementsConformance<State>) =>
  it.live.prop(
    // giving-back-4: A return leaves what others left and what was taken, and no more, whatever was held and whatever
    //   others do.
    `${of.named ?? of.protocol}: whatever was held and whatever others do, a return leaves what they left and what was taken`,
    { story: Story },
    ({ story }) => Effect.scoped(onlyWhatWasTaken(of, story)),
    { timeout: 120_000, arbitrary: { runs } }
  )
