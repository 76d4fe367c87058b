import { assert, describe, it } from "#test/support/suite"
import type { EntitlementKind } from "@svc/contract/entitlements/schema"
import { IntegrationId } from "@svc/contract/kernel/ids"
import type { LabRequest, RunningVendor, VendorDefinition } from "@svc/lab/vendor"
import { canary } from "@svc/lab/vendor"
import type { Recycling } from "@svc/lab/recycling"
import { Effect, Layer, Redacted, References, Result } from "effect"
import { randomUUID } from "node:crypto"
import { Outbound } from "#platform/outbound/outbound"
import { VendorAddresses, type VendorName } from "#connections/vendors/protocol/addresses"
import { VendorClient } from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"
import type { Leaver, Rechecked } from "#connections/vendors/protocol/connector"
import type { Revoker } from "#connections/vendors/protocol/revoker"
import { VendorRegistry } from "#connections/vendors/vendor-registry"
import { type CallLimits, VendorLimits } from "#connections/vendors/protocol/limits"
import { unanswered, type SeenResult } from "#connections/vendors/protocol/outcome"
import { loopback } from "./support.ts"
import { running } from "#test/support/vendor-work"

/** A person as the vendor's stand-in knows them; each verb is something that somebody else does at the vendor. */
interface ConformancePerson<State> {
  readonly email: string
  /** What the connector needs of the leaver besides the address. */
  readonly leaver?: Partial<Leaver>
  readonly isActive: (state: State) => boolean
  readonly deactivate: (state: State) => void
  readonly reactivate: (state: State) => void
  /** The vendor knows nobody of this address any more. */
  readonly remove: (state: State) => void
  /** A second person of the same address; left out where the vendor cannot have one. */
  readonly addTwin?: (state: State) => void
  /** Whatever must stay as it is of everybody else; compared as data. */
  readonly others?: (state: State) => unknown
}

interface Conformance<State> {
  /** As `VendorRegistry.find` knows it. */
  readonly protocol: string
  /** The protocol's name unless given. */
  readonly serviceName?: string
  readonly definition: VendorDefinition<State>
  /** Whose addresses the stand-in plays. None for an address that the tenant types: loopback is exempt then. */
  readonly vendors: ReadonlyArray<VendorName>
  readonly settings: (url: string) => Connection["settings"]
  readonly secrets: Readonly<Record<string, string>>
  readonly person: ConformancePerson<State>
  /** Somebody whose address has an apostrophe, in the same seed. */
  readonly apostrophe?: Pick<ConformancePerson<State>, "email" | "leaver" | "isActive">
  /** False for a vendor that shows nothing: neither look-up nor read-back. */
  readonly verifies: boolean
  /** How accounts and addresses part at the vendor; of one that shows accounts. */
  readonly recycling?: Recycling<State>
  /** A read of one account by its id, where another route shows accounts as well: the route may be missing. */
  readonly byId?: (request: LabRequest) => boolean
  /** Did the run end the person's sessions and tokens? */
  readonly sessions?: { readonly ended: (state: State) => boolean }
  /** What somebody who is off already gives; `skipped` where the vendor forgets those. */
  readonly alreadyOff?: "revoked" | "skipped"
  /** Writes allowed for somebody who is off already: sessions that are ended once more. None unless given. */
  readonly writesWhenOff?: number
  /** Calls of minor weight: with 404 for an answer, the main thing happens all the same. */
  readonly secondary?: (request: LabRequest) => boolean
  /** `vendorStatus` of a refusal where it is not the status of the stand-in's own answer. */
  readonly statuses?: { readonly [Case in "throttled" | "unauthorized" | "forbidden"]?: number | null }
  /** False where connecting makes no request. */
  readonly proves?: boolean
}

/** Calls and reads of a fraction of a second. */
const quick: CallLimits = { call: "700 millis", verifyWaits: ["0 seconds", "10 millis"] }

/** For a vendor that tells the end of a throttle in whole seconds. */
const patient: CallLimits = { ...quick, call: "3 seconds" }

