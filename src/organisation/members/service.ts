import { Caller } from "@svc/contract/kernel/access"
import { PermissionDenied, type StepUpRequired } from "@svc/contract/kernel/errors"
import type { UserId } from "@svc/contract/kernel/ids"
import type { OffsetParams } from "@svc/contract/kernel/paging"
import {
  LastSuperadmin,
  MemberNotFound,
  type RoleUnknown,
  type ScopeInvalid,
  SelfRemoval
} from "@svc/contract/members/errors"
import { MemberBecameSuperAdmin } from "@svc/contract/members/events"
import { fitsMember, type MemberFilters, OrganisationMember, type UpdateMember } from "@svc/contract/members/schema"
import { Context, Effect, Option } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { namedInMail } from "#platform/mail/given-text"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { makeActing } from "./acting.ts"
import { makeEnding } from "./ending.ts"
import { type MemberRow, MembersRepo } from "./repo.ts"
import {
  describeChange,
  describeScope,
  isSameHolding,
  mayTouch,
  resolveScope,
  roleNameOf,
  scopeFor,
  standingOf
} from "./rules.ts"

const present = (row: MemberRow, self: UserId | null): OrganisationMember => {
  const { departments, scope } = standingOf(row)
  return new OrganisationMember({
    user_id: row.user_id,
    email: row.email,
    full_name: row.full_name,
    role: row.role,
    role_id: row.role_id,
    role_name: roleNameOf(row),
    scope,
    departments,
    created_at: row.created_at,
    last_sign_in_at: row.last_sign_in_at,
    two_factor_enabled: row.two_factor_enabled,
    is_self: row.user_id === self
  })
}

/** Members of the caller's organization, with their rights (members-1). */
export class Members extends Context.Service<
  Members,
  {
    /** By name. */
    readonly list: Effect.Effect<ReadonlyArray<OrganisationMember>, never, Caller>
    /** Of those that match, by page. */
    page(
      query: MemberFilters & OffsetParams
    ): Effect.Effect<{ readonly rows: ReadonlyArray<OrganisationMember>; readonly total: number }, never, Caller>
    /** Counts from the member's next request. What changes nothing is not recorded. */
    update(
      userId: UserId,
      input: UpdateMember
    ): Effect.Effect<
      OrganisationMember,
      MemberNotFound | PermissionDenied | RoleUnknown | ScopeInvalid | LastSuperadmin | StepUpRequired,
      Caller
    >
    /** `makeEnding` says what ends with the membership. */
    remove(userId: UserId): Effect.Effect<void, MemberNotFound | PermissionDenied | SelfRemoval, Caller>
  }
>()("svc/members/Members") {
  static readonly layerNoDeps = layerOf(Members, function* () {
    const db = yield* Db
    const repo = yield* MembersRepo
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    const endMembership = yield* makeEnding
    const outbox = yield* Outbox
    const { act, allowGrant, namedRole } = yield* makeActing

    const list = Effect.gen(function* () {
      const { orgId, userId } = yield* Caller
      return (yield* repo.list(orgId)).map((row) => present(row, userId))
    }).pipe(db.transact, Effect.withSpan("Members.list"))

    const update = Effect.fn("Members.update")(function* (userId: UserId, input: UpdateMember) {
      const { actor, orgId } = yield* act
      const found = yield* repo.find({ orgId, userId })
      if (Option.isNone(found)) return yield* new MemberNotFound()
      const before = found.value
      const self = actor.row.user_id
      if (before.user_id === self && actor.role !== "superadmin") {
        return yield* new PermissionDenied({
          error: "You cannot change your own role or scope. Ask another administrator"
        })
      }
      const was = standingOf(before)
      yield* Effect.fromResult(mayTouch(actor, was))

      const named = Option.getOrElse(yield* namedRole(orgId, input), () => before)
      const wanted = yield* Effect.fromResult(resolveScope(before, input))
      const own = yield* Effect.fromResult(scopeFor(named.role, wanted, input))
      const after = { ...before, ...named, ...own }
      if (isSameHolding(before, after)) return present(before, self)
      const is = standingOf(after)
      yield* allowGrant(actor, is, was)
      if (was.role === "superadmin" && is.role !== "superadmin" && (yield* repo.countSuperadmins(orgId)) === 1) {
        return yield* new LastSuperadmin()
      }

      yield* repo.update({
        orgId,
        userId: before.user_id,
        role: after.role,
        role_id: after.role_id,
        scope: after.scope,
        departments: after.departments
      })
      const key = yield* personKeys.forMember(orgId, before.email)
      const role = describeChange("role", roleNameOf(before), roleNameOf(after))
      const scope = describeChange("scope", describeScope(was), describeScope(is))
      yield* audit.record({
        action: "member_role_changed",
        target: auditText`${personal(key, before.email)}`,
        details: auditText`name: ${personal(key, before.full_name)}, ${role}, ${scope}`
      })
      if (is.role === "superadmin" && was.role !== "superadmin") {
        yield* outbox.append(
          orgId,
          MemberBecameSuperAdmin.make({
            userId: before.user_id,
            member: namedInMail(before),
            grantedBy: namedInMail(actor.row),
            how: "role_change"
          })
        )
      }
      return present(after, self)
    }, db.transact)

    const remove = Effect.fn("Members.remove")(function* (userId: UserId) {
      const { actor, orgId } = yield* act
      const found = yield* repo.find({ orgId, userId })
      if (Option.isNone(found)) return yield* new MemberNotFound()
      const member = found.value
      if (member.user_id === actor.row.user_id) return yield* new SelfRemoval()
      // Only a Super Admin removes one, so one is left.
      yield* Effect.fromResult(mayTouch(actor, standingOf(member)))

      yield* endMembership(member, { reason: "creator removed from the organization" })
    }, db.transact)

    const page = ({ limit, offset, ...filters }: MemberFilters & OffsetParams) =>
      Effect.map(list, (all) => {
        const found = all.filter((member) => fitsMember(member, filters))
        return { rows: found.slice(offset, offset + limit), total: found.length }
      })

    return Members.of({ list, page, update, remove })
  })
}
