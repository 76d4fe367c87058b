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
  // Whoever runs the identity provider can be any of its members, and must not reach into their other organisations.
  const within = session.method === "saml" ? orgId : null
  return { session, userId, within }
})

/** What a user sees and sets about themselves, over all their organisations. */
export class UserSessions extends Context.Service<
  UserSessions,
  {
    /** The live ones, the last used first; for a session by single sign-on those of its organisation (access-5). */
    readonly list: Effect.Effect<ReadonlyArray<UserSession>, never, Caller>
    /** One of the caller's own, whichever its organisation; whether it was the one that asks. */
    end(
      id: SessionId,
      address: string
    ): Effect.Effect<{ readonly current: boolean }, SessionNotFound | Unauthenticated, Caller>
    /** A session there takes the place of the caller's. Not to be told from an unknown one: an organisation of others. */
    switchOrg(
      input: { readonly orgId: OrgId } & Visitor
    ): Effect.Effect<OpenedSession, OrganisationNotFound | OtherSignInNeeded | SsoRequired | Unauthenticated, Caller>
    /** The name stays where one organisation's provider vouched for a member of others, who would see it change. */
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
      // As the database writes ids: it stands in the token and in the answer.
      const orgId = OrgId.make(input.orgId.toLowerCase())
      if (within !== null && within !== orgId) return yield* new OtherSignInNeeded()
      return yield* db.transactSystem(
        Effect.gen(function* () {
          const member = yield* accountsRepo.findMember({ orgId, userId })
          if (Option.isNone(member)) return yield* new OrganisationNotFound()
          // A session that its identity provider opened is one of this organisation already.
          if (within === null) yield* accounts.refuseWithoutSso({ orgId, userId })
          // The user's row first, as a change of the password does: whoever is second sees what the first ended.
          if (within === null) yield* repo.setActiveOrganisation(userId, orgId)
          const left = yield* repo.end({ id: session.id, userId, orgId: null, now: yield* DateTime.now })
          if (Option.isNone(left)) return yield* new Unauthenticated()
          const leaving = log.record(left.value, {
            action: "logout",
            user: { id: userId, email: member.value.email },
            details: (key) => auditText`address: ${personal(key, address)}, switched to another organisation`
          })
          const entering = accounts.openSession({
            userId,
            orgId,
            method: session.method,
            address,
            userAgent,
            device
          })
          // In one order of organisations, or two who change places would wait for each other's audit log.
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