/** One stand-in, and the connector over the real client with the operator's addresses leading to it. */
interface Bench<State> {
  readonly vendor: RunningVendor<State>
  readonly connection: Connection
  readonly revoke: (leaver?: Partial<Leaver>, limits?: CallLimits) => Effect.Effect<SeenResult>
  readonly recheck: Effect.Effect<string>
  readonly recheckOf: (leaver: Partial<Leaver>) => Effect.Effect<Rechecked>
  readonly plan: (leaver?: Partial<Leaver>) => ReturnType<Revoker["plan"]>
  readonly effects: ReturnType<Revoker["effects"]>
  readonly survives: ReturnType<Revoker["survives"]>
  readonly undo: ReturnType<Revoker["undo"]>
  /** Kinds that it can give back. */
  readonly restores: ReadonlyArray<EntitlementKind>
  readonly prove: Effect.Effect<
    Result.Result<Connection["settings"], { readonly _tag: string; readonly message: string }>
  >
}

/**
 * Nothing of the vendor's answers and none of the secrets may be in what people read (revocation-11, integrations-12).
 */
const assertClean = (message: string, secrets: Iterable<string>) => {
  assert.isAtMost(message.length, 300)
  assert.isNotEmpty(message)
  for (const word of [canary, "internal trace", "lab-canary", ...secrets]) assert.notInclude(message, word)
}

const benchOf = Effect.fnUntraced(function* <State>(of: Conformance<State>, definition = of.definition) {
  const vendor = yield* running(definition)
  const urls: Partial<Record<VendorName, string>> = Object.fromEntries(of.vendors.map((name) => [name, vendor.url]))
  // Only the operator's own setting opens the way to loopback, so a connector has to name whose addresses it calls.
  const outbound = Outbound.layerWith({
    allow: of.vendors.length === 0 ? loopback : [],
    operatorAddresses: Object.values(urls)
  })
  const context = yield* Layer.build(
    Layer.mergeAll(VendorRegistry.layerNoDeps, VendorClient.layerNoDeps).pipe(
      Layer.provide(Layer.mergeAll(VendorAddresses.layerWith(urls), outbound)),
      Layer.fresh
    )
  ).pipe(Effect.provideService(References.MinimumLogLevel, "Error"))
  const { client, revoker } = yield* Effect.gen(function* () {
    const connectors = yield* VendorRegistry
    return {
      client: yield* VendorClient,
      revoker: yield* Effect.fromOption(connectors.find(of.protocol)).pipe(
        Effect.mapError(() => new Error(`VendorRegistry knows no ${of.protocol}`)),
        Effect.orDie
      )
    }
  }).pipe(Effect.provide(context))

  const connection: Connection = {
    id: IntegrationId.make(randomUUID()),
    serviceName: of.serviceName ?? of.protocol,
    protocol: of.protocol,
    settings: of.settings(vendor.url),
    secrets: new Map(Object.entries(of.secrets).map(([name, secret]) => [name, Redacted.make(secret)]))
  }
  const leaverOf = (given: Partial<Leaver>): Leaver => ({
    offboardingId: randomUUID(),
    name: "Ann Lee",
    email: of.person.email,
    exitDate: "2026-03-02",
    sourceControlUsername: null,
    managerEmail: null,
    accountId: null,
    ...of.person.leaver,
    ...given
  })
  const secrets = Object.values(of.secrets)

  const revoke: Bench<State>["revoke"] = (given = {}, limits = quick) =>
    Effect.gen(function* () {
      const calls = yield* client.callsFor(revoker)
      const attempt = { runId: randomUUID(), runCreatedAt: "2026-03-02T09:00:00.000Z" }
      const result = yield* revoker
        .revoke(calls, connection, leaverOf(given), attempt)
        .pipe(Effect.catchTag("VendorUnanswered", ({ message }) => Effect.succeed(unanswered(message))))
      assertClean(result.message, secrets)
      if (result.verified) assert.strictEqual(result.outcome, "revoked")
      return result
    }).pipe(Effect.provideService(VendorLimits, limits))

  const recheckOf: Bench<State>["recheckOf"] = (given) =>
    Effect.gen(function* () {
      const calls = yield* client.callsFor(revoker)
      return yield* Effect.orDie(revoker.recheck(calls, connection, leaverOf(given)))
    }).pipe(Effect.provideService(VendorLimits, quick))

  const bench: Bench<State> = {
    vendor,
    connection,
    revoke,
    recheckOf,
    recheck: Effect.map(recheckOf({}), ({ standing }) => standing),
    plan: (given = {}) => revoker.plan(connection, leaverOf(given)),
    effects: revoker.effects(connection),
    survives: revoker.survives(connection),
    undo: revoker.undo(connection),
    restores: revoker.entitlements?.kinds ?? [],
    prove: Effect.gen(function* () {
      const calls = yield* client.callsFor(revoker)
      const outcome = yield* Effect.result(revoker.prove(calls, connection))
      if (Result.isFailure(outcome)) assertClean(outcome.failure.message, secrets)
      return outcome
    }).pipe(Effect.provideService(VendorLimits, quick))
  }
  return bench
})

