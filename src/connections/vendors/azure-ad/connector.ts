import { Effect, Option } from "effect"
import { type AccountState, lookAt, standingOf } from "#connections/vendors/protocol/account-state"
import { accountById } from "#connections/vendors/protocol/one-account"
import {
  bearer,
  findWithGrant,
  formOf,
  type GrantRequest,
  proveGrant
} from "#connections/vendors/protocol/client-credentials"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { secret, setting } from "#connections/vendors/protocol/connection-fields"
import type { Connector, Leaver, VendorCalls, VendorReads, VendorWrites } from "#connections/vendors/protocol/connector"
import type { MakeVendor } from "#connections/vendors/protocol/revoker"
import { entraEntitlements } from "./entitlements.ts"
import { entraInventory } from "./inventory.ts"
import { type EntraAccount, oneUser, type Places, reasonIn, userOf } from "./look-up.ts"
import { byAddress, type EntraUser, hasMovedSince, isDisabled, isGuest, isNonEmptyList, selected } from "./user.ts"
import { asHtml, outOfOffice } from "#connections/vendors/protocol/out-of-office"
import { type AppResult, manualRequired, refused } from "#connections/vendors/protocol/outcome"
import {
  type OptionalStep,
  aside,
  carriedOut,
  offAlready,
  unlessShown,
  withWords
} from "#connections/vendors/protocol/read-back"

type Settings = Pick<Candidate, "settings">

const tokenUrl = ({ login }: Places, service: Settings) =>
  `${login}/${encodeURIComponent(setting(service, "tenant_id"))}/oauth2/v2.0/token`

const grantFor = (places: Places, service: Candidate): GrantRequest => ({
  url: tokenUrl(places, service),
  headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
  body: formOf({
    grant_type: "client_credentials",
    client_id: setting(service, "client_id"),
    client_secret: secret(service, "client_secret"),
    scope: "https://graph.microsoft.com/.default"
  })
})

/** Whether the mailbox is to answer for the leaver: on unless set false (integrations-8). */
const repliesFor = ({ settings }: Settings) => settings["auto_reply_enabled"] !== false

const replyOf = (leaver: Leaver) => {
  const text = asHtml(outOfOffice(leaver).text)
  return {
    automaticRepliesSetting: {
      status: "alwaysEnabled",
      externalAudience: "all",
      internalReplyMessage: text,
      externalReplyMessage: text
    }
  }
}

const state: AccountState<EntraUser> = {
  isOff: isDisabled,
  isOn: ({ accountEnabled }) => accountEnabled === true,
  said: () => "The account is disabled. Verified in Entra ID"
}

const sessionsWords = (user: EntraUser, sessions: OptionalStep, { verified }: AppResult) => {
  if (isGuest(user)) return "It is a guest account: its home organization must end the sessions"
  if (!sessions.done) return `Its sessions could not be revoked (${sessions.why})`
  // Seen only where Graph shows since when sessions are valid.
  return verified && typeof user.signInSessionsValidFromDateTime === "string"
    ? "Its sign-in sessions were revoked"
    : "Entra ID accepted the end of its sign-in sessions"
}

const replyWords = (reply: OptionalStep) =>
  reply.done ? "The out-of-office reply is on" : `The out-of-office reply could not be set (${reply.why})`

const synced = manualRequired(
  "The account is synchronized from a local Active Directory, which would enable it again. Disable it there"
)

const privileged: AppResult = {
  ...manualRequired("The account has administrator roles, so the application cannot change it. Disable it manually"),
  vendorStatus: 403
}

/** One account's routes, with the token that opens them. */
const routesOf = (places: Places, { token, user }: EntraAccount) => {
  const url = `${places.graph}/v1.0/users/${encodeURIComponent(user.id)}`
  const headers = bearer(token)
  return {
    roles: { url: `${url}/memberOf/microsoft.graph.directoryRole?$select=id`, headers },
    write: (calls: VendorWrites, method: "PATCH" | "POST", path: string, body: object) =>
      calls.write({ method, url: `${url}${path}`, headers, body: JSON.stringify(body) })
  }
}

const theirs = (calls: VendorReads, places: Places, { token, user }: EntraAccount, leaver: Leaver) =>
  oneUser(calls, places, { id: user.id, token }, leaver)

