import { fault, type Method, ok, type SlackIntegrationEvent, type SlackState } from "./slack-state.ts"

const event = (
  of: SlackIntegrationEvent["of"],
  name: string,
  user: string,
  change: SlackIntegrationEvent["change"],
  date: number
): SlackIntegrationEvent => ({ of, name, user, change, date, scope: "chat:write,channels:read" })

/** What two people by the same family name have made; everything has the same names. */
export const planted = (): Pick<SlackState, "integrationLog" | "workflows" | "conversations" | "withheld"> => ({
  integrationLog: [
    event({ app: "A0TAKEN" }, "Polls", "U0JOANN", "added", 1767225900),
    event({ app: "A0GONE" }, "Old bot", "U0OWNER", "removed", 1767225800),
    event({ service: "4712" }, "Incoming WebHooks", "U0JOANN", "added", 1767225700),
    event({ service: "4711" }, "Incoming WebHooks", "U0ANN", "enabled", 1767225600),
    event({ app: "A0JOANN" }, "Deploy bot", "U0JOANN", "added", 1767225500),
    event({ app: "A0ANN" }, "Deploy bot", "U0OWNER", "updated", 1767225400),
    event({ app: "A0ANN" }, "Deploy bot", "U0ANN", "added", 1767225300),
    event({ app: "A0TAKEN" }, "Polls", "U0ANN", "added", 1767225200),
    event({ app: "A0GONE" }, "Old bot", "U0ANN", "added", 1767225100)
  ],
  workflows: [
    { id: "Wf0ANN", title: "New customer", collaborators: ["U0ANN"] },
    { id: "Wf0JOANN", title: "New customer", collaborators: ["U0JOANN"] }
  ],
  conversations: [
    { id: "C0ANN", name: "launch", creator: "U0ANN", isPrivate: false },
    { id: "C0JOANN", name: "launch-2", creator: "U0JOANN", isPrivate: false },
    { id: "G0ANN", name: "board", creator: "U0ANN", isPrivate: true },
    { id: "G0JOANN", name: "board-2", creator: "U0JOANN", isPrivate: true }
  ],
  withheld: new Set<string>()
})

const integrationLogs: Method = (given, { integrationLog }) => {
  const size = Number(given("count") === "" ? 100 : given("count"))
  const page = Number(given("page") === "" ? 1 : given("page"))
  return ok({
    logs: integrationLog.slice((page - 1) * size, page * size).map(({ change, date, name, of, scope, user }) => ({
      ...("app" in of ? { app_id: of.app, app_type: name } : { service_id: of.service, service_type: name }),
      user_id: user,
      user_name: user.toLowerCase(),
      date: String(date),
      change_type: change,
      scope
    })),
    paging: {
      count: size,
      total: integrationLog.length,
      page,
      pages: Math.max(1, Math.ceil(integrationLog.length / size))
    }
  })
}

/** One page by cursor, two to a page, so that every list has several. */
const page = <A>(given: (name: string) => string, all: ReadonlyArray<A>) => {
  const start = Number(given("cursor") === "" ? 0 : given("cursor"))
  const end = start + Math.min(2, Number(given("limit") === "" ? 100 : given("limit")))
  return { items: all.slice(start, end), next: end < all.length ? String(end) : "" }
}

const conversationsList: Method = (given, { conversations, team }) => {
  const types = given("types").split(",")
  const { items, next } = page(
    given,
    conversations.filter(({ isPrivate }) => types.includes(isPrivate ? "private_channel" : "public_channel"))
  )
  return ok({
    channels: items.map(({ creator, id, isPrivate, name }) => ({
      id,
      name,
      creator,
      is_private: isPrivate,
      is_archived: false,
      context_team_id: team.id
    })),
    response_metadata: { next_cursor: next }
  })
}

const conversationsSearch: Method = (given, { conversations }) => {
  const isPrivate = given("search_channel_types") === "private"
  const { items, next } = page(
    given,
    conversations.filter((one) => !isPrivate || one.isPrivate)
  )
  return ok({
    conversations: items.map(({ creator, id, isPrivate, name }) => ({
      id,
      name,
      creator_id: creator,
      is_private: isPrivate,
      is_archived: false,
      member_count: 3
    })),
    next_cursor: next
  })
}

const workflowsSearch: Method = (given, { workflows }) => {
  const wanted = given("collaborator_ids")
    .split(",")
    .filter((id) => id !== "")
  const { items, next } = page(
    given,
    workflows.filter(({ collaborators }) => wanted.every((id) => collaborators.includes(id)))
  )
  return ok({
    workflows: items.map(({ collaborators, id, title }) => ({ id, title, collaborators, is_published: true })),
    total_found: items.length,
    response_metadata: { next_cursor: next }
  })
}

const idsIn = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.map(String) : [])

const changed =
  (change: (collaborators: Array<string>, ids: ReadonlyArray<string>) => void): Method =>
  (_, state, raw) => {
    const ids = idsIn(raw.get("workflow_ids"))
    const people = idsIn(raw.get("collaborator_ids"))
    const meant = state.workflows.filter(({ id }) => ids.includes(id))
    if (meant.length !== ids.length || people.some((id) => state.users.every((user) => user.id !== id))) {
      return fault("error_adding_collaborators")
    }
    for (const { collaborators } of meant) change(collaborators, people)
    return ok()
  }

/** Slack's methods for what a member created, and the scope of each. */
export const leftBehindMethods: Readonly<Record<string, { readonly scope: string; readonly method: Method }>> = {
  "team.integrationLogs": { scope: "admin", method: integrationLogs },
  "conversations.list": { scope: "channels:read", method: conversationsList },
  "admin.conversations.search": { scope: "admin.conversations:read", method: conversationsSearch },
  "admin.workflows.search": { scope: "admin.workflows:read", method: workflowsSearch },
  "admin.workflows.collaborators.add": {
    scope: "admin.workflows:write",
    method: changed((collaborators, ids) => collaborators.push(...ids.filter((id) => !collaborators.includes(id))))
  },
  "admin.workflows.collaborators.remove": {
    scope: "admin.workflows:write",
    method: changed((collaborators, ids) => {
      collaborators.splice(0, collaborators.length, ...collaborators.filter((id) => !ids.includes(id)))
    })
  }
}
