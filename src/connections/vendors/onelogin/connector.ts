import { Effect, Option, type Redacted, Schema } from "effect"
import { type Directory, theOneUser } from "#connections/vendors/protocol/account-search"
import { type AccountState, lookAt, standingOf } from "#connections/vendors/protocol/account-state"
import { accountById, type OneAccount } from "#connections/vendors/protocol/one-account"
import {
  bearer,
  findWithGrant,
  type GrantRequest,
  proveGrant,
  type Signed
} from "#connections/vendors/protocol/client-credentials"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { secret, setting, tenantAddress } from "#connections/vendors/protocol/connection-fields"
import type { Connector, Leaver, VendorReads } from "#connections/vendors/protocol/connector"
import type { MakeVendor } from "#connections/vendors/protocol/revoker"
import { refused } from "#connections/vendors/protocol/outcome"
import {
  type OptionalStep,
  aside,
  carriedOut,
  offAlready,
  unlessShown,
  withWords
} from "#connections/vendors/protocol/read-back"
import { reasonBy } from "#connections/vendors/protocol/reason-code"
import { maybeNumber, maybeText, reader } from "#connections/vendors/protocol/vendor-json"

type Settings = Pick<Candidate, "settings">
type Account = Signed<OneLoginUser>

const OneLoginUser = Schema.Struct({
  id: Schema.Union([Schema.Number, Schema.String]),
  email: maybeText,
  username: maybeText,
  status: maybeNumber
})
type OneLoginUser = typeof OneLoginUser.Type

const userIn = reader(OneLoginUser)
const usersIn = reader(Schema.Array(OneLoginUser))

/**
 * Suspended only: an account that is not activated (0) can be activated by an old invitation, a locked one (3) reopens
 * automatically, and others (4, 5, 7, 8) wait for their owner's next sign-in (connections-35).
 */
const suspended = 2

const isSuspended = ({ status }: OneLoginUser) => status === suspended

const reasonIn = reasonBy(Schema.fromJsonString(Schema.Struct({ name: Schema.String })), ({ name }) => name)

const state: AccountState<OneLoginUser> = {
  isOff: isSuspended,
  isOn: ({ status }) => typeof status === "number",
  said: () => "The account is suspended. Verified in OneLogin"
}

const sessionsWords = (sessions: OptionalStep) =>
  sessions.done
    ? "OneLogin accepted the end of its session; sessions inside other apps are not ended"
    : `Its session could not be ended (${sessions.why})`

const directory = (token: Redacted.Redacted): Directory<OneLoginUser> => ({
  headers: bearer(token),
  usersIn: ({ body }) => usersIn(body),
  next: (answer, url) =>
    Option.map(
      Option.filter(Option.fromUndefinedOr(answer.headers["after-cursor"]), (cursor) => cursor.trim() !== ""),
      (cursor) => `${url.replace(/&cursor=[^&]*/, "")}&cursor=${encodeURIComponent(cursor)}`
    ),
  idOf: ({ id }) => String(id),
  addressesOf: ({ email, username }) => [email, username],
  reasonIn
})

