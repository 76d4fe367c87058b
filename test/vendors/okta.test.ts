import { addOktaAccount, okta, type OktaState, oktaToken } from "@svc/lab/okta"
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
  sessions: { ended: (state) => accountOf(state, ann)?.sessions === 0 && accountOf(state, ann)?.tokens === 0 },
  secondary: ({ method }) => method === "DELETE"
})
