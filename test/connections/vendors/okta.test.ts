import { assert, describe, it } from "#test/support/suite"
import { addOktaAccount, okta, type OktaState, oktaToken, recycledOkta } from "@svc/lab/okta"
import { Result } from "effect"
import type { Connection } from "#connections/vendors/protocol/connection"
import { oktaAddress } from "#connections/vendors/okta/connector"
import { aBench } from "./support.ts"
import { conforms } from "./conformance.ts"

const ann = "ann.lee@acme.test"

const accountOf = (state: OktaState, email: string) => state.accounts.find((account) => account.email === email)

const move = (state: OktaState, to: "ACTIVE" | "SUSPENDED") => {
  const account = accountOf(state, ann)
  if (account !== undefined) account.status = to
}

conforms({
  protocol: "okta",
  definition: okta,
  vendors: ["okta"],
  settings: () => ({ domain: "acme.okta.com" }),
  secrets: { api_token: oktaToken },
  person: {
    email: ann,
    isActive: (state) => accountOf(state, ann)?.status === "ACTIVE",
    deactivate: (state) => move(state, "SUSPENDED"),
    reactivate: (state) => move(state, "ACTIVE"),
    remove: (state) => void state.accounts.splice(0, 1),
    addTwin: (state) => addOktaAccount(state, { login: "ann.admin@acme.test", email: "Ann.Lee@acme.test" }),
    others: (state) => state.accounts.filter(({ email }) => email !== ann)
  },
  apostrophe: {
    email: "sean.o'neil@acme.test",
    isActive: (state) => accountOf(state, "sean.o'neil@acme.test")?.status === "ACTIVE"
  },
  verifies: true,
  recycling: recycledOkta,
  byId: ({ method, path }) => method === "GET" && /^\/api\/v1\/users\/00u\w+$/.test(path),
  sessions: { ended: (state) => accountOf(state, ann)?.sessions === 0 && accountOf(state, ann)?.tokens === 0 },
  secondary: ({ method, path }) => method === "DELETE" || path.endsWith("/global-token-revocation")
})

const aTenant = (definition = okta, settings: Connection["settings"] = { domain: "acme.okta.com" }) =>
  aBench({ protocol: "okta", definition, vendors: ["okta"], settings, secrets: { api_token: oktaToken } })

/** Okta as small as it can be: users by login, the suspension, and nothing besides. */
const bare: typeof okta = {
  ...okta,
  handle: (request, state, faults) => {
    if (/\/sessions$|\/org$/.test(request.path) || request.path === "/api/v1/users") return { status: 404 }
    const answer = okta.handle(request, state, faults)
    const account = accountOf(state, ann)
    return request.method === "GET" && answer.status === 200 && account !== undefined
      ? { status: 200, body: { id: account.id, status: account.status, profile: { login: account.login } } }
      : answer
  }
}

