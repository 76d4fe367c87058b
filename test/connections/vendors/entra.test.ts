import { assert, describe, it } from "#test/support/suite"
import { addEntraAccount, entra, entraClient, type EntraState, recycledEntra } from "@svc/lab/entra"
import type { RunningVendor } from "@svc/lab/vendor"
import { Result } from "effect"
import { aBench } from "./support.ts"
import { conforms } from "./conformance.ts"

const ann = "ann.lee@acme.test"

const accountOf = (state: EntraState, email: string) => state.accounts.find(({ mail }) => mail === email)

const enable = (state: EntraState, enabled: boolean) => {
  const account = accountOf(state, ann)
  if (account !== undefined) account.accountEnabled = enabled
}

conforms({
  protocol: "azure-ad",
  definition: entra,
  vendors: ["azureLogin", "graph"],
  settings: () => ({ tenant_id: entraClient.tenantId, client_id: entraClient.clientId }),
  secrets: { client_secret: entraClient.clientSecret },
  person: {
    email: ann,
    isActive: (state) => accountOf(state, ann)?.accountEnabled === true,
    deactivate: (state) => enable(state, false),
    reactivate: (state) => enable(state, true),
    remove: (state) => void state.accounts.splice(0, 1),
    addTwin: (state) => addEntraAccount(state, { userPrincipalName: "ann.admin@acme.test", mail: "Ann.Lee@acme.test" }),
    others: (state) => state.accounts.filter(({ mail }) => mail !== ann)
  },
  apostrophe: {
    email: "sean.o'neil@acme.test",
    isActive: (state) => accountOf(state, "sean.o'neil@acme.test")?.accountEnabled === true
  },
  verifies: true,
  recycling: recycledEntra,
  byId: ({ method, path }) => method === "GET" && /^\/v1\.0\/users\/[0-9a-f-]{36}$/.test(path),
  sessions: {
    ended: (state) => (accountOf(state, ann)?.signInSessionsValidFromDateTime ?? "") > "2026-02-01"
  },
  secondary: ({ path }) => /\/(?:mailboxSettings|revokeSignInSessions)$/.test(path)
})

const settings = { tenant_id: entraClient.tenantId, client_id: entraClient.clientId }
const secrets = { client_secret: entraClient.clientSecret }

const aTenant = (definition = entra, given: Readonly<Record<string, string>> = secrets) =>
  aBench({ protocol: "azure-ad", definition, vendors: ["azureLogin", "graph"], settings, secrets: given })

const paths = (vendor: RunningVendor<EntraState>, method: string) =>
  vendor.requests.filter((request) => request.method === method).map(({ path }) => path.split("/").at(-1))

/** Graph as small as it can be: users by name, the one switch, and nothing besides. */
const bare: typeof entra = {
  ...entra,
  handle: (request, state) => {
    if (entra.grants?.(request) === true) return { status: 200, body: { access_token: "a-token" } }
    const found = accountOf(state, ann)
    const [, , , named, more] = request.path.split("/")
    if (found === undefined || more !== undefined || (named !== ann && named !== found.id)) return { status: 404 }
    if (request.method === "PATCH") {
      enable(state, false)
      return { status: 204 }
    }
    return { status: 200, body: { id: found.id, mail: ann, accountEnabled: found.accountEnabled } }
  }
}

