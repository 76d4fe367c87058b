import { Effect, Option, type Redacted } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import { ended, notFound } from "#connections/vendors/protocol/account-search"
import { type AccountState, lookAt, standingOf } from "#connections/vendors/protocol/account-state"
import type { Candidate, Connection } from "#connections/vendors/protocol/connection"
import type {
  Connector,
  Finding,
  Leaver,
  VendorAnswer,
  VendorCalls,
  VendorReads,
  VendorUnanswered
} from "#connections/vendors/protocol/connector"
import type { Vendor } from "#connections/vendors/protocol/revoker"
import {
  type GoogleAccount,
  type GoogleUser,
  headersOf,
  idOf,
  isThrottled,
  lacksScope,
  refusal,
  throttle,
  userIn,
  whose
} from "./api.ts"
import {
  anyone,
  type Ended,
  end,
  type GoogleDesk,
  reply,
  signOut,
  suspend,
  transferDrive,
  transfersUrl,
  usersUrl,
  userUrl,
  vacationAt,
  vacationUrl
} from "./steps.ts"
import { googleEntitlements } from "./entitlements/entitlements.ts"
import { googleInventory } from "./inventory.ts"
import { googleTokens, type GoogleTokens, type NoToken } from "./token.ts"
import type { OneAccount } from "#connections/vendors/protocol/one-account"
import type { OAuthClient } from "#connections/vendors/protocol/oauth"
import { type AppResult, failed, manualRequired } from "#connections/vendors/protocol/outcome"
import { credentialRefused, provenBy } from "#connections/vendors/protocol/credential-answers"
import { carriedOut, type ReadBack, shownInTime, withWords } from "#connections/vendors/protocol/read-back"

const privileged: AppResult = {
  ...manualRequired(
    "The account belongs to an administrator, and only a super admin can suspend it. Suspend it manually"
  ),
  vendorStatus: 403
}

const anothers = ended(
  manualRequired(
    "The email address belongs to another person's account, for example as an alias. Suspend the right account manually"
  )
)

const unreadable = ended(failed("Google's answer was not a user of the directory. Remove the access manually"))

/** On unless set false (integrations-8). */
const repliesFor = ({ settings }: Pick<Connection, "settings">) => settings["auto_reply_enabled"] !== false

/** Off unless set true. */
const transfersFor = ({ settings }: Pick<Connection, "settings">) => settings["drive_transfer_enabled"] === true

/** Asks once more with a renewed token when Google no longer takes the one that was kept. */
const asked = Effect.fnUntraced(function* (
  tokens: GoogleTokens,
  ask: (token: Redacted.Redacted) => ReturnType<VendorReads["read"]>
) {
  const token = yield* tokens.admin
  const answer = yield* ask(token)
  if (answer.status !== 401 || Option.isNone(tokens.renewed)) return { answer, token }
  const renewed = yield* Effect.option(tokens.renewed.value)
  if (Option.isNone(renewed)) return { answer, token }
  return { answer: yield* ask(renewed.value), token: renewed.value }
})

const endedWords = (ended: Ended, what: string) => {
  if (ended.some) return [`${what}: not all could be revoked`]
  if (ended.unseen !== undefined) return [`${what} could not be revoked (${ended.unseen})`]
  return ended.count === 0 ? [] : [`${what} ended: ${ended.count}`]
}

/** What is done to an account that can still be used: reply and files first, since a suspended one has neither. */
const whileActive = Effect.fnUntraced(function* (
  calls: VendorCalls,
  connection: Connection,
  { desk, tokens, user }: { readonly desk: GoogleDesk; readonly tokens: GoogleTokens; readonly user: GoogleUser },
  leaver: Leaver
) {
  const words: Array<string> = []
  if (repliesFor(connection)) {
    const answered = yield* tokens.asOwner(user.primaryEmail, desk.token).pipe(
      Effect.flatMap((token) => reply(calls, { ...desk, token }, user, leaver)),
      Effect.catchTags({
        NoToken: ({ result }) =>
          Effect.succeed({ done: false as const, why: String(result.vendorStatus ?? "no token") }),
        VendorUnanswered: ({ message }) => Effect.succeed({ done: false as const, why: message })
      })
    )
    words.push(
      answered.done ? "The out-of-office reply is on" : `The out-of-office reply could not be set (${answered.why})`
    )
  }
  words.push(...(yield* files(calls, connection, desk, user, leaver)))
  const sessions = yield* signOut(calls, desk, user)
  words.push(
    sessions.done ? "Google accepted the end of its sessions" : `Its sessions could not be ended (${sessions.why})`
  )
  return words
})