/** Each write's method, address and body, to see that none was sent twice. */
const writesOf = <State>({ requests }: RunningVendor<State>, { writes }: VendorDefinition<State>) =>
  requests.filter(writes).map(({ body, method, path, query }) => `${method} ${path}?${query} ${body}`)

const assertNoneRepeated = (writes: ReadonlyArray<string>) => assert.lengthOf(new Set(writes), writes.length)

const statusOr = (of: Conformance<never>["statuses"], name: "throttled" | "unauthorized" | "forbidden", own: number) =>
  of?.[name] === undefined ? own : of[name]

/**
 * What every vendor that revokes has to keep, whoever it is: the look-up, the write, the read-back and the failures.
 */
export const conforms = <State>(of: Conformance<State>) => {
  const { definition, person, verifies } = of
  const status = (name: "throttled" | "unauthorized" | "forbidden", own: number) => statusOr(of.statuses, name, own)
  const named = of.serviceName ?? of.protocol
  const whenOff = of.alreadyOff ?? "revoked"

  describe(`${named}: what every connector keeps`, () => {
    it.live("the preview names what would be called, makes no request and shows no secret", function* () {
      const { plan, vendor } = yield* benchOf(of)
      const planned = plan()
      assert.isNotEmpty(planned)
      for (const { method, url } of planned) {
        assert.match(method, /^(?:GET|POST|PUT|PATCH|DELETE)$/)
        for (const secret of Object.values(of.secrets)) assert.notInclude(url, secret)
      }
      assert.lengthOf(vendor.requests, 0)
    })

    it.live(
      "the effects in the preview are those of the run: sessions and read-back only where the connector has them",
      function* () {
        const { effects, plan } = yield* benchOf(of)
        assert.lengthOf(new Set(effects), effects.length)
        assert.lengthOf(
          effects.filter((one) => /_(?:account|membership|removal)$/.test(one)),
          1,
          "one end of the access"
        )
        assert.strictEqual(effects.includes("verifies_result"), verifies)
        const isCalled = (part: RegExp) => plan().some(({ method, url }) => part.test(`${method} ${url}`))
        const endsSessions = effects.some((one) => one === "ends_sessions" || one === "signs_out_everywhere")
        assert.strictEqual(endsSessions, isCalled(/session|sign-?out|logout/i))
        if (of.sessions !== undefined) {
          assert.isTrue(endsSessions || effects.includes("revokes_sso_credentials"), "sessions or credentials end")
        }
        assert.strictEqual(effects.includes("sets_auto_reply"), isCalled(/mailboxSettings|vacation/))
        assert.strictEqual(effects.includes("transfers_files"), isCalled(/datatransfer/))
      }
    )

    // work-172
    it.live(
      "what remains agrees with the effects, and an undo is stated only where the service restores accounts",
      function* () {
        const { effects, restores, survives, undo } = yield* benchOf(of)
        assert.lengthOf(new Set(survives), survives.length)
        if (undo !== null) assert.include(restores, "account")
        if (undo === "new_invitation") assert.include(effects, "removes_membership")
        const ends = {
          sessions_outside_universal_logout: effects.includes("signs_out_everywhere"),
          sessions_in_other_apps: effects.includes("ends_sessions"),
          sessions_for_minutes: effects.includes("ends_sessions"),
          open_sessions: !effects.includes("ends_sessions") && !effects.includes("signs_out_everywhere"),
          personal_account: effects.includes("removes_membership")
        } as const
        for (const one of survives) assert.isTrue(ends[one], one)
      }
    )

    it.live(
      verifies ? "act: revoked, verified by a read-back after the write, and nobody else touched" : "act: revoked",
      function* () {
        const { revoke, vendor } = yield* benchOf(of)
        const others = structuredClone(person.others?.(vendor.state))
        assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: verifies, vendorStatus: null })
        assert.isFalse(person.isActive(vendor.state))
        assert.deepStrictEqual(person.others?.(vendor.state), others)
        if (of.sessions !== undefined) assert.isTrue(of.sessions.ended(vendor.state), "sessions live on")
        if (verifies) {
          const last = vendor.requests.at(-1)
          assert.isFalse(last !== undefined && definition.writes(last), "the last request must be the read-back")
        }
      }
    )

    if (of.proves ?? verifies) {
      it.live("connecting proves the credential with a request that writes nothing", function* () {
        const { prove, vendor } = yield* benchOf(of)
        const outcome = yield* prove
        assert.isTrue(Result.isSuccess(outcome), JSON.stringify(outcome))
        assert.isNotEmpty(vendor.requests)
        assert.strictEqual(vendor.writes(), 0)
      })

      it.live("connecting is refused when the vendor refuses the credential", function* () {
        const { prove, vendor } = yield* benchOf(of)
        vendor.faults.expiresToken = true
        const outcome = yield* prove
        assert.strictEqual(Result.isFailure(outcome) ? outcome.failure._tag : "Success", "CredentialUnproven")
        assert.strictEqual(vendor.writes(), 0)
      })

      it.live("connecting fails when the vendor does not answer", function* () {
        const { prove, vendor } = yield* benchOf(of)
        vendor.faults.drops = true
        assert.isTrue(Result.isFailure(yield* prove))
      })
    }

    if (verifies) {
      lookUps(of, whenOff)
      statesWhatWasSeen(of)
    }
    if (of.recycling !== undefined) boundTo(of, of.recycling)

    for (const [body, code] of statedFailures) {
      // connectors-18: A failure that the body of a success states is a failure, for sessions and tokens too.
      it.live(
        `a write that says no under 200 with ${JSON.stringify(body).slice(0, 40)}: failed, with the vendor's code`,
        function* () {
          const { revoke, vendor } = yield* benchOf(
            of,
            answering(of, ({ isWrite }) => (isWrite ? { body } : "own"))
          )
          const result = yield* revoke()
          assert.deepInclude(result, { outcome: "failed", verified: false }, result.message)
          assert.notInclude(result.message, "accepted")
          if (code !== null) assert.include(result.message, code)
          assert.isTrue(person.isActive(vendor.state))
        }
      )
    }

    if (of.secondary !== undefined) {
      // connectors-18
      it.live("steps of minor weight that say no under 200 are not said to be done", function* () {
        const body = { success: false, ok: false, error: "not_now" }
        const { secondary } = of
        const { revoke } = yield* benchOf(
          of,
          answering(of, ({ isWrite, request }) => (isWrite && secondary?.(request) === true ? { body } : "own"))
        )
        const result = yield* revoke()
        assert.strictEqual(result.outcome, "revoked")
        assert.notMatch(result.message, claims)
      })
    }

    it.live("throttled within the budget: waits once, and is done", function* () {
      const { revoke, vendor } = yield* benchOf(of)
      vendor.faults.throttles = { calls: 1, seconds: 0 }
      assert.deepInclude(yield* revoke({}, patient), { outcome: "revoked", verified: verifies })
      assert.isFalse(person.isActive(vendor.state))
    })

    const throttled = status("throttled", definition.throttled(1).status)
    for (const [when, seconds] of [
      ["again after the wait", 0],
      ["for longer than the budget", 3600],
      ["without a time, and again", undefined]
    ] as const) {
      it.live(`throttled ${when}: failed with the vendor's status, and nothing changed`, function* () {
        const { revoke, vendor } = yield* benchOf(of)
        vendor.faults.throttles = { calls: 1000, seconds }
        assert.deepInclude(yield* revoke({}, seconds === 0 ? patient : quick), {
          outcome: "failed",
          vendorStatus: throttled,
          verified: false
        })
        assert.isTrue(person.isActive(vendor.state))
        assert.isAtMost(1000 - vendor.faults.throttles.calls, 3, "a throttled vendor is left alone")
      })
    }

    it.live("401: failed with the vendor's status, and nothing changed", function* () {
      const { revoke, vendor } = yield* benchOf(of)
      vendor.faults.expiresToken = true
      const vendorStatus = status("unauthorized", definition.unauthorized().status)
      assert.deepInclude(yield* revoke(), { outcome: "failed", vendorStatus, verified: false })
      assert.isTrue(person.isActive(vendor.state))
    })

    it.live("403: failed with the vendor's status, or manual, and nothing changed", function* () {
      const { revoke, vendor } = yield* benchOf(of)
      vendor.faults.forbids = true
      const result = yield* revoke()
      assert.include(["failed", "manual_required"], result.outcome)
      if (result.outcome === "failed") {
        assert.strictEqual(result.vendorStatus, status("forbidden", definition.forbidden().status))
      }
      assert.isFalse(result.verified)
      assert.isTrue(person.isActive(vendor.state))
    })

    for (const code of [500, 503]) {
      it.live(`${code} on every call: failed with the status and no word of the answer`, function* () {
        const { revoke, vendor } = yield* benchOf(of)
        vendor.faults.answersWith = code
        const result = yield* revoke()
        assert.deepInclude(result, { outcome: "failed", vendorStatus: code, verified: false })
        assert.include(result.message, String(code))
        assert.isTrue(person.isActive(vendor.state))
      })
    }

    for (const code of [400, 403, 409, 422, 500]) {
      it.live(`a write refused with ${code}: never revoked, never verified`, function* () {
        const { revoke, vendor } = yield* benchOf(of)
        vendor.faults.answersWritesWith = code
        const result = yield* revoke()
        assert.include(code === 403 ? ["failed", "manual_required"] : ["failed"], result.outcome)
        if (result.outcome === "failed") assert.strictEqual(result.vendorStatus, code)
        assert.isFalse(result.verified)
        assert.isTrue(person.isActive(vendor.state))
      })
    }

    it.live("a write carried out but never answered: read back, not repeated", function* () {
      const { revoke, vendor } = yield* benchOf(of)
      vendor.faults.hangsAfterWriting = true
      assert.deepInclude(
        yield* revoke(),
        verifies ? { outcome: "revoked", verified: true } : { outcome: "failed", verified: false, vendorStatus: null }
      )
      assert.isFalse(person.isActive(vendor.state))
      assertNoneRepeated(writesOf(vendor, definition))
    })

    it.live("a write carried out and answered with 500: read back, not repeated", function* () {
      const { revoke, vendor } = yield* benchOf(of)
      vendor.faults.failsAfterWriting = true
      assert.deepInclude(
        yield* revoke(),
        verifies ? { outcome: "revoked", verified: true } : { outcome: "failed", verified: false, vendorStatus: 500 }
      )
      assert.isFalse(person.isActive(vendor.state))
      assertNoneRepeated(writesOf(vendor, definition))
    })

    it.live("a dropped connection: failed, could not be reached", function* () {
      const { revoke, vendor } = yield* benchOf(of)
      vendor.faults.drops = true
      const result = yield* revoke()
      assert.deepInclude(result, { outcome: "failed", vendorStatus: null, verified: false })
      assert.include(result.message, "could not be reached")
    })

    it.live("no answer at all: failed, did not answer in time, within the budget of one call", function* () {
      const { revoke, vendor } = yield* benchOf(of)
      vendor.faults.hangs = true
      const result = yield* revoke()
      assert.deepInclude(result, { outcome: "failed", vendorStatus: null, verified: false })
      assert.include(result.message, "did not answer in time")
      assert.isAtMost(vendor.requests.length, 2)
    })

    it.live("a redirect: failed, and the credential goes nowhere else", function* () {
      const { revoke, vendor } = yield* benchOf(of)
      const elsewhere = yield* running(definition)
      vendor.faults.redirectsTo = `${elsewhere.url}/elsewhere`
      assert.deepInclude(yield* revoke(), { outcome: "failed", verified: false })
      assert.lengthOf(elsewhere.requests, 0)
      assert.isTrue(person.isActive(vendor.state))
    })

    const { secondary } = of
    if (secondary !== undefined) {
      for (const code of [404, 405, 501]) {
        it.live(`calls of minor weight answered with ${code} do not stop the main one`, function* () {
          const { revoke, vendor } = yield* benchOf(of, {
            ...definition,
            handle: (request, state, faults) =>
              secondary(request) ? { status: code, body: { error: canary } } : definition.handle(request, state, faults)
          })
          assert.strictEqual((yield* revoke()).outcome, "revoked")
          assert.isFalse(person.isActive(vendor.state))
        })
      }
    }
  })
}