const disable = (
  calls: VendorCalls,
  places: Places,
  account: EntraAccount,
  { leaver, sessionsEnd }: { readonly leaver: Leaver; readonly sessionsEnd: boolean }
) => {
  const routes = routesOf(places, account)
  const readBack = lookAt(
    state,
    theirs(calls, places, account, leaver),
    (user) => !sessionsEnd || hasMovedSince(account.user, user)
  )
  return carriedOut({
    write: routes.write(calls, "PATCH", "", { accountEnabled: false }),
    readBack,
    expected: sessionsEnd ? "the account as inactive and its sessions as revoked" : "the account as inactive",
    refusal: (answer) => {
      const plain = refused(answer.status, reasonIn(answer))
      if (answer.status === 404) return unlessShown(readBack, plain)
      if (answer.status !== 403) return Effect.succeed(plain)
      // Graph says the same of a right that is lacking and of a target that is privileged.
      return Effect.match(calls.read(routes.roles), {
        onFailure: () => plain,
        onSuccess: ({ body, status }) => (status < 300 && isNonEmptyList(body) ? privileged : plain)
      })
    }
  })
}

const makeConnector = (places: Places): Connector<EntraAccount> => {
  const usersUrl = `${places.graph}/v1.0/users`
  return {
    plan: (service, { accountId, email }) => [
      { method: "POST", url: tokenUrl(places, service) },
      ...(accountId === null
        ? [
            { method: "GET", url: `${usersUrl}/${encodeURIComponent(email)}?${selected}` },
            { method: "GET", url: `${usersUrl}?${byAddress(email)}&${selected}` }
          ]
        : [{ method: "GET", url: `${usersUrl}/{id}?${selected}` }]),
      ...(repliesFor(service) ? [{ method: "PATCH", url: `${usersUrl}/{id}/mailboxSettings` }] : []),
      { method: "POST", url: `${usersUrl}/{id}/revokeSignInSessions` },
      { method: "PATCH", url: `${usersUrl}/{id}` },
      { method: "GET", url: `${usersUrl}/{id}?${selected}` }
    ],

    effects: (service) => [
      ...(repliesFor(service) ? (["sets_auto_reply"] as const) : []),
      "ends_sessions",
      "disables_account",
      "verifies_result"
    ],

    survives: () => ["sessions_for_minutes"],

    undo: () => "restorable",

    find: (calls, service, leaver) =>
      findWithGrant(calls, grantFor(places, service), (token) => userOf(calls, places, token, leaver)),

    findById: (calls, service, id, leaver) =>
      findWithGrant(calls, grantFor(places, service), (token) =>
        accountById(oneUser(calls, places, { id, token }, leaver))
      ),

    nameOf: ({ user: { id, mail, userPrincipalName } }) => ({ id, name: userPrincipalName ?? mail ?? null }),

    act: Effect.fn("EntraConnector.act")(function* (calls, service, account, { leaver }) {
      const { user } = account
      const routes = routesOf(places, account)
      const shown = yield* offAlready(isDisabled(user), lookAt(state, theirs(calls, places, account, leaver)))
      if (Option.isSome(shown)) return shown.value
      if (user.onPremisesSyncEnabled === true) return synced
      // The mailbox goes first: once the account is off, it may be out of reach.
      const reply = repliesFor(service)
        ? Option.some(yield* aside(routes.write(calls, "PATCH", "/mailboxSettings", replyOf(leaver))))
        : Option.none<OptionalStep>()
      const sessions: OptionalStep = isGuest(user)
        ? { done: false, why: "a guest" }
        : yield* aside(routes.write(calls, "POST", "/revokeSignInSessions", {}))
      const result = yield* disable(calls, places, account, { leaver, sessionsEnd: sessions.done })
      return withWords(result, sessionsWords(user, sessions, result), ...Option.toArray(Option.map(reply, replyWords)))
    }),

    standing: (calls, _service, account, leaver) => standingOf(state, theirs(calls, places, account, leaver))
  }
}

/** Microsoft Entra ID through Graph: mailbox reply, sessions revoked, account disabled and read back. */
export const entra: MakeVendor<EntraAccount> = (addresses) => {
  const places: Places = { login: addresses.of("azureLogin"), graph: addresses.of("graph") }
  return {
    connector: makeConnector(places),
    inventory: entraInventory(places),
    entitlements: entraEntitlements(places),
    prove: Effect.fn("Entra.prove")(function* (calls, candidate) {
      yield* proveGrant(calls, grantFor(places, candidate), {
        url: `${places.graph}/v1.0/users?$top=1&$select=id`,
        vendor: "Entra ID",
        check: "Check tenant_id, client_id and client_secret, and that the application can read and change users"
      })
      return candidate.settings
    })
  }
}
