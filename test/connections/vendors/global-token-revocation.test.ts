import { assert, describe, it } from "#test/support/suite"
import {
  globalTokenRevocation,
  globalTokenRevocationPath,
  type GlobalTokenRevocationState,
  globalTokenRevocationToken
} from "@svc/lab/global-token-revocation"
import { revocationWebhook } from "@svc/lab/revocation-webhook"
import { canary, type RunningVendor, type VendorDefinition } from "@svc/lab/vendor"
import { scim, scimToken, recycledScim } from "@svc/lab/scim"
import { IntegrationId } from "@svc/contract/kernel/ids"
import { Effect, Layer, Redacted } from "effect"
import { IpNetwork } from "effect/net"
import { randomUUID } from "node:crypto"
import { VendorAddresses } from "#connections/vendors/protocol/addresses"
import { VendorClient } from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"
import type { Leaver } from "#connections/vendors/protocol/connector"
import { VendorLimits } from "#connections/vendors/protocol/limits"
import { VendorRegistry } from "#connections/vendors/vendor-registry"
import { Outbound } from "#platform/outbound/outbound"
import { running } from "#test/support/vendor-work"

const Client = Layer.mergeAll(VendorRegistry.layerNoDeps, VendorClient.layerNoDeps).pipe(
  Layer.provide(
    Layer.mergeAll(
      VendorAddresses.layerWith({}),
      Outbound.layerWith({ allow: [{ _tag: "Network", network: IpNetwork.fromStringUnsafe("127.0.0.0/8") }] })
    )
  )
)

/** A stand-in of this protocol, and one that ends its sessions and tokens at an address of their own. */
const aService = <State>(
  protocol: string,
  definition: VendorDefinition<State>,
  path: string,
  token: string,
  ofTokens = globalTokenRevocation
) =>
  Effect.gen(function* () {
    const tokens = yield* running(ofTokens)
    const vendor = yield* running(definition)
    const context = yield* Layer.build(Layer.fresh(Client))
    const { client, revoker } = yield* Effect.gen(function* () {
      const connectors = yield* VendorRegistry
      return { client: yield* VendorClient, revoker: yield* Effect.fromOption(connectors.find(protocol)) }
    }).pipe(Effect.provide(context), Effect.orDie)
    const connection: Connection = {
      id: IntegrationId.make(randomUUID()),
      serviceName: "Notion",
      protocol,
      settings: {
        base_url: `${vendor.url}${path}`,
        global_token_revocation_url: `${tokens.url}${globalTokenRevocationPath}`
      },
      secrets: new Map([
        ["token", Redacted.make(token)],
        ["global_token_revocation_token", Redacted.make(globalTokenRevocationToken)]
      ])
    }
    const leaver = (email = "ann.lee@acme.test", accountId: string | null = null): Leaver => ({
      offboardingId: randomUUID(),
      name: "Ann Lee",
      email,
      exitDate: "2026-03-02",
      sourceControlUsername: null,
      managerEmail: null,
      accountId
    })
    return {
      tokens,
      vendor,
      plan: () => revoker.plan(connection, leaver()),
      revoke: (email?: string, accountId?: string) =>
        Effect.gen(function* () {
          const attempt = { runId: randomUUID(), runCreatedAt: "2026-03-02T09:00:00.000Z" }
          return yield* revoker.revoke(yield* client.callsFor(revoker), connection, leaver(email, accountId), attempt)
        }).pipe(Effect.provideService(VendorLimits, { call: "2 seconds", verifyWaits: ["0 seconds", "10 millis"] }))
    }
  })

const aScimService = aService("scim", scim, "/scim/v2", scimToken)

const off = "The account is deactivated. Verified: the app shows it as inactive"

