import type { LabRequest, VendorDefinition } from "./vendor.ts"

interface JiraIssue {
  readonly id: string
  readonly key: string
  readonly summary: string
  readonly labels: ReadonlyArray<string>
  /** Jira's own categories. */
  category: "new" | "indeterminate" | "done"
}

export interface JiraState {
  readonly email: string
  readonly token: string
  readonly project: string
  readonly issues: Map<string, JiraIssue>
}

const errors = (message: string) => ({ errorMessages: [message], errors: {} })

const isAuthorized = ({ headers }: LabRequest, { email, token }: JiraState) =>
  headers.authorization === `Basic ${Buffer.from(`${email}:${token}`).toString("base64")}`

const textIn = (value: unknown, ...path: ReadonlyArray<string>): string => {
  let here = value
  for (const name of path) here = typeof here === "object" && here !== null ? Reflect.get(here, name) : undefined
  return typeof here === "string" ? here : ""
}

const labelsIn = (value: unknown): ReadonlyArray<string> => {
  const fields: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "fields") : undefined
  const labels: unknown = typeof fields === "object" && fields !== null ? Reflect.get(fields, "labels") : undefined
  return Array.isArray(labels) ? labels.map(String) : []
}

const shown = ({ category, id, key, labels, summary }: JiraIssue) => ({
  id,
  key,
  fields: { summary, labels, status: { name: category, statusCategory: { key: category } } }
})

const searched = (jql: string, state: JiraState, ignoresFilter: boolean) => {
  const label = /labels\s*=\s*"([^"]+)"/.exec(jql)?.[1]
  const issues = [...state.issues.values()].filter(
    ({ labels }) => ignoresFilter || (label !== undefined && labels.includes(label))
  )
  return { issues: issues.map(shown), isLast: true }
}

/** Jira Cloud's REST API v3, as far as tickets need it. */
export const jira: VendorDefinition<JiraState> = {
  name: "jira",
  seed: () => ({
    email: "it@acme.test",
    token: "lab-jira-token",
    project: "IT",
    issues: new Map([
      ["IT-1", { id: "10001", key: "IT-1", summary: "Printer is out of toner", labels: ["printer"], category: "new" }]
    ])
  }),
  handle: (request, state, { ignoresFilter }) => {
    const { method, path, query } = request
    if (!isAuthorized(request, state)) return jira.unauthorized()
    if (method === "GET" && path === "/rest/api/3/myself") {
      return { status: 200, body: { accountId: "5b10", emailAddress: state.email, active: true } }
    }
    if (method === "POST" && path === "/rest/api/3/search/jql") {
      return { status: 200, body: searched(textIn(request.json(), "jql"), state, ignoresFilter) }
    }
    if (method === "GET" && path === "/rest/api/3/search") {
      return { status: 410, body: errors(`The requested API has been removed: ${query.get("jql") ?? ""}`) }
    }
    if (method === "POST" && path === "/rest/api/3/issue") {
      const body = request.json()
      if (textIn(body, "fields", "project", "key") !== state.project) {
        return { status: 400, body: { errorMessages: [], errors: { project: "valid project is required" } } }
      }
      const key = `${state.project}-${state.issues.size + 1}`
      const id = String(10_001 + state.issues.size)
      const summary = textIn(body, "fields", "summary")
      state.issues.set(key, { id, key, summary, labels: labelsIn(body), category: "new" })
      return { status: 201, body: { id, key, self: `https://acme.atlassian.net/rest/api/3/issue/${id}` } }
    }
    const wanted = /^\/rest\/api\/3\/issue\/([^/]+)$/.exec(path)?.[1]
    if (method === "GET" && wanted !== undefined) {
      const issue = state.issues.get(wanted) ?? [...state.issues.values()].find(({ id }) => id === wanted)
      return issue === undefined
        ? { status: 404, body: errors("Issue does not exist or you do not have permission to see it.") }
        : { status: 200, body: shown(issue) }
    }
    return { status: 404, body: errors("No such resource") }
  },
  writes: ({ method, path }) => method !== "GET" && path !== "/rest/api/3/search/jql",
  throttled: (seconds) => ({
    status: 429,
    body: errors("Rate limit exceeded"),
    ...(seconds === undefined ? {} : { headers: { "retry-after": String(seconds) } })
  }),
  unauthorized: () => ({ status: 401, body: "Client must be authenticated to access this resource." }),
  forbidden: () => ({ status: 403, body: errors("You do not have permission to create issues in this project.") })
}
