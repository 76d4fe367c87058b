import {
  type EmployeeIsMember,
  EmployeeNotFound,
  type EmployeeUnderLegalHold,
  type RevocationOutstanding
} from "@svc/contract/erasure/errors"
import type { ErasedEmployee, ErasurePreview } from "@svc/contract/erasure/schema"
import { Caller } from "@svc/contract/kernel/access"
import { PermissionDenied } from "@svc/contract/kernel/errors"
import type { EmployeeId, OffboardingId, PersonKeyId } from "@svc/contract/kernel/ids"
import { isFrozen } from "@svc/contract/kernel/legal-hold"
import { Context, DateTime, Effect, Option } from "effect"
import { Erasure } from "#audit/record/erasure"
import { Db } from "#platform/database/db"
import { isCaseIn } from "#records/record-scope"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { CopiesRepo } from "./copies-repo.ts"
import { KeyUsesRepo } from "./key-uses-repo.ts"
import { type ErasureCase, type ErasureRow, ErasuresRepo } from "./repo.ts"
import { meaninglessAddress, obstaclesToErasure } from "./rules.ts"
import { erasures } from "./topic.ts"

const answerOf = (row: ErasureRow): ErasedEmployee => ({
  erased: true,
  id: row.employee_id,
  erased_at: row.erased_at,
  offboardings: row.offboarding_ids.length,
  keys_destroyed: row.person_key_ids.length
})

/** What the ledger remembers of an erasure that a restored backup has undone. */
interface Remembered {
  readonly employeeId: EmployeeId
  readonly personKeyIds: ReadonlyArray<PersonKeyId>
  readonly offboardingIds: ReadonlyArray<OffboardingId>
  readonly erasedAt: DateTime.Utc
}

/** A person's record, if it is there, and their cases; locked. */
interface Held {
  readonly person: { readonly email: string; readonly person_key_id: PersonKeyId } | undefined
  readonly cases: ReadonlyArray<ErasureCase>
}

/**
 * Erasure of a person of the directory (erasure-1): crypto-shredding of their keys, and emptying of every copy that a
 * domain declares, in one transaction. After a crash nothing or all of it is done; the ledger follows.
 */
export class Erasures extends Context.Service<
  Erasures,
  {
    /**
     * One transaction destroys every key of the person, empties their record, their cases and every copy of their name,
     * and records it; asked again it answers the same and changes nothing.
     */
    erase(
      id: EmployeeId
    ): Effect.Effect<
      ErasedEmployee,
      PermissionDenied | EmployeeNotFound | EmployeeUnderLegalHold | EmployeeIsMember | RevocationOutstanding,
      Caller
    >
    /** What that would do now, and what stands against it; changes nothing. */
    preview(id: EmployeeId): Effect.Effect<ErasurePreview, PermissionDenied | EmployeeNotFound, Caller>
    /** Does a remembered erasure again, whatever is left to do of it and whatever has happened since. */
    eraseAgain(remembered: Remembered): Effect.Effect<void, never, Caller>
  }
