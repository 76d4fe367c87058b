import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { MemberHandover } from "@svc/contract/offboardings/errors"
import { DateTime, Effect, Layer } from "effect"
import { DepartingMembers } from "#access/departing-members"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { type DepartingRow, DeparturesRepo } from "./departures-repo.ts"
import { makeEnding } from "./ending.ts"
import { MembersRepo } from "./repo.ts"
import { handoverOf, handoverSentence, roleNameOf, standingOf } from "./rules.ts"

const because = "their offboarding was completed"

/** Completion of an offboarding ends the membership of the person whom it is about, and withdraws their invitations (access-44). */
export const DeparturesLayer = Layer.effect(
  DepartingMembers,
  Effect.gen(function* () {
    const repo = yield* DeparturesRepo
    const members = yield* MembersRepo
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    const endMembership = yield* makeEnding

    const rows = Effect.fnUntraced(function* (offboardingId: OffboardingId) {
      const { orgId } = yield* Caller
      return yield* repo.of({ orgId, offboardingId, now: yield* DateTime.now })
    })

    const handedOver = (row: DepartingRow) =>
      Effect.map(Caller, (by) => handoverOf({ ...row, permissions: standingOf(row).permissions }, by))

    /** An invitation that the person has not accepted yet would make them a member after they left. */
    const withdrawInvitations = Effect.fnUntraced(function* (offboardingId: OffboardingId) {
      const { orgId } = yield* Caller
      for (const { email, ...stored } of yield* repo.withdrawInvitations({ orgId, offboardingId })) {
        const key = yield* personKeys.forPerson(orgId, email)
        yield* audit.record({
          action: "invite_revoked",
          target: auditText`${personal(key, email)}`,
          details: auditText`role: ${roleNameOf(stored)}, ${because}`
        })
      }
    })

    const of = Effect.fnUntraced(function* (id: OffboardingId) {
      return yield* Effect.forEach(
        yield* rows(id),
        Effect.fnUntraced(function* (row) {
          return {
            user_id: row.user_id,
            full_name: row.full_name,
            role_name: roleNameOf(row),
            api_keys: row.api_keys,
            handover: yield* handedOver(row)
          }
        })
      )
    })

    const createdKey = Effect.fnUntraced(function* (offboardingId: OffboardingId) {
      const { apiKey, orgId } = yield* Caller
      return apiKey !== null && (yield* repo.createdKey({ orgId, offboardingId, keyId: apiKey.id }))
    })

    const end = Effect.fnUntraced(function* (id: OffboardingId) {
      const { orgId } = yield* Caller
      // Asked first: a person who accepts in between is a member by the next statement.
      const isInvited = yield* repo.isInvited({ orgId, offboardingId: id })
      if (!isInvited && (yield* rows(id)).length === 0) return
      // Of two Super Admins whose offboardings are completed concurrently, the second is the last one.
      yield* members.lock(orgId)
      // After the organization, in the order of an acceptance.
      yield* withdrawInvitations(id)
      const leaving = yield* rows(id)
      const missing = (yield* Effect.forEach(leaving, handedOver)).flat()
      if (missing.length > 0) return yield* new MemberHandover({ error: handoverSentence(missing), missing })
      yield* Effect.forEach(
        leaving,
        (row) =>
          endMembership(row, {
            reason: "creator's offboarding completed",
            because
          }),
        { discard: true }
      )
    })

    return DepartingMembers.of({ of, createdKey, end })
  })
)