/** The definition with answers of its own to reads and writes; token grants are left alone. */
const answering = <State>(
  { definition, secondary }: Conformance<State>,
  answerTo: (call: {
    readonly request: LabRequest
    readonly isWrite: boolean
    readonly written: number
  }) => "own" | number | { readonly body: unknown }
): VendorDefinition<State> => {
  let written = 0
  return {
    ...definition,
    handle: (request, state, faults) => {
      if (definition.grants?.(request) === true) return definition.handle(request, state, faults)
      const isWrite = definition.writes(request)
      const answer = answerTo({ request, isWrite, written })
      if (isWrite && secondary?.(request) !== true) written++
      if (answer === "own") return definition.handle(request, state, faults)
      return typeof answer === "number"
        ? { status: answer, body: { error: canary } }
        : { status: 200, body: answer.body }
    }
  }
}

/** Every form in which a service may say no under 200, with the code that people read. */
const statedFailures: ReadonlyArray<readonly [unknown, string | null]> = [
  [{ status: "error" }, null],
  [{ status: "error", code: "not_now" }, "not_now"],
  [{ success: false, error: "not_now" }, "not_now"],
  [{ ok: false, error: "not_now" }, "not_now"],
  [{ errors: [{ code: "NOT_NOW", message: canary }] }, "NOT_NOW"],
  [
    { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "400", scimType: "mutability", detail: canary },
    "mutability"
  ]
]