describe("a target that names global_token_revocation_url", () => {
  // connectors-14: A target of one's own that names `global_token_revocation_url` is asked to end sessions and tokens
  //   once the account is off; its answer is told, proves nothing, and takes nothing from the cut.
  it.effect(
    "is asked for the leaver's address once the account is off; 204 is acknowledged, and shown nowhere",
    function* () {
      const { tokens, ...service } = yield* aScimService
      const result = yield* service.revoke()
      assert.deepStrictEqual(result, {
        outcome: "revoked",
        message: `${off}. Sessions and tokens: accepted (204 No Content)`,
        vendorStatus: null,
        verified: true,
        account: { id: "user-1", name: "ann.lee@acme.test" }
      })
      const [asked, ...more] = tokens.requests
      assert.lengthOf(more, 0)
      assert.deepStrictEqual(asked?.json(), { sub_id: { format: "email", email: "ann.lee@acme.test" } })
      assert.strictEqual(asked?.headers["content-type"], "application/json")
      assert.deepInclude(tokens.state.users.get("ann.lee@acme.test"), { sessions: 0, tokens: 0 })
      assert.isAbove(asked?.at ?? 0, Math.max(...service.vendor.requests.map(({ at }) => at)))
      assert.isFalse(
        service.vendor.requests.some(({ headers }) => headers.authorization?.includes(globalTokenRevocationToken))
      )
    }
  )

  // connectors-44: Global Token Revocation is not called for an address that belongs to another account now.
  it.effect("is not asked for an address that is another account's by now, and that is said", function* () {
    const { tokens, vendor, ...service } = yield* aScimService
    const newcomer = recycledScim.recycle(vendor.state, "ann.lee@acme.test")
    const { account, message, outcome, verified } = yield* service.revoke("ann.lee@acme.test", "user-1")
    assert.deepStrictEqual([outcome, verified, account?.id], ["revoked", true, "user-1"])
    assert.include(message, "another email address now")
    assert.lengthOf(tokens.requests, 0)
    assert.isTrue(recycledScim.isActive(vendor.state, newcomer))
  })

  it.effect("that says no under 200 has ended nothing, and its code is said", function* () {
    const tokens: typeof globalTokenRevocation = {
      ...globalTokenRevocation,
      handle: () => ({ status: 200, body: { success: false, error: "not_now" } })
    }
    const service = yield* aService("scim", scim, "/scim/v2", scimToken, tokens)
    const { message, verified } = yield* service.revoke()
    assert.isTrue(verified)
    assert.include(message, "Sessions and tokens were not ended (200 OK with an error in its answer: not_now)")
  })

  it.effect("of what only a signed POST turns off is acknowledged, never verified", function* () {
    const service = yield* aService("webhook", revocationWebhook, "/revoke", "signing-key")
    const { message, outcome, verified } = yield* service.revoke()
    assert.deepStrictEqual([outcome, verified], ["revoked", false])
    assert.include(message, "Sessions and tokens: accepted (204 No Content)")
  })

  const failures: ReadonlyArray<
    readonly [string, (tokens: RunningVendor<GlobalTokenRevocationState>) => void, string]
  > = [
    ["400", ({ faults }) => void (faults.answersWith = 400), "Sessions and tokens were not ended (400 Bad Request)"],
    ["401", ({ state }) => void (state.token = "another"), "Sessions and tokens were not ended (401 Unauthorized)"],
    ["403", ({ faults }) => void (faults.forbids = true), "Sessions and tokens were not ended (403 Forbidden)"],
    ["404", ({ state }) => void state.users.clear(), "no user with this email address (404 Not Found)"],
    [
      "422",
      ({ state }) => void (state.habits.cannotSignOut = true),
      "Sessions and tokens were not ended (422 Unprocessable Entity)"
    ],
    [
      "429 without end",
      ({ faults }) => void (faults.throttles = { calls: 9, seconds: undefined }),
      "were not ended (429 Too Many Requests)"
    ],
    [
      "500",
      ({ faults }) => void (faults.answersWith = 500),
      "Sessions and tokens were not ended (500 Internal Server Error)"
    ],
    [
      "a redirect",
      ({ faults }) => void (faults.redirectsTo = "http://127.0.0.1:9/"),
      "Sessions and tokens were not ended (30"
    ],
    [
      "a lost answer",
      ({ faults }) => void (faults.drops = true),
      "Sessions and tokens: not accepted. The app could not be reached"
    ]
  ]
  for (const [name, misbehave, said] of failures) {
    // connectors-14
    it.effect(`${name} is said, and takes nothing from the cut that was made`, function* () {
      const { tokens, ...service } = yield* aScimService
      misbehave(tokens)
      const { message, outcome, vendorStatus, verified } = yield* service.revoke()
      assert.deepStrictEqual([outcome, verified, vendorStatus], ["revoked", true, null])
      assert.include(message, `${off}. `)
      assert.include(message, said)
      assert.notInclude(message, canary)
      assert.lengthOf(tokens.requests, 1, "sent once")
    })
  }

  it.effect("that asks to wait is asked once more", function* () {
    const { tokens, ...service } = yield* aScimService
    tokens.faults.throttles = { calls: 1, seconds: 0 }
    assert.include((yield* service.revoke()).message, "accepted (204 No Content)")
    assert.lengthOf(tokens.requests, 2)
  })

  it.effect("is not asked where no account was turned off", function* () {
    const { tokens, ...service } = yield* aScimService
    assert.strictEqual((yield* service.revoke("nobody@acme.test")).outcome, "skipped")
    service.vendor.faults.forbids = true
    assert.strictEqual((yield* service.revoke()).outcome, "failed")
    assert.lengthOf(tokens.requests, 0)
  })

  it.effect("is named in the preview, without its query", function* () {
    const { tokens, ...service } = yield* aScimService
    const last = service.plan().at(-1)
    assert.deepStrictEqual(last, { method: "POST", url: `${tokens.url}${globalTokenRevocationPath}` })
    assert.lengthOf(tokens.requests, 0)
  })
})
