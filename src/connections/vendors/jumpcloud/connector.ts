import { Effect, Option, Schema } from "effect"
import { type Directory, theOneUser } from "#connections/vendors/protocol/account-search"
import { type AccountState, lookAt, standingOf } from "#connections/vendors/protocol/account-state"
import { accountById, type OneAccount } from "#connections/vendors/protocol/one-account"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { secret, setting } from "#connections/vendors/protocol/connection-fields"
import type { Connector, Leaver, VendorReads } from "#connections/vendors/protocol/connector"
import type { MakeVendor } from "#connections/vendors/protocol/revoker"
import { refused } from "#connections/vendors/protocol/outcome"
import { provenBy, unanswering } from "#connections/vendors/protocol/credential-answers"
import { carriedOut, offAlready, unlessShown, withWords } from "#connections/vendors/protocol/read-back"
import { asCode } from "#connections/vendors/protocol/reason-code"
import { maybeFlag, maybeNumber, maybeText, reader } from "#connections/vendors/protocol/vendor-json"

type Settings = Pick<Candidate, "settings">

const JumpCloudUser = Schema.Struct({
  _id: Schema.String,
  email: maybeText,
  username: maybeText,
  state: maybeText,
  suspended: maybeFlag
})
type JumpCloudUser = typeof JumpCloudUser.Type

const userIn = reader(JumpCloudUser)
const pageIn = reader(
  Schema.Struct({
    results: Schema.Array(JumpCloudUser),
    totalCount: maybeNumber
  })
)

const pageSize = 100

/** Older answers have the flag alone; where both stand, the state decides. */
const isOff = ({ state, suspended }: JumpCloudUser) =>
  typeof state === "string" ? state === "SUSPENDED" || state === "STAGED" : suspended === true

const isOn = ({ state, suspended }: JumpCloudUser) =>
  typeof state === "string" ? state === "ACTIVATED" : suspended === false

const hosts = new Map([
  ["eu", "https://console.eu.jumpcloud.com"],
  ["in", "https://console.in.jumpcloud.com"]
])

const headers = (service: Candidate) => {
  const organisation = setting(service, "org_id")
  return {
    "x-api-key": secret(service, "api_key"),
    accept: "application/json",
    "content-type": "application/json",
    ...(organisation === "" ? {} : { "x-org-id": organisation })
  }
}

const directory = (service: Candidate): Directory<JumpCloudUser> => ({
  headers: headers(service),
  usersIn: ({ body }) => Option.map(pageIn(body), ({ results }) => results),
  next: ({ body }, url, seen) =>
    Option.exists(pageIn(body), ({ totalCount }) => (totalCount ?? 0) > seen)
      ? Option.some(url.replace(/([?&]skip=)\d+/, `$1${seen}`))
      : Option.none(),
  idOf: ({ _id }) => _id,
  addressesOf: ({ email, username }) => [email, username],
  // Its refusals are sentences; none has a code.
  reasonIn: () => undefined
})

const state: AccountState<JumpCloudUser> = {
  isOff,
  isOn,
  said: (user) => `The account is suspended. JumpCloud shows it as ${asCode(user.state) ?? "suspended"}`
}

const sessionsWords = "JumpCloud cannot end open sessions; they expire on their own"

const makeConnector = (usersUrl: (service: Settings) => string): Connector<JumpCloudUser> => {
  const searchUrl = (service: Settings, email: string) =>
    `${usersUrl(service)}?filter=${encodeURIComponent(`email:$eq:${email}`)}&limit=${pageSize}&skip=0`
  const requestFor = (service: Candidate, id: string) => ({
    url: `${usersUrl(service)}/${encodeURIComponent(id)}`,
    headers: headers(service)
  })
  const search = (calls: VendorReads, service: Candidate, leaver: Leaver) =>
    theOneUser(calls, directory(service), (email) => [{ url: searchUrl(service, email) }], leaver)
  const one = (calls: VendorReads, service: Candidate, id: string, leaver: Leaver): OneAccount<JumpCloudUser> => ({
    id,
    read: (of) => calls.read(requestFor(service, of)),
    userIn,
    idOf: ({ _id }) => _id,
    search: search(calls, service, leaver)
  })
  return {
    plan: (service, { accountId, email }) => [
      { method: "GET", url: accountId === null ? searchUrl(service, email) : `${usersUrl(service)}/{id}` },
      { method: "PUT", url: `${usersUrl(service)}/{id}` },
      { method: "GET", url: `${usersUrl(service)}/{id}` }
    ],

    effects: () => ["suspends_account", "verifies_result"],

    survives: () => ["open_sessions"],

    find: search,

    findById: (calls, service, accountId, leaver) => accountById(one(calls, service, accountId, leaver)),

    nameOf: ({ _id, email, username }) => ({ id: _id, name: email ?? username ?? null }),

    act: Effect.fn("JumpCloudConnector.act")(function* (calls, service, user, { leaver }) {
      const request = requestFor(service, user._id)
      const readBack = lookAt(state, one(calls, service, user._id, leaver))
      const shown = yield* offAlready(isOff(user), readBack)
      if (Option.isSome(shown)) return shown.value
      const result = yield* carriedOut({
        write: calls.write({ ...request, method: "PUT", body: JSON.stringify({ state: "SUSPENDED" }) }),
        readBack,
        refusal: ({ status }) =>
          status === 404 ? unlessShown(readBack, refused(status)) : Effect.succeed(refused(status))
      })
      return withWords(result, sessionsWords)
    }),

    standing: (calls, service, user, leaver) => standingOf(state, one(calls, service, user._id, leaver))
  }
}

const consoleOf = (addresses: VendorAddresses["Service"], service: Settings) =>
  Option.getOrElse(
    addresses.override("jumpcloud"),
    () => hosts.get(setting(service, "region").toLowerCase()) ?? addresses.of("jumpcloud")
  )

/** JumpCloud: suspends the user and reads the state back; it has no call that ends sessions. */
export const jumpcloud: MakeVendor<JumpCloudUser> = (addresses) => {
  const usersUrl = (service: Settings) => `${consoleOf(addresses, service)}/api/systemusers`
  return {
    connector: makeConnector(usersUrl),
    prove: Effect.fn("JumpCloud.prove")(function* (calls, candidate) {
      const answer = yield* calls.read({
        url: `${usersUrl(candidate)}?limit=1&skip=0`,
        headers: headers(candidate)
      })
      const taken = yield* provenBy(answer, {
        vendor: "JumpCloud",
        check: "Check api_key, that its owner can manage users, and org_id if you have several organizations"
      })
      if (taken === "taken") return candidate.settings
      return yield* unanswering("JumpCloud has no users at this URL. Check region")
    })
  }
}
