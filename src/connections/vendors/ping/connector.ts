import { Effect, Option, type Redacted, Schema } from "effect"
import { type Directory, pageAt, theOneUser } from "#connections/vendors/protocol/account-search"
import { type AccountState, lookAt, standingOf } from "#connections/vendors/protocol/account-state"
import { accountById, type OneAccount } from "#connections/vendors/protocol/one-account"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import {
  bearer,
  findWithGrant,
  formOf,
  type GrantRequest,
  proveGrant,
  type Signed
} from "#connections/vendors/protocol/client-credentials"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { secret, setting } from "#connections/vendors/protocol/connection-fields"
import type { Connector, Leaver, VendorReads, VendorRequest } from "#connections/vendors/protocol/connector"
import type { MakeVendor } from "#connections/vendors/protocol/revoker"
import { type AppResult, refused } from "#connections/vendors/protocol/outcome"
import { unanswering } from "#connections/vendors/protocol/credential-answers"
import {
  type OptionalStep,
  carriedOut,
  offAlready,
  type ReadBack,
  unlessShown,
  withWords
} from "#connections/vendors/protocol/read-back"
import { reasonBy } from "#connections/vendors/protocol/reason-code"
import { maybeFlag, maybeNumber, maybeText, reader } from "#connections/vendors/protocol/vendor-json"
import { endSessions, listed, sessionsOf } from "./sessions.ts"

type Settings = Pick<Candidate, "settings">
type Account = Signed<PingUser>

const PingUser = Schema.Struct({ id: Schema.String, email: maybeText, username: maybeText, enabled: maybeFlag })
type PingUser = typeof PingUser.Type

const Links = Schema.optionalKey(
  Schema.Struct({ next: Schema.optionalKey(Schema.NullOr(Schema.Struct({ href: Schema.String }))) })
)

const usersPageIn = reader(
  Schema.Struct({
    _embedded: Schema.optionalKey(Schema.Struct({ users: Schema.optionalKey(Schema.Array(PingUser)) })),
    _links: Links,
    size: maybeNumber
  })
)

const State = Schema.Struct({ id: maybeText, enabled: maybeFlag })

const state: AccountState<typeof State.Type> = {
  isOff: ({ enabled }) => enabled === false,
  isOn: ({ enabled }) => enabled === true,
  said: () => "The account is disabled. Verified in PingOne"
}

const reasonIn = reasonBy(Schema.fromJsonString(Schema.Struct({ code: Schema.String })), ({ code }) => code)

const directory = (token: Redacted.Redacted): Directory<PingUser> => ({
  headers: bearer(token),
  usersIn: ({ body }) => Option.flatMap(usersPageIn(body), ({ _embedded, size }) => listed(_embedded?.users, size)),
  next: ({ body }, url) =>
    Option.flatMap(
      Option.flatMap(usersPageIn(body), ({ _links }) => Option.fromNullishOr(_links?.next)),
      ({ href }) => pageAt(href, url)
    ),
  idOf: ({ id }) => id,
  addressesOf: ({ email, username }) => [email, username],
  reasonIn
})

/** The region as people write it, and how PingOne's host names end there. */
const regions = new Map([
  ["", "com"],
  ["com", "com"],
  ["na", "com"],
  ["us", "com"],
  ["ca", "ca"],
  ["eu", "eu"],
  ["asia", "asia"],
  ["ap", "asia"],
  ["au", "com.au"],
  ["com.au", "com.au"],
  ["sg", "sg"]
])

/** The ending of PingOne's host names in the region; none for one that there is not. */
const endingOf = (service: Settings) => Option.fromUndefinedOr(regions.get(setting(service, "region").toLowerCase()))

/** The two addresses that PingOne is spoken to at, for one environment. */
interface Places {
  readonly token: string
  readonly users: string
}

const placesOf = (addresses: VendorAddresses["Service"], service: Settings): Places => {
  const ending = Option.getOrElse(endingOf(service), () => "com")
  const environment = encodeURIComponent(setting(service, "environment_id"))
  return {
    token: `${addresses.of("pingAuth", `https://auth.pingone.${ending}`)}/${environment}/as/token`,
    users: `${addresses.of("ping", `https://api.pingone.${ending}`)}/v1/environments/${environment}/users`
  }
}

const grantFor = ({ token }: Places, service: Candidate): GrantRequest => ({
  url: token,
  headers: {
    authorization: `Basic ${Buffer.from(`${setting(service, "client_id")}:${secret(service, "client_secret")}`).toString("base64")}`,
    accept: "application/json",
    "content-type": "application/x-www-form-urlencoded"
  },
  body: formOf({ grant_type: "client_credentials" })
})

const by = ({ users }: Places, attribute: "email" | "username", email: string) =>
  `${users}?filter=${encodeURIComponent(`${attribute} eq ${JSON.stringify(email)}`)}`

/** One account's routes, with the token that opens them. */
const routesOf = ({ users }: Places, token: Redacted.Redacted, user: string) => {
  const url = `${users}/${encodeURIComponent(user)}`
  const to = (path: string): VendorRequest => ({ url: `${url}${path}`, headers: bearer(token) })
  return {
    user: to(""),
    enabled: to("/enabled"),
    sessions: to("/sessions"),
    session: (id: string) => to(`/sessions/${encodeURIComponent(id)}`)
  }
}
type Routes = ReturnType<typeof routesOf>

