import type { LabAnswer, LabRequest } from "./vendor.ts"

interface OktaGroup {
  readonly id: string
  readonly name: string
  readonly type: "OKTA_GROUP" | "APP_GROUP" | "BUILT_IN"
  /** Ids of accounts. */
  readonly members: Array<string>
}

export interface OktaGroups {
  readonly groups: Array<OktaGroup>
  readonly rules: Array<{
    readonly id: string
    status: "ACTIVE" | "INACTIVE" | "INVALID"
    readonly groupIds: ReadonlyArray<string>
  }>
  /** What the token cannot read or change. */
  readonly lacks: Set<"groups" | "rules" | "members">
}

/** Of two people: what one is in, the other is in as well, or in the like of it. */
export const oktaGroups = (ann: string, joann: string, everybody: ReadonlyArray<string>): OktaGroups => ({
  groups: [
    { id: "00gevery", name: "Everyone", type: "BUILT_IN", members: [...everybody] },
    { id: "00grelease", name: "Release", type: "OKTA_GROUP", members: [ann, joann] },
    { id: "00gonline2", name: "On call", type: "OKTA_GROUP", members: [ann] },
    { id: "00gimport", name: "Finance (AD)", type: "APP_GROUP", members: [ann, joann] },
    { id: "00gbyrule", name: "All of Research", type: "OKTA_GROUP", members: [ann, joann] },
    { id: "00gtwin", name: "Release", type: "OKTA_GROUP", members: [joann] }
  ],
  rules: [
    { id: "0pr1", status: "ACTIVE", groupIds: ["00gbyrule"] },
    { id: "0pr2", status: "INACTIVE", groupIds: ["00grelease"] },
    { id: "0pr3", status: "ACTIVE", groupIds: ["00gtwin"] }
  ],
  lacks: new Set()
})

const error = (status: number, errorCode: string): LabAnswer => ({
  status,
  body: { errorCode, errorSummary: errorCode, errorLink: errorCode, errorId: "oaeLab", errorCauses: [] }
})

const forbidden = error(403, "E0000006")
const notFound = error(404, "E0000007")

const list = (request: LabRequest, all: ReadonlyArray<object>): LabAnswer => {
  const first = Number(request.query.get("after") ?? "0")
  const last = first + 2
  const next = new URLSearchParams(request.query)
  next.set("after", String(last))
  const headers = { link: `<https://acme.okta.com${request.path}?${next}>; rel="next"` }
  return { status: 200, body: all.slice(first, last), headers: last < all.length ? headers : {} }
}

const shown = ({ id, name, type }: OktaGroup) => ({ id, type, profile: { name, description: null } })

/** Below `/api/v1/`, what is about groups; undefined for what is not. */
export const groupsAt = (
  request: LabRequest,
  { groups, lacks, rules }: OktaGroups,
  accounts: ReadonlyArray<{ readonly id: string }>,
  [kind, id, collection, user]: ReadonlyArray<string>
): LabAnswer | undefined => {
  const { method } = request
  if (kind === "users" && collection === "groups" && method === "GET") {
    if (lacks.has("groups")) return forbidden
    return list(request, groups.filter(({ members }) => members.includes(id ?? "")).map(shown))
  }
  if (kind !== "groups") return undefined
  if (id === "rules" && collection === undefined && method === "GET") {
    if (lacks.has("rules")) return forbidden
    return list(
      request,
      rules.map(({ groupIds, id: rule, status }) => ({
        type: "group_rule",
        id: rule,
        status,
        actions: { assignUserToGroups: { groupIds } }
      }))
    )
  }
  if (lacks.has("groups")) return forbidden
  const group = groups.find((one) => one.id === id)
  if (group === undefined) return notFound
  if (collection === undefined) return method === "GET" ? { status: 200, body: shown(group) } : undefined
  if (collection !== "users" || method !== "PUT") return undefined
  if (lacks.has("members") || group.type !== "OKTA_GROUP") return forbidden
  if (user === undefined || !accounts.some((account) => account.id === user)) return notFound
  if (!group.members.includes(user)) group.members.push(user)
  return { status: 204 }
}
