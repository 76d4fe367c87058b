import { Caller } from "@svc/contract/kernel/access"
import type { StepUpRequired } from "@svc/contract/kernel/errors"
import type { OrgId, UserId } from "@svc/contract/kernel/ids"
import { MemberBecameSuperAdmin } from "@svc/contract/members/events"
import {
  type OffboardingsStarted,
  type SoleSuperadmin,
  SuccessorIsSelf,
  SuccessorUnknown,
  VouchedForOneOrganisation
} from "@svc/contract/own-account/errors"
import type { Membership } from "@svc/contract/own-account/schema"
import { Context, DateTime, Effect, Option } from "effect"
import { checkStepUp } from "#access/requirements"
import { ApiKeys } from "#organisation/api-keys/service"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { inMail, namedInMail, unlinked } from "#platform/mail/given-text"
import { Outbox } from "#outgoing/outbox/service"
import { Mails } from "#outgoing/mails/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import { closedMail, handOverMail } from "./mails.ts"
import { type HeldMembership, OwnAccountRepo, type Person } from "./repo.ts"
import { leavesASuperadmin, leavesNothingIncomplete, leavesNothingOpen } from "./rules.ts"

/** A user's own account and memberships (accounts-1). */
export class OwnAccount extends Context.Service<
  OwnAccount,
  {
    /** The organization joined first comes first; only the active one if its identity provider opened the session. */
    readonly memberships: Effect.Effect<ReadonlyArray<Membership>, never, Caller>
    /** Leaves the active organization: its sessions end, and the keys that the user created there are revoked. */
    readonly leave: Effect.Effect<void, SoleSuperadmin | OffboardingsStarted, Caller>
    /** Closes the account in every organization. */
    readonly close: Effect.Effect<void, SoleSuperadmin | OffboardingsStarted | VouchedForOneOrganisation, Caller>
    /**
     * Hands the active organization over and closes the account, both or neither. The successor becomes Super Admin if
     * the caller is one: no one hands over more than they have.
     */
    transferAndClose(
      successor: UserId
    ): Effect.Effect<
      void,
      SoleSuperadmin | StepUpRequired | SuccessorIsSelf | SuccessorUnknown | VouchedForOneOrganisation,
      Caller
    >
  }
