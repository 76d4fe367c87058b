import { Data, Effect, Option, Redacted } from "effect"
import { andTokens } from "#connections/vendors/protocol/global-token-revocation"
import { accountById, type OneAccount, shown } from "#connections/vendors/protocol/one-account"
import { ended, notFound } from "#connections/vendors/protocol/account-search"
import type { Connection } from "#connections/vendors/protocol/connection"
import type {
  Connector,
  Finding,
  Leaver,
  Standing,
  VendorAnswer,
  VendorReads,
  VendorUnanswered,
  VendorWrites
} from "#connections/vendors/protocol/connector"
import type { MakeVendor } from "#connections/vendors/protocol/revoker"
import { carriedOut, gone, type ReadBack, unlessShown } from "#connections/vendors/protocol/read-back"
import { proveScim } from "./credential.ts"
import {
  belongsTo,
  byUserName,
  deactivated,
  deactivation,
  idOf,
  isActive,
  isInactive,
  readUser,
  readUsers,
  type ScimUser,
  userNameOf,
  versionOf
} from "./user.ts"
import { type AppResult, failed, manualRequired, refused, revoked } from "#connections/vendors/protocol/outcome"

const pageSize = 100
const maxPages = 50

/** A SCIM 2.0 service: where it is, what opens it, and how it is asked for a person. */
interface ScimService {
  /** The address above `/Users`, without a trailing slash. */
  readonly baseUrl: string
  readonly token: Redacted.Redacted
  /** The filter that finds an address (RFC 7644, section 3.4.2.2). */
  readonly filterBy: (email: string) => string
}

const headers = ({ token }: ScimService) => ({
  accept: "application/scim+json, application/json",
  authorization: `Bearer ${Redacted.value(token)}`
})

const usersUrl = ({ baseUrl }: ScimService, filter: string, startIndex: number) =>
  `${baseUrl}/Users?filter=${encodeURIComponent(filter)}&startIndex=${startIndex}&count=${pageSize}`

const userUrl = ({ baseUrl }: ScimService, id: string) => `${baseUrl}/Users/${encodeURIComponent(id)}`

const unreadable = failed("The app's answer was not SCIM. Remove the access manually")

/** What a read shows of the account. */
type State = Data.TaggedEnum<{
  Gone: {}
  Inactive: {}
  Active: { readonly user: ScimUser; readonly version: Option.Option<string> }
  Unknown: { readonly result: AppResult }
}>
const State = Data.taggedEnum<State>()

/** The final state as a result; none while the account still shows as active or cannot be read. */
const settledBy = (state: State): Option.Option<AppResult> => {
  if (state._tag === "Inactive") {
    return Option.some(
      revoked("The account is deactivated. Verified: the app shows it as inactive", { verified: true })
    )
  }
  if (state._tag === "Gone") {
    return Option.some(gone)
  }
  return Option.none()
}

/** What is searched for, and whether a user is it: judged here. */
interface Search {
  readonly filter: string
  readonly isIt: (user: ScimUser) => boolean
}

/** The one user whom a search finds. */
const theOne = Effect.fn("ScimConnector.search")(function* (
  calls: VendorReads,
  service: ScimService,
  { filter, isIt }: Search
): Effect.fn.Return<Finding<ScimUser>, VendorUnanswered> {
  const seen = new Set<string>()
  const found = new Map<string, ScimUser>()
  for (let page = 0; page < maxPages; page++) {
    const answer = yield* calls.read({ url: usersUrl(service, filter, seen.size + 1), headers: headers(service) })
    if (answer.status >= 300) return ended(refused(answer.status))
    if (answer.truncated) {
      return ended(manualRequired("The app's list of users is too large to search. Remove the access manually"))
    }
    const list = readUsers(answer.body)
    if (Option.isNone(list)) return ended(unreadable)
    const before = seen.size
    for (const user of list.value.Resources ?? []) {
      const id = idOf(user)
      if (Option.isNone(id)) continue
      seen.add(id.value)
      if (isIt(user)) found.set(id.value, user)
    }
    if (found.size > 1) break
    // A service that ignores the filter is searched page by page; one that repeats itself ends the search too.
    if (seen.size === before || seen.size >= (list.value.totalResults ?? 0)) break
    if (page === maxPages - 1) {
      return ended(manualRequired("The app's list of users is too long to search. Remove the access manually"))
    }
  }
  const [account] = found.values()
  if (account === undefined) return notFound
  if (found.size > 1) {
    return ended(
      manualRequired("The app has several users with this email address. Remove the right one's access manually")
    )
  }
  return { _tag: "Account" as const, account }
})

const readUserAt = (calls: VendorReads, service: ScimService, id: string) =>
  calls.read({ url: userUrl(service, id), headers: headers(service) })

/** One account by its id. A service need not have this route: a search tells that apart from an account that is gone. */
const one = (calls: VendorReads, service: ScimService, id: string, leaver: Leaver): OneAccount<ScimUser> => ({
  id,
  read: (of) => readUserAt(calls, service, of),
  userIn: readUser,
  idOf: (user) => Option.getOrUndefined(idOf(user)),
  search: anywhere(calls, service, id, leaver)
})

const readState = (calls: VendorReads, service: ScimService, id: string, leaver: Leaver) =>
  Effect.map(shown(one(calls, service, id, leaver)), (now): State => {
    if (now._tag === "Gone") return State.Gone()
    if (now._tag === "Unknown") {
      return State.Unknown({ result: now.answer.status >= 300 ? refused(now.answer.status) : unreadable })
    }
    return isInactive(now.user)
      ? State.Inactive()
      : State.Active({ user: now.user, version: versionOf(now.user, now.headers["etag"]) })
  })