const files = Effect.fnUntraced(function* (
  calls: VendorCalls,
  connection: Connection,
  desk: GoogleDesk,
  user: GoogleUser,
  leaver: Leaver
) {
  if (!transfersFor(connection)) return []
  const transfer = yield* transferDrive(calls, desk, user, leaver)
  if (transfer.done === "already") return ["The files were already being transferred to the manager"]
  return [
    transfer.done ? "The files are being transferred to the manager" : `No files were transferred (${transfer.why})`
  ]
})

const refusedSuspension = (user: GoogleUser, readBack: ReadBack) => (answer: VendorAnswer) => {
  const plain = refusal(answer)
  if (answer.status === 404) {
    return Effect.map(
      shownInTime(readBack),
      Option.getOrElse(() => plain)
    )
  }
  const isAdministrator = user.isAdmin === true || user.isDelegatedAdmin === true
  const isOfTarget = answer.status === 403 && isAdministrator && !isThrottled(answer) && !lacksScope(answer)
  return Effect.succeed(isOfTarget ? privileged : plain)
}

interface At {
  readonly addresses: VendorAddresses["Service"]
  readonly client: Option.Option<OAuthClient>
  readonly connection: Connection
}

/** The account at an address or with an id, unless `not` objects. That there is none counts once Google lists people. */
const found = Effect.fnUntraced(
  function* (
    calls: VendorReads,
    { addresses, client, connection }: At,
    key: string,
    not: (user: GoogleUser) => Option.Option<Finding<never>>
  ): Effect.fn.Return<Finding<GoogleAccount>, NoToken | VendorUnanswered> {
    const { answer, token } = yield* asked(googleTokens(calls, addresses, client, connection), (token) =>
      calls.read({ url: userUrl(addresses, key), headers: headersOf(token) })
    )
    if (answer.status === 404) {
      const people = yield* anyone(calls, { addresses, token })
      return people.status < 300 ? notFound : ended(refusal(people))
    }
    if (answer.status >= 300) return ended(refusal(answer))
    const user = userIn(answer.body)
    if (Option.isNone(user)) return unreadable
    return Option.getOrElse(not(user.value), (): Finding<GoogleAccount> => ({
      _tag: "Account",
      account: { token, user: user.value }
    }))
  },
  Effect.catchTag("NoToken", ({ result }) => Effect.succeed(ended(result)))
)

const state: AccountState<GoogleUser> = {
  isOff: ({ suspended }) => suspended === true,
  isOn: ({ suspended }) => suspended === false,
  said: () => "The account is suspended. Verified in Google"
}

const one = (calls: VendorReads, desk: GoogleDesk, of: GoogleUser): OneAccount<GoogleUser> => ({
  id: idOf(of),
  read: (id) => calls.read({ url: userUrl(desk.addresses, id), headers: headersOf(desk.token) }),
  userIn,
  idOf,
  search: Effect.map(anyone(calls, desk), (people) => (people.status < 300 ? notFound : ended(refusal(people))))
})

