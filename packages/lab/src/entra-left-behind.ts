import { fieldsOf, textOf } from "./fields.ts"
import { uuidOf } from "./people.ts"
import type { LabAnswer, LabRequest } from "./vendor.ts"

interface EntraSecret {
  readonly keyId: string
  readonly displayName: string
  readonly endDateTime: string
}

/** Something that people answer for: owners, or sponsors of agents and guests. */
interface EntraObject {
  readonly type: "application" | "servicePrincipal" | "group" | "agentIdentity" | "guest"
  readonly id: string
  readonly displayName: string
  /** Ids of accounts. */
  readonly answering: Array<string>
  readonly secrets: ReadonlyArray<EntraSecret>
}

interface EntraRule {
  readonly id: string
  readonly owner: string
  readonly displayName: string
  isEnabled: boolean
  readonly isReadOnly: boolean
  readonly actions: object
}

/** What hangs on accounts. */
export interface EntraPossessions {
  readonly objects: Array<EntraObject>
  readonly rules: Array<EntraRule>
  /** Who holds a directory role, by its template's id. */
  readonly roles: Map<string, { readonly displayName: string; readonly holders: Array<string> }>
  /** Application permissions that were not granted; `any user` where no user can be read at all. */
  readonly lacks: Set<string>
}

export const globalAdministrator = "62e90394-69f5-4237-9190-012177145e10"

const forwardTo = (address: string) => ({ forwardTo: [{ emailAddress: { name: address, address } }] })

const rule = (id: string, owner: string, actions: object, more: Partial<EntraRule> = {}): EntraRule => ({
  id,
  owner,
  displayName: "Copies",
  isEnabled: true,
  isReadOnly: false,
  actions,
  ...more
})

/** Of two people, with the same names: what one has, the other has the like of. */
export const entraPossessions = (ann: string, joann: string, admin: string): EntraPossessions => {
  const object = (
    type: EntraObject["type"],
    n: number,
    displayName: string,
    answering: Array<string>,
    secrets: ReadonlyArray<EntraSecret> = []
  ): EntraObject => ({ type, id: uuidOf(n), displayName, answering, secrets })
  const secret = (n: number, endDateTime: string) => ({ keyId: uuidOf(n), displayName: "nightly", endDateTime })
  return {
    objects: [
      object(
        "application",
        5001,
        "Billing export",
        [ann],
        [secret(6001, "2999-01-01T00:00:00Z"), secret(6002, "2020-01-01T00:00:00Z")]
      ),
      object("application", 5002, "Billing export", [joann], [secret(6003, "2999-01-01T00:00:00Z")]),
      object("servicePrincipal", 5003, "Report runner", [ann, joann]),
      object("servicePrincipal", 5004, "Report runner", [joann]),
      object("group", 5005, "Release", [ann, joann]),
      object("group", 5006, "Release", [joann]),
      object("agentIdentity", 5007, "Invoice agent", [ann]),
      object("agentIdentity", 5008, "Invoice agent", [joann]),
      object("agentIdentity", 5009, "Mail agent", [ann, joann]),
      object("guest", 5010, "Gus Partner", [ann]),
      object("guest", 5011, "Gus Partner", [joann])
    ],
    rules: [
      rule("AQAAANrule1", ann, forwardTo("ann@elsewhere.test")),
      rule("AQAAANrule2", ann, { delete: true }),
      rule("AQAAANrule3", ann, forwardTo("ann@elsewhere.test"), { isReadOnly: true, displayName: "By Exchange" }),
      rule("AQAAANrule4", joann, forwardTo("joann@elsewhere.test"))
    ],
    roles: new Map([[globalAdministrator, { displayName: "Global Administrator", holders: [admin] }]]),
    lacks: new Set()
  }
}

const refusal = (status: number, code: string): LabAnswer => ({ status, body: { error: { code, message: code } } })

const denied = refusal(403, "Authorization_RequestDenied")
const notFound = refusal(404, "Request_ResourceNotFound")

const paged = (request: LabRequest, all: ReadonlyArray<object>): LabAnswer => {
  const first = Number(request.query.get("$skiptoken") ?? "0")
  const last = first + 2
  const next = new URLSearchParams(request.query)
  next.set("$skiptoken", String(last))
  return {
    status: 200,
    body: {
      value: all.slice(first, last),
      ...(last < all.length ? { "@odata.nextLink": `https://graph.microsoft.com${request.path}?${next}` } : {})
    }
  }
}

const typed = ({ displayName, id, secrets, type }: EntraObject, sees: boolean) => {
  const plain = { "@odata.type": `#microsoft.graph.${type}`, id }
  // For what it may read only in part, an application gets the id alone.
  if (!sees) return { ...plain, displayName: null, passwordCredentials: null }
  return { ...plain, displayName, ...(type === "group" ? {} : { passwordCredentials: secrets }) }
}

/** Which permission a list of answerable people takes, and where it is. */
const lists = [
  {
    type: "application",
    at: /^applications\/([^/]+)\/owners(?:\/(.*))?$/,
    reads: "Application.Read.All",
    writes: "Application.ReadWrite.All"
  },
  {
    type: "servicePrincipal",
    at: /^servicePrincipals\/([^/]+)\/owners(?:\/(.*))?$/,
    reads: "Application.Read.All",
    writes: "Application.ReadWrite.All"
  },
  {
    type: "group",
    at: /^groups\/([^/]+)\/owners(?:\/(.*))?$/,
    reads: "GroupMember.Read.All",
    writes: "Group.ReadWrite.All"
  },
  { type: "guest", at: /^users\/([^/]+)\/sponsors(?:\/(.*))?$/, reads: "User.Read.All", writes: "User.ReadWrite.All" },
  {
    type: "agentIdentity",
    at: /^servicePrincipals\/([^/]+)\/microsoft\.graph\.agentIdentity\/sponsors(?:\/(.*))?$/,
    reads: "AgentIdentity.ReadWrite.All",
    writes: "AgentIdentity.ReadWrite.All"
  }
] as const

