import { Effect, Option, Redacted } from "effect"
import type { VendorAddresses } from "#connections/vendors/protocol/addresses"
import { type ReadThrottle, retryAfter } from "#connections/vendors/protocol/calls"
import type { Candidate, Connection } from "#connections/vendors/protocol/connection"
import {
  type Connector,
  CredentialUnproven,
  type Finding,
  type Leaver,
  type Standing,
  type VendorCalls,
  type VendorReads
} from "#connections/vendors/protocol/connector"
import type { MakeVendor } from "#connections/vendors/protocol/revoker"
import { type AppResult, manualRequired, refused, revoked, skipped } from "#connections/vendors/protocol/outcome"
import { type OptionalStep, aside, carriedOut } from "#connections/vendors/protocol/read-back"
import { scimConnector } from "#connections/vendors/scim/connector"
import { idOf, isInactive, type ScimUser } from "#connections/vendors/scim/user"
import { memberId, type SlackAccount } from "./account.ts"
import { slackEntitlements } from "./entitlements/entitlements.ts"
import { slackInventory } from "./inventory/inventory.ts"
import { actingToken, bearer, isUnsupported, readingToken, saidIn, type SlackSaid, withPlainStatus } from "./web.ts"

type SlackFinding = Finding<SlackAccount>

const result = (of: AppResult): SlackFinding => ({ _tag: "Result", result: of })

const notFound = skipped("Slack has no member with this email address, so there was nothing to revoke")

const byHand = "Deactivate the member in Slack's own administration and confirm it"

const noApi: AppResult = {
  ...manualRequired(
    `Slack has no API for it with this plan or token: SCIM needs Business+, admin.users.remove needs Enterprise. ${byHand}`
  ),
  vendorStatus: 403
}

const primaryOwner: AppResult = {
  ...manualRequired(
    `This is the workspace's primary owner, whom Slack does not allow to be removed. Transfer the ownership first. ${byHand}`
  ),
  vendorStatus: 403
}

/** 429, or `ratelimited` in an answer with 200; the wait is always in `Retry-After`. */
const throttle: ReadThrottle = (answer, now) =>
  saidIn(answer).status === 429 ? retryAfter(answer, now) : Option.none()

/** SCIM may be missing from the plan, or closed to the token: the Web API is asked then. */
const isClosed = ({ outcome, vendorStatus }: AppResult) =>
  outcome === "skipped" ||
  (outcome === "failed" && (vendorStatus === null || [401, 403, 404, 405, 501].includes(vendorStatus)))

const emailFilter = (email: string) => `email eq ${JSON.stringify(email)}`

const gone = (said: SlackSaid) =>
  said.error === "user_not_found" ||
  said.error === "users_not_found" ||
  Option.exists(said.user, ({ deleted }) => deleted === true)

