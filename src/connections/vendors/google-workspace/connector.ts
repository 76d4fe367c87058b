import { Effect, Option, type Redacted } from "effect"
import type { VendorAddresses } from "#connections/vendors/addresses"
import { ended, notFound } from "#connections/vendors/account-search"
import type { Candidate, Connection } from "#connections/vendors/connection"
import type {
  Connector,
  Finding,
  Leaver,
  Vendor,
  VendorAnswer,
  VendorCalls,
  VendorReads
} from "#connections/vendors/connector"
import {
  type GoogleAccount,
  type GoogleUser,
  headersOf,
  isThrottled,
  lacksScope,
  refusal,
  throttle,
  userIn,
  whose
} from "./api.ts"
import {
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
  vacationUrl
} from "./steps.ts"
import { googleEntitlements } from "./entitlements/entitlements.ts"
import { googleInventory } from "./inventory.ts"
import { googleTokens, type GoogleTokens } from "./token.ts"
import type { OAuthClient } from "#connections/vendors/oauth"
import { type AppResult, failed, manualRequired, revoked } from "#connections/vendors/outcome"
import { credentialRefused, provenBy } from "#connections/vendors/credential-answers"
import { carriedOut, gone, type ReadBack, shownInTime, withWords } from "#connections/vendors/read-back"

const privileged: AppResult = {
  ...manualRequired("The account is an administrator's: only a super admin may suspend it. Suspend it by hand"),
  vendorStatus: 403
}

const anothers = ended(
  manualRequired("The address leads to another person's account, as an alias does. Suspend the right account by hand")
)

const unreadable = ended(
  failed("Google answered with something that is no user of the directory. Remove the access by hand")
)

/** On unless set false (integrations-8). */
const repliesFor = ({ settings }: Pick<Connection, "settings">) => settings["auto_reply_enabled"] !== false

/** Off unless set true. */
const transfersFor = ({ settings }: Pick<Connection, "settings">) => settings["drive_transfer_enabled"] === true

const suspended = revoked("The account is suspended; Google shows it so", { verified: true })

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
  if (ended.some) return [`${what}: not all could be ended`]
  if (ended.unseen !== undefined) return [`${what} could not be ended (${ended.unseen})`]
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
      answered.done ? "The out-of-office reply is on" : `No out-of-office reply could be set (${answered.why})`
    )
  }
  words.push(...(yield* files(calls, connection, desk, user, leaver)))
  const sessions = yield* signOut(calls, desk, user)
  words.push(
    sessions.done ? "The service accepted the end of its sessions" : `Its sessions could not be ended (${sessions.why})`
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
  if (transfer.done === "already") return ["The files were on their way to the manager before"]
  return [transfer.done ? "The files are on their way to the manager" : `No files were transferred (${transfer.why})`]
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

const makeConnector = (
  addresses: VendorAddresses["Service"],
  client: Option.Option<OAuthClient>
): Connector<GoogleAccount> => ({
  plan: (connection, { email }) => {
    const user = userUrl(addresses, email)
    return [
      { method: "GET", url: user },
      ...(repliesFor(connection) ? [{ method: "PUT", url: vacationUrl(addresses, email) }] : []),
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

  find: Effect.fn("GoogleWorkspace.find")(
    function* (calls, connection, leaver) {
      const { answer, token } = yield* asked(googleTokens(calls, addresses, client, connection), (token) =>
        calls.read({ url: userUrl(addresses, leaver.email.trim()), headers: headersOf(token) })
      )
      if (answer.status === 404) return notFound
      if (answer.status >= 300) return ended(refusal(answer))
      const user = userIn(answer.body)
      if (Option.isNone(user)) return unreadable
      if (whose(user.value, leaver) !== "theirs") return anothers
      const finding: Finding<GoogleAccount> = { _tag: "Account", account: { token, user: user.value } }
      return finding
    },
    Effect.catchTag("NoToken", ({ result }) => Effect.succeed(ended(result)))
  ),

  act: Effect.fn("GoogleWorkspace.act")(function* (calls, connection, { token, user }, { leaver }) {
    const desk: GoogleDesk = { addresses, token }
    const tokens = googleTokens(calls, addresses, client, connection)
    const isOff = user.suspended === true
    const first = isOff
      ? yield* files(calls, connection, desk, user, leaver)
      : yield* whileActive(calls, connection, { desk, tokens, user }, leaver)
    const apps = yield* end(calls, desk, user, "tokens")
    const passwords = yield* end(calls, desk, user, "asps")

    const readBack: ReadBack = Effect.map(
      calls.read({ url: userUrl(addresses, user.primaryEmail), headers: headersOf(token) }),
      (answer) => {
        if (answer.status === 404) return Option.some(gone)
        const shown = answer.status < 300 ? userIn(answer.body) : Option.none()
        return Option.exists(shown, (it) => it.suspended === true) ? Option.some(suspended) : Option.none()
      }
    )
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

  standing: (_calls, _connection, { user }) => Effect.succeed(user.suspended === true ? "inactive" : "active")
})

const check = "Connect it as a super admin, or give the service account the directory scopes by domain-wide delegation"

const prove = (addresses: VendorAddresses["Service"], client: Option.Option<OAuthClient>) =>
  Effect.fn("GoogleWorkspace.prove")(function* (calls: VendorReads, candidate: Candidate) {
    const { answer } = yield* asked(googleTokens(calls, addresses, client, candidate), (token) =>
      calls.read({
        url: `${usersUrl(addresses)}?customer=my_customer&maxResults=1`,
        headers: headersOf(token)
      })
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