/** By `userName` or address. */
const lookUp = (calls: VendorReads, service: ScimService, { email }: Leaver) =>
  theOne(calls, service, { filter: service.filterBy(email), isIt: (user) => belongsTo(user, email) })

/** By email, and if that finds no one, by id: the account may have another email by now. */
const anywhere = Effect.fnUntraced(function* (calls: VendorReads, service: ScimService, id: string, leaver: Leaver) {
  const byAddress = yield* lookUp(calls, service, leaver)
  if (byAddress !== notFound) return byAddress
  const byItsId = yield* theOne(calls, service, {
    filter: `id eq ${JSON.stringify(id)}`,
    isIt: (user) => Option.contains(idOf(user), id)
  })
  // Not every service can search by an id: then the address has to do.
  return byItsId._tag === "Account" ? byItsId : byAddress
})

const isConflict = ({ status }: VendorAnswer) => status === 409 || status === 412
const cannotPatch = ({ status }: VendorAnswer) => status === 400 || status === 405 || status === 501

const writeTo = (calls: VendorWrites, service: ScimService, id: string, state: State & { readonly _tag: "Active" }) => {
  const send = (method: "PATCH" | "PUT", body: string) =>
    calls.write({
      method,
      url: userUrl(service, id),
      headers: {
        ...headers(service),
        "content-type": "application/scim+json",
        ...Option.match(state.version, { onNone: () => ({}), onSome: (version) => ({ "if-match": version }) })
      },
      body
    })
  return Effect.flatMap(send("PATCH", deactivation), (answer) =>
    cannotPatch(answer) ? send("PUT", deactivated(state.user)) : Effect.succeed(answer)
  )
}

const deactivate = (
  calls: VendorReads & VendorWrites,
  service: ScimService,
  target: { readonly id: string; readonly leaver: Leaver },
  state: State,
  conflictsLeft: number
): Effect.Effect<AppResult, VendorUnanswered> => {
  const { id, leaver } = target
  const settled = settledBy(state)
  if (Option.isSome(settled)) return Effect.succeed(settled.value)
  if (state._tag !== "Active") return Effect.succeed(state._tag === "Unknown" ? state.result : unreadable)
  const readBack: ReadBack = Effect.map(readState(calls, service, id, leaver), settledBy)
  return carriedOut({
    write: writeTo(calls, service, id, state),
    readBack,
    refusal: (answer) => {
      if (isConflict(answer) && conflictsLeft > 0) {
        // Another party changed the user: the new state decides whether anything remains to do.
        return Effect.flatMap(readState(calls, service, id, leaver), (now) =>
          deactivate(calls, service, target, now, conflictsLeft - 1)
        )
      }
      // The user was there a moment ago: either they are gone by now, or the service has no such route.
      return answer.status === 404
        ? unlessShown(readBack, refused(answer.status))
        : Effect.succeed(refused(answer.status))
    }
  })
}

/**
 * Any SCIM 2.0 service (RFC 7644): finds the one user whose `userName` or email is the leaver's, sets `active` to
 * false, and verifies it. The account is the user as the lookup showed it.
 */
export const scimConnector = (serviceOf: (connection: Connection) => ScimService): Connector<ScimUser> => ({
  plan: (connection, leaver) => {
    const service = serviceOf(connection)
    return [
      {
        method: "GET",
        url:
          leaver.accountId === null
            ? usersUrl(service, service.filterBy(leaver.email), 1)
            : `${service.baseUrl}/Users/{id}`
      },
      { method: "PATCH", url: `${service.baseUrl}/Users/{id}` },
      { method: "GET", url: `${service.baseUrl}/Users/{id}` }
    ]
  },

  effects: () => ["deactivates_account", "verifies_result"],

  find: (calls, connection, leaver) => lookUp(calls, serviceOf(connection), leaver),

  findById: (calls, connection, id, leaver) => accountById(one(calls, serviceOf(connection), id, leaver)),

  nameOf: (user) =>
    Option.getOrNull(Option.map(idOf(user), (id) => ({ id, name: Option.getOrNull(userNameOf(user)) }))),

  act: Effect.fn("ScimConnector.act")(function* (calls, connection, user, { leaver }) {
    const service = serviceOf(connection)
    const id = Option.getOrElse(idOf(user), () => "")
    const state = isInactive(user)
      ? yield* readState(calls, service, id, leaver)
      : State.Active({ user, version: versionOf(user, undefined) })
    return yield* deactivate(calls, service, { id, leaver }, state, 1)
  }),

  standing: (calls, connection, user, leaver) =>
    Effect.map(
      readState(
        calls,
        serviceOf(connection),
        Option.getOrElse(idOf(user), () => ""),
        leaver
      ),
      (state): Standing => {
        if (state._tag === "Unknown") return "unknown"
        if (state._tag !== "Active") return "inactive"
        return isActive(state.user) ? "active" : "unknown"
      }
    )
})

/** A tenant's own SCIM service, at the address that they gave. */
export const genericScim: MakeVendor<ScimUser> = () => ({
  connector: andTokens(
    scimConnector(({ secrets, settings }) => ({
      baseUrl: String(settings["base_url"] ?? ""),
      token: secrets.get("token") ?? Redacted.make(""),
      filterBy: byUserName
    })),
    belongsTo
  ),
  prove: proveScim
})