/** The state alone, or where that has no route of its own, the whole user. */
const readOf = (calls: VendorReads, routes: Routes) =>
  Effect.flatMap(calls.read(routes.enabled), (answer) =>
    [404, 405, 501].includes(answer.status) ? calls.read(routes.user) : Effect.succeed(answer)
  )

const sessionsWords = (sessions: OptionalStep, { verified }: AppResult) => {
  if (!sessions.done) return `Its sessions could not be ended (${sessions.why})`
  return verified ? "It has no open session" : "PingOne accepted the end of its sessions"
}

const search = (calls: VendorReads, places: Places, token: Redacted.Redacted, leaver: Leaver) =>
  theOneUser(
    calls,
    directory(token),
    (email) => [{ url: by(places, "email", email) }, { url: by(places, "username", email) }],
    leaver
  )

interface Asked {
  readonly id: string
  readonly token: Redacted.Redacted
}

const one = (calls: VendorReads, places: Places, { id, token }: Asked, leaver: Leaver): OneAccount<PingUser> => ({
  id,
  read: (of) => calls.read(routesOf(places, token, of).user),
  userIn: reader(PingUser),
  idOf: (user) => user.id,
  search: search(calls, places, token, leaver),
  reasonIn
})

/** The same by its state alone, which names no id. */
const stateOf = (
  calls: VendorReads,
  places: Places,
  { token, user }: Account,
  leaver: Leaver
): OneAccount<typeof State.Type> => ({
  id: user.id,
  read: (of) => readOf(calls, routesOf(places, token, of)),
  userIn: reader(State),
  idOf: ({ id }) => id ?? undefined,
  search: search(calls, places, token, leaver)
})

/** The account is off and no session is left, as far as sessions can be read. */
const readBackOf = (calls: VendorReads, places: Places, account: Account, leaver: Leaver): ReadBack =>
  Effect.flatMap(lookAt(state, stateOf(calls, places, account, leaver)), (shown) =>
    Option.isNone(shown)
      ? Effect.succeed(shown)
      : Effect.map(sessionsOf(calls, routesOf(places, account.token, account.user.id)), ({ ids }) =>
          Option.exists(ids, (open) => open.length > 0) ? Option.none() : shown
        )
  )

const makeConnector = (at: (service: Settings) => Places): Connector<Account> => ({
  plan: (service, { accountId, email }) => {
    const places = at(service)
    return [
      { method: "POST", url: places.token },
      ...(accountId === null
        ? [
            { method: "GET", url: by(places, "email", email) },
            { method: "GET", url: by(places, "username", email) }
          ]
        : [{ method: "GET", url: `${places.users}/{id}` }]),
      { method: "GET", url: `${places.users}/{id}/sessions` },
      { method: "DELETE", url: `${places.users}/{id}/sessions/{sessionId}` },
      { method: "PUT", url: `${places.users}/{id}/enabled` },
      { method: "GET", url: `${places.users}/{id}/enabled` }
    ]
  },

  effects: () => ["ends_sessions", "disables_account", "verifies_result"],

  find: (calls, service, leaver) => {
    const places = at(service)
    return findWithGrant(calls, grantFor(places, service), (token) => search(calls, places, token, leaver))
  },

  findById: (calls, service, id, leaver) => {
    const places = at(service)
    return findWithGrant(calls, grantFor(places, service), (token) =>
      accountById(one(calls, places, { id, token }, leaver))
    )
  },

  nameOf: ({ user: { email, id, username } }) => ({ id, name: email ?? username ?? null }),

  act: Effect.fn("PingConnector.act")(function* (calls, service, account, { leaver }) {
    const routes = routesOf(at(service), account.token, account.user.id)
    const sessions = yield* endSessions(calls, routes)
    const readBack = readBackOf(calls, at(service), account, leaver)
    const shown = yield* offAlready(state.isOff(account.user), readBack)
    if (Option.isSome(shown)) return shown.value
    const result = yield* carriedOut({
      write: calls.write({ ...routes.enabled, method: "PUT", body: JSON.stringify({ enabled: false }) }),
      readBack,
      expected: "the account as inactive and its sessions as ended",
      refusal: (answer) => {
        const plain = refused(answer.status, reasonIn(answer))
        return answer.status === 404 ? unlessShown(readBack, plain) : Effect.succeed(plain)
      }
    })
    return withWords(result, sessionsWords(sessions, result))
  }),

  standing: (calls, service, account, leaver) => standingOf(state, stateOf(calls, at(service), account, leaver))
})

/** PingOne: ends the sessions, disables the user, and reads both back. */
export const ping: MakeVendor<Account> = (addresses) => {
  const at = (service: Settings) => placesOf(addresses, service)
  return {
    connector: makeConnector(at),
    prove: Effect.fn("Ping.prove")(function* (calls, candidate) {
      if (Option.isNone(endingOf(candidate))) {
        return yield* unanswering("PingOne does not have this region. Send region as com, ca, eu, asia, com.au or sg")
      }
      const places = at(candidate)
      yield* proveGrant(calls, grantFor(places, candidate), {
        url: `${places.users}?limit=1`,
        vendor: "PingOne",
        check: "Check environment_id, client_id, client_secret and region, and that the application can manage users"
      })
      return candidate.settings
    })
  }
}
