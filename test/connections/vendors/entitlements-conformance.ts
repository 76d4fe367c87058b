import { assert, describe, it } from "@effect/vitest"
import type { EntitlementKind } from "@svc/contract/entitlements/schema"
import { canary, type LabRequest, type VendorDefinition } from "@svc/lab/vendor"
import { Effect, Result, type Scope } from "effect"
import type { VendorName } from "#connections/vendors/protocol/addresses"
import type { Connection } from "#connections/vendors/protocol/connection"
import type { Leaver } from "#connections/vendors/protocol/connector"
import type { Entitlement, EntitlementSight, LeaverEntitlements } from "#connections/vendors/protocol/entitlements"
import type { CallLimits } from "#connections/vendors/protocol/limits"
import { aBench, idOfNobody, recycledTo } from "./support.ts"

/** One thing that the stand-in's seed has the leaver hold. */
export interface HeldThing<State> {
  readonly kind: EntitlementKind
  /** What a look calls it by. */
  readonly externalId: string
  readonly terms: Readonly<Record<string, string>>
  /** Why only a person can give it back; null where the connector can. */
  readonly byHand: RegExp | null
  /** Does the leaver hold it, on these terms? */
  readonly isHeld: (state: State) => boolean
  /**
   * Of what the vendor gives back only once the person accepts: is the invitation out? It is then `returned`, never
   * verified, and is asked for once.
   */
  readonly isInvited?: (state: State) => boolean
  /** What it hangs on: where that is missing nothing can be given, and that is said. Left out where it stands alone. */
  readonly needs?: (state: State) => boolean
  /** What somebody else does at the vendor: takes it away, and gives it as the seed has it. Each does nothing where it is so already. */
  readonly take: (state: State) => void
  readonly give: (state: State) => void
  /** The calls by which it is looked up. */
  readonly reads: (request: LabRequest) => boolean
  /** Takes the permission away that shows it, and what the sight then has to name as missing. */
  readonly forbid: (state: State) => void
  readonly missing: RegExp
  /** The same for the permission that gives it; left out where it is the one that shows it. */
  readonly forbidGiving?: { readonly how: (state: State) => void; readonly missing: RegExp }
  /** Deletes the thing itself at the vendor, and what is then said; left out where that cannot happen. */
  readonly vanishes?: { readonly how: (state: State) => void; readonly said: RegExp }
}

export interface EntitlementsConformance<State> {
  readonly protocol: string
  /** The protocol's name unless given. */
  readonly named?: string
  readonly definition: VendorDefinition<State>
  readonly vendors: ReadonlyArray<VendorName>
  readonly settings?: Connection["settings"]
  readonly secrets: Readonly<Record<string, string>>
  readonly leaver: Partial<Leaver>
  /** In the order in which they can be given: the account before what hangs on it. */
  readonly things: ReadonlyArray<HeldThing<State>>
  /** The vendor finds nobody by an address once they are out: the terms alone tell whose it was. */
  readonly givesByTerms?: boolean
  /** Adds somebody else of the leaver's address; left out where the vendor cannot have two. */
  readonly addsTwin?: (state: State) => void
  /** Whatever other people hold must stay as it is; compared as data. */
  readonly others: (state: State) => unknown
  /** Puts a defect into the entitlements, to see that the suite catches it. */
  readonly spoiltEntitlements?: (entitlements: LeaverEntitlements) => LeaverEntitlements
}

/** Calls and reads of a fraction of a second. */
const quick: CallLimits = { call: "800 millis", verifyWaits: ["0 seconds", "10 millis"] }

export const entitlementsBench = <State>(of: EntitlementsConformance<State>, definition = of.definition) =>
  aBench({ limits: quick, ...of, definition })

export const seenIn = (sights: ReadonlyArray<EntitlementSight>): ReadonlyArray<Entitlement> =>
  sights.flatMap((sight) => (sight._tag === "Seen" ? sight.items : []))

/** Why a kind is not visible; none where it is. */
export const whyIn = (sights: ReadonlyArray<EntitlementSight>, kind: EntitlementKind): ReadonlyArray<string> =>
  sights.flatMap((sight) => (sight._tag === "NotVisible" && sight.kind === kind ? [sight.why] : []))

interface Named {
  readonly kind: EntitlementKind
  readonly externalId: string
}

export const nameOf = ({ externalId, kind }: Named) => `${kind} ${externalId}`

