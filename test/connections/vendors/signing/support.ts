import { assert, describe, it } from "#test/support/suite"
import { canary, type LabAnswer, type LabRequest, startVendor, type VendorDefinition } from "@svc/lab/vendor"
import { DateTime, Effect, Layer, Option, Redacted } from "effect"
import { Outbound } from "#platform/outbound/outbound"
import { VendorAddresses, type VendorName } from "#connections/vendors/protocol/addresses"
import { VendorClient } from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"
import { VendorLimits } from "#connections/vendors/protocol/limits"
import type { NewSignature, SigningKeys, SigningProvider } from "#connections/vendors/protocol/signing-provider"

/** What is answered to `POST /path`; 404 where nothing stands. */
export type Script = Readonly<Record<string, LabAnswer | ((request: LabRequest) => LabAnswer)>>

const isGrant = ({ path }: LabRequest) => path.startsWith("/oauth/")

/** A provider that answers by a script. */
const scripted = (script: Script): VendorDefinition<object> => ({
  name: "signing",
  seed: () => ({}),
  writes: (request) => request.method !== "GET" && !isGrant(request),
  grants: isGrant,
  throttled: (seconds) => ({
    status: 429,
    ...(seconds === undefined ? {} : { headers: { "retry-after": String(seconds) } })
  }),
  unauthorized: () => ({ status: 401, body: { error: canary } }),
  forbidden: () => ({ status: 403, body: { error: canary } }),
  handle: (request) => {
    const answer = script[`${request.method} ${request.path}`] ?? { status: 404 }
    return typeof answer === "function" ? answer(request) : answer
  }
})

export const keysOf = (
  secrets: Readonly<Record<string, string>>,
  settings: Connection["settings"] = {}
): SigningKeys => ({
  settings,
  secrets: new Map(Object.entries(secrets).map(([name, secret]) => [name, Redacted.make(secret)]))
})

interface Bench {
  readonly provider: SigningProvider
  readonly vendor: VendorName
  readonly script: Script
  readonly secrets: Readonly<Record<string, string>>
  readonly settings?: Connection["settings"]
}

/** A session at a scripted provider over a socket, and what it handed back to be kept. */
export const aSession = Effect.fnUntraced(function* ({ provider, script, secrets, settings = {}, vendor }: Bench) {
  const running = yield* Effect.acquireRelease(
    Effect.promise(() => startVendor(scripted(script))),
    ({ close }) => Effect.promise(() => close())
  )
  const urls = { [vendor]: running.url }
  const outbound = Outbound.layerWith({ allow: [], operatorAddresses: [running.url] })
  const context = yield* Layer.build(
    Layer.mergeAll(VendorClient.layerNoDeps, VendorAddresses.layerWith(urls)).pipe(
      Layer.provide(Layer.mergeAll(VendorAddresses.layerWith(urls), outbound)),
      Layer.fresh
    )
  )
  const kept: Array<Readonly<Record<string, string>>> = []
  const session = yield* Effect.gen(function* () {
    const client = yield* VendorClient
    const addresses = yield* VendorAddresses
    const calls = yield* client.callsFor({ vendors: provider.vendors })
    return provider.open({
      calls,
      addresses,
      keys: keysOf(secrets, settings),
      keep: (renewed) =>
        Effect.sync(() => {
          kept.push(Object.fromEntries(Object.entries(renewed).map(([name, value]) => [name, Redacted.value(value)])))
        })
    })
  }).pipe(
    Effect.provide(context),
    Effect.provideService(VendorLimits, { call: "1500 millis", verifyWaits: ["0 seconds"] })
  )
  return {
    session,
    vendor: running,
    kept,
    asked: () => running.requests.map(({ method, path }) => `${method} ${path}`),
    /** The last request to this path. */
    sent: (call: string) => running.requests.findLast(({ method, path }) => `${method} ${path}` === call)
  }
})

export const mark = "5e0f6a3c-8f0b-4c57-9d8a-2f1f3d1e7a90"
export const signer = { name: "Ada Lovelace", email: "ada@acme.test" }
export const accessCode = "Kanarie99"
export const phone = "+4915112345678"

export const pdfBytes = new Uint8Array([...Buffer.from("%PDF-1.7\n"), 0, 255, 128, 13, 10, 45, 45])

/** A document that is to be signed within ten days. */
export const aSignature = Effect.fnUntraced(function* (given: Partial<NewSignature> = {}) {
  const now = yield* DateTime.now
  const signature: NewSignature = {
    mark,
    title: 'The "end"',
    message: "Please sign",
    file: { name: 'The "end"', extension: "pdf", contentType: "application/pdf", bytes: pdfBytes },
    signer,
    check: { _tag: "Mailbox" },
    expiresAt: DateTime.add(now, { days: 10 }),
    callbackUrl: Option.none(),
    ...given
  }
  return signature
})

