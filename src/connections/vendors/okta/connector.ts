import { type DateTime, Duration, Effect, Option } from "effect"
import { type Directory, theOneUser } from "#connections/vendors/protocol/account-search"
import { type AccountState, lookAt, standingOf } from "#connections/vendors/protocol/account-state"
import { accountById, type OneAccount } from "#connections/vendors/protocol/one-account"
import { retryAfter, type ReadThrottle } from "#connections/vendors/protocol/calls"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { setting, tenantAddress } from "#connections/vendors/protocol/connection-fields"
import type { Connector, Leaver, VendorAnswer, VendorCalls, VendorReads } from "#connections/vendors/protocol/connector"
import type { MakeVendor } from "#connections/vendors/protocol/revoker"
import { headersOf, nextPage, reasonIn } from "./api.ts"
import { oktaEntitlements } from "./entitlements.ts"
import { oktaInventory } from "./inventory.ts"
import { addressesOf, isImported, isOff, isOn, type OktaUser, statusOf, userIn, usersIn } from "./user.ts"
import { manualRequired, refused } from "#connections/vendors/protocol/outcome"
import { provenBy, unanswering } from "#connections/vendors/protocol/credential-answers"
import { type OptionalStep, aside, carriedOut, offAlready, withWords } from "#connections/vendors/protocol/read-back"

/** Where a tenant's Okta is: `acme`, `acme.okta.com`, `acme-admin.okta.com` and `https://acme.okta.com/` are one. */
export const oktaAddress = (domain: string): string => {
  const address = tenantAddress(domain, "okta.com")
  const own = /^(https:\/\/[a-z0-9-]+?)(?:-admin)?(\.(?:okta|okta-emea|oktapreview|okta-gov)\.com)(?:\/|$)/i.exec(
    address
  )
  return own === null ? address : `${own[1]}${own[2]}`
}

/** Okta says when the limit ends, in seconds since 1970. */
const throttle: ReadThrottle = (answer, now) =>
  answer.status === 429 ? Option.orElse(untilReset(answer, now), () => retryAfter(answer, now)) : Option.none()

const untilReset = ({ headers }: VendorAnswer, now: DateTime.Utc) =>
  Option.map(
    Option.filter(Option.fromUndefinedOr(headers["x-rate-limit-reset"]), (reset) => /^\d{1,12}$/.test(reset.trim())),
    (reset) => Duration.millis(Math.max(0, Number(reset) * 1000 - now.epochMilliseconds))
  )

const byEmail = (operand: string, email: string) =>
  `${operand}=${encodeURIComponent(`profile.email eq ${JSON.stringify(email)}`)}`

const state: AccountState<OktaUser> = {
  isOff,
  isOn,
  said: (user) => `The account is off. Okta shows it as ${statusOf(user)}`
}

/** `everywhere`: of the global revocation, which Okta acknowledges and no read can verify. */
const sessionsWords = (sessions: OptionalStep, everywhere: OptionalStep) => {
  const refused = everywhere.done ? "" : /^\d{3} /.test(everywhere.why) ? everywhere.why : "no answer"
  if (!sessions.done) {
    const tokens = everywhere.done ? "; the end of all its tokens was accepted" : `; global revocation: ${refused}`
    return `Its sessions could not be ended (${sessions.why})${tokens}`
  }
  return everywhere.done
    ? "Okta accepted the end of its sessions and of all its tokens"
    : `Okta accepted the end of its sessions and tokens; global revocation: ${refused}`
}

const importedWords = "It comes from another directory. Turn it off there too, or an import could restore it"

