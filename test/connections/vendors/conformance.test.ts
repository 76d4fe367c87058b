import { assert, describe, it } from "#test/support/suite"
import { aBench } from "./support.ts"
import { revocationWebhook } from "@svc/lab/revocation-webhook"
import { addScimAccount, scim, type ScimState, scimToken, setScimActive, recycledScim } from "@svc/lab/scim"
import { conforms } from "./conformance.ts"

const accountOf = (state: ScimState, email: string) =>
  [...state.accounts.values()].find(({ userName }) => userName === email)

const ann = "ann.lee@acme.test"

const setAnn = (state: ScimState, active: boolean) => setScimActive(state, accountOf(state, ann)?.id ?? "", active)

conforms({
  protocol: "scim",
  serviceName: "Notion",
  definition: scim,
  vendors: [],
  settings: (url) => ({ base_url: `${url}/scim/v2` }),
  secrets: { token: scimToken },
  person: {
    email: ann,
    isActive: (state) => accountOf(state, ann)?.active ?? false,
    deactivate: (state) => setAnn(state, false),
    reactivate: (state) => setAnn(state, true),
    remove: (state) => state.accounts.delete(accountOf(state, ann)?.id ?? ""),
    addTwin: (state) => addScimAccount(state, { userName: "ann2", emails: ["Ann.Lee@acme.test"] }),
    others: (state) => [...state.accounts.values()].filter(({ userName }) => userName !== ann)
  },
  apostrophe: {
    email: "sean.o'neil@acme.test",
    isActive: (state) => accountOf(state, "sean.o'neil@acme.test")?.active ?? false
  },
  verifies: true,
  recycling: recycledScim,
  byId: ({ method, path }) => method === "GET" && path.startsWith("/scim/v2/Users/")
})

conforms({
  protocol: "webhook",
  serviceName: "Intranet",
  definition: revocationWebhook,
  vendors: [],
  settings: (url) => ({ base_url: `${url}/revoke` }),
  secrets: { token: "webhook-signing-key" },
  person: {
    email: ann,
    isActive: ({ deliveries }) => deliveries.length === 0,
    deactivate: () => undefined,
    reactivate: () => undefined,
    remove: () => undefined
  },
  verifies: false
})

describe("a SCIM service without a route to one user", () => {
  // connectors-45: A SCIM account with a new address is found by its ID, and not taken for deleted.
  it.live(
    "an account that has another address by now is found by a search for its id, and never taken for gone",
    function* () {
      const recycled = scim.seed()
      const newcomer = recycledScim.recycle(recycled, ann)
      recycledScim.remove(recycled, newcomer)
      const { recheck, revoke, vendor } = yield* aBench({
        protocol: "scim",
        definition: {
          ...scim,
          seed: () => structuredClone(recycled),
          handle: (request, state, faults) =>
            request.method === "GET" && request.path.startsWith("/scim/v2/Users/")
              ? { status: 404 }
              : scim.handle(request, state, faults)
        },
        vendors: [],
        secrets: { token: scimToken },
        settingsAt: (url) => ({ base_url: `${url}/scim/v2` })
      })
      assert.deepInclude(yield* recheck({ accountId: "user-1" }), { standing: "active" })
      assert.deepInclude(yield* revoke({ accountId: "user-1" }), { outcome: "revoked", verified: true })
      assert.isFalse(recycledScim.isActive(vendor.state, "user-1"))
      assert.deepInclude(yield* recheck({ accountId: "user-1" }), { standing: "inactive" })
    }
  )
})
