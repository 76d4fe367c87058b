import { assert, describe, it } from "#test/support/suite"
import { addPingAccount, ping, pingClient, type PingState, recycledPing } from "@svc/lab/ping"
import { Result } from "effect"
import { aBench } from "./support.ts"
import { conforms } from "./conformance.ts"

const ann = "ann.lee@acme.test"

const accountOf = (state: PingState, address: string) => state.accounts.find(({ email }) => email === address)

const enable = (state: PingState, enabled: boolean) => {
  const account = accountOf(state, ann)
  if (account === undefined) return
  account.enabled = enabled
  if (!enabled) account.sessions = []
}

conforms({
  protocol: "ping",
  definition: ping,
  vendors: ["pingAuth", "ping"],
  settings: () => ({ environment_id: pingClient.environmentId, client_id: pingClient.clientId }),
  secrets: { client_secret: pingClient.clientSecret },
  person: {
    email: ann,
    isActive: (state) => accountOf(state, ann)?.enabled === true,
    deactivate: (state) => enable(state, false),
    reactivate: (state) => enable(state, true),
    remove: (state) => void state.accounts.splice(0, 1),
    addTwin: (state) => addPingAccount(state, { email: "Ann.Lee@acme.test", username: "ann2" }),
    others: (state) => state.accounts.filter(({ email }) => email !== ann)
  },
  apostrophe: {
    email: "sean.o'neil@acme.test",
    isActive: (state) => accountOf(state, "sean.o'neil@acme.test")?.enabled === true
  },
  verifies: true,
  recycling: recycledPing,
  byId: ({ method, path }) => method === "GET" && /\/users\/[0-9a-f-]{36}(?:\/enabled)?$/.test(path),
  sessions: { ended: (state) => accountOf(state, ann)?.sessions.length === 0 },
  secondary: ({ path }) => path.includes("/sessions")
})

const settings = { environment_id: pingClient.environmentId, client_id: pingClient.clientId }
const secrets = { client_secret: pingClient.clientSecret }

const aTenant = (of: { readonly definition?: typeof ping; readonly secrets?: typeof secrets } = {}) =>
  aBench({ protocol: "ping", definition: ping, vendors: ["pingAuth", "ping"], settings, secrets, ...of })

describe("PingOne", () => {
  // connectors-11
  it.live("ends each session, disables the user, reads both back", function* () {
    const { asked, revoke, vendor } = yield* aTenant()
    const account = accountOf(vendor.state, ann)
    const [one, other] = account?.sessions ?? []
    const url = `/v1/environments/${pingClient.environmentId}/users/${account?.id}`
    assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true })
    assert.sameMembers(asked().slice(-6, -3), [
      `GET ${url}/sessions`,
      `DELETE ${url}/sessions/${one}`,
      `DELETE ${url}/sessions/${other}`
    ])
    assert.deepStrictEqual(asked().slice(-3), [`PUT ${url}/enabled`, `GET ${url}/enabled`, `GET ${url}/sessions`])
  })

  // connectors-26: A session that the vendor still shows makes the result `revoked`, not verified.
  it.live("sessions said to be ended, which are still listed: revoked, not verified", function* () {
    const { revoke, vendor } = yield* aTenant()
    vendor.state.habits.keepsSessions = true
    assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: false })
    assert.isFalse(accountOf(vendor.state, ann)?.enabled)
  })

  it.live("who is disabled and still has sessions: those are ended, and nothing else is written", function* () {
    const { revoke, vendor } = yield* aTenant()
    Object.assign(accountOf(vendor.state, ann) ?? {}, { enabled: false })
    assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true })
    assert.isEmpty(accountOf(vendor.state, ann)?.sessions)
    assert.isTrue(vendor.requests.filter(ping.writes).every(({ method }) => method === "DELETE"))
  })

  it.live("where the state has no route to read, the user is read", function* () {
    const { revoke, vendor } = yield* aTenant({
      definition: {
        ...ping,
        handle: (request, state, faults) =>
          request.method === "GET" && /\/(?:enabled|sessions)$/.test(request.path)
            ? { status: 404 }
            : ping.handle(request, state, faults)
      }
    })
    const result = yield* revoke()
    assert.deepInclude(result, { outcome: "revoked", verified: true })
    assert.include(result.message, "sessions could not be ended (404 Not Found)")
    assert.isFalse(accountOf(vendor.state, ann)?.enabled)
  })

  it.live("who has the address for a user name, through every page of the configured host", function* () {
    const { revoke, vendor } = yield* aTenant()
    addPingAccount(vendor.state, { email: "mia@elsewhere.test", username: "Mia.Berg@acme.test" })
    vendor.state.pageSize = 1
    vendor.faults.ignoresFilter = true
    assert.deepInclude(yield* revoke({ email: "mia.berg@acme.test" }), { outcome: "revoked", verified: true })
    assert.isTrue(accountOf(vendor.state, ann)?.enabled)
  })

  it.live("an answer that is no list vouches for nobody: failed, not skipped", function* () {
    const { revoke } = yield* aTenant({
      definition: {
        ...ping,
        handle: (request, state, faults) =>
          request.path.endsWith("/users") ? { status: 200, body: {} } : ping.handle(request, state, faults)
      }
    })
    assert.deepInclude(yield* revoke(), { outcome: "failed", verified: false })
  })

  it.live("no users in so many words: skipped", function* () {
    const { revoke } = yield* aTenant({
      definition: {
        ...ping,
        handle: (request, state, faults) =>
          request.path.endsWith("/users") ? { status: 200, body: { size: 0 } } : ping.handle(request, state, faults)
      }
    })
    assert.deepInclude(yield* revoke(), { outcome: "skipped", verified: false })
  })

  it.live(
    "a refused client secret: failed with 401 and the code, on connecting too, and no user is asked for",
    function* () {
      const { prove, revoke, vendor } = yield* aTenant({ secrets: { client_secret: "another-secret-0815" } })
      const result = yield* revoke()
      assert.deepInclude(result, { outcome: "failed", vendorStatus: 401, verified: false })
      assert.include(result.message, "invalid_client")
      const proof = yield* prove()
      assert.deepInclude(Result.isFailure(proof) ? proof.failure : {}, { reason: "refused" })
      assert.isEmpty(vendor.requests.filter(({ path }) => path.startsWith("/v1/")))
    }
  )

  for (const [region, ending] of [
    ["", "com"],
    ["EU", "eu"],
    ["asia", "asia"],
    ["ca", "ca"],
    ["com.au", "com.au"]
  ] as const) {
    it.live(`region "${region}": pingone.${ending}`, function* () {
      const { plan } = yield* aBench({
        protocol: "ping",
        definition: ping,
        vendors: [],
        settings: { ...settings, region },
        secrets
      })
      const hosts = new Set(plan().map(({ url }) => new URL(url).host))
      assert.deepStrictEqual([...hosts], [`auth.pingone.${ending}`, `api.pingone.${ending}`])
    })
  }

  for (const region of ["mars", "constructor"]) {
    it.live(`region "${region}": refused on connecting, with the regions that there are`, function* () {
      const { prove, vendor } = yield* aTenant()
      const proof = yield* prove({ ...settings, region })
      assert.include(Result.isFailure(proof) ? proof.failure.message : "", "does not have this region")
      assert.lengthOf(vendor.requests, 0)
    })
  }
})