const makeConnector = (base: (service: Pick<Candidate, "settings">) => string): Connector<OktaUser> => {
  const usersUrl = (service: Pick<Candidate, "settings">) => `${base(service)}/api/v1/users`
  const globalRevocationUrl = (service: Pick<Candidate, "settings">) =>
    `${base(service)}/oauth2/v1/global-token-revocation`
  const userUrl = (service: Pick<Candidate, "settings">, id: string) => `${usersUrl(service)}/${encodeURIComponent(id)}`

  const directory = (service: Candidate): Directory<OktaUser> => ({
    headers: headersOf(service),
    usersIn: ({ body }) => usersIn(body),
    next: nextPage,
    idOf: ({ id }) => id,
    addressesOf,
    reasonIn
  })

  // By login, and by address as well: a second account with the same address must not stay behind unseen.
  const search = (calls: VendorReads, service: Candidate, leaver: Leaver) =>
    theOneUser(
      calls,
      directory(service),
      (email) => [
        { url: userUrl(service, email), userIn: ({ body }) => userIn(body) },
        { url: `${usersUrl(service)}?${byEmail("search", email)}` },
        { url: `${usersUrl(service)}?${byEmail("filter", email)}`, ifNobody: true }
      ],
      leaver
    )

  const one = (calls: VendorReads, service: Candidate, id: string, leaver: Leaver): OneAccount<OktaUser> => ({
    id,
    read: (of) => calls.read({ url: userUrl(service, of), headers: headersOf(service) }),
    userIn,
    idOf: (user) => user.id,
    search: search(calls, service, leaver),
    reasonIn
  })

  const moved = (calls: VendorCalls, service: Candidate, id: string, to: string) =>
    calls.write({
      method: "POST",
      url: `${userUrl(service, id)}/lifecycle/${to}`,
      headers: headersOf(service),
      body: ""
    })

  const refusal = (answer: VendorAnswer) => Effect.succeed(refused(answer.status, reasonIn(answer)))

  const suspend = (calls: VendorCalls, service: Candidate, user: OktaUser, leaver: Leaver) => {
    const readBack = lookAt(state, one(calls, service, user.id, leaver))
    const deactivate = carriedOut({
      write: moved(calls, service, user.id, "deactivate?sendEmail=false"),
      readBack,
      refusal
    })
    const byHand = manualRequired(
      `Okta can suspend active accounts only and shows this one as ${statusOf(user)}. Deactivate it manually`
    )
    const deactivates = service.settings["deactivate_allowed"] === true
    return carriedOut({
      write: moved(calls, service, user.id, "suspend"),
      readBack,
      // Refused because of the account's state, or the account is gone: another party may have acted first.
      refusal: (answer) =>
        [400, 404, 409].includes(answer.status)
          ? Effect.flatMap(
              readBack,
              Option.match({
                onSome: Effect.succeed,
                onNone: () => {
                  if (answer.status === 404 || user.status === "ACTIVE") return refusal(answer)
                  return deactivates ? deactivate : Effect.succeed(byHand)
                }
              })
            )
          : refusal(answer)
    })
  }

  return {
    plan: (service, { accountId, email }) => [
      ...(accountId === null
        ? [
            { method: "GET", url: userUrl(service, email) },
            { method: "GET", url: `${usersUrl(service)}?${byEmail("search", email)}` }
          ]
        : [{ method: "GET", url: `${usersUrl(service)}/{id}` }]),
      { method: "DELETE", url: `${usersUrl(service)}/{id}/sessions?oauthTokens=true` },
      { method: "POST", url: globalRevocationUrl(service) },
      { method: "POST", url: `${usersUrl(service)}/{id}/lifecycle/suspend` },
      { method: "GET", url: `${usersUrl(service)}/{id}` }
    ],

    effects: ({ settings }) => [
      "signs_out_everywhere",
      "revokes_tokens",
      settings["deactivate_allowed"] === true ? "suspends_or_deactivates_account" : "suspends_account",
      "verifies_result"
    ],

    survives: () => ["sessions_outside_universal_logout"],

    // A deactivation takes app assignments and the password, which the service cannot restore (connections-32).
    undo: ({ settings }) => (settings["deactivate_allowed"] === true ? null : "restorable"),

    find: search,

    findById: (calls, service, accountId, leaver) => accountById(one(calls, service, accountId, leaver)),

    nameOf: (user) => ({ id: user.id, name: user.profile?.login ?? user.profile?.email ?? null }),

    act: Effect.fn("OktaConnector.act")(function* (calls, service, user, { leaver }) {
      const shown = yield* offAlready(isOff(user), lookAt(state, one(calls, service, user.id, leaver)))
      if (Option.isSome(shown)) return shown.value
      const sessions = yield* aside(
        calls.write({
          method: "DELETE",
          url: `${userUrl(service, user.id)}/sessions?oauthTokens=true`,
          headers: headersOf(service),
          body: ""
        })
      )
      // Universal Logout: API tokens too, and sessions at the apps that take part in it.
      const everywhere = yield* aside(
        calls.write({
          method: "POST",
          url: globalRevocationUrl(service),
          headers: headersOf(service),
          body: JSON.stringify({ sub_id: { format: "opaque", id: user.id } })
        })
      )
      const result = yield* suspend(calls, service, user, leaver)
      return withWords(result, sessionsWords(sessions, everywhere), ...(isImported(user) ? [importedWords] : []))
    }),

    standing: (calls, service, user, leaver) => standingOf(state, one(calls, service, user.id, leaver))
  }
}

/** Okta: ends the user's sessions and all tokens, suspends the account and reads its status back. */
export const okta: MakeVendor<OktaUser> = (addresses) => {
  const base = ({ settings }: Pick<Candidate, "settings">) =>
    addresses.of("okta", oktaAddress(setting({ settings }, "domain")))
  return {
    throttle,
    connector: makeConnector(base),
    inventory: oktaInventory(base),
    entitlements: oktaEntitlements(base),
    prove: Effect.fn("Okta.prove")(function* (calls, candidate) {
      const taken = { vendor: "Okta", check: "Check the API token, and that its owner can manage users" }
      for (const path of ["users?limit=1", "org"]) {
        const answer = yield* calls.read({ url: `${base(candidate)}/api/v1/${path}`, headers: headersOf(candidate) })
        if ((yield* provenBy(answer, taken)) === "taken") return candidate.settings
      }
      return yield* unanswering(
        "There is no Okta at this domain. Send your organization's own, for example acme.okta.com"
      )
    })
  }
}
