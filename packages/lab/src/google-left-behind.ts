import { fieldsOf, textOf } from "./fields.ts"
import type { LabAnswer, LabRequest } from "./vendor.ts"

/** Automatic settings of a person's mailbox, and their targets. */
interface GoogleMailbox {
  autoForwarding: { enabled: boolean; emailAddress?: string; disposition?: string }
  readonly forwardingAddresses: Array<string>
  readonly filters: Array<{ readonly id: string; readonly criteria: object; readonly action: object }>
  readonly delegates: Array<string>
}

interface GoogleCalendar {
  readonly id: string
  readonly summary: string
  dataOwner: string
}

interface GoogleGroup {
  readonly id: string
  readonly email: string
  readonly name: string
  /** Roles by address. */
  readonly members: Map<string, "OWNER" | "MANAGER" | "MEMBER">
  /** A rule fills it. */
  isDynamic?: boolean
}

/** What hangs on people besides their accounts. */
export interface GooglePossessions {
  readonly mailboxes: Map<string, GoogleMailbox>
  /** Number of files per owner. */
  readonly files: Map<string, number>
  readonly calendars: Array<GoogleCalendar>
  readonly groups: Array<GoogleGroup>
  /** Scopes of apps' grants, by client id. */
  readonly grantScopes: Map<string, ReadonlyArray<string>>
  /** Scopes without a grant: neither delegated to the service account nor consented to. */
  readonly withheld: Set<string>
  readonly habits: {
    /** A transfer of files is done as soon as it is asked for; in truth it takes minutes to hours. */
    completesTransfers: boolean
    pageSize: number
  }
}

const ann = "ann.lee@acme.test"
const joann = "joann.lee@acme.test"

const scope = (name: string) => `https://www.googleapis.com/auth/${name}`

export const googlePossessions = (): GooglePossessions => ({
  mailboxes: new Map([
    [
      ann,
      {
        autoForwarding: { enabled: true, emailAddress: "ann@elsewhere.test", disposition: "leaveInInbox" },
        forwardingAddresses: ["ann@elsewhere.test", "list@partner.test", "team@acme.test"],
        filters: [
          { id: "ANe1BmhFilterOfAnn", criteria: { from: "bank.test" }, action: { forward: "list@partner.test" } },
          { id: "ANe1BmhLabelOfAnn", criteria: { from: "news.test" }, action: { addLabelIds: ["TRASH"] } }
        ],
        delegates: ["assistant@acme.test"]
      }
    ],
    [
      joann,
      {
        autoForwarding: { enabled: true, emailAddress: "joann@elsewhere.test", disposition: "leaveInInbox" },
        forwardingAddresses: ["joann@elsewhere.test", "old@partner.test"],
        filters: [
          { id: "ANe1BmhFilterOfJoann", criteria: { from: "bank.test" }, action: { forward: "joann@elsewhere.test" } }
        ],
        delegates: ["joanns.assistant@acme.test"]
      }
    ]
  ]),
  files: new Map([
    [ann, 5],
    [joann, 1]
  ]),
  calendars: [
    { id: "c_release@group.calendar.google.com", summary: "Release plan", dataOwner: ann },
    { id: "c_joann@group.calendar.google.com", summary: "Release plan", dataOwner: joann }
  ],
  groups: [
    {
      id: "g-press",
      email: "press@acme.test",
      name: "Press",
      members: new Map([
        [ann, "OWNER"],
        [joann, "MEMBER"]
      ])
    },
    {
      id: "g-everybody",
      email: "all@acme.test",
      name: "Everybody",
      members: new Map([
        [joann, "OWNER"],
        [ann, "MEMBER"]
      ])
    },
    {
      id: "g-release",
      email: "release@acme.test",
      name: "Release",
      members: new Map([
        [ann, "OWNER"],
        [joann, "OWNER"],
        ["mara.manager@acme.test", "MEMBER"]
      ])
    }
  ],
  grantScopes: new Map([
    ["77185425430.apps.googleusercontent.com", [scope("drive"), "openid"]],
    ["notes app+1", ["openid", scope("userinfo.email")]],
    ["other-app", [scope("drive")]]
  ]),
  withheld: new Set(),
  habits: { completesTransfers: false, pageSize: 2 }
})

