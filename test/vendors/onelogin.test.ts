import { addOneLoginAccount, onelogin, oneloginClient, type OneLoginState } from "@svc/lab/onelogin"
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
  sessions: { ended: (state) => accountOf(state, ann)?.sessions === 0 },
  secondary: ({ path }) => path.endsWith("/logout")
})