export const checks = {
  code: { _tag: "AccessCode", code: Redacted.make(accessCode) },
  sms: { _tag: "Sms", phone: Redacted.make(phone) }
} as const

/** Fields of a form, the bytes of files as latin1. */
export const partsIn = ({ headers, rawBody }: LabRequest): ReadonlyMap<string, string> => {
  const boundary = /boundary=(\S+)/.exec(headers["content-type"] ?? "")?.[1] ?? ""
  const parts = rawBody.toString("latin1").split(`--${boundary}`).slice(1, -1)
  return new Map(
    parts.map((part) => {
      const end = part.indexOf("\r\n\r\n")
      return [/ name="([^"]*)"/.exec(part.slice(0, end))?.[1] ?? "", part.slice(end + 4, -2)]
    })
  )
}

/** What every connector makes of a provider that does not answer as it should; `script` is one that does. */
export const manners = (
  name: string,
  bench: Bench & {
    readonly id: string
    /** The call that makes a request. */
    readonly making: string
  }
) =>
  describe(name, () => {
    it.live("made: the provider's id is answered", function* () {
      const { session } = yield* aSession(bench)
      assert.strictEqual(yield* session.create(yield* aSignature()), bench.id)
    })

    it.live("an id that is none, and an answer that is no JSON: unknown, for the request was made", function* () {
      for (const body of ['{"odd":1}', "<html>", JSON.stringify({ envelopeId: "../x", id: "../x" })]) {
        const { session } = yield* aSession({
          ...bench,
          script: { ...bench.script, [bench.making]: { status: 201, body } }
        })
        assert.strictEqual((yield* Effect.flip(session.create(yield* aSignature()))).kind, "unknown")
      }
    })

    it.live("a request whose answer is 500, or is none: unknown; a look: later", function* () {
      const { session, vendor } = yield* aSession({
        ...bench,
        script: { ...bench.script, [bench.making]: { status: 503, body: { error: canary } } }
      })
      const failed = yield* Effect.flip(session.create(yield* aSignature()))
      assert.strictEqual(failed.kind, "unknown")
      assert.notInclude(failed.message, "canary")
      vendor.faults.answersWith = 500
      assert.strictEqual((yield* Effect.flip(session.stateOf(bench.id))).kind, "later")
      assert.strictEqual((yield* Effect.flip(session.find(mark))).kind, "later")
    })

    it.live("a provider that never answers: unknown for a request, later for a look", function* () {
      const { session, vendor } = yield* aSession(bench)
      vendor.faults.hangsAfterWriting = true
      const failed = yield* Effect.flip(session.cancel(bench.id, "No more"))
      assert.strictEqual(failed.kind, "unknown")
      assert.match(failed.message, /did not answer in time/)
      vendor.faults.hangs = true
      assert.strictEqual((yield* Effect.flip(session.stateOf(bench.id))).kind, "later")
    })

    it.live("429 with Retry-After is waited for once; without one it is later", function* () {
      const { session, vendor } = yield* aSession(bench)
      vendor.faults.throttles = { calls: 1, seconds: 1 }
      assert.strictEqual(yield* session.create(yield* aSignature()), bench.id)
      vendor.faults.throttles = { calls: 1, seconds: undefined }
      assert.strictEqual((yield* Effect.flip(session.create(yield* aSignature()))).kind, "later")
    })

    it.live(
      "403 is refused, 404 missing, 401 the credential's end, and no word of the provider's is told",
      function* () {
        const { session, vendor } = yield* aSession(bench)
        for (const [status, kind] of [
          [403, "refused"],
          [400, "refused"],
          [404, "missing"],
          [410, "missing"],
          [401, "credential"]
        ] as const) {
          vendor.faults.answersWith = status
          const failed = yield* Effect.flip(session.stateOf(bench.id))
          assert.strictEqual(failed.kind, kind, `${status}`)
          assert.notInclude(failed.message, "canary")
        }
      }
    )

    it.live("an id that is none is asked of nobody", function* () {
      const { session, vendor } = yield* aSession(bench)
      for (const id of ["../x", "a/b", "", "a b", "a".repeat(201)]) {
        yield* Effect.flip(session.stateOf(id))
        yield* Effect.flip(session.cancel(id, "No more"))
        yield* Effect.flip(session.papers(id))
      }
      assert.lengthOf(vendor.requests, 0)
    })
  })