describe("Entra ID", () => {
  // connectors-10
  it.live("mailbox reply, then sessions, then the account, then the read-back", function* () {
    const { asked, revoke, vendor } = yield* aTenant()
    const result = yield* revoke({ name: "Ann <Lee>", managerEmail: "may.boss@acme.test" })
    assert.deepInclude(result, { outcome: "revoked", verified: true })
    const account = accountOf(vendor.state, ann)
    const url = `/v1.0/users/${account?.id}`
    assert.deepStrictEqual(asked().slice(-4), [
      `PATCH ${url}/mailboxSettings`,
      `POST ${url}/revokeSignInSessions`,
      `PATCH ${url}`,
      `GET ${url}`
    ])
    assert.strictEqual(vendor.requests.filter(({ path }) => path.endsWith("/token")).length, 1)
    const reply = JSON.stringify(account?.autoReply)
    assert.include(reply, "alwaysEnabled")
    assert.include(reply, "Ann &lt;Lee&gt;")
    assert.include(reply, "may.boss@acme.test")
  })

  it.live("auto_reply_enabled false: the mailbox is left alone, in the preview too", function* () {
    const { revoke, vendor } = yield* aTenant()
    assert.deepInclude(yield* revoke({}, { ...settings, auto_reply_enabled: false }), { outcome: "revoked" })
    assert.notInclude(paths(vendor, "PATCH"), "mailboxSettings")
    assert.isNull(accountOf(vendor.state, ann)?.autoReply)
  })

  // connectors-25: An out-of-office reply that cannot be set is in the message and stops nothing.
  it.live("who has no mailbox is revoked all the same, and the message says why there is no reply", function* () {
    const { revoke } = yield* aTenant()
    const result = yield* revoke({ email: "tom+work@acme.test" })
    assert.deepInclude(result, { outcome: "revoked", verified: true })
    assert.include(result.message, "The out-of-office reply could not be set (404 Not Found)")
  })

  // connectors-22: An Entra ID account synchronized from a local directory is `manual_required`, with zero writes.
  it.live("synchronised from a local directory: manual with that message, zero writes", function* () {
    const { revoke, vendor } = yield* aTenant()
    const result = yield* revoke({ email: "sue.synced@acme.test" })
    assert.deepInclude(result, { outcome: "manual_required", verified: false })
    assert.include(result.message, "local Active Directory")
    assert.strictEqual(vendor.writes(), 0)
  })

  // connectors-23: An Entra ID account with administrator roles is `manual_required` with the vendor’s status; another
  //   403 is `failed`.
  it.live("403 as the account holds administrator roles: manual with the vendor's status", function* () {
    const { revoke, vendor } = yield* aTenant()
    const result = yield* revoke({ email: "owner@acme.test" })
    assert.deepInclude(result, { outcome: "manual_required", vendorStatus: 403, verified: false })
    assert.include(result.message, "administrator roles")
    assert.isTrue(accountOf(vendor.state, "owner@acme.test")?.accountEnabled)
  })

  it.live("403 as the application lacks the right: failed with Graph's code", function* () {
    const { revoke, vendor } = yield* aTenant({
      ...entra,
      handle: (request, state, faults) =>
        entra.writes(request) ? entra.forbidden() : entra.handle(request, state, faults)
    })
    const result = yield* revoke()
    assert.deepInclude(result, { outcome: "failed", vendorStatus: 403 })
    assert.include(result.message, "Authorization_RequestDenied")
    assert.isTrue(accountOf(vendor.state, ann)?.accountEnabled)
  })

  // connectors-24: An Entra ID guest is disabled, and the sessions of their own organization stay.
  it.live("a guest: disabled here, and their own organisation's sessions are not asked for", function* () {
    const { revoke, vendor } = yield* aTenant()
    const result = yield* revoke({ email: "gus@partner.test" })
    assert.deepInclude(result, { outcome: "revoked", verified: true })
    assert.include(result.message, "guest")
    assert.notInclude(paths(vendor, "POST"), "revokeSignInSessions")
    assert.isFalse(accountOf(vendor.state, "gus@partner.test")?.accountEnabled)
  })

  it.live("sessions said to be revoked, whose time does not move: revoked, not verified", function* () {
    const { revoke, vendor } = yield* aTenant()
    vendor.state.habits.keepsSessions = true
    assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: false })
    assert.isFalse(accountOf(vendor.state, ann)?.accountEnabled)
  })

  it.live("finds by address who signs in with another name, through every page of the configured host", function* () {
    const { revoke, vendor } = yield* aTenant()
    vendor.faults.ignoresFilter = true
    vendor.state.pageSize = 1
    assert.deepInclude(yield* revoke({ email: "bob.ray@acme.test" }), { outcome: "revoked", verified: true })
  })

  it.live("an apostrophe is doubled in the filter", function* () {
    const { revoke, vendor } = yield* aTenant()
    yield* revoke({ email: "sean.o'neil@acme.test" })
    const filters = vendor.requests.map(({ query }) => query.get("$filter"))
    assert.include(filters, "mail eq 'sean.o''neil@acme.test' or userPrincipalName eq 'sean.o''neil@acme.test'")
  })

  it.live(
    "a refused client secret: failed with 401 and the code, on connecting too, and Graph is never asked",
    function* () {
      const { prove, revoke, vendor } = yield* aTenant(entra, { client_secret: "another-secret-0815" })
      const result = yield* revoke()
      assert.deepInclude(result, { outcome: "failed", vendorStatus: 401, verified: false })
      assert.include(result.message, "invalid_client")
      const proof = yield* prove()
      assert.deepInclude(Result.isFailure(proof) ? proof.failure : {}, { reason: "refused" })
      assert.isEmpty(vendor.requests.filter(({ path }) => path.startsWith("/v1.0")))
    }
  )

  it.live("a server with the least there can be is enough", function* () {
    const { prove, revoke, vendor } = yield* aTenant(bare)
    assert.isTrue(Result.isSuccess(yield* prove()))
    assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true })
    assert.isFalse(accountOf(vendor.state, ann)?.accountEnabled)
  })
})