const connector = (addresses: VendorAddresses["Service"]): Connector<SlackAccount> => {
  const web = `${addresses.of("slack")}/api`
  const scim = scimConnector((connection) => ({
    baseUrl: `${addresses.of("slackScim")}/scim/v2`,
    token: actingToken(connection),
    filterBy: emailFilter
  }))

  const read = (calls: VendorReads, connection: Connection, path: string) =>
    Effect.map(calls.read({ url: `${web}/${path}`, headers: bearer(readingToken(connection)) }), saidIn)

  const write = (calls: VendorCalls, connection: Connection, method: string, body: object) =>
    Effect.map(
      calls.write({
        method: "POST",
        url: `${web}/${method}`,
        headers: { ...bearer(actingToken(connection)), "content-type": "application/json; charset=utf-8" },
        body: JSON.stringify(body)
      }),
      withPlainStatus
    )

  const info = (calls: VendorReads, connection: Connection, id: string) =>
    read(calls, connection, `users.info?user=${encodeURIComponent(id)}`)

  const findByWeb = Effect.fnUntraced(function* (calls: VendorReads, connection: Connection, leaver: Leaver) {
    const said = yield* read(calls, connection, `users.lookupByEmail?email=${encodeURIComponent(leaver.email)}`)
    if (said.error === "users_not_found" || said.error === "user_not_found") return result(notFound)
    if (said.status >= 300 || Option.isNone(said.user)) return result(refused(said.status, said.error))
    const { deleted = false, id, profile, team_id } = said.user.value
    const shown = profile?.email
    if (typeof shown === "string" && shown.trim().toLowerCase() !== leaver.email.trim().toLowerCase()) {
      return result(manualRequired(`Slack answered with a member who has another email address. ${byHand}`))
    }
    return {
      _tag: "Account" as const,
      account: { via: "web" as const, id, teamId: team_id, deleted, email: shown ?? null }
    }
  })

  const byMemberId = Effect.fnUntraced(function* (calls: VendorReads, connection: Connection, accountId: string) {
    const said = yield* info(calls, connection, accountId)
    // The method's own error: any other 404 proves nothing about a member.
    if (said.error === "user_not_found" || said.error === "users_not_found") return result(notFound)
    if (said.status >= 300 || Option.isNone(said.user)) return result(refused(said.status, said.error))
    const { deleted = false, id, profile, team_id } = said.user.value
    return id === accountId
      ? {
          _tag: "Account" as const,
          account: { via: "web" as const, id, teamId: team_id, deleted, email: profile?.email ?? null }
        }
      : result(manualRequired(`Slack answered with another member. ${byHand}`))
  })

  const endSessions = (calls: VendorCalls, connection: Connection, id: string) =>
    aside(write(calls, connection, "admin.users.session.reset", { user_id: id, mobile_only: false, web_only: false }))

  const withSessions = (of: AppResult, sessions: OptionalStep): AppResult =>
    of.outcome === "revoked" && sessions.done
      ? { ...of, message: `${of.message}. Slack accepted the end of its open sessions` }
      : of

  const deactivate = Effect.fnUntraced(function* (
    calls: VendorCalls,
    connection: Connection,
    user: ScimUser,
    attempt: Parameters<typeof scim.act>[3]
  ) {
    if (isInactive(user)) return yield* scim.act(calls, connection, user, attempt)
    const id = Option.getOrElse(idOf(user), () => "")
    const sessions = yield* endSessions(calls, connection, id)
    const done = yield* scim.act(calls, connection, user, attempt)
    if (done.outcome !== "failed" || (done.vendorStatus !== 400 && done.vendorStatus !== 403)) {
      return withSessions(done, sessions)
    }
    const shown = yield* Effect.option(info(calls, connection, id))
    const isOwner = Option.exists(shown, ({ user }) =>
      Option.exists(user, ({ is_primary_owner }) => is_primary_owner === true)
    )
    return isOwner ? primaryOwner : done
  })

  const removeFromWorkspace = Effect.fnUntraced(function* (
    calls: VendorCalls,
    connection: Connection,
    { deleted, id, teamId }: SlackAccount & { readonly via: "web" }
  ) {
    const removed = revoked("The member was removed from the workspace. Slack shows the account as deactivated", {
      verified: true
    })
    const readBack = Effect.map(info(calls, connection, id), (said) =>
      gone(said) ? Option.some(removed) : Option.none()
    )
    if (deleted) return removed
    const sessions = yield* endSessions(calls, connection, id)
    const done = yield* carriedOut({
      write: write(calls, connection, "admin.users.remove", {
        team_id: connection.settings["team_id"] ?? teamId,
        user_id: id
      }),
      readBack,
      refusal: (answer) => {
        const { error, status } = saidIn(answer)
        if (/primary_owner/.test(error ?? "")) return Effect.succeed(primaryOwner)
        return Effect.succeed(isUnsupported(error) ? noApi : refused(status, error))
      }
    })
    return withSessions(done, sessions)
  })

  return {
    plan: (connection, leaver) => {
      const [lookUp, ...writes] = scim.plan(connection, leaver)
      return [
        ...(lookUp === undefined ? [] : [lookUp]),
        { method: "POST", url: `${web}/admin.users.session.reset` },
        ...writes
      ]
    },

    effects: () => ["ends_sessions", "deactivates_or_removes_account", "verifies_result"],

    find: Effect.fn("Slack.find")(function* (calls, connection, leaver) {
      const byScim = yield* scim.find(calls, connection, leaver)
      if (byScim._tag === "Account") {
        return { _tag: "Account" as const, account: { via: "scim" as const, user: byScim.account } }
      }
      if (!isClosed(byScim.result)) return result(byScim.result)
      const byWeb = yield* findByWeb(calls, connection, leaver)
      // SCIM has answered for the workspace: what closes the Web API to the token does not change that.
      return byWeb._tag === "Result" && byScim.result.outcome === "skipped" ? result(notFound) : byWeb
    }),

    findById: Effect.fn("Slack.findById")(function* (calls, connection, accountId, leaver) {
      const byScim = yield* scim.findById(calls, connection, accountId, leaver)
      if (byScim._tag === "Account") {
        return { _tag: "Account" as const, account: { via: "scim" as const, user: byScim.account } }
      }
      if (!isClosed(byScim.result)) return result(byScim.result)
      const byWeb = yield* byMemberId(calls, connection, accountId)
      return byWeb._tag === "Result" && byScim.result.outcome === "skipped" ? result(notFound) : byWeb
    }),

    nameOf: (account) =>
      account.via === "scim"
        ? scim.nameOf(account.user)
        : Option.getOrNull(Option.map(memberId(account), (id) => ({ id, name: account.email }))),

    act: Effect.fn("Slack.act")(function* (calls, connection, account, attempt) {
      return account.via === "scim"
        ? yield* deactivate(calls, connection, account.user, attempt)
        : yield* removeFromWorkspace(calls, connection, account)
    }),

    standing: (calls, connection, account, leaver) =>
      account.via === "scim"
        ? scim.standing(calls, connection, account.user, leaver)
        : Effect.map(info(calls, connection, account.id), (said): Standing => {
            if (gone(said)) return "inactive"
            return Option.exists(said.user, ({ deleted }) => deleted === false) ? "active" : "unknown"
          })
  }
}