/** What a message says of a step that the vendor took on. */
const claims = /accepted the end|asked to end|(?:was|were) (?:ended|revoked)|ended first|reply is on/i

/** What holds of every account that has an id: whatever becomes of its address. */
const boundTo = <State>(of: Conformance<State>, recycling: Recycling<State>) => {
  const { person } = of
  const annOf = (state: State) => recycling.idOf(state, person.email) ?? ""

  it.live("the result and the re-check name the account", function* () {
    const { recheckOf, revoke, vendor } = yield* benchOf(of)
    const accountId = annOf(vendor.state)
    assert.strictEqual((yield* recheckOf({})).account?.id, accountId)
    assert.strictEqual((yield* revoke()).account?.id, accountId)
    assert.deepInclude(yield* recheckOf({ accountId }), { standing: "inactive" })
  })

  it.live("the preview of a run about an account's id asks for no address", function* () {
    const { plan, vendor } = yield* benchOf(of)
    const urls = plan({ accountId: annOf(vendor.state) }).map(({ url }) => decodeURIComponent(url))
    assert.isNotEmpty(urls)
    for (const url of urls) assert.notInclude(url, person.email)
  })

  // connectors-15: Whatever acts on an account that is known by its id acts on that one, though another has its address
  //   by now; an id that no account has ends by hand, with zero writes. The result names the account.
  it.live("with an account's id it acts on that account, though another has the address by now", function* () {
    const { recheckOf, revoke, vendor } = yield* benchOf(of)
    const accountId = annOf(vendor.state)
    const newcomer = recycling.recycle(vendor.state, person.email)
    assert.deepInclude(yield* recheckOf({ accountId }), { standing: "active" })
    const result = yield* revoke({ accountId })
    assert.deepInclude(result, { outcome: "revoked", verified: true }, result.message)
    assert.strictEqual(result.account?.id, accountId)
    assert.isFalse(recycling.isActive(vendor.state, accountId))
    assert.isTrue(recycling.isActive(vendor.state, newcomer))
    const again = yield* recheckOf({ accountId })
    assert.deepInclude(again, { standing: "inactive" })
    assert.strictEqual(again.account?.id, accountId)
  })

  // connectors-15
  it.live(
    "an id that no account has, while another has the address: manual, zero writes, and so re-checked",
    function* () {
      const { recheckOf, revoke, vendor } = yield* benchOf(of)
      const accountId = annOf(vendor.state)
      const newcomer = recycling.recycle(vendor.state, person.email)
      recycling.remove(vendor.state, accountId)
      const result = yield* revoke({ accountId })
      assert.deepInclude(result, { outcome: "manual_required", verified: false })
      assert.include(result.message, "no longer exists")
      assert.isUndefined(result.account)
      assert.strictEqual(vendor.writes(), 0)
      assert.isTrue(recycling.isActive(vendor.state, newcomer))
      const { account, standing } = yield* recheckOf({ accountId })
      assert.deepStrictEqual([standing, account?.id], ["other_account", newcomer])
    }
  )

  it.live(
    "an id that no account has, and nobody at the address: manual, zero writes; the re-check says absent",
    function* () {
      const { recheckOf, revoke, vendor } = yield* benchOf(of)
      const accountId = annOf(vendor.state)
      person.remove(vendor.state)
      assert.deepInclude(yield* revoke({ accountId }), { outcome: "manual_required", verified: false })
      assert.strictEqual(vendor.writes(), 0)
      assert.deepStrictEqual(yield* recheckOf({ accountId }), { standing: "absent", account: null })
    }
  )

  for (const code of [403, 404, 500]) {
    it.live(`with an id and ${code} on every question: failed, zero writes; the re-check does not know`, function* () {
      const { recheckOf, revoke, vendor } = yield* benchOf(
        of,
        answering(of, ({ isWrite }) => (isWrite ? "own" : code))
      )
      const accountId = annOf(vendor.state)
      const result = yield* revoke({ accountId })
      assert.include(["failed", "manual_required"], result.outcome)
      assert.notInclude(result.message, "no longer exists")
      assert.strictEqual(vendor.writes(), 0)
      assert.strictEqual((yield* recheckOf({ accountId })).standing, "unknown")
    })
  }
}

