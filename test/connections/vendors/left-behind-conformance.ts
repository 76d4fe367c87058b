import { assert, describe, it } from "@effect/vitest"
import type { LeftBehindClosing, LeftBehindKind } from "@svc/contract/left-behind/schema"
import type { LabRequest, RunningVendor, VendorDefinition } from "@svc/lab/vendor"
import { canary } from "@svc/lab/vendor"
import { Effect, Result, type Scope } from "effect"
import type { VendorName } from "#connections/vendors/protocol/addresses"
import type { Connection } from "#connections/vendors/protocol/connection"
import type { Leaver } from "#connections/vendors/protocol/connector"
import type { KindSight, LeaverInventory, LeftBehind, Successor } from "#connections/vendors/protocol/inventory"
import type { CallLimits } from "#connections/vendors/protocol/limits"
import { announces } from "./announced.ts"
import { aBench, idOfNobody, recycledTo } from "./support.ts"

/** One thing that the stand-in's seed holds of the leaver. */
export interface PlantedItem<State> {
  readonly kind: LeftBehindKind
  /** What the inventory calls it by. */
  readonly externalId: string
  readonly closing: LeftBehindClosing
  /** Is it at the vendor still, and the leaver's? */
  readonly stands: (state: State) => boolean
  /** Whose it is after a transfer; only where `closing` is `transfer`. */
  readonly isSuccessors?: (state: State) => boolean
  /** The like of it that belongs to another person, by the same name: what the inventory would call it. */
  readonly twin: { readonly externalId: string; readonly stands: (state: State) => boolean }
  /** The calls by which it is looked up. */
  readonly reads: (request: LabRequest) => boolean
  /** Takes the permission away that shows it. */
  readonly forbid: (state: State) => void
  /** What the sight then has to name as missing. */
  readonly missing: RegExp
  readonly stopsTheCut?: RegExp
}

export interface LeftBehindConformance<State> {
  readonly protocol: string
  /** The protocol's name unless given. */
  readonly named?: string
  readonly definition: VendorDefinition<State>
  readonly vendors: ReadonlyArray<VendorName>
  readonly settings?: Connection["settings"]
  readonly secrets: Readonly<Record<string, string>>
  readonly leaver: Partial<Leaver>
  readonly successor?: Successor
  readonly items: ReadonlyArray<PlantedItem<State>>
  /** Whatever of other people must stay as it is; compared as data. */
  readonly others: (state: State) => unknown
  /** Puts a defect into the inventory, to see that the suite catches it. */
  readonly spoilt?: (inventory: LeaverInventory) => LeaverInventory
}

/** Calls and reads of a fraction of a second. */
const quick: CallLimits = { call: "800 millis", verifyWaits: ["0 seconds", "10 millis"] }

const somebody: Successor = { email: "nobody.there@acme.test", name: "Nobody There" }

const benchOf = Effect.fnUntraced(function* <State>(of: LeftBehindConformance<State>, definition = of.definition) {
  const bench = yield* aBench({ limits: quick, ...of, definition })
  return {
    ...bench,
    /** What `close` would write. */
    announced: ({ closing, externalId, kind }: Pick<PlantedItem<State>, "closing" | "externalId" | "kind">) =>
      bench.planned({ kind, externalId }, closing === "transfer" ? (of.successor ?? somebody) : null),
    /** Ends the item in the way that it can be ended. */
    close: ({ closing, externalId, kind }: Pick<PlantedItem<State>, "closing" | "externalId" | "kind">) =>
      closing === "transfer"
        ? bench.give({ kind, externalId }, of.successor ?? somebody)
        : bench.end({ kind, externalId })
  }
})

const itemsOf = (sights: ReadonlyArray<KindSight>, kind: LeftBehindKind): ReadonlyArray<LeftBehind> =>
  sights.flatMap((sight) => (sight._tag === "Seen" && sight.kind === kind ? sight.items : []))

const whysOf = (sights: ReadonlyArray<KindSight>, kind: LeftBehindKind): ReadonlyArray<string> =>
  sights.flatMap((sight) => (sight._tag === "NotVisible" && sight.kind === kind ? [sight.why] : []))

const shows = (sights: ReadonlyArray<KindSight>, { externalId, kind }: { kind: LeftBehindKind; externalId: string }) =>
  itemsOf(sights, kind).some((item) => item.externalId === externalId)

/** The definition with another answer to the calls that `when` picks. */
const answering = <State>(
  definition: VendorDefinition<State>,
  when: (request: LabRequest) => boolean,
  answer: () => ReturnType<VendorDefinition<State>["handle"]>
): VendorDefinition<State> => ({
  ...definition,
  handle: (request, state, faults) => (when(request) ? answer() : definition.handle(request, state, faults))
})

