import { fieldsOf, textOf } from "./fields.ts"
import type { LabAnswer, LabRequest } from "./vendor.ts"

interface OktaGrant {
  readonly id: string
  readonly userId: string
  readonly clientId: string
  readonly title: string
  readonly scopeId: string
}

interface OktaRole {
  readonly id: string
  readonly userId: string
  readonly type: string
  readonly label: string
  readonly assignmentType: "USER" | "GROUP"
  /** Of a custom role: which one, and over what. */
  readonly role?: string
  readonly "resource-set"?: string
  /** Groups or apps that it is limited to; none where it is for all. */
  readonly targets?: ReadonlyArray<string>
}

/** What hangs on accounts. */
export interface OktaPossessions {
  readonly apiTokens: Array<{ readonly id: string; readonly name: string; readonly userId: string }>
  readonly grants: Array<OktaGrant>
  readonly roles: Array<OktaRole>
  /** Custom roles that exist, by id, with their labels. */
  readonly customRoles: Map<string, string>
  /** Whose the connection's own API token is. */
  tokenOwner: string
  /** What the token cannot read or change. */
  readonly lacks: Set<"api-tokens" | "grants" | "roles" | "role-changes" | "users" | "lifecycle">
}

const grant = (id: string, userId: string, clientId: string, scopeId: string): OktaGrant => ({
  id,
  userId,
  clientId,
  title: "Wiki",
  scopeId
})

const role = (
  id: string,
  userId: string,
  type: string,
  label: string,
  assignmentType: OktaRole["assignmentType"] = "USER"
): OktaRole => ({ id, userId, type, label, assignmentType })

/** Of two people, with the same names: what one has, the other has the like of. */
export const oktaPossessions = (ann: string, joann: string, admin: string): OktaPossessions => ({
  apiTokens: [
    { id: "00Tann1", name: "nightly", userId: ann },
    { id: "00Tjoann1", name: "nightly", userId: joann },
    { id: "00Tadmin1", name: "offboarding", userId: admin }
  ],
  grants: [
    grant("oag1", ann, "0oawiki", "openid"),
    grant("oag2", ann, "0oawiki", "offline_access"),
    grant("oag3", ann, "0oaadmin", "okta.users.manage"),
    grant("oag4", joann, "0oajoann", "openid")
  ],
  roles: [
    role("ra1", ann, "USER_ADMIN", "Group Administrator"),
    role("ra2", ann, "HELP_DESK_ADMIN", "Help Desk Administrator", "GROUP"),
    role("ra3", joann, "USER_ADMIN", "Group Administrator"),
    role("ra4", admin, "SUPER_ADMIN", "Super Administrator")
  ],
  customRoles: new Map([["cr0audit", "Auditor"]]),
  tokenOwner: admin,
  lacks: new Set()
})

const error = (status: number, errorCode: string): LabAnswer => ({
  status,
  body: { errorCode, errorSummary: errorCode, errorLink: errorCode, errorId: "oaeLab", errorCauses: [] }
})

const forbidden = error(403, "E0000006")
const notFound = error(404, "E0000007")

const paged = (request: LabRequest, all: ReadonlyArray<object>, body: (page: ReadonlyArray<object>) => unknown) => {
  const first = Number(request.query.get("after") ?? "0")
  const last = first + 2
  const next = new URLSearchParams(request.query)
  next.set("after", String(last))
  const href = `https://acme.okta.com${request.path}?${next}`
  return {
    page: body(all.slice(first, last)),
    href: last < all.length ? href : undefined
  }
}

const list = (request: LabRequest, all: ReadonlyArray<object>): LabAnswer => {
  const { href, page } = paged(request, all, (items) => items)
  return { status: 200, body: page, headers: href === undefined ? {} : { link: `<${href}>; rel="next"` } }
}

const removed = <A>(items: Array<A>, is: (item: A) => boolean): LabAnswer => {
  const left = items.filter((item) => !is(item))
  if (left.length === items.length) return notFound
  items.splice(0, items.length, ...left)
  return { status: 204 }
}

const tokensAt = (request: LabRequest, { apiTokens, lacks }: OktaPossessions, id: string | undefined): LabAnswer => {
  if (lacks.has("api-tokens")) return forbidden
  return request.method === "GET" ? list(request, apiTokens) : removed(apiTokens, (token) => token.id === id)
}