const makeConnector = (
  baseOf: (service: Settings) => string,
  grantFor: (service: Candidate) => GrantRequest
): Connector<Account> => {
  const usersUrl = (service: Settings) => `${baseOf(service)}/api/2/users`
  const requestFor = (service: Settings, token: Redacted.Redacted, id: string) => ({
    url: `${usersUrl(service)}/${encodeURIComponent(id)}`,
    headers: bearer(token)
  })
  const by = (service: Settings, name: "email" | "username", email: string) =>
    `${usersUrl(service)}?${name}=${encodeURIComponent(email)}`
  const search = (calls: VendorReads, service: Settings, token: Redacted.Redacted, leaver: Leaver) =>
    theOneUser(
      calls,
      directory(token),
      (email) => [{ url: by(service, "email", email) }, { url: by(service, "username", email), ifNobody: true }],
      leaver
    )
  const one = (
    calls: VendorReads,
    service: Settings,
    { id, token }: { readonly id: string; readonly token: Redacted.Redacted },
    leaver: Leaver
  ): OneAccount<OneLoginUser> => ({
    id,
    read: (of) => calls.read(requestFor(service, token, of)),
    userIn,
    idOf: (user) => String(user.id),
    search: search(calls, service, token, leaver),
    reasonIn
  })
  const theirs = (calls: VendorReads, service: Settings, { token, user }: Account, leaver: Leaver) =>
    one(calls, service, { id: String(user.id), token }, leaver)
  return {
    plan: (service, { accountId, email }) => [
      { method: "POST", url: grantFor(service).url },
      ...(accountId === null
        ? [
            { method: "GET", url: by(service, "email", email) },
            { method: "GET", url: by(service, "username", email) }
          ]
        : [{ method: "GET", url: `${usersUrl(service)}/{id}` }]),
      { method: "PUT", url: `${baseOf(service)}/api/1/users/{id}/logout` },
      { method: "PUT", url: `${usersUrl(service)}/{id}` },
      { method: "GET", url: `${usersUrl(service)}/{id}` }
    ],

    effects: () => ["ends_sessions", "suspends_account", "verifies_result"],

    survives: () => ["sessions_in_other_apps"],

    find: (calls, service, leaver) =>
      findWithGrant(calls, grantFor(service), (token) => search(calls, service, token, leaver)),

    findById: (calls, service, id, leaver) =>
      findWithGrant(calls, grantFor(service), (token) => accountById(one(calls, service, { id, token }, leaver))),

    nameOf: ({ user: { email, id, username } }) => ({ id: String(id), name: email ?? username ?? null }),

    act: Effect.fn("OneLoginConnector.act")(function* (calls, service, account, { leaver }) {
      const { token, user } = account
      const request = requestFor(service, token, String(user.id))
      const readBack = lookAt(state, theirs(calls, service, account, leaver))
      const shown = yield* offAlready(isSuspended(user), readBack)
      if (Option.isSome(shown)) return shown.value
      const sessions = yield* aside(
        calls.write({
          ...request,
          method: "PUT",
          url: `${baseOf(service)}/api/1/users/${encodeURIComponent(String(user.id))}/logout`,
          body: ""
        })
      )
      const result = yield* carriedOut({
        write: calls.write({ ...request, method: "PUT", body: JSON.stringify({ status: suspended }) }),
        readBack,
        refusal: (answer) => {
          const plain = refused(answer.status, reasonIn(answer))
          return answer.status === 404 ? unlessShown(readBack, plain) : Effect.succeed(plain)
        }
      })
      return withWords(result, sessionsWords(sessions))
    }),

    standing: (calls, service, account, leaver) => standingOf(state, theirs(calls, service, account, leaver))
  }
}

/** OneLogin: ends the portal's session, suspends the user and reads the status back. */
export const onelogin: MakeVendor<Account> = (addresses) => {
  const baseOf = (service: Settings) =>
    addresses.of("onelogin", tenantAddress(setting(service, "subdomain"), "onelogin.com"))
  const grantFor = (service: Candidate): GrantRequest => ({
    url: `${baseOf(service)}/auth/oauth2/v2/token`,
    headers: {
      authorization: `client_id:${setting(service, "client_id")}, client_secret:${secret(service, "client_secret")}`,
      accept: "application/json",
      "content-type": "application/json"
    },
    body: JSON.stringify({ grant_type: "client_credentials" })
  })
  return {
    connector: makeConnector(baseOf, grantFor),
    prove: Effect.fn("OneLogin.prove")(function* (calls, candidate) {
      yield* proveGrant(calls, grantFor(candidate), {
        url: `${baseOf(candidate)}/api/2/users?limit=1`,
        vendor: "OneLogin",
        check: "Check subdomain, client_id and client_secret, and that the credential can manage users"
      })
      return candidate.settings
    })
  }
}
