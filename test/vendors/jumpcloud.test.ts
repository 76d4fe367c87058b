import { addJumpCloudAccount, jumpcloud, jumpcloudKey, type JumpCloudState } from "@svc/lab/jumpcloud"
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
  verifies: true
})
