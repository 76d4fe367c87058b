import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId, UserId } from "@svc/contract/kernel/ids"
import { OffboardingNotFound, OwnerUnknown } from "@svc/contract/offboardings/errors"
import { OffboardingsAssigned } from "@svc/contract/offboardings/events"
import {
  type Assignee,
  type ChangedOwners,
  type ListAssignees,
  maxAssignees,
  type SetOwners
} from "@svc/contract/offboardings/owner-schema"
import { DateTime, Effect, Option } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText, personal } from "#audit/record/text"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { lockInScope } from "./locked-case.ts"
import { OwnerRepo } from "./owner-repo.ts"
import { OffboardingsRepo } from "./repo.ts"

type Person = Pick<Assignee, "full_name" | "email">

type Outcome = Omit<ChangedOwners["results"][number], "id">

const refused = (refusal: OffboardingNotFound | OwnerUnknown): Outcome => ({
  status: "failed",
  error: refusal.error,
  ...("code" in refusal ? { code: refusal.code } : {})
})

/** The verbs `Offboardings.assignees`, `Offboardings.setOwner` and `Offboardings.setOwners`. */
export const makeOwners = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* OffboardingsRepo
  const owners = yield* OwnerRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const outbox = yield* Outbox

  const named = Effect.fnUntraced(function* (person: Option.Option<Person>) {
    const { orgId } = yield* Caller
    if (Option.isNone(person)) return "none"
    return personal(yield* personKeys.forMember(orgId, person.value.email), person.value.full_name)
  })

  /** The member who becomes the owner, before a case is locked; none for null. */
  const asked = Effect.fnUntraced(function* (userId: UserId | null) {
    const { orgId } = yield* Caller
    if (userId === null) return Option.none<Assignee>()
    const member = yield* owners.holdMember({ orgId, userId })
    return Option.isNone(member) ? yield* new OwnerUnknown() : member
  })

  const assign = Effect.fnUntraced(function* (id: OffboardingId, owner: Option.Option<Assignee>) {
    const { orgId } = yield* Caller
    const row = yield* lockInScope(repo, id)
    const key = { org_id: orgId, id }
    const before = yield* owners.ownerOf(key)
    const owner_id = Option.isNone(owner) ? null : owner.value.user_id
    if (owner_id === (Option.isNone(before) ? null : before.value.owner_id)) {
      return { updated_at: row.updated_at, changed: false }
    }
    if (owner_id !== null && !(yield* owners.canOwn({ orgId, userId: owner_id, offboardingId: id })))
      return yield* new OwnerUnknown()
    const updated_at = yield* DateTime.now
    yield* owners.setOwner({ ...key, owner_id, updated_at })
    yield* audit.record({
      action: owner_id === null ? "offboarding_owner_cleared" : "offboarding_owner_set",
      ...aboutCase(row),
      details: auditText`owner: ${yield* named(before)} -> ${yield* named(owner)}`
    })
    return { updated_at, changed: true }
  })

  /** Members are not notified of what they did themselves. */
  const announce = Effect.fnUntraced(function* (ownerId: UserId | null, offboardingIds: ReadonlyArray<OffboardingId>) {
    const { orgId, userId } = yield* Caller
    if (ownerId === null || ownerId === userId || offboardingIds.length === 0) return
    yield* outbox.append(orgId, OffboardingsAssigned.make({ ownerId, offboardingIds }))
  })

  const setOwner = Effect.fn("Offboardings.setOwner")(function* (id: OffboardingId, owner_id: UserId | null) {
    const owner = yield* asked(owner_id)
    const { changed, updated_at } = yield* assign(id, owner)
    yield* announce(owner_id, changed ? [id] : [])
    return { id, owner_id, owner_name: Option.isNone(owner) ? null : owner.value.full_name, updated_at }
  }, db.transact)

  const setOwners = Effect.fn("Offboardings.setOwners")(function* ({ ids, owner_id }: SetOwners) {
    const several = [...new Set(ids)]
    const owner = yield* Effect.result(asked(owner_id))
    if (owner._tag === "Failure") {
      return { updated: 0, results: several.map((id) => ({ id, ...refused(owner.failure) })) }
    }
    const outcomes = new Map<OffboardingId, Outcome>()
    // In one order, so that two of these do not wait for each other.
    for (const id of several.toSorted()) {
      const outcome = yield* Effect.match(assign(id, owner.success), {
        onFailure: refused,
        onSuccess: ({ changed }): Outcome => ({ status: changed ? "updated" : "unchanged" })
      })
      outcomes.set(id, outcome)
    }
    const results = several.flatMap((id) => {
      const outcome = outcomes.get(id)
      return outcome === undefined ? [] : [{ id, ...outcome }]
    })
    const updated = results.flatMap(({ id, status }) => (status === "updated" ? [id] : []))
    yield* announce(owner_id, updated)
    return { updated: updated.length, results }
  }, db.transact)

  const assignees = Effect.fn("Offboardings.assignees")(function* ({ offboarding_id, q = "" }: ListAssignees) {
    const { orgId, records } = yield* Caller
    if (offboarding_id !== undefined) {
      const found = yield* repo.find({ org_id: orgId, id: offboarding_id }, records)
      if (Option.isNone(found)) return yield* new OffboardingNotFound()
    }
    const found = yield* owners.assignees({ orgId, offboardingId: offboarding_id ?? null, q })
    return { rows: found.slice(0, maxAssignees), more: found.length > maxAssignees }
  }, db.transact)

  return { assignees, setOwner, setOwners }
})