const writesOf = <State>({ requests }: RunningVendor<State>, { writes }: VendorDefinition<State>) =>
  requests.filter(writes).map(({ body, method, path, query }) => `${method} ${path}?${query} ${body}`)

/** One promise of an inventory about one thing. */
interface Check {
  readonly title: string
  readonly of: ReadonlyArray<LeftBehindClosing>
  readonly holds: <State>(
    of: LeftBehindConformance<State>,
    item: PlantedItem<State>
  ) => Effect.Effect<void, unknown, Scope.Scope>
}

const closable = ["revoke", "transfer"] as const
const every = [...closable, "by_hand"] as const

/** The kind may not seem empty: what hid it is said, in words that `why` finds. */
const assertHidden = <State>(
  looked: Result.Result<{ readonly sights: ReadonlyArray<KindSight> }, { readonly message: string }>,
  item: PlantedItem<State>,
  why: RegExp
) => {
  const sights = Result.isSuccess(looked) ? looked.success.sights : []
  assert.isFalse(shows(sights, item))
  const whys = Result.isSuccess(looked) ? whysOf(sights, item.kind) : [looked.failure.message]
  assert.isTrue(
    whys.some((one) => why.test(one)),
    `${item.kind}: ${JSON.stringify(whys)}`
  )
  for (const one of whys) assert.notInclude(one, canary)
}