>()("svc/own-account/OwnAccount") {
  static readonly layerNoDeps = layerOf(OwnAccount, function* () {
    const db = yield* Db
    const repo = yield* OwnAccountRepo
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    const apiKeys = yield* ApiKeys
    const mails = yield* Mails
    const { baseUrl } = yield* AppConfig
    const outbox = yield* Outbox

    const self = Effect.gen(function* () {
      const { orgId, session, userId } = yield* Caller
      if (userId === null) return yield* Effect.die("This verb needs a session")
      return { orgId, userId, vouchedForOne: session?.method === "saml" }
    })

    /** In the account's name in one of its organizations, not necessarily the active one. */
    const actingIn = (orgId: OrgId, userId: UserId) =>
      Effect.provideService(Caller, { ...systemCaller(orgId), source: "app", userId })

    const memberships = self.pipe(
      Effect.flatMap(({ orgId, userId, vouchedForOne }) =>
        Effect.map(repo.memberships(userId), (held) =>
          vouchedForOne ? held.filter(({ org_id }) => org_id === orgId) : held
        )
      ),
      db.transactSystem,
      Effect.withSpan("OwnAccount.memberships")
    )

    const leave = Effect.gen(function* () {
      const { orgId, userId } = yield* self
      yield* repo.lockOrganisation(orgId)
      const person = yield* repo.findPerson(userId)
      const held = (yield* repo.memberships(userId)).filter(({ org_id }) => org_id === orgId)
      // Another request of the same user has left it: nothing remains to do.
      if (Option.isNone(person) || held.length === 0) return
      yield* Effect.fromResult(leavesASuperadmin(held))
      const { open } = yield* repo.countStarted({ orgId, userId })
      yield* Effect.fromResult(leavesNothingOpen(open))

      yield* apiKeys.revokeForCreator(userId, "creator left the organization")
      yield* repo.removeMembership({ orgId, userId })
      const key = yield* personKeys.forMember(orgId, person.value.email)
      yield* audit.record({
        action: "member_left",
        target: auditText`${personal(key, person.value.email)}`,
        details: auditText`role: ${held.map(({ role }) => role).join(", ")}`
      })
    }).pipe(db.transactSystem, Effect.withSpan("OwnAccount.leave"))

    /** The account and its memberships, held still; nothing when another request of the same user was quicker. */
    const lockAccount = Effect.fnUntraced(function* (userId: UserId, vouchedForOne: boolean) {
      const person = yield* repo.lockAccount(userId)
      if (Option.isNone(person)) return undefined
      const held = yield* repo.memberships(userId)
      if (vouchedForOne && held.length > 1) return yield* new VouchedForOneOrganisation()
      return { person: person.value, held }
    })

    const closeIn = Effect.fnUntraced(function* (person: Person, orgId: OrgId) {
      yield* apiKeys.revokeForCreator(person.id, "creator deleted their account")
      const key = yield* personKeys.forMember(orgId, person.email)
      yield* audit.record({
        action: "account_deleted",
        target: auditText`${personal(key, person.email)}`,
        details: auditText`name: ${personal(key, person.full_name)}`
      })
    })

    const closeEverywhere = Effect.fnUntraced(function* (person: Person) {
      const organisations = yield* repo.organisationsOf(person.id)
      yield* Effect.forEach(organisations, (orgId) => closeIn(person, orgId).pipe(actingIn(orgId, person.id)), {
        discard: true
      })
      // While its language is known.
      yield* mails.queueTranslated({ orgId: null, to: person.email, texts: closedMail })
      yield* repo.deleteAccount(person.id)
    })

    const close = Effect.gen(function* () {
      const { orgId, userId, vouchedForOne } = yield* self
      const account = yield* lockAccount(userId, vouchedForOne)
      if (account === undefined) return
      yield* Effect.fromResult(leavesASuperadmin(account.held))
      const { incomplete } = yield* repo.countStarted({ orgId, userId })
      yield* Effect.fromResult(leavesNothingIncomplete(incomplete))
      yield* closeEverywhere(account.person)
    }).pipe(db.transactSystem, Effect.withSpan("OwnAccount.close"))

    const handOver = Effect.fnUntraced(function* (current: HeldMembership, from: Person, successor: UserId) {
      const orgId = current.org_id
      const found = yield* repo.findMember({ orgId, userId: successor })
      if (Option.isNone(found)) return yield* new SuccessorUnknown()
      const { email, full_name, id, role } = found.value
      const promoted = current.superadmin && role !== "superadmin"
      if (promoted) {
        // Like a role change by another route (organisation-136).
        yield* Effect.fromResult(checkStepUp(yield* Caller, yield* DateTime.now))
        yield* repo.makeSuperadmin({ orgId, userId: id })
        yield* outbox.append(
          orgId,
          MemberBecameSuperAdmin.make({
            userId: id,
            member: namedInMail({ email, full_name }),
            grantedBy: namedInMail(from),
            how: "hand_over"
          })
        )
      }
      const handed = yield* repo.handOverStarted({ orgId, userId: from.id }, id)

      const key = yield* personKeys.forMember(orgId, email)
      const target = auditText`${personal(key, email)}`
      const change = promoted ? `${role} -> superadmin` : role
      if (promoted) yield* audit.record({ action: "member_role_changed", target, details: auditText`role: ${change}` })
      yield* audit.record({
        action: "organisation_handed_over",
        target,
        details: auditText`role: ${change}, offboardings handed over: ${handed}`
      })
      const organisation = unlinked(inMail(current.org_name, 60))
      const texts = handOverMail({ by: namedInMail(from), organisation, promoted, handed, baseUrl })
      yield* mails.queueTranslated({ orgId, to: email, texts })
    })

    const transferAndClose = Effect.fn("OwnAccount.transferAndClose")(function* (successor: UserId) {
      const { orgId, userId, vouchedForOne } = yield* self
      if (successor.toLowerCase() === userId) return yield* new SuccessorIsSelf()
      const account = yield* lockAccount(userId, vouchedForOne)
      if (account === undefined) return
      const current = account.held.find(({ org_id }) => org_id === orgId)
      if (current === undefined) return
      yield* Effect.fromResult(leavesASuperadmin(account.held.filter(({ org_id }) => org_id !== orgId)))
      yield* handOver(current, account.person, successor)
      yield* closeEverywhere(account.person)
    }, db.transactSystem)

    return OwnAccount.of({ memberships, leave, close, transferAndClose })
  })
}
