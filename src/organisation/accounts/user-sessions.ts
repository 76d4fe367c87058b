import { NameOfOthers, OtherSignInNeeded, SessionNotFound, type SsoRequired } from "@svc/contract/accounts/errors"
import { type SessionUser, type UpdateProfile, UserSession } from "@svc/contract/accounts/schema"
import { Caller } from "@svc/contract/kernel/access"
import { Unauthenticated } from "@svc/contract/kernel/errors"
import { OrgId, type SessionId } from "@svc/contract/kernel/ids"
import { OrganisationNotFound } from "@svc/contract/organisations/errors"
import { Context, DateTime, Effect, Option } from "effect"
import type { Visitor } from "#access/known-device"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { AccountLog } from "./account-log.ts"
import { AccountsRepo } from "./repo.ts"
import { Accounts, type OpenedSession } from "./service.ts"
import { UserSessionsRepo } from "./user-sessions-repo.ts"

const callingSession = Effect.gen(function* () {
  const { orgId, session, userId } = yield* Caller
  if (userId === null || session === null) return yield* Effect.die("This verb needs a session")
  // The operator of the identity provider can be any of its members, and must not reach into their other organizations.
  const within = session.method === "saml" ? orgId : null
  return { session, userId, within }
})

/** A user's own account, over all their organizations. */
export class UserSessions extends Context.Service<
  UserSessions,
  {
    /**
     * The live ones, most recently used first; for a session by single sign-on only those of its organization
     * (access-5).
     */
    readonly list: Effect.Effect<ReadonlyArray<UserSession>, never, Caller>
    /** One of the caller's own, in any organization; returns whether it was the current one. */
    end(
      id: SessionId,
      address: string
    ): Effect.Effect<{ readonly current: boolean }, SessionNotFound | Unauthenticated, Caller>
    /** Replaces the caller's session by one there. Another's organization gets the same response as an unknown one. */
    switchOrg(
      input: { readonly orgId: OrgId } & Visitor
    ): Effect.Effect<OpenedSession, OrganisationNotFound | OtherSignInNeeded | SsoRequired | Unauthenticated, Caller>
    /**
     * The name stays if one organization's provider opened the session of a member of others, who would see it change.
     */
    updateProfile(input: UpdateProfile): Effect.Effect<SessionUser, NameOfOthers | Unauthenticated, Caller>
  }
>()("svc/accounts/UserSessions") {
  static readonly layerNoDeps = layerOf(UserSessions, function* () {
    const db = yield* Db
    const repo = yield* UserSessionsRepo
    const accountsRepo = yield* AccountsRepo
    const accounts = yield* Accounts
    const log = yield* AccountLog

    const list = Effect.gen(function* () {
      const { session, userId, within } = yield* callingSession
      const rows = yield* repo.live({ userId, orgId: within, now: yield* DateTime.now })
      return rows.map((row) => new UserSession({ ...row, current: row.id === session.id }))
    }).pipe(Effect.withSpan("UserSessions.list"))

    const end: UserSessions["Service"]["end"] = Effect.fn("UserSessions.end")(function* (id, address) {
      const { session, userId, within } = yield* callingSession
      const { email } = yield* accounts.me
      yield* db.transactSystem(
        Effect.gen(function* () {
          const ended = yield* repo.end({ id, userId, orgId: within, now: yield* DateTime.now })
          if (Option.isNone(ended)) return yield* new SessionNotFound()
          yield* log.record(ended.value, {
            action: "session_ended",
            user: { id: userId, email },
            details: (key) => auditText`session: ${id}, address: ${personal(key, address)}`
          })
        })
      )
      return { current: id.toLowerCase() === session.id.toLowerCase() }
    })

    const switchOrg: UserSessions["Service"]["switchOrg"] = Effect.fn("UserSessions.switchOrg")(function* (input) {
      const { session, userId, within } = yield* callingSession
      const { address, device, userAgent } = input
      // In the database's form: it is in the token and in the response.
      const orgId = OrgId.make(input.orgId.toLowerCase())
      if (within !== null && within !== orgId) return yield* new OtherSignInNeeded()
      return yield* db.transactSystem(
        Effect.gen(function* () {
          const member = yield* accountsRepo.findMember({ orgId, userId })
          if (Option.isNone(member)) return yield* new OrganisationNotFound()
          // A session that the identity provider opened already belongs to this organization.
          if (within === null) yield* accounts.refuseWithoutSso({ orgId, userId })
          // The user's row first, like a change of the password: the second one sees what the first ended.
          if (within === null) yield* repo.setActiveOrganisation(userId, orgId)
          const left = yield* repo.end({ id: session.id, userId, orgId: null, now: yield* DateTime.now })
          if (Option.isNone(left)) return yield* new Unauthenticated()
          const leaving = log.record(left.value, {
            action: "logout",
            user: { id: userId, email: member.value.email },
            details: (key) => auditText`address: ${personal(key, address)}, switched to another organization`
          })
          const entering = accounts.openSession({
            userId,
            orgId,
            method: session.method,
            address,
            userAgent,
            device
          })
          // In one order of organizations; otherwise two switches could wait for each other's audit log.
          if (orgId < left.value) return yield* Effect.tap(entering, leaving)
          return yield* Effect.andThen(leaving, entering)
        })
      )
    })

    const updateProfile: UserSessions["Service"]["updateProfile"] = Effect.fn("UserSessions.updateProfile")(
      function* (input) {
        const { userId, within } = yield* callingSession
        const { email, fullName } = yield* accounts.me
        const name = input.fullName?.trim() ?? null
        yield* db.transactSystem(
          Effect.gen(function* () {
            const renames = name !== null && name !== fullName
            if (renames && within !== null && (yield* repo.organisationsOf(userId)).length > 1) {
              return yield* new NameOfOthers()
            }
            const previous = yield* repo.updateProfile({
              id: userId,
              fullName: name,
              theme: input.theme ?? null,
              language: input.language ?? null
            })
            if (name === null || name === previous) return
            yield* log.recordEverywhere({
              action: "profile_updated",
              user: { id: userId, email },
              details: (key) => auditText`name: ${personal(key, previous)} -> ${personal(key, name)}`
            })
          })
        )
        return yield* accounts.me
      }
    )

    return UserSessions.of({ list, end, switchOrg, updateProfile })
  })
}