/** What is stated was seen: of writes that are done, and reads that show nothing. */
const statesWhatWasSeen = <State>(of: Conformance<State>) => {
  const { byId, person } = of

  for (const code of [403, 404, 500, 503]) {
    // connectors-17: Nothing is called still active, or verified, that no read after the write shows.
    it.live(
      `the write is done, and every read afterwards is answered with ${code}: not still active, not verified`,
      function* () {
        const { revoke, vendor } = yield* benchOf(
          of,
          answering(of, ({ isWrite, written }) => (isWrite || written === 0 ? "own" : code))
        )
        const result = yield* revoke()
        assert.isFalse(person.isActive(vendor.state))
        assert.isFalse(result.verified, result.message)
        assert.isFalse(result.stillActive ?? false, result.message)
      }
    )
  }

  if (byId !== undefined) {
    // connectors-16
    it.live("a service without a route to one account, which says yes and changes nothing: not verified", function* () {
      const { revoke, vendor } = yield* benchOf(
        of,
        answering(of, ({ request }) => (byId(request) ? 404 : "own"))
      )
      vendor.faults.lies = true
      const result = yield* revoke()
      assert.isTrue(person.isActive(vendor.state))
      assert.isFalse(result.verified, result.message)
      assert.notInclude(result.message, "is gone")
    })

    it.live("a service without a route to one account: what its search shows decides", function* () {
      const { recheck, revoke } = yield* benchOf(
        of,
        answering(of, ({ request }) => (byId(request) ? 404 : "own"))
      )
      assert.strictEqual(yield* recheck, "active")
      assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true })
      assert.strictEqual(yield* recheck, "inactive")
    })
  }
}