const findIn = (sights: ReadonlyArray<EntitlementSight>, thing: Named) =>
  seenIn(sights).filter((item) => nameOf(item) === nameOf(thing))

/** Is it the leaver's, or on its way to them? */
export const isBack = <State>({ isHeld, isInvited }: HeldThing<State>, state: State) =>
  isHeld(state) || isInvited?.(state) === true

const named = <State>({ externalId, kind, terms }: HeldThing<State>) => ({ kind, externalId, label: "a label", terms })

/** The definition with another answer to the calls that `when` picks. */
const answering = <State>(
  definition: VendorDefinition<State>,
  when: (request: LabRequest) => boolean,
  answer: () => ReturnType<VendorDefinition<State>["handle"]>
): VendorDefinition<State> => ({
  ...definition,
  handle: (request, state, faults) => (when(request) ? answer() : definition.handle(request, state, faults))
})

type Extras = Pick<HeldThing<never>, "forbidGiving" | "vanishes">

interface Check {
  readonly title: string
  /** For what the connector gives back, for what only a person can, or both. */
  readonly of: "given" | "by hand" | "all"
  /** For things that have this alone. */
  readonly where?: (of: Pick<EntitlementsConformance<never>, "addsTwin">, thing: Extras) => boolean
  readonly holds: <State>(
    of: EntitlementsConformance<State>,
    thing: HeldThing<State>
  ) => Effect.Effect<void, unknown, Scope.Scope>
}

/** The kind may not seem empty: what hid it is said, in words that `why` finds. */
const assertHidden = <State>(
  looked: Result.Result<{ readonly sights: ReadonlyArray<EntitlementSight> }, { readonly message: string }>,
  { kind }: HeldThing<State>,
  why: RegExp
) => {
  const whys = Result.isSuccess(looked) ? whyIn(looked.success.sights, kind) : [looked.failure.message]
  assert.lengthOf(whys, 1, `${kind} seems to be seen`)
  assert.match(whys[0] ?? "", why)
  assert.notInclude(whys[0], canary)
}