const referred = (request: LabRequest) => textOf(fieldsOf(request.json())["@odata.id"]).split("/").at(-1) ?? ""

const changed = (request: LabRequest, object: EntraObject, rest: string, accounts: ReadonlySet<string>): LabAnswer => {
  if (request.method === "POST" && rest === "$ref") {
    const id = referred(request)
    if (!accounts.has(id)) return notFound
    if (object.answering.includes(id)) return refusal(400, "Request_BadRequest")
    object.answering.push(id)
    return { status: 204 }
  }
  const [, id] = /^([^/]+)\/\$ref$/.exec(rest) ?? []
  const index = object.answering.indexOf(id ?? "")
  if (request.method !== "DELETE" || index < 0) return notFound
  // The last owner cannot be removed.
  if (object.answering.length === 1 && object.type !== "guest") return refusal(400, "Request_BadRequest")
  object.answering.splice(index, 1)
  return { status: 204 }
}

const rulesOf = (
  request: LabRequest,
  possessions: EntraPossessions,
  owner: string,
  id: string | undefined
): LabAnswer => {
  const { lacks, rules } = possessions
  if (request.method === "GET") {
    if (lacks.has("MailboxSettings.Read")) return refusal(403, "ErrorAccessDenied")
    return paged(
      request,
      rules.filter((one) => one.owner === owner).map(({ owner: _owner, ...shown }) => shown)
    )
  }
  if (lacks.has("MailboxSettings.ReadWrite")) return refusal(403, "ErrorAccessDenied")
  const rule = rules.find((one) => one.owner === owner && one.id === id)
  if (request.method !== "PATCH" || rule === undefined) return notFound
  rule.isEnabled = fieldsOf(request.json())["isEnabled"] === true
  return { status: 200, body: {} }
}

/** What an account has, below `/v1.0/users/{id}/`; undefined for what is not about that. */
export const possessionsOf = (
  request: LabRequest,
  possessions: EntraPossessions,
  account: { readonly id: string; readonly hasMailbox: boolean },
  rest: ReadonlyArray<string>
): LabAnswer | undefined => {
  const path = rest.join("/")
  const { lacks, objects, roles } = possessions
  if (path === "ownedObjects") {
    if (lacks.has("Application.Read.All") && lacks.has("User.Read.All")) return denied
    const own = objects.filter(
      ({ answering, type }) =>
        ["application", "servicePrincipal", "group"].includes(type) && answering.includes(account.id)
    )
    return paged(
      request,
      own.map((object) => typed(object, object.type === "group" || !lacks.has("Application.Read.All")))
    )
  }
  if (path === "memberOf/microsoft.graph.directoryRole") {
    if (lacks.has("RoleManagement.Read.Directory")) return denied
    const held = [...roles].filter(([, { holders }]) => holders.includes(account.id))
    return paged(
      request,
      held.map(([roleTemplateId, { displayName }], n) => ({ id: uuidOf(7000 + n), displayName, roleTemplateId }))
    )
  }
  const [, id] = /^mailFolders\/inbox\/messageRules(?:\/(.+))?$/.exec(path) ?? []
  if (!path.startsWith("mailFolders/inbox/messageRules")) return undefined
  return account.hasMailbox
    ? rulesOf(request, possessions, account.id, id)
    : refusal(404, "MailboxNotEnabledForRESTAPI")
}

/** Everything else below `/v1.0/` that is about who answers for what; undefined for what is not. */
export const possessionsAt = (
  request: LabRequest,
  possessions: EntraPossessions,
  accounts: ReadonlyArray<{ readonly id: string; readonly accountEnabled: boolean }>
): LabAnswer | undefined => {
  const path = request.path.replace(/^\/v1\.0\//, "")
  const { lacks, objects, roles } = possessions
  if (path === "servicePrincipals/microsoft.graph.agentIdentity") {
    if (lacks.has("AgentIdentity.ReadWrite.All")) return denied
    return paged(
      request,
      objects.filter(({ type }) => type === "agentIdentity").map(({ displayName, id }) => ({ id, displayName }))
    )
  }
  if (path === "users" && request.query.get("$expand")?.startsWith("sponsors") === true) {
    if (lacks.has("User.Read.All")) return denied
    return paged(
      request,
      objects
        .filter(({ type }) => type === "guest")
        .map(({ answering, displayName, id }) => ({ id, displayName, sponsors: answering.map((one) => ({ id: one })) }))
    )
  }
  const [, role] = /^directoryRoles\(roleTemplateId='([^']+)'\)\/members\/microsoft\.graph\.user$/.exec(path) ?? []
  if (role !== undefined) {
    if (lacks.has("RoleManagement.Read.Directory")) return denied
    const holders = roles.get(role)?.holders ?? []
    return paged(
      request,
      accounts.filter(({ id }) => holders.includes(id)).map(({ accountEnabled, id }) => ({ id, accountEnabled }))
    )
  }
  for (const { at, reads, type, writes } of lists) {
    const [, id, rest = ""] = at.exec(path) ?? []
    const object = objects.find((one) => one.type === type && one.id === id)
    if (id === undefined || object === undefined) continue
    if (lacks.has(request.method === "GET" ? reads : writes)) return denied
    return request.method === "GET"
      ? paged(
          request,
          object.answering.map((one) => ({ id: one }))
        )
      : changed(request, object, rest, new Set(accounts.map((account) => account.id)))
  }
  return undefined
}