describe("Okta", () => {
  // connectors-10: Okta ends sessions and suspends; Entra ID replies, ends sessions and disables.
  // connectors-19: An account is found by sign-in name and by address, and sessions end before the account.
  it.live("finds by address who signs in with another name, and ends sessions before the suspension", function* () {
    const { asked, revoke, vendor } = yield* aTenant()
    assert.deepInclude(yield* revoke({ email: "bob.ray@acme.test" }), { outcome: "revoked", verified: true })
    const bob = accountOf(vendor.state, "Bob.Ray@Acme.Test")
    assert.deepInclude(bob, { status: "SUSPENDED", sessions: 0, tokens: 0 })
    const path = `/api/v1/users/${bob?.id}`
    assert.deepStrictEqual(asked().slice(-4), [
      `DELETE ${path}/sessions`,
      "POST /oauth2/v1/global-token-revocation",
      `POST ${path}/lifecycle/suspend`,
      `GET ${path}`
    ])
  })

  // directories-7: Okta is asked to revoke everywhere; its answer is told and never counts as verified.
  it.live("the global revocation names the user by id; one that is refused is told, and stops nothing", function* () {
    const { revoke, vendor } = yield* aTenant()
    const taken = yield* revoke({ email: "sean.o'neil@acme.test", name: "Sean O'Neil" })
    assert.include(taken.message, "accepted the end of its sessions and of all its tokens")
    const asked = vendor.requests.find(({ path }) => path.endsWith("/global-token-revocation"))
    assert.deepStrictEqual(asked?.json(), { sub_id: { format: "opaque", id: "00u0004lab" } })
    vendor.state.habits.hasNoUniversalLogout = true
    const refused = yield* revoke()
    assert.deepInclude(refused, { outcome: "revoked", verified: true })
    assert.include(refused.message, "global revocation: 403 Forbidden")
  })

  it.live("asks by filter when the search index refuses", function* () {
    const { revoke, vendor } = yield* aTenant()
    vendor.state.habits.hasNoSearch = true
    assert.deepInclude(yield* revoke({ email: "bob.ray@acme.test" }), { outcome: "revoked", verified: true })
  })

  it.live("a search that fails does not stop the revocation of who was found by login", function* () {
    const { revoke, vendor } = yield* aTenant({
      ...okta,
      handle: (request, state, faults) =>
        request.query.has("search") ? { status: 500, body: {} } : okta.handle(request, state, faults)
    })
    assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true })
    assert.deepInclude(yield* revoke({ email: "bob.ray@acme.test" }), { outcome: "failed", vendorStatus: 500 })
    assert.strictEqual(accountOf(vendor.state, "Bob.Ray@Acme.Test")?.status, "ACTIVE")
  })

  // connectors-20: Further pages are read from the configured host, never from the host that a link names.
  it.live("the next page is asked of the configured host, whatever host the link names", function* () {
    const { revoke, vendor } = yield* aTenant()
    vendor.faults.ignoresFilter = true
    vendor.state.pageSize = 1
    assert.deepInclude(yield* revoke({ email: "bob.ray@acme.test" }), { outcome: "revoked", verified: true })
  })

  it.live("an address with a plus sign is sent whole", function* () {
    const { revoke, vendor } = yield* aTenant()
    assert.deepInclude(yield* revoke({ email: "tom+work@acme.test" }), { outcome: "revoked", verified: true })
    assert.strictEqual(accountOf(vendor.state, "tom+work@acme.test")?.status, "SUSPENDED")
  })

  for (const status of ["STAGED", "DEPROVISIONED"] as const) {
    it.live(`${status}: nobody can sign in, so nothing is written`, function* () {
      const { revoke, vendor } = yield* aTenant()
      Object.assign(accountOf(vendor.state, ann) ?? {}, { status })
      const result = yield* revoke()
      assert.deepInclude(result, { outcome: "revoked", verified: true })
      assert.include(result.message, status)
      assert.strictEqual(vendor.writes(), 0)
    })
  }

  for (const status of ["LOCKED_OUT", "RECOVERY", "PASSWORD_EXPIRED", "PROVISIONED"] as const) {
    // connectors-21: Okta accounts that cannot be suspended are `manual_required`, or deactivated where that is
    //   allowed.
    it.live(`${status}: cannot be suspended: manual, or deactivated where that is allowed`, function* () {
      const { revoke, vendor } = yield* aTenant()
      const account = accountOf(vendor.state, ann)
      Object.assign(account ?? {}, { status })
      const manual = yield* revoke()
      assert.deepInclude(manual, { outcome: "manual_required", verified: false })
      assert.include(manual.message, status)
      assert.strictEqual(account?.status, status)
      const allowed = { domain: "acme.okta.com", deactivate_allowed: true }
      assert.deepInclude(yield* revoke({}, allowed), { outcome: "revoked", verified: true })
      assert.strictEqual(account?.status, "DEPROVISIONED")
    })
  }

  it.live("an administrator whom the token may not touch: failed with 403 and Okta's code", function* () {
    const { revoke } = yield* aTenant()
    const result = yield* revoke({ email: "owner@acme.test" })
    assert.deepInclude(result, { outcome: "failed", vendorStatus: 403, verified: false })
    assert.include(result.message, "E0000006")
  })

  it.live("who comes out of another directory: revoked, and the message says that an import may undo it", function* () {
    const { revoke } = yield* aTenant()
    const result = yield* revoke({ email: "sue.synced@acme.test" })
    assert.deepInclude(result, { outcome: "revoked", verified: true })
    assert.include(result.message, "import could restore it")
  })

  it.live("a server with the least there can be is enough", function* () {
    const { prove, revoke, vendor } = yield* aTenant(bare)
    const result = yield* revoke()
    assert.deepInclude(result, { outcome: "revoked", verified: true })
    assert.include(result.message, "sessions could not be ended (404 Not Found)")
    assert.strictEqual(accountOf(vendor.state, ann)?.status, "SUSPENDED")
    assert.isTrue(Result.isFailure(yield* prove()))
  })

  // connecting-6
  it("the domain is taken however it is written", () => {
    for (const typed of [
      "acme",
      "acme.okta.com",
      " acme.okta.com/ ",
      "acme-admin.okta.com",
      "https://acme.okta.com",
      "https://acme-admin.okta.com/admin/dashboard"
    ]) {
      assert.strictEqual(oktaAddress(typed), "https://acme.okta.com", typed)
    }
    assert.strictEqual(oktaAddress("sign-in.acme.test"), "https://sign-in.acme.test")
    assert.strictEqual(oktaAddress("https://127.0.0.1:4101/"), "https://127.0.0.1:4101")
    assert.strictEqual(oktaAddress("acme.okta.com.evil.test"), "https://acme.okta.com.evil.test")
  })

  it.live("without the operator's address, the preview names the tenant's", function* () {
    const { plan } = yield* aBench({
      protocol: "okta",
      definition: okta,
      vendors: [],
      settings: { domain: "acme-admin.okta.com" },
      secrets: { api_token: oktaToken }
    })
    for (const { url } of plan()) {
      assert.match(url, /^https:\/\/acme\.okta\.com\/(?:api\/v1\/users|oauth2\/v1\/global-token-revocation$)/)
    }
  })
})