>()("svc/erasure/Erasures") {
  static readonly layerNoDeps = layerOf(Erasures, function* () {
    const db = yield* Db
    const repo = yield* ErasuresRepo
    const uses = yield* KeyUsesRepo
    const copies = yield* CopiesRepo
    const erasure = yield* Erasure
    const wakeups = yield* Wakeups

    /** The person's emails, and those private ones of their cases that no other person has. */
    const addressesOf = Effect.fnUntraced(function* (
      { employeeId, offboardingIds }: Pick<Remembered, "employeeId" | "offboardingIds">,
      { cases, person }: Held
    ) {
      const { orgId } = yield* Caller
      const nobody = meaninglessAddress(employeeId)
      const told = (given: ReadonlyArray<string | null | undefined>) =>
        given
          .flatMap((address) => (address === undefined || address === null ? [] : [address.toLowerCase()]))
          .filter((address) => address !== nobody)
      const own = told([person?.email, ...cases.map((one) => one.employee_email)])
      const further = told(cases.map((one) => one.employee_personal_email)).filter((one) => !own.includes(one))
      // Any email can be entered as a case's private one: that erases no other person, out of scope or on hold.
      const others = yield* repo.othersAddresses({ orgId, employeeId, offboardingIds, addresses: further })
      return { own, addresses: [...new Set([...own, ...further.filter((address) => !others.has(address))])] }
    })

    /** Everything that would go, held until the transaction ends, and what of it serves others too. */
    const survey = Effect.fnUntraced(function* (remembered: Remembered, held: Held) {
      const { orgId, records } = yield* Caller
      const { cases, person } = held
      const { employeeId } = remembered
      const offboardingIds = [...new Set([...cases.map(({ id }) => id), ...remembered.offboardingIds])]
      const { addresses, own } = yield* addressesOf({ employeeId, offboardingIds }, held)
      const keys = yield* erasure.holdKeys({
        orgId,
        personKeyIds: [
          ...(person === undefined ? [] : [person.person_key_id]),
          ...cases.map(({ person_key_id }) => person_key_id),
          ...remembered.personKeyIds
        ],
        addresses
      })
      const asked = {
        orgId,
        employeeId,
        offboardingIds,
        addresses,
        keys: keys.map(({ id }) => id),
        now: yield* DateTime.now
      }
      const used = yield* uses.others(asked, records)
      const members = yield* uses.memberAddresses(orgId)
      const shared = new Set(used.map(({ key }) => key))
      const theirs = keys.filter(({ id }) => !shared.has(id))
      const ofMembers = yield* erasure.keysOfMembers(orgId, theirs, members)
      return {
        offboardingIds,
        addresses,
        all: keys,
        keys: theirs,
        ofMembers,
        members,
        isMember: ofMembers.size > 0 || own.some((address) => members.includes(address)),
        isHeld: yield* uses.isHeld({ ...asked, keys: theirs.map(({ id }) => id) }),
        // A former member's acts are in the scope of members who see all records.
        isOutside:
          used.some(({ outside }) => outside) ||
          (records._tag !== "All" && theirs.some(({ alive, ofMember }) => alive && ofMember))
      }
    })

    /** Destroys these keys and empties what has these addresses and cases; all of it is held by the caller. */
    const carryOut = Effect.fnUntraced(function* (
      { employeeId, erasedAt, personKeyIds }: Remembered,
      {
        addresses,
        keys,
        offboardingIds
      }: Pick<Effect.Success<ReturnType<typeof survey>>, "addresses" | "keys" | "offboardingIds">,
      why: "requested" | "again"
    ) {
      const { orgId } = yield* Caller
      yield* erasure.destroyKeys({ orgId, employeeId, keys, why })
      yield* copies.empty({
        orgId,
        employeeId,
        offboardingIds,
        personKeyIds: keys.map(({ id }) => id),
        addresses,
        meaninglessAddress: meaninglessAddress(employeeId),
        now: DateTime.toDateUtc(yield* DateTime.now)
      })
      const row: ErasureRow = {
        org_id: orgId,
        employee_id: employeeId,
        person_key_ids: [...new Set([...keys.map(({ id }) => id), ...personKeyIds])],
        offboarding_ids: offboardingIds,
        erased_at: erasedAt
      }
      yield* repo.save(row)
      yield* wakeups.signal(erasures)
      return row
    })

    /** The person with all that an erasure concerns, held until the transaction ends. */
    const look = Effect.fnUntraced(function* (employeeId: EmployeeId) {
      const { orgId, records } = yield* Caller
      const found = yield* repo.lockPerson({ orgId, employeeId }, records)
      if (Option.isNone(found)) return yield* new EmployeeNotFound()
      const before = yield* repo.find({ orgId, employeeId })
      if (Option.isSome(before)) return { before: before.value }

      const now = yield* DateTime.now
      const person = found.value
      const cases = yield* repo.lockCases({ orgId, employeeId, email: person.email, also: [] })
      const remembered = { employeeId, personKeyIds: [], offboardingIds: [], erasedAt: now }
      const surveyed = yield* survey(remembered, { person, cases })
      // The writer of a directory record chooses its email, and with it whose cases and keys it has.
      if (surveyed.isOutside || !cases.every((one) => isCaseIn(records, one))) {
        return yield* new PermissionDenied({
          error:
            "An offboarding or record of this person is outside your record scope. Ask a member who sees all of " +
            "them to erase the person"
        })
      }
      return { remembered, surveyed, obstacles: obstaclesToErasure(cases, surveyed, now) }
    })

    const preview = Effect.fn("Erasures.preview")(function* (employeeId: EmployeeId) {
      const { orgId } = yield* Caller
      const looked = yield* look(employeeId)
      const { erased_at, ids, keys, obstacles } =
        looked.before !== undefined
          ? {
              erased_at: looked.before.erased_at,
              ids: looked.before.offboarding_ids,
              keys: looked.before.person_key_ids.length,
              obstacles: []
            }
          : {
              erased_at: null,
              ids: looked.surveyed.offboardingIds,
              keys: looked.surveyed.keys.filter(({ alive }) => alive).length,
              obstacles: looked.obstacles
            }
      return {
        ...(yield* repo.figures({ orgId, employeeId, offboardingIds: ids })),
        erased_at,
        offboardings: ids.length,
        keys,
        obstacles: obstacles.map(({ cases, refusal: { code, error } }) => ({ code, error, offboarding_ids: cases }))
      }
    }, db.transact)

    const erase = Effect.fn("Erasures.erase")(function* (employeeId: EmployeeId) {
      const looked = yield* look(employeeId)
      if (looked.before !== undefined) return answerOf(looked.before)
      const [obstacle] = looked.obstacles
      if (obstacle !== undefined) return yield* obstacle.refusal
      return answerOf(yield* carryOut(looked.remembered, looked.surveyed, "requested"))
    }, db.transact)

    const eraseAgain = Effect.fn("Erasures.eraseAgain")(function* (remembered: Remembered) {
      const { orgId } = yield* Caller
      const { employeeId, offboardingIds } = remembered
      const now = yield* DateTime.now
      const found = yield* repo.lockPerson({ orgId, employeeId }, { _tag: "All" })
      const person = Option.getOrUndefined(found)
      const locked = yield* repo.lockCases({ orgId, employeeId, email: person?.email ?? null, also: offboardingIds })
      const cases = locked.filter((one) => offboardingIds.includes(one.id) || !isFrozen(one, now))
      const { addresses, all, isHeld, keys, members, ofMembers, ...surveyed } = yield* survey(remembered, {
        person,
        cases
      })
      // What was destroyed before is destroyed again; of later finds, only what belongs to no other person.
      const known = new Set(remembered.personKeyIds)
      const free = new Set(isHeld ? [] : keys.filter(({ id }) => !ofMembers.has(id)).map(({ id }) => id))
      yield* carryOut(
        remembered,
        {
          offboardingIds: surveyed.offboardingIds,
          addresses: addresses.filter((address) => !members.includes(address)),
          keys: all.filter(({ id }) => known.has(id) || free.has(id))
        },
        "again"
      )
    }, db.transact)

    return Erasures.of({ erase, preview, eraseAgain })
  })
}
