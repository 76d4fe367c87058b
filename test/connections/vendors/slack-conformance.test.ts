import { slack, slackAdminToken, slackBotToken, type SlackState, recycledSlack } from "@svc/lab/slack"
import { conforms } from "./conformance.ts"

const ann = "ann.lee@acme.test"

const of = (state: SlackState, email: string) => state.users.find((user) => user.email === email)

const setAnn = (state: SlackState, deleted: boolean) => {
  const user = of(state, ann)
  if (user !== undefined) user.deleted = deleted
}

const person = {
  email: ann,
  isActive: (state: SlackState) => of(state, ann)?.deleted === false,
  deactivate: (state: SlackState) => setAnn(state, true),
  reactivate: (state: SlackState) => setAnn(state, false),
  remove: (state: SlackState) => {
    state.users.splice(0, state.users.length, ...state.users.filter(({ email }) => email !== ann))
  },
  others: (state: SlackState) => state.users.filter(({ email }) => email !== ann)
}

const apostrophe = {
  email: "sean.o'neil@acme.test",
  isActive: (state: SlackState) => of(state, "sean.o'neil@acme.test")?.deleted === false
}

const sessions = { ended: (state: SlackState) => of(state, ann)?.sessions === 0 }

conforms({
  protocol: "slack",
  serviceName: "slack by SCIM",
  definition: slack,
  vendors: ["slack", "slackScim"],
  settings: () => ({ channel: "offboarding" }),
  secrets: { bot_token: slackBotToken, admin_token: slackAdminToken },
  person: {
    ...person,
    addTwin: ({ users }) => {
      users.push({
        id: "U0TWIN",
        email: "Ann.Lee@acme.test",
        name: "Ann B. Lee",
        deleted: false,
        isPrimaryOwner: false,
        sessions: 0
      })
    }
  },
  apostrophe,
  verifies: true,
  recycling: recycledSlack,
  byId: ({ method, path }) => method === "GET" && path.startsWith("/scim/v2/Users/"),
  sessions,
  secondary: ({ path }) => path === "/api/admin.users.session.reset"
})

conforms({
  protocol: "slack",
  serviceName: "slack by the Web API",
  definition: {
    ...slack,
    handle: (request, state, faults) =>
      request.path.startsWith("/scim/") ? { status: 404, body: "Not Found" } : slack.handle(request, state, faults)
  },
  vendors: ["slack"],
  settings: () => ({ team_id: "T0ACME" }),
  secrets: { token: slackAdminToken },
  person,
  apostrophe,
  verifies: true,
  recycling: recycledSlack,
  sessions,
  // The look-up by address shows no member who is deactivated.
  alreadyOff: "skipped",
  secondary: ({ path }) => path === "/api/admin.users.session.reset"
})