const makeConnector = (
  addresses: VendorAddresses["Service"],
  client: Option.Option<OAuthClient>
): Connector<GoogleAccount> => ({
  plan: (connection, { accountId, email }) => {
    const user = `${usersUrl(addresses)}/{id}`
    const mailbox = accountId === null ? vacationUrl(addresses, email) : vacationAt(addresses, "{email}")
    return [
      { method: "GET", url: accountId === null ? userUrl(addresses, email) : user },
      ...(repliesFor(connection) ? [{ method: "PUT", url: mailbox }] : []),
      ...(transfersFor(connection) ? [{ method: "POST", url: transfersUrl(addresses) }] : []),
      { method: "POST", url: `${user}/signOut` },
      { method: "GET", url: `${user}/tokens` },
      { method: "DELETE", url: `${user}/tokens/{clientId}` },
      { method: "GET", url: `${user}/asps` },
      { method: "DELETE", url: `${user}/asps/{codeId}` },
      { method: "PATCH", url: user },
      { method: "GET", url: user }
    ]
  },

  effects: (connection) => [
    ...(repliesFor(connection) ? (["sets_auto_reply"] as const) : []),
    ...(transfersFor(connection) ? (["transfers_files"] as const) : []),
    "ends_sessions",
    "revokes_app_access",
    "deletes_app_passwords",
    "suspends_account",
    "verifies_result"
  ],

  undo: () => "restorable",

  find: (calls, connection, leaver) =>
    found(calls, { addresses, client, connection }, leaver.email.trim(), (user) =>
      whose(user, leaver) === "theirs" ? Option.none() : Option.some(anothers)
    ),

  findById: (calls, connection, accountId) =>
    found(calls, { addresses, client, connection }, accountId, (user) =>
      idOf(user) === accountId ? Option.none() : Option.some(unreadable)
    ),

  nameOf: ({ user }) => ({ id: idOf(user), name: user.primaryEmail }),

  act: Effect.fn("GoogleWorkspace.act")(function* (calls, connection, { token, user }, { leaver }) {
    const desk: GoogleDesk = { addresses, token }
    const tokens = googleTokens(calls, addresses, client, connection)
    const isOff = user.suspended === true
    const first = isOff
      ? yield* files(calls, connection, desk, user, leaver)
      : yield* whileActive(calls, connection, { desk, tokens, user }, leaver)
    const apps = yield* end(calls, desk, user, "tokens")
    const passwords = yield* end(calls, desk, user, "asps")

    const readBack = lookAt(state, one(calls, desk, user))
    const before = isOff ? Option.flatten(yield* Effect.option(readBack)) : Option.none<AppResult>()
    const result = Option.isSome(before)
      ? before.value
      : yield* carriedOut({
          write: suspend(calls, desk, user),
          readBack,
          refusal: refusedSuspension(user, readBack)
        })
    const isWhole = !apps.some && !passwords.some
    return withWords(
      { ...result, verified: result.verified && isWhole },
      ...first,
      ...endedWords(apps, "Apps' access"),
      ...endedWords(passwords, "App passwords")
    )
  }),

  standing: (calls, _connection, { token, user }) => standingOf(state, one(calls, { addresses, token }, user))
})

const check = "Connect it as a super admin, or give the service account the directory scopes by domain-wide delegation"

const prove = (addresses: VendorAddresses["Service"], client: Option.Option<OAuthClient>) =>
  Effect.fn("GoogleWorkspace.prove")(function* (calls: VendorReads, candidate: Candidate) {
    const { answer } = yield* asked(googleTokens(calls, addresses, client, candidate), (token) =>
      anyone(calls, { addresses, token })
    ).pipe(Effect.catchTag("NoToken", ({ result }) => Effect.fail(credentialRefused(`${result.message}. ${check}`))))
    yield* provenBy(answer, { vendor: "Google", check })
    return candidate.settings
  })

/** Google Workspace: reply and files first, then sessions and tokens, then the account is suspended and read back. */
export const googleWorkspace =
  (client: Option.Option<OAuthClient>) =>
  (addresses: VendorAddresses["Service"]): Vendor<GoogleAccount> => ({
    throttle,
    connector: makeConnector(addresses, client),
    inventory: googleInventory(addresses, client),
    entitlements: googleEntitlements(addresses, client),
    prove: prove(addresses, client)
  })