const lookUps = <State>(of: Conformance<State>, whenOff: "revoked" | "skipped") => {
  const { apostrophe, person } = of
  const { addTwin } = person
  const writesWhenOff = of.writesWhenOff ?? 0

  it.live("looks the account up without regard to case", function* () {
    const { revoke, vendor } = yield* benchOf(of)
    const email = `  ${person.email.slice(0, 5).toUpperCase()}${person.email.slice(5)}`.trim()
    assert.deepInclude(yield* revoke({ email }), { outcome: "revoked", verified: true })
    assert.isFalse(person.isActive(vendor.state))
  })

  it.live("a vendor that ignores the filter: only the right person is touched", function* () {
    const { revoke, vendor } = yield* benchOf(of)
    const others = structuredClone(person.others?.(vendor.state))
    vendor.faults.ignoresFilter = true
    const result = yield* revoke()
    assert.notStrictEqual(result.outcome, "skipped")
    assert.strictEqual(result.outcome === "revoked", !person.isActive(vendor.state))
    assert.deepStrictEqual(person.others?.(vendor.state), others)
  })

  for (const ignoresFilter of [false, true]) {
    it.live(
      `an unknown person${ignoresFilter ? ", though the vendor ignores the filter" : ""}: skipped, which the message says, and zero writes`,
      function* () {
        const { revoke, vendor } = yield* benchOf(of)
        person.remove(vendor.state)
        vendor.faults.ignoresFilter = ignoresFilter
        const result = yield* revoke()
        assert.deepInclude(result, { outcome: "skipped", verified: false })
        assert.match(
          result.message,
          /not know|not found|no (?:user|account|member|person)|not a member|nothing to revoke/i
        )
        assert.strictEqual(vendor.writes(), 0)
      }
    )
  }

  // connectors-16: A 404 is no proof that nobody is there: of a list it is a failure, of one account it counts beside a
  //   search that works.
  it.live("404 on every call: failed, never taken for nobody, and zero writes", function* () {
    const { recheck, revoke, vendor } = yield* benchOf(of)
    vendor.faults.answersWith = 404
    assert.deepInclude(yield* revoke(), { outcome: "failed", vendorStatus: 404, verified: false })
    assert.strictEqual(vendor.writes(), 0)
    assert.strictEqual(yield* recheck, "unknown")
  })

  it.live("404 on every question, though a token is granted: failed, and the re-check does not know", function* () {
    const { recheck, revoke, vendor } = yield* benchOf(
      of,
      answering(of, ({ isWrite }) => (isWrite ? "own" : 404))
    )
    assert.deepInclude(yield* revoke(), { outcome: "failed", vendorStatus: 404, verified: false })
    assert.strictEqual(vendor.writes(), 0)
    assert.strictEqual(yield* recheck, "unknown")
  })

  if (addTwin !== undefined) {
    it.live("several accounts of the address: manual, and zero writes", function* () {
      const { revoke, vendor } = yield* benchOf(of)
      addTwin(vendor.state)
      assert.deepInclude(yield* revoke(), { outcome: "manual_required", verified: false })
      assert.isTrue(person.isActive(vendor.state))
      assert.strictEqual(vendor.writes(), 0)
    })
  }

  it.live("off already: a success, and no write beyond need", function* () {
    const { revoke, vendor } = yield* benchOf(of)
    person.deactivate(vendor.state)
    assert.deepInclude(yield* revoke(), { outcome: whenOff, verified: whenOff === "revoked" })
    assert.isAtMost(vendor.writes(), writesWhenOff)
  })

  it.live(
    "409, as somebody else switches the account off at the same moment: read again, and it is a success",
    function* () {
      const { revoke, vendor } = yield* benchOf(of, {
        ...of.definition,
        handle: (request, state, faults) => {
          if (!of.definition.writes(request) || of.secondary?.(request) === true) {
            return of.definition.handle(request, state, faults)
          }
          person.deactivate(state)
          return { status: 409, body: { error: canary } }
        }
      })
      assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true, vendorStatus: null })
      assert.isFalse(person.isActive(vendor.state))
    }
  )

  it.live("a second run does no harm", function* () {
    const { revoke, vendor } = yield* benchOf(of)
    yield* revoke()
    const before = vendor.writes()
    assert.deepInclude(yield* revoke(), { outcome: whenOff, verified: whenOff === "revoked" })
    assert.isAtMost(vendor.writes() - before, writesWhenOff)
    assert.isFalse(person.isActive(vendor.state))
  })

  // revocation-21
  it.live("a vendor that says yes and changes nothing: never verified, and seen active", function* () {
    const { revoke, vendor } = yield* benchOf(of)
    vendor.faults.lies = true
    const result = yield* revoke()
    assert.include(["revoked", "failed"], result.outcome)
    assert.isFalse(result.verified)
    assert.strictEqual(result.stillActive === true, result.outcome === "revoked")
    assert.isTrue(person.isActive(vendor.state))
  })

  it.live("the re-check tells active from inactive, sees who came back, and writes nothing", function* () {
    const { recheck, revoke, vendor } = yield* benchOf(of)
    assert.strictEqual(yield* recheck, "active")
    assert.strictEqual(vendor.writes(), 0)
    yield* revoke()
    const writes = vendor.writes()
    assert.strictEqual(yield* recheck, whenOff === "revoked" ? "inactive" : "absent")
    person.reactivate(vendor.state)
    assert.strictEqual(yield* recheck, "active")
    assert.strictEqual(vendor.writes(), writes)
  })

  if (apostrophe !== undefined) {
    it.live("an address with an apostrophe is looked up as it is", function* () {
      const { revoke, vendor } = yield* benchOf(of)
      assert.isTrue(apostrophe.isActive(vendor.state))
      const result = yield* revoke({ ...apostrophe.leaver, email: apostrophe.email })
      assert.deepInclude(result, { outcome: "revoked", verified: true })
      assert.isFalse(apostrophe.isActive(vendor.state))
      assert.isTrue(person.isActive(vendor.state))
    })
  }
}