const leftBehindChecks: ReadonlyArray<Check> = [
  {
    title: "with an account's id it is that account's and ends there, though another has the address by now",
    of: every,
    holds: Effect.fnUntraced(function* (of, item) {
      const { account } = yield* (yield* benchOf(of)).look
      assert.isNotNull(account)
      const { close, look, vendor } = yield* benchOf({ ...of, leaver: { ...of.leaver, ...recycledTo(account.id) } })
      const looked = yield* look
      assert.strictEqual(looked.account?.id, account.id)
      assert.isTrue(shows(looked.sights, item))
      const others = structuredClone(of.others(vendor.state))
      const { outcome } = yield* close(item)
      assert.strictEqual(outcome, item.closing === "by_hand" ? "manual_required" : "revoked")
      assert.strictEqual(item.stands(vendor.state), item.closing === "by_hand")
      assert.isTrue(item.twin.stands(vendor.state))
      assert.deepStrictEqual(of.others(vendor.state), others)
    })
  },
  {
    // connectors-15
    title: "an id that no account has: nothing is shown under it, and nothing ended: manual, zero writes",
    of: every,
    holds: Effect.fnUntraced(function* (of, item) {
      const { account } = yield* (yield* benchOf(of)).look
      assert.isNotNull(account)
      const leaver = { ...of.leaver, accountId: idOfNobody(account.id) }
      const { close, look, vendor } = yield* benchOf({ ...of, leaver })
      const looked = yield* look
      assert.isNull(looked.account)
      assert.isFalse(shows(looked.sights, item))
      const result = yield* close(item)
      assert.deepInclude(result, { outcome: "manual_required", verified: false })
      assert.match(result.message, /no longer exists/)
      assert.isTrue(item.stands(vendor.state))
      assert.strictEqual(vendor.writes(), 0)
    })
  },
  {
    // connectors-12: What a leaver leaves behind is found without a write, ended and read back, never of another
    //   person, and nothing twice; what a missing permission, a throttle or a 404 hides is said and is no empty list.
    // directories-1: Each kind that Google, Entra ID or Okta shows is found, closed and read back, and no other
    //   person's thing is touched.
    title: "a look finds it, tells it from another person's, and writes nothing",
    of: every,
    holds: Effect.fnUntraced(function* (of, item) {
      const { look, vendor } = yield* benchOf(of)
      const { kinds, sights } = yield* look
      for (const kind of kinds)
        assert.isTrue(
          sights.some((sight) => sight.kind === kind),
          `no sight of ${kind}`
        )
      const found = itemsOf(sights, item.kind).filter(({ externalId }) => externalId === item.externalId)
      assert.lengthOf(found, 1, JSON.stringify(sights))
      assert.strictEqual(found[0]?.closing, item.closing)
      const stops = found[0]?.stopsTheCut ?? null
      if (item.stopsTheCut === undefined) assert.isNull(stops)
      else assert.match(stops ?? "", item.stopsTheCut)
      assert.isFalse(shows(sights, { kind: item.kind, externalId: item.twin.externalId }), "another person's")
      assert.strictEqual(vendor.writes(), 0)
    })
  },
  {
    // connectors-12, directories-1
    title: "ended, read back after the last write, nobody else touched, and nothing done twice",
    of: closable,
    holds: Effect.fnUntraced(function* (of, item) {
      const { close, look, vendor } = yield* benchOf(of)
      const others = structuredClone(of.others(vendor.state))
      assert.deepInclude(yield* close(item), { outcome: "revoked", verified: true, vendorStatus: null })
      assert.isFalse(item.stands(vendor.state))
      if (item.closing === "transfer") assert.isTrue(item.isSuccessors?.(vendor.state))
      const last = vendor.requests.at(-1)
      assert.isFalse(last !== undefined && of.definition.writes(last), "the last request must be the read-back")
      const writes = writesOf(vendor, of.definition)
      assert.isNotEmpty(writes)
      assert.lengthOf(new Set(writes), writes.length)
      assert.isFalse(shows((yield* look).sights, item))
      assert.deepInclude(yield* close(item), { outcome: "revoked", verified: true })
      assert.lengthOf(writesOf(vendor, of.definition), writes.length, "ended once more")
      assert.isTrue(item.twin.stands(vendor.state))
      assert.deepStrictEqual(of.others(vendor.state), others)
    })
  },
  {
    // left-behind-11: The preview of a run lists each item that it ends or hands over, with every write, and so does
    //   the dialog that starts it.
    title: "every write that ends it or hands it over was announced, and announcing asks nobody",
    of: closable,
    holds: Effect.fnUntraced(function* (of, item) {
      const { announced, close, vendor } = yield* benchOf(of)
      const planned = yield* announced(item)
      assert.isEmpty(vendor.requests)
      yield* close(item)
      const writes = vendor.requests.filter(of.definition.writes)
      assert.isNotEmpty(writes)
      for (const { method, path } of writes) {
        assert.isTrue(
          planned.some((one) => one.method === method && announces(one.url, path)),
          `${method} ${path} is not among ${JSON.stringify(planned)}`
        )
      }
    })
  },
  {
    title: "what only a person can end stays a person's: manual, and zero writes",
    of: ["by_hand"],
    holds: Effect.fnUntraced(function* (of, item) {
      const { end, vendor } = yield* benchOf(of)
      assert.deepInclude(yield* end(item), { outcome: "manual_required", verified: false })
      assert.isTrue(item.stands(vendor.state))
      assert.strictEqual(vendor.writes(), 0)
    })
  },
  {
    title: "the same thing of another person is not ended in the leaver's name",
    of: closable,
    holds: Effect.fnUntraced(function* (of, item) {
      const { close, vendor } = yield* benchOf(of)
      yield* close({ ...item, externalId: item.twin.externalId })
      assert.isTrue(item.twin.stands(vendor.state))
      assert.strictEqual(vendor.writes(), 0)
    })
  },
  {
    // left-behind-10: What an app accepted and still shows is pending with its message, a task and a next try; the
    //   app's word counts only where nothing could be read.
    title: "a vendor that says yes and shows it still is contradicted: never verified, nor ended by its word",
    of: closable,
    holds: Effect.fnUntraced(function* (of, item) {
      const { close, vendor } = yield* benchOf(of)
      vendor.faults.lies = true
      const { contradicted, outcome, verified } = yield* close(item)
      assert.isTrue(item.stands(vendor.state))
      assert.isTrue(outcome === "failed" || (outcome === "revoked" && contradicted === true), outcome)
      assert.isFalse(verified)
    })
  },
  {
    // left-behind-10
    title: "a vendor that says yes and shows nothing afterwards: its word, and only for what is done",
    of: closable,
    holds: Effect.fnUntraced(function* (of, item) {
      let written = false
      const blind: typeof of.definition = {
        ...of.definition,
        handle: (request, state, faults) => {
          if (of.definition.writes(request)) written = true
          else if (written && item.reads(request)) return { status: 500, body: { error: canary } }
          return of.definition.handle(request, state, faults)
        }
      }
      const { close, vendor } = yield* benchOf(of, blind)
      const { contradicted, outcome, verified } = yield* close(item)
      assert.isUndefined(contradicted)
      if (item.closing === "revoke") assert.deepStrictEqual([outcome, verified], ["revoked", false])
      if (outcome === "revoked") assert.isFalse(item.stands(vendor.state))
    })
  },
  {
    title: "a throttled look is no empty one, and says to look again",
    of: every,
    holds: Effect.fnUntraced(function* (of, item) {
      const throttled = answering(of.definition, item.reads, () => of.definition.throttled(undefined))
      const { look, vendor } = yield* benchOf(of, throttled)
      assertHidden(yield* Effect.result(look), item, /again|later/i)
      assert.strictEqual(vendor.writes(), 0)
    })
  },
  {
    title: "throttled while ending: failed, it stands, and the vendor is left alone",
    of: closable,
    holds: Effect.fnUntraced(function* (of, item) {
      const { close, vendor } = yield* benchOf(of)
      vendor.faults.throttles = { calls: 1000, seconds: undefined }
      assert.deepInclude(yield* close(item), { outcome: "failed", verified: false })
      assert.isTrue(item.stands(vendor.state))
      assert.isAtMost(1000 - vendor.faults.throttles.calls, 4)
    })
  },
  {
    // directories-2: A kind that cannot be seen is never shown as empty, and what is missing is named.
    // connectors-12
    title: "without the permission it is not visible, and what is missing is said",
    of: every,
    holds: Effect.fnUntraced(function* (of, item) {
      const { look, vendor } = yield* benchOf(of)
      item.forbid(vendor.state)
      assertHidden(yield* Effect.result(look), item, item.missing)
      assert.strictEqual(vendor.writes(), 0)
    })
  },
  {
    title: "without the permission it is not ended, nor taken for gone",
    of: closable,
    holds: Effect.fnUntraced(function* (of, item) {
      const { close, vendor } = yield* benchOf(of)
      item.forbid(vendor.state)
      const { outcome, verified } = yield* close(item)
      assert.isTrue(item.stands(vendor.state))
      assert.include(["failed", "manual_required"], outcome)
      assert.isFalse(verified)
    })
  },
  ...([403, 404, 500] as const).map((status): Check => ({
    title: `a look that is answered with ${status} is no empty one`,
    of: every,
    holds: Effect.fnUntraced(function* (of, item) {
      const answer = () => (status === 403 ? of.definition.forbidden() : { status, body: { error: canary } })
      const { look, vendor } = yield* benchOf(of, answering(of.definition, item.reads, answer))
      assertHidden(yield* Effect.result(look), item, /./)
      assert.strictEqual(vendor.writes(), 0)
    })
  })),
  ...([403, 404, 422] as const).map((status): Check => ({
    title: `a write refused with ${status}: never taken for done`,
    of: closable,
    holds: Effect.fnUntraced(function* (of, item) {
      const { close, vendor } = yield* benchOf(of)
      vendor.faults.answersWritesWith = status
      const { outcome, verified } = yield* close(item)
      assert.isTrue(item.stands(vendor.state))
      assert.include(["failed", "manual_required"], outcome)
      assert.isFalse(verified)
    })
  })),
  ...(["hangsAfterWriting", "failsAfterWriting"] as const).map((fault): Check => ({
    title: `a write carried out whose answer is lost (${fault}): read back, and nothing done twice`,
    of: closable,
    holds: Effect.fnUntraced(function* (of, item) {
      const { close, vendor } = yield* benchOf(of)
      vendor.faults[fault] = true
      assert.deepInclude(yield* close(item), { outcome: "revoked", verified: true })
      assert.isFalse(item.stands(vendor.state))
      const writes = writesOf(vendor, of.definition)
      assert.lengthOf(new Set(writes), writes.length)
    })
  })),
  {
    title: "no answer at all: unanswered, which is no empty look",
    of: every,
    holds: Effect.fnUntraced(function* (of, item) {
      const { look, vendor } = yield* benchOf(of)
      vendor.faults.drops = true
      const looked = yield* Effect.result(look)
      assert.isTrue(Result.isFailure(looked) || whysOf(looked.success.sights, item.kind).length > 0)
    })
  }
]

const named = ({ closing, kind }: Pick<PlantedItem<never>, "closing" | "kind">, externalId: string) =>
  `${kind} ${externalId} (${closing})`

/** What every inventory keeps, kind by kind: finding, ending, and every way in which a vendor can fail at it. */
export const leavesNothingUnseen = <State>(of: LeftBehindConformance<State>) => {
  for (const item of of.items) {
    describe(`${of.named ?? of.protocol}: ${named(item, item.externalId)}`, () => {
      for (const { holds, of: closings, title } of leftBehindChecks) {
        if (closings.includes(item.closing)) it.live(title, () => holds(of, item))
      }
    })
  }
}

/** Which of the checks a spoilt inventory fails: what a test of this suite itself asks for. */
export const failedChecks = Effect.fnUntraced(function* <State>(
  of: LeftBehindConformance<State>,
  item: PlantedItem<State>
) {
  const failed: Array<string> = []
  for (const { holds, of: closings, title } of leftBehindChecks) {
    if (!closings.includes(item.closing)) continue
    const exit = yield* Effect.exit(Effect.scoped(holds(of, item)))
    if (exit._tag === "Failure") failed.push(title)
  }
  return failed
})