/** Each token separately: the connecting member has to know which one does not work. */
const prove = (addresses: VendorAddresses["Service"]) =>
  Effect.fn("Slack.prove")(function* (calls: VendorReads, { secrets, settings }: Candidate) {
    const tokens = new Map(
      [readingToken({ secrets }), actingToken({ secrets })].map((one) => [Redacted.value(one), one])
    )
    const told: Array<SlackSaid> = []
    for (const token of tokens.values()) {
      const answer = yield* calls.ask({
        url: `${addresses.of("slack")}/api/auth.test`,
        headers: bearer(token),
        body: ""
      })
      const said = saidIn(answer)
      if (said.status === 401 || said.status === 403 || (answer.status < 300 && said.error !== undefined)) {
        return yield* new CredentialUnproven({
          reason: "refused",
          message:
            "Slack did not accept the token. Check that it is complete, not revoked, and from the right workspace"
        })
      }
      if (said.status >= 300) {
        return yield* new CredentialUnproven({
          reason: "unanswering",
          message: `Slack gave no usable answer (${said.status}). Try again`
        })
      }
      told.push(said)
    }
    const [{ team, teamId } = { team: undefined, teamId: undefined }] = told
    return {
      ...settings,
      ...(teamId === undefined || settings["team_id"] !== undefined ? {} : { team_id: teamId }),
      ...(team === undefined ? {} : { team })
    }
  })

/**
 * Slack: deactivates by SCIM (Business+ and Enterprise, with the token of an administrator), else by the
 * administrator's methods of the Web API.
 */
export const slack: MakeVendor<SlackAccount> = (addresses) => ({
  throttle,
  connector: connector(addresses),
  inventory: slackInventory(addresses),
  entitlements: slackEntitlements(addresses),
  prove: prove(addresses)
})
