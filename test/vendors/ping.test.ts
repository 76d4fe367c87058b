import { addPingAccount, ping, pingClient, type PingState } from "@svc/lab/ping"
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
  sessions: { ended: (state) => accountOf(state, ann)?.sessions.length === 0 },
  secondary: ({ path }) => path.includes("/sessions")
})
