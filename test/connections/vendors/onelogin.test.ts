import { assert, describe, it } from "#test/support/suite"
import { addOneLoginAccount, onelogin, oneloginClient, type OneLoginState, recycledOneLogin } from "@svc/lab/onelogin"
import { Result } from "effect"
import type { VendorName } from "#connections/vendors/protocol/addresses"
import { aBench } from "./support.ts"
import { conforms } from "./conformance.ts"

const ann = "ann.lee@acme.test"

const accountOf = (state: OneLoginState, address: string) => state.accounts.find(({ email }) => email === address)

const move = (state: OneLoginState, to: 1 | 2) => {
  const account = accountOf(state, ann)
  if (account !== undefined) account.status = to
}

conforms({
  protocol: "onelogin",
  definition: onelogin,
  vendors: ["onelogin"],
  settings: () => ({ subdomain: "acme", client_id: oneloginClient.clientId }),
  secrets: { client_secret: oneloginClient.clientSecret },
  person: {
    email: ann,
    isActive: (state) => accountOf(state, ann)?.status === 1,
    deactivate: (state) => move(state, 2),
    reactivate: (state) => move(state, 1),
    remove: (state) => void state.accounts.splice(0, 1),
    addTwin: (state) => addOneLoginAccount(state, { email: "Ann.Lee@acme.test", username: "ann2" }),
    others: (state) => state.accounts.filter(({ email }) => email !== ann)
  },
  apostrophe: {
    email: "sean.o'neil@acme.test",
    isActive: (state) => accountOf(state, "sean.o'neil@acme.test")?.status === 1
  },
  verifies: true,
  recycling: recycledOneLogin,
  byId: ({ method, path }) => method === "GET" && path.startsWith("/api/2/users/"),
  sessions: { ended: (state) => accountOf(state, ann)?.sessions === 0 },
  secondary: ({ path }) => path.endsWith("/logout")
})

const secrets = { client_secret: oneloginClient.clientSecret }

const aTenant = (subdomain = "acme", vendors: ReadonlyArray<VendorName> = ["onelogin"], given = secrets) =>
  aBench({
    protocol: "onelogin",
    definition: onelogin,
    vendors,
    settings: { subdomain, client_id: oneloginClient.clientId },
    secrets: given
  })

describe("OneLogin", () => {
  for (const status of [0, 3, 4, 5, 7, 8] as const) {
    // connectors-27: OneLogin suspends every account whose status could become active again.
    it.live(`status ${status} may come back to life, so it is suspended too`, function* () {
      const { revoke, vendor } = yield* aTenant()
      Object.assign(accountOf(vendor.state, ann) ?? {}, { status })
      assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true })
      assert.strictEqual(accountOf(vendor.state, ann)?.status, 2)
    })
  }

  // connectors-11: OneLogin, JumpCloud, PingOne and Slack are ended by their own means.
  it.live("logs the user out first, and says that other apps' sessions are not ended", function* () {
    const { asked, revoke, vendor } = yield* aTenant()
    const result = yield* revoke()
    assert.include(result.message, "sessions inside other apps are not")
    const id = accountOf(vendor.state, ann)?.id
    assert.deepStrictEqual(asked().slice(-3), [
      `PUT /api/1/users/${id}/logout`,
      `PUT /api/2/users/${id}`,
      `GET /api/2/users/${id}`
    ])
  })

  it.live("an ignored filter is searched through by After-Cursor", function* () {
    const { revoke, vendor } = yield* aTenant()
    vendor.faults.ignoresFilter = true
    assert.deepInclude(yield* revoke({ email: "sue.synced@acme.test" }), { outcome: "revoked", verified: true })
    assert.strictEqual(accountOf(vendor.state, "sue.synced@acme.test")?.status, 2)
    assert.strictEqual(accountOf(vendor.state, ann)?.status, 1)
  })

  it.live("a refused client secret: failed with 401 and the code, on connecting too", function* () {
    const { prove, revoke } = yield* aTenant("acme", ["onelogin"], { client_secret: "another-secret-0815" })
    assert.deepInclude(yield* revoke(), { outcome: "failed", vendorStatus: 401, verified: false })
    const proof = yield* prove()
    assert.deepInclude(Result.isFailure(proof) ? proof.failure : {}, { reason: "refused" })
  })

  for (const subdomain of ["acme", "acme.onelogin.com", "https://acme.onelogin.com/"]) {
    it.live(`the subdomain may be written ${subdomain}`, function* () {
      const { plan } = yield* aTenant(subdomain, [])
      for (const { url } of plan()) assert.match(url, /^https:\/\/acme\.onelogin\.com\/(?:api|auth)\//)
    })
  }
})
