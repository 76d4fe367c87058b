import { assert, describe, it } from "#test/support/suite"
import {
  addJumpCloudAccount,
  jumpcloud,
  jumpcloudKey,
  type JumpCloudState,
  recycledJumpCloud
} from "@svc/lab/jumpcloud"
import { Result } from "effect"
import type { VendorName } from "#connections/vendors/protocol/addresses"
import type { Connection } from "#connections/vendors/protocol/connection"
import { aBench } from "./support.ts"
import { conforms } from "./conformance.ts"

const ann = "ann.lee@acme.test"

const accountOf = (state: JumpCloudState, address: string) => state.accounts.find(({ email }) => email === address)

const move = (state: JumpCloudState, to: "ACTIVATED" | "SUSPENDED") => {
  const account = accountOf(state, ann)
  if (account !== undefined) account.state = to
}

conforms({
  protocol: "jumpcloud",
  definition: jumpcloud,
  vendors: ["jumpcloud"],
  settings: () => ({}),
  secrets: { api_key: jumpcloudKey },
  person: {
    email: ann,
    isActive: (state) => accountOf(state, ann)?.state === "ACTIVATED",
    deactivate: (state) => move(state, "SUSPENDED"),
    reactivate: (state) => move(state, "ACTIVATED"),
    remove: (state) => void state.accounts.splice(0, 1),
    addTwin: (state) => addJumpCloudAccount(state, { email: "Ann.Lee@acme.test", username: "ann2" }),
    others: (state) => state.accounts.filter(({ email }) => email !== ann)
  },
  apostrophe: {
    email: "sean.o'neil@acme.test",
    isActive: (state) => accountOf(state, "sean.o'neil@acme.test")?.state === "ACTIVATED"
  },
  verifies: true,
  recycling: recycledJumpCloud,
  byId: ({ method, path }) => method === "GET" && path.startsWith("/api/systemusers/")
})

const aTenant = (settings: Connection["settings"] = {}, vendors: ReadonlyArray<VendorName> = ["jumpcloud"]) =>
  aBench({ protocol: "jumpcloud", definition: jumpcloud, vendors, settings, secrets: { api_key: jumpcloudKey } })

describe("JumpCloud", () => {
  // connectors-28: JumpCloud cannot end sessions, and the message says that.
  it.live("the message says that sessions cannot be ended", function* () {
    const { revoke } = yield* aTenant()
    const result = yield* revoke()
    assert.deepInclude(result, { outcome: "revoked", verified: true })
    assert.include(result.message, "cannot end open sessions")
  })

  it.live("names the organisation when the key's owner has several", function* () {
    const { prove, revoke, vendor } = yield* aTenant({ org_id: "5f1ab0000000000000000001" })
    assert.isTrue(Result.isSuccess(yield* prove()))
    yield* revoke()
    for (const { headers } of vendor.requests) assert.strictEqual(headers["x-org-id"], "5f1ab0000000000000000001")
  })

  it.live("STAGED: nobody can sign in, so nothing is written", function* () {
    const { revoke, vendor } = yield* aTenant()
    Object.assign(accountOf(vendor.state, ann) ?? {}, { state: "STAGED" })
    assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true })
    assert.strictEqual(vendor.writes(), 0)
  })

  it.live("a filter that tells capitals from small letters finds who was entered with capitals", function* () {
    const { revoke, vendor } = yield* aTenant()
    vendor.state.habits.comparesExactly = true
    assert.deepInclude(yield* revoke({ email: "Ann.Lee@Acme.test" }), { outcome: "revoked", verified: true })
  })

  it.live("an ignored filter is searched through page by page", function* () {
    const { revoke, vendor } = yield* aTenant()
    vendor.faults.ignoresFilter = true
    assert.deepInclude(yield* revoke({ email: "sue.synced@acme.test" }), { outcome: "revoked", verified: true })
    assert.strictEqual(accountOf(vendor.state, "sue.synced@acme.test")?.state, "SUSPENDED")
    assert.strictEqual(accountOf(vendor.state, ann)?.state, "ACTIVATED")
  })

  for (const [region, host] of [
    ["eu", "console.eu.jumpcloud.com"],
    ["IN", "console.in.jumpcloud.com"],
    ["us", "console.jumpcloud.com"]
  ] as const) {
    it.live(`region ${region}: ${host}`, function* () {
      const { plan } = yield* aTenant({ region }, [])
      for (const { url } of plan()) assert.strictEqual(new URL(url).host, host)
    })
  }
})
