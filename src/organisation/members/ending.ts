import { Caller } from "@svc/contract/kernel/access"
import type { UserId } from "@svc/contract/kernel/ids"
import { DateTime, Effect } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { ApiKeys, type CreatorGone } from "#organisation/api-keys/service"
import { InvitesRepo } from "./invites-repo.ts"
import { MembersRepo } from "./repo.ts"
import { roleNameOf, type StoredStanding } from "./rules.ts"

interface Ending extends StoredStanding {
  readonly user_id: UserId
  readonly email: string
  readonly full_name: string
}

/** Why a membership ends; `reason` is what the entries of the API keys say. */
interface Why {
  readonly reason: CreatorGone
  /** What the entry of the membership says besides. */
  readonly because?: string
}

/**
 * The end of a membership in the running transaction: with its sessions, its notifications, the API keys that the member
 * created, and the invitations that they sent and that are not accepted yet. The account stays, and is a member of its
 * other organizations as before.
 */
export const makeEnding = Effect.gen(function* () {
  const repo = yield* MembersRepo
  const invites = yield* InvitesRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const apiKeys = yield* ApiKeys

  return Effect.fnUntraced(function* (member: Ending, { because, reason }: Why) {
    const { orgId } = yield* Caller
    const now = yield* DateTime.now
    yield* repo.remove({ orgId, userId: member.user_id }, now)
    const withdrawn = yield* invites.removeOfInviter({ orgId, userId: member.user_id, now })
    const revoked = yield* apiKeys.revokeForCreator(member.user_id, reason)
    const key = yield* personKeys.forMember(orgId, member.email)
    yield* audit.record({
      action: "member_removed",
      target: auditText`${personal(key, member.email)}`,
      details: auditText`name: ${personal(key, member.full_name)}, role: ${roleNameOf(member)}, API keys revoked: ${revoked}${
        withdrawn === 0 ? "" : `, invitations withdrawn: ${withdrawn}`
      }${because === undefined ? "" : `, ${because}`}`
    })
  })
})
