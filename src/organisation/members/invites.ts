import { Caller } from "@svc/contract/kernel/access"
import type { PermissionDenied, PlanLimitExceeded, PlanLimitReached, StepUpRequired } from "@svc/contract/kernel/errors"
import { InviteId } from "@svc/contract/kernel/ids"
import { AlreadyMember, InviteNotFound, type RoleUnknown, type ScopeInvalid } from "@svc/contract/members/errors"
import { type CreateInvite, Invite } from "@svc/contract/members/schema"
import { Context, DateTime, Effect, Option } from "effect"
import { Accounts } from "#organisation/accounts/service"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { Mails } from "#outgoing/mails/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { layerOf } from "#platform/services/layer-of"
import { makeActing } from "./acting.ts"
import { inviteMail } from "./invite-mail.ts"
import { type InviteRow, InvitesRepo } from "./invites-repo.ts"
import { MembersRepo } from "./repo.ts"
import {
  describeScope,
  inviteLifetime,
  invitePurpose,
  mayTouch,
  resolveScope,
  roleNameOf,
  scopeFor,
  standingOf
} from "./rules.ts"

const present = (row: InviteRow): Invite => {
  const { departments, scope } = standingOf(row)
  return new Invite({
    id: row.id,
    email: row.email,
    role: row.role,
    role_id: row.role_id,
    role_name: roleNameOf(row),
    scope,
    departments,
    invited_by_name: row.invited_by_name,
    created_at: row.created_at,
    expires_at: row.expires_at
  })
}

/** Invitations to the caller's organization (members-5). */
export class Invites extends Context.Service<
  Invites,
  {
    /** Those that are open, newest first. */
    readonly list: Effect.Effect<ReadonlyArray<Invite>, never, Caller>
    /** Mails the link. An open invitation of the same address is replaced, and its link stops working. */
    create(
      input: CreateInvite
    ): Effect.Effect<
      Invite,
      | PermissionDenied
      | RoleUnknown
      | ScopeInvalid
      | AlreadyMember
      | PlanLimitReached
      | PlanLimitExceeded
      | StepUpRequired,
      Caller
    >
    revoke(id: InviteId): Effect.Effect<void, PermissionDenied | InviteNotFound, Caller>
  }
>()("svc/members/Invites") {
  static readonly layerNoDeps = layerOf(Invites, function* () {
    const db = yield* Db
    const repo = yield* InvitesRepo
    const members = yield* MembersRepo
    const accounts = yield* Accounts
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    const mails = yield* Mails
    const secrets = yield* Secrets
    const randomness = yield* Randomness
    const { baseUrl } = yield* AppConfig
    const { act, allowGrant, namedRole } = yield* makeActing

    const list = Effect.gen(function* () {
      const { orgId } = yield* Caller
      return (yield* repo.list(orgId, yield* DateTime.now)).map(present)
    }).pipe(db.transact, Effect.withSpan("Invites.list"))

    const create = Effect.fn("Invites.create")(function* (input: CreateInvite) {
      const { actor, orgId, orgName } = yield* act
      const { email } = input
      // The contract requires a role.
      const named = yield* Effect.flatMap(namedRole(orgId, input), (role) => Effect.orDie(Effect.fromOption(role)))
      const wanted = yield* Effect.fromResult(resolveScope({ scope: null, departments: null }, input))
      const holding = { ...named, ...(yield* Effect.fromResult(scopeFor(named.role, wanted, input))) }
      const standing = standingOf(holding)
      yield* allowGrant(actor, standing, null)
      if (yield* members.hasMember(orgId, email)) return yield* new AlreadyMember()

      const now = yield* DateTime.now
      yield* repo.removeExpired(orgId, now)
      const replaced = yield* repo.findByEmail({ orgId, now, email })
      if (Option.isSome(replaced)) {
        yield* Effect.fromResult(mayTouch(actor, standingOf(replaced.value)))
        yield* repo.remove({ orgId, id: replaced.value.id })
      }
      yield* accounts.claimSeat(orgId, yield* repo.count(orgId, now)).pipe(
        // The session's organization exists.
        Effect.catchTag("OrganisationNotFound", Effect.die)
      )

      const token = yield* randomness.token(32)
      const id = InviteId.make(yield* randomness.uuid)
      const times = { created_at: now, expires_at: DateTime.addDuration(now, inviteLifetime) }
      const { departments, role, role_id, scope } = holding
      yield* repo.insert({
        org_id: orgId,
        id,
        email,
        role,
        role_id,
        scope,
        departments,
        token_digest: secrets.hmac(invitePurpose, token),
        invited_by: actor.row.user_id,
        ...times
      })
      yield* mails.queueTranslated({
        orgId,
        to: email,
        texts: inviteMail({
          inviter: actor.row.full_name,
          inviterEmail: actor.row.email,
          organisation: orgName,
          role: roleNameOf(holding),
          url: `${baseUrl}/accept-invite?token=${token}`,
          expires: times.expires_at
        })
      })
      const key = yield* personKeys.forPerson(orgId, email)
      yield* audit.record({
        action: "member_invited",
        target: auditText`${personal(key, email)}`,
        details: auditText`role: ${roleNameOf(holding)}, scope: ${describeScope(standing)}${
          Option.isSome(replaced) ? ", in place of an earlier invitation" : ""
        }`
      })
      return present({ ...holding, id, email, invited_by_name: actor.row.full_name, ...times })
    }, db.transact)

    const revoke = Effect.fn("Invites.revoke")(function* (id: InviteId) {
      const { actor, orgId } = yield* act
      const found = yield* repo.find({ orgId, id, now: yield* DateTime.now })
      if (Option.isNone(found)) return yield* new InviteNotFound()
      const invite = found.value
      yield* Effect.fromResult(mayTouch(actor, standingOf(invite)))
      yield* repo.remove({ orgId, id: invite.id })
      const key = yield* personKeys.forPerson(orgId, invite.email)
      yield* audit.record({
        action: "invite_revoked",
        target: auditText`${personal(key, invite.email)}`,
        details: auditText`role: ${roleNameOf(invite)}`
      })
    }, db.transact)

    return Invites.of({ list, create, revoke })
  })
}
