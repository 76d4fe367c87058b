import { addEntraAccount, entra, entraClient, type EntraState } from "@svc/lab/entra"
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
  sessions: {
    ended: (state) => (accountOf(state, ann)?.signInSessionsValidFromDateTime ?? "") > "2026-02-01"
  },
  secondary: ({ path }) => /\/(?:mailboxSettings|revokeSignInSessions)$/.test(path)
})