/** Who asks for what. */
export interface GoogleCaller {
  readonly actsAs: string
  /** Has the token the scope? */
  readonly holds: (scopes: ReadonlyArray<string>) => boolean
  /** The primary email of the person that a key names. */
  readonly primary: (key: string) => string | undefined
  readonly idOf: (email: string) => string | undefined
  readonly isSuspended: (email: string) => boolean
}

const refusal = (code: number, reason: string, message: string): LabAnswer => ({
  status: code,
  body: { error: { code, message, errors: [{ domain: "global", reason, message }] } }
})

const notFound = refusal(404, "notFound", "Not Found")

export const lacksScope: LabAnswer = {
  status: 403,
  body: {
    error: {
      code: 403,
      status: "PERMISSION_DENIED",
      message: "Request had insufficient authentication scopes.",
      details: [{ reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" }]
    }
  }
}

const paged = <A>(request: LabRequest, all: ReadonlyArray<A>, size: number) => {
  const first = Number(request.query.get("pageToken") ?? "0")
  const last = first + size
  return { page: all.slice(first, last), ...(last < all.length ? { nextPageToken: String(last) } : {}) }
}

const drop = <A>(items: Array<A>, is: (item: A) => boolean): LabAnswer => {
  const index = items.findIndex(is)
  if (index < 0) return notFound
  items.splice(index, 1)
  return { status: 204 }
}

const empty = (): GoogleMailbox => ({
  autoForwarding: { enabled: false },
  forwardingAddresses: [],
  filters: [],
  delegates: []
})

/** Gmail's settings that are about others: `/gmail/v1/users/{mailbox}/settings/{what}/{id}`. */
export const mailboxSettings = (
  request: LabRequest,
  possessions: GooglePossessions,
  caller: GoogleCaller,
  { id, mailbox, what }: { readonly mailbox: string; readonly what: string; readonly id: string | undefined }
): LabAnswer => {
  const email = mailbox === "me" ? caller.actsAs : caller.primary(mailbox)
  if (email === undefined || email !== caller.actsAs) {
    return refusal(403, "forbidden", `Delegation denied for ${caller.actsAs}`)
  }
  if (caller.isSuspended(email)) return refusal(400, "failedPrecondition", "Mail service not enabled")
  const reads = request.method === "GET"
  const needs = reads || what === "filters" ? ["gmail.settings.basic"] : ["gmail.settings.sharing"]
  if (!caller.holds(needs)) return lacksScope
  const box = possessions.mailboxes.get(email) ?? empty()
  switch (what) {
    case "autoForwarding": {
      if (reads) return { status: 200, body: box.autoForwarding }
      const enabled = fieldsOf(request.json())["enabled"] === true
      box.autoForwarding = enabled ? { ...box.autoForwarding, enabled } : { enabled }
      return { status: 200, body: box.autoForwarding }
    }
    case "forwardingAddresses":
      if (!reads) return drop(box.forwardingAddresses, (address) => address === id)
      return {
        status: 200,
        body: {
          forwardingAddresses: box.forwardingAddresses.map((forwardingEmail) => ({
            forwardingEmail,
            verificationStatus: "accepted"
          }))
        }
      }
    case "filters":
      if (!reads) return drop(box.filters, (filter) => filter.id === id)
      return { status: 200, body: box.filters.length === 0 ? {} : { filter: box.filters } }
    case "delegates":
      if (!reads) return drop(box.delegates, (delegate) => delegate === id)
      return {
        status: 200,
        body:
          box.delegates.length === 0
            ? {}
            : {
                delegates: box.delegates.map((delegateEmail) => ({ delegateEmail, verificationStatus: "accepted" }))
              }
      }
    default:
      return notFound
  }
}

/** `/drive/v3/files`: only the number of a person's files. */
export const driveFiles = (request: LabRequest, possessions: GooglePossessions, caller: GoogleCaller): LabAnswer => {
  if (!caller.holds(["drive.metadata.readonly"])) return lacksScope
  if (!(request.query.get("q") ?? "").includes("'me' in owners")) return refusal(400, "invalid", "Invalid value")
  const ids = Array.from({ length: possessions.files.get(caller.actsAs) ?? 0 }, (_, n) => ({ id: `file-${n}` }))
  const { page, ...more } = paged(request, ids, possessions.habits.pageSize)
  return { status: 200, body: { files: page, ...more } }
}

/** `/calendar/v3/…`: owners of calendars, and their transfer. */
export const calendars = (
  request: LabRequest,
  possessions: GooglePossessions,
  caller: GoogleCaller,
  path: string
): LabAnswer => {
  if (path === "/users/me/calendarList") {
    if (!caller.holds(["calendar.calendarlist.readonly", "calendar.readonly"])) return lacksScope
    const own = possessions.calendars.filter(({ dataOwner }) => dataOwner === caller.actsAs)
    return {
      status: 200,
      body: {
        items: [
          { id: caller.actsAs, summary: caller.actsAs, primary: true, accessRole: "owner" },
          ...own.map((calendar) => ({ ...calendar, accessRole: "owner" }))
        ]
      }
    }
  }
  const [, named, action] = /^\/calendars\/([^/]+)(?:\/(transferOwnership))?$/.exec(path) ?? []
  const calendar = possessions.calendars.find(({ id }) => id === named)
  if (action === undefined) {
    if (!caller.holds(["calendar.calendars.readonly"])) return lacksScope
    return calendar === undefined || calendar.dataOwner !== caller.actsAs ? notFound : { status: 200, body: calendar }
  }
  if (!caller.holds(["calendar.calendars"])) return lacksScope
  const owner = caller.primary(request.query.get("newDataOwner") ?? "")
  if (request.method !== "POST" || calendar === undefined) return notFound
  if (request.query.get("useAdminAccess") !== "true" || owner === undefined) {
    return refusal(400, "invalid", "Invalid value")
  }
  calendar.dataOwner = owner
  return { status: 204 }
}

const membersOf = (
  request: LabRequest,
  group: GoogleGroup,
  caller: GoogleCaller,
  key: string | undefined
): LabAnswer => {
  if (request.method === "GET" && key !== undefined) {
    const email = caller.primary(key)
    const role = email === undefined ? undefined : group.members.get(email)
    return role === undefined ? notFound : { status: 200, body: { email, role, status: "ACTIVE" } }
  }
  if (request.method === "GET") {
    const role = request.query.get("roles")
    const members = [...group.members]
      .filter(([, has]) => role === null || has === role)
      .map(([email, has]) => ({ id: caller.idOf(email), email, role: has, status: "ACTIVE" }))
    return { status: 200, body: members.length === 0 ? {} : { members } }
  }
  const given = fieldsOf(request.json())
  const email = caller.primary(key ?? textOf(given["email"]))
  const role = (["OWNER", "MANAGER", "MEMBER"] as const).find((it) => it === given["role"])
  if (email === undefined) return notFound
  if (role === undefined) return refusal(400, "invalid", "Invalid Input: role")
  if (request.method === "POST" && group.members.has(email)) {
    return refusal(409, "duplicate", "Member already exists.")
  }
  if (request.method === "PATCH" && !group.members.has(email)) return notFound
  group.members.set(email, role)
  return { status: 200, body: { email, role } }
}

/** `/admin/directory/v1/groups…`: a person's groups, and the roles in a group. */
export const groups = (
  request: LabRequest,
  possessions: GooglePossessions,
  caller: GoogleCaller,
  path: string
): LabAnswer => {
  const [, named, collection, key] = path.split("/")
  if (named === undefined) {
    if (!caller.holds(["admin.directory.group.readonly"])) return lacksScope
    const email = caller.primary(request.query.get("userKey") ?? "")
    if (email === undefined) return notFound
    const memberOf = possessions.groups.filter(({ members }) => members.has(email))
    const { page, ...more } = paged(request, memberOf, possessions.habits.pageSize)
    return { status: 200, body: { groups: page.map(({ email, id, name }) => ({ id, email, name })), ...more } }
  }
  if (!caller.holds(["admin.directory.group.member"])) return lacksScope
  const group = possessions.groups.find(({ id }) => id === named)
  if (group?.isDynamic === true && request.method !== "GET")
    return refusal(412, "conditionNotMet", "Precondition failed")
  return group === undefined || collection !== "members" ? notFound : membersOf(request, group, caller, key)
}