const checks: ReadonlyArray<Check> = [
  {
    // giving-back-1: What a person holds at Okta, Entra ID, GitHub, Slack and Google Workspace is found kind by kind;
    //   what is taken is not shown any more.
    title: "a look finds it with its terms, once, with one sight of each kind, and writes nothing",
    of: "all",
    holds: Effect.fnUntraced(function* (of, thing) {
      const { holdings, vendor } = yield* entitlementsBench(of)
      const { kinds, sights } = yield* holdings
      assert.sameMembers(
        sights.map(({ kind }) => kind),
        [...kinds]
      )
      const [found, ...more] = findIn(sights, thing)
      assert.isEmpty(more)
      assert.deepStrictEqual(found?.terms, thing.terms, JSON.stringify(sights))
      if (thing.byHand === null) assert.isNull(found?.byHand)
      else assert.match(found?.byHand ?? "", thing.byHand)
      assert.strictEqual(vendor.writes(), 0)
    })
  },
  {
    // giving-back-1
    title: "once it was taken a look shows it no more, and no other thing less",
    of: "all",
    holds: Effect.fnUntraced(function* (of, thing) {
      const { holdings, vendor } = yield* entitlementsBench(of)
      thing.take(vendor.state)
      assert.isFalse(isBack(thing, vendor.state))
      const { sights } = yield* holdings
      assert.isEmpty(findIn(sights, thing))
      const shown = new Set(seenIn(sights).map(nameOf))
      for (const other of of.things) assert.strictEqual(shown.has(nameOf(other)), other.isHeld(vendor.state))
    })
  },
  {
    // giving-back-3: What is given back is given as it was held, once, and read back; what is there already is not
    //   written.
    title: "given back as it was held, read back after one write, and nothing else changed",
    of: "given",
    holds: Effect.fnUntraced(function* (of, thing) {
      const { giveBack, holdings, vendor } = yield* entitlementsBench(of)
      thing.take(vendor.state)
      const others = structuredClone(of.others(vendor.state))
      const before = of.things.filter((other) => other !== thing && isBack(other, vendor.state))
      const verified = thing.isInvited === undefined
      const given = yield* giveBack(named(thing))
      assert.deepInclude(given, { outcome: "returned", verified }, given.message)
      assert.isTrue(isBack(thing, vendor.state))
      assert.strictEqual(vendor.writes(), 1)
      const last = vendor.requests.at(-1)
      assert.isFalse(last !== undefined && of.definition.writes(last), "the last request must be the read-back")
      assert.deepStrictEqual(of.others(vendor.state), others)
      for (const other of before) assert.isTrue(isBack(other, vendor.state), nameOf(other))
      if (verified) assert.deepStrictEqual(findIn((yield* holdings).sights, thing)[0]?.terms, thing.terms)
    })
  },
  {
    // connectors-15
    title: "with an account's id it is that account's and goes back to it, though another has the address by now",
    of: "all",
    holds: Effect.fnUntraced(function* (of, thing) {
      const { account } = yield* (yield* entitlementsBench(of)).holdings
      assert.isNotNull(account)
      const bound = { ...of, leaver: { ...of.leaver, ...recycledTo(account.id) } }
      const { giveBack, holdings, vendor } = yield* entitlementsBench(bound)
      const looked = yield* holdings
      assert.strictEqual(looked.account?.id, account.id)
      assert.lengthOf(findIn(looked.sights, thing), 1)
      thing.take(vendor.state)
      const others = structuredClone(of.others(vendor.state))
      const given = yield* giveBack(named(thing))
      assert.strictEqual(given.outcome, thing.byHand === null ? "returned" : "by_hand", given.message)
      assert.strictEqual(isBack(thing, vendor.state), thing.byHand === null)
      assert.deepStrictEqual(of.others(vendor.state), others)
    })
  },
  {
    title: "an id that no account has: nothing is held under it, and it is given to no one: by hand, zero writes",
    of: "all",
    holds: Effect.fnUntraced(function* (of, thing) {
      const { account } = yield* (yield* entitlementsBench(of)).holdings
      assert.isNotNull(account)
      const bound = { ...of, leaver: { ...of.leaver, accountId: idOfNobody(account.id) } }
      const { giveBack, holdings, vendor } = yield* entitlementsBench(bound)
      thing.take(vendor.state)
      const looked = yield* holdings
      assert.isNull(looked.account)
      assert.isEmpty(seenIn(looked.sights))
      const given = yield* giveBack(named(thing))
      assert.deepInclude(given, { outcome: "by_hand", verified: false })
      assert.match(given.message, /no longer exists/)
      assert.notMatch(given.message, /remove|revoke/i, "it is about giving")
      assert.isFalse(isBack(thing, vendor.state))
      assert.strictEqual(vendor.writes(), 0)
    })
  },
  {
    // giving-back-3
    title: "held already: said so, and nothing is written",
    of: "given",
    holds: Effect.fnUntraced(function* (of, thing) {
      const { giveBack, vendor } = yield* entitlementsBench(of)
      assert.deepInclude(yield* giveBack(named(thing)), { outcome: "held_already", verified: true })
      assert.strictEqual(vendor.writes(), 0)
    })
  },
  {
    // giving-back-3
    title: "given back twice: written once",
    of: "given",
    holds: Effect.fnUntraced(function* (of, thing) {
      const { giveBack, vendor } = yield* entitlementsBench(of)
      thing.take(vendor.state)
      yield* giveBack(named(thing))
      const again = yield* giveBack(named(thing))
      assert.include(["held_already", ...(thing.isInvited === undefined ? [] : ["returned", "by_hand"])], again.outcome)
      assert.strictEqual(vendor.writes(), 1)
    })
  },
  {
    // giving-back-5: What a rule, a group, another directory or a limit in time gave is a person's to give back.
    title: "what only a person can give back stays a person's: by hand, and zero writes",
    of: "by hand",
    holds: Effect.fnUntraced(function* (of, thing) {
      const { giveBack, vendor } = yield* entitlementsBench(of)
      thing.take(vendor.state)
      assert.deepInclude(yield* giveBack(named(thing)), { outcome: "by_hand", verified: false })
      assert.isFalse(isBack(thing, vendor.state))
      assert.strictEqual(vendor.writes(), 0)
    })
  },
  {
    // giving-back-6: Nothing is given to somebody else of the same address, or to an account that was made anew.
    title: "two people of one address: nothing is seen, and nothing given to either",
    of: "all",
    where: ({ addsTwin }) => addsTwin !== undefined,
    holds: Effect.fnUntraced(function* (of, thing) {
      const { giveBack, holdings, vendor } = yield* entitlementsBench(of)
      thing.take(vendor.state)
      of.addsTwin?.(vendor.state)
      assertHidden(yield* Effect.result(holdings), thing, /several/)
      const given = yield* giveBack(named(thing))
      assert.deepInclude(given, { outcome: "by_hand", verified: false })
      assert.notMatch(given.message, /remove|revoke/i, "it is about giving")
      assert.isFalse(isBack(thing, vendor.state))
      assert.strictEqual(vendor.writes(), 0)
    })
  },
  {
    title: "nobody of this address: nothing is held, and nothing can be given",
    of: "all",
    holds: Effect.fnUntraced(function* (of, thing) {
      const stranger = { ...of, leaver: { email: "stranger@acme.test", name: "Sam Stranger" } }
      const { giveBack, holdings, vendor } = yield* entitlementsBench(stranger)
      const { sights } = yield* holdings
      assert.isEmpty(seenIn(sights))
      if (of.givesByTerms === true) return
      const given = yield* giveBack(named(thing))
      assert.deepInclude(given, { outcome: "failed", verified: false })
      assert.match(given.message, /no account/i)
      assert.strictEqual(vendor.writes(), 0)
    })
  },
  {
    // giving-back-3
    title: "a vendor that says yes and shows that it is not there: not returned",
    of: "given",
    holds: Effect.fnUntraced(function* (of, thing) {
      const { giveBack, vendor } = yield* entitlementsBench(of)
      thing.take(vendor.state)
      vendor.faults.lies = true
      assert.deepInclude(yield* giveBack(named(thing)), { outcome: "failed", verified: false })
      assert.isFalse(isBack(thing, vendor.state))
      assert.strictEqual(vendor.writes(), 1)
    })
  },
  {
    // giving-back-3
    title: "a vendor that says yes and shows nothing afterwards: returned, never verified",
    of: "given",
    holds: Effect.fnUntraced(function* (of, thing) {
      let written = false
      const blind: typeof of.definition = {
        ...of.definition,
        handle: (request, state, faults) => {
          if (of.definition.writes(request)) written = true
          else if (written) return { status: 500, body: { error: canary } }
          return of.definition.handle(request, state, faults)
        }
      }
      const { giveBack, vendor } = yield* entitlementsBench(of, blind)
      thing.take(vendor.state)
      assert.deepInclude(yield* giveBack(named(thing)), { outcome: "returned", verified: false })
    })
  },
  {
    // giving-back-2
    title: "a throttled look is no empty one, and says to look again",
    of: "all",
    holds: Effect.fnUntraced(function* (of, thing) {
      const throttled = answering(of.definition, thing.reads, () => of.definition.throttled(undefined))
      const { holdings } = yield* entitlementsBench(of, throttled)
      assertHidden(yield* Effect.result(holdings), thing, /again|later|429|rate.?limit/i)
    })
  },
  {
    title: "throttled while giving back: failed, nothing given, and the vendor is left alone",
    of: "given",
    holds: Effect.fnUntraced(function* (of, thing) {
      const { giveBack, vendor } = yield* entitlementsBench(of)
      thing.take(vendor.state)
      vendor.faults.throttles = { calls: 1000, seconds: undefined }
      assert.deepInclude(yield* giveBack(named(thing)), { outcome: "failed", verified: false })
      assert.isFalse(isBack(thing, vendor.state))
      assert.isAtMost(1000 - vendor.faults.throttles.calls, 4)
    })
  },
  {
    // giving-back-2: A kind that cannot be seen is never shown as empty, and what is missing is named.
    title: "without the permission it is not visible, and what is missing is said",
    of: "all",
    holds: Effect.fnUntraced(function* (of, thing) {
      const { giveBack, holdings, vendor } = yield* entitlementsBench(of)
      thing.take(vendor.state)
      thing.forbid(vendor.state)
      assertHidden(yield* Effect.result(holdings), thing, thing.missing)
      const { outcome, verified } = yield* giveBack(named(thing))
      assert.include(["failed", "by_hand"], outcome)
      assert.isFalse(verified)
      assert.isFalse(isBack(thing, vendor.state))
      assert.strictEqual(vendor.writes(), 0)
    })
  },
  {
    title: "without the permission to give it: failed, and what is missing is said",
    of: "given",
    where: (_of, { forbidGiving }) => forbidGiving !== undefined,
    holds: Effect.fnUntraced(function* (of, thing) {
      const { giveBack, vendor } = yield* entitlementsBench(of)
      thing.take(vendor.state)
      thing.forbidGiving?.how(vendor.state)
      const given = yield* giveBack(named(thing))
      assert.deepInclude(given, { outcome: "failed", verified: false }, given.message)
      assert.match(given.message, thing.forbidGiving?.missing ?? /^$/)
      assert.isFalse(isBack(thing, vendor.state))
    })
  },
  {
    title: "what no longer exists is not given back, and that is said",
    of: "given",
    where: (_of, { vanishes }) => vanishes !== undefined,
    holds: Effect.fnUntraced(function* (of, thing) {
      const { giveBack, vendor } = yield* entitlementsBench(of)
      thing.take(vendor.state)
      thing.vanishes?.how(vendor.state)
      const given = yield* giveBack(named(thing))
      assert.deepInclude(given, { outcome: "failed", verified: false }, given.message)
      assert.match(given.message, thing.vanishes?.said ?? /^$/)
      assert.isAtMost(vendor.writes(), 1)
    })
  },
  ...([403, 500] as const).map((status): Check => ({
    title: `a look that is answered with ${status} is no empty one`,
    of: "all",
    holds: Effect.fnUntraced(function* (of, thing) {
      const answer = () => (status === 403 ? of.definition.forbidden() : { status, body: { error: canary } })
      const { holdings } = yield* entitlementsBench(of, answering(of.definition, thing.reads, answer))
      assertHidden(yield* Effect.result(holdings), thing, /./)
    })
  })),
  ...([403, 404, 422] as const).map((status): Check => ({
    title: `a write refused with ${status}: never taken for done`,
    of: "given",
    holds: Effect.fnUntraced(function* (of, thing) {
      const { giveBack, vendor } = yield* entitlementsBench(of)
      thing.take(vendor.state)
      vendor.faults.answersWritesWith = status
      const { message, outcome, verified } = yield* giveBack(named(thing))
      assert.include(["failed", "by_hand"], outcome, message)
      assert.isFalse(verified)
      assert.notInclude(message, canary)
      assert.isFalse(isBack(thing, vendor.state))
    })
  })),
  ...(["hangsAfterWriting", "failsAfterWriting"] as const).map((fault): Check => ({
    title: `a write carried out whose answer is lost (${fault}): what a read shows decides, and nothing is done twice`,
    of: "given",
    holds: Effect.fnUntraced(function* (of, thing) {
      const { giveBack, vendor } = yield* entitlementsBench(of)
      thing.take(vendor.state)
      vendor.faults[fault] = true
      const given = yield* giveBack(named(thing))
      if (thing.isInvited === undefined) assert.deepInclude(given, { outcome: "returned", verified: true })
      else assert.isFalse(given.verified)
      assert.isTrue(isBack(thing, vendor.state))
      assert.strictEqual(vendor.writes(), 1)
    })
  })),
  {
    title: "no answer at all: unanswered, which is no empty look, and nothing given",
    of: "given",
    holds: Effect.fnUntraced(function* (of, thing) {
      const { giveBack, holdings, vendor } = yield* entitlementsBench(of)
      thing.take(vendor.state)
      vendor.faults.drops = true
      assertHidden(yield* Effect.result(holdings), thing, /./)
      assert.deepInclude(yield* giveBack(named(thing)), { outcome: "failed", verified: false })
      assert.isFalse(isBack(thing, vendor.state))
    })
  }
]

const concerns = <State>({ of: things, where }: Check, of: EntitlementsConformance<State>, thing: HeldThing<State>) =>
  (things === "all" || (things === "given") === (thing.byHand === null)) && (where?.(of, thing) ?? true)

/** What the entitlements of every vendor keep, thing by thing: finding, giving back, and every way in which a vendor can fail at it. */
export const givesBackWhatWasHeld = <State>(of: EntitlementsConformance<State>) => {
  for (const thing of of.things) {
    describe(`${of.named ?? of.protocol}: ${nameOf(thing)}`, () => {
      for (const check of checks) {
        if (concerns(check, of, thing)) it.live(check.title, () => check.holds(of, thing))
      }
    })
  }
}

/** Which of the checks spoilt entitlements fail: what a test of this suite itself asks for. */
export const failedEntitlementChecks = Effect.fnUntraced(function* <State>(
  of: EntitlementsConformance<State>,
  thing: HeldThing<State>
) {
  const failed: Array<string> = []
  for (const check of checks) {
    if (!concerns(check, of, thing)) continue
    const exit = yield* Effect.exit(Effect.scoped(check.holds(of, thing)))
    if (exit._tag === "Failure") failed.push(check.title)
  }
  return failed
})