const grantsAt = (request: LabRequest, { grants, lacks }: OktaPossessions, user: string): LabAnswer =>
  lacks.has("grants")
    ? forbidden
    : list(
        request,
        grants
          .filter(({ userId }) => userId === user)
          .map(({ clientId, id, scopeId, title, userId }) => ({
            id,
            status: "ACTIVE",
            clientId,
            userId,
            scopeId,
            _links: { client: { href: clientId, title } }
          }))
      )

const standardRoles = new Map([
  ["SUPER_ADMIN", "Super Administrator"],
  ["USER_ADMIN", "Group Administrator"],
  ["APP_ADMIN", "Application Administrator"],
  ["HELP_DESK_ADMIN", "Help Desk Administrator"],
  ["READ_ONLY_ADMIN", "Read Only Administrator"]
])

/** Each assignment gets an id of its own, and holds for everything until it is limited. */
const assigned = (request: LabRequest, { customRoles, lacks, roles }: OktaPossessions, userId: string): LabAnswer => {
  if (lacks.has("role-changes")) return forbidden
  const given = fieldsOf(request.json())
  const [type, custom, set] = [textOf(given["type"]), textOf(given["role"]), textOf(given["resource-set"])]
  const label = type === "CUSTOM" ? customRoles.get(custom) : standardRoles.get(type)
  if (label === undefined) return type === "CUSTOM" ? notFound : error(400, "E0000001")
  const isHeld = roles.some(
    (one) => one.userId === userId && one.type === type && one.assignmentType === "USER" && (one.role ?? "") === custom
  )
  if (isHeld) return error(409, "E0000090")
  const made: OktaRole = {
    id: `ra${1 + Math.max(100, ...roles.map(({ id }) => Number(id.slice(2)) || 0))}`,
    userId,
    type,
    label,
    assignmentType: "USER",
    ...(type === "CUSTOM" ? { role: custom, "resource-set": set } : {})
  }
  roles.push(made)
  return { status: 201, body: { ...made, status: "ACTIVE" } }
}

const rolesAt = (
  request: LabRequest,
  possessions: OktaPossessions,
  user: string,
  [id, more]: ReadonlyArray<string | undefined>
) => {
  const { lacks, roles } = possessions
  if (lacks.has("roles")) return forbidden
  if (request.method === "POST" && id === undefined) return assigned(request, possessions, user)
  if (more === "targets") {
    const limited = roles.find((one) => one.userId === user && one.id === id)
    return limited === undefined
      ? notFound
      : list(
          request,
          (limited.targets ?? []).map((target) => ({ id: target }))
        )
  }
  const own = roles.filter(({ userId }) => userId === user)
  if (request.method === "GET")
    return list(
      request,
      own.map(({ targets: _targets, userId: _user, ...shown }) => ({ ...shown, status: "ACTIVE" }))
    )
  return removed(roles, (one) => one.userId === user && one.id === id && one.assignmentType === "USER")
}

/** Below `/api/v1/`, what is about tokens, grants and roles; undefined for what is not. */
export const possessionsAt = (
  request: LabRequest,
  possessions: OktaPossessions,
  [kind, user = "", collection, id, more]: ReadonlyArray<string>
): LabAnswer | undefined => {
  if (kind === "api-tokens") return tokensAt(request, possessions, user)
  if (kind === "iam") {
    if (possessions.lacks.has("roles")) return forbidden
    const ids = [...new Set(possessions.roles.map(({ userId }) => userId))].map((one) => ({ id: one }))
    const { href, page } = paged(request, ids, (value) => value)
    return { status: 200, body: { value: page, _links: href === undefined ? {} : { next: { href } } } }
  }
  if (kind !== "users") return undefined
  if (collection === "grants") return grantsAt(request, possessions, user)
  if (collection === "roles") return rolesAt(request, possessions, user, [id, more])
  if (collection !== "clients" || more !== "grants" || request.method !== "DELETE") return undefined
  if (possessions.lacks.has("grants")) return forbidden
  return removed(possessions.grants, ({ clientId, userId }) => userId === user && clientId === id)
}
