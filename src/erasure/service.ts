import { EmployeeNotFound, type EmployeeUnderLegalHold, type RevocationOutstanding } from "@svc/contract/erasure/errors"
import type { ErasedEmployee } from "@svc/contract/erasure/schema"
import { Caller } from "@svc/contract/kernel/access"
import { PermissionDenied } from "@svc/contract/kernel/errors"
import type { EmployeeId, OffboardingId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { Erasure } from "#audit/erasure"
import { Db } from "#platform/db"
import { isCaseIn } from "#platform/record-scope"
import { Wakeups } from "#platform/wakeups"
import { CopiesRepo } from "./copies-repo.ts"
import { type ErasureRow, ErasuresRepo } from "./repo.ts"
import { admitErasure, meaninglessAddress } from "./rules.ts"

const answerOf = (row: ErasureRow): ErasedEmployee => ({
  erased: true,
  id: row.employee_id,
  erased_at: row.erased_at,
  offboardings: row.offboarding_ids.length,
  keys_destroyed: row.person_key_ids.length
})

/** What the ledger remembers of an erasure that a restored backup has undone. */
export interface Remembered {
  readonly employeeId: EmployeeId
  readonly personKeyIds: ReadonlyArray<PersonKeyId>
  readonly offboardingIds: ReadonlyArray<OffboardingId>
  readonly erasedAt: DateTime.Utc
}

/** Forgetting a person of the directory for good (decisions 7; quality of the log: D2, "Audit log entry"). */
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
      PermissionDenied | EmployeeNotFound | EmployeeUnderLegalHold | RevocationOutstanding,
      Caller
    >
    /** Does a remembered erasure again, whatever is left to do of it and whatever has happened since. */
    eraseAgain(remembered: Remembered): Effect.Effect<void, never, Caller>
  }
>()("svc/erasure/Erasures") {
  static readonly layerNoDeps = Layer.effect(
    Erasures,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* ErasuresRepo
      const copies = yield* CopiesRepo
      const erasure = yield* Erasure
      const wakeups = yield* Wakeups

      /** The record and the cases are held by the caller. */
      const carryOut = Effect.fnUntraced(function* (options: {
        readonly person: { readonly email: string; readonly person_key_id: PersonKeyId } | undefined
        readonly cases: Effect.Success<ReturnType<typeof repo.lockCases>>
        readonly remembered: Remembered
        readonly why: "requested" | "again"
      }) {
        const { orgId } = yield* Caller
        const { cases, person, remembered, why } = options
        const { employeeId, erasedAt } = remembered
        const nobody = meaninglessAddress(employeeId)
        const offboardingIds = [...new Set([...cases.map(({ id }) => id), ...remembered.offboardingIds])]
        const told = (given: ReadonlyArray<string | null | undefined>) =>
          given
            .flatMap((address) => (address === undefined || address === null ? [] : [address.toLowerCase()]))
            .filter((address) => address !== nobody)
        const own = told([person?.email, ...cases.map((one) => one.employee_email)])
        const further = told(cases.map((one) => one.employee_personal_email)).filter((one) => !own.includes(one))
        // Anybody's address can be written into a case as a private one: that erases nobody else, out of scope or held.
        const others = yield* repo.othersAddresses({ orgId, employeeId, offboardingIds, addresses: further })
        const addresses = [...new Set([...own, ...further.filter((address) => !others.has(address))])]
        const personKeyIds = yield* erasure.destroyKeys({
          orgId,
          employeeId,
          personKeyIds: [
            ...(person === undefined ? [] : [person.person_key_id]),
            ...cases.map(({ person_key_id }) => person_key_id),
            ...remembered.personKeyIds
          ],
          addresses,
          why
        })
        yield* copies.empty({
          orgId,
          employeeId,
          offboardingIds,
          addresses,
          meaninglessAddress: nobody,
          at: yield* DateTime.now
        })
        const row: ErasureRow = {
          org_id: orgId,
          employee_id: employeeId,
          person_key_ids: [...new Set([...personKeyIds, ...remembered.personKeyIds])],
          offboarding_ids: offboardingIds,
          erased_at: erasedAt
        }
        yield* repo.save(row)
        yield* wakeups.signal("erasures")
        return row
      })

      const erase = Effect.fn("Erasures.erase")(function* (employeeId: EmployeeId) {
        const { orgId, records } = yield* Caller
        const person = yield* repo.lockPerson({ orgId, employeeId }, records)
        if (Option.isNone(person)) return yield* new EmployeeNotFound()
        const before = yield* repo.find({ orgId, employeeId })
        if (Option.isSome(before)) return answerOf(before.value)

        const now = yield* DateTime.now
        const { email } = person.value
        const cases = yield* repo.lockCases({ orgId, employeeId, email, also: [] })
        // Whoever writes a person into the directory chooses the address, and so whose cases they are.
        if (!cases.every((one) => isCaseIn(records, one))) {
          return yield* new PermissionDenied({
            error:
              "An offboarding of this person lies outside the records that you may see. Ask somebody who may see all of " +
              "them to erase the person"
          })
        }
        yield* Effect.fromResult(admitErasure(cases, now))
        const remembered = { employeeId, personKeyIds: [], offboardingIds: [], erasedAt: now }
        return answerOf(yield* carryOut({ person: person.value, cases, remembered, why: "requested" }))
      }, db.transact)

      const eraseAgain = Effect.fn("Erasures.eraseAgain")(function* (remembered: Remembered) {
        const { orgId } = yield* Caller
        const { employeeId, offboardingIds } = remembered
        const person = yield* repo.lockPerson({ orgId, employeeId }, { _tag: "All" })
        const cases = yield* repo.lockCases({
          orgId,
          employeeId,
          email: Option.getOrNull(Option.map(person, ({ email }) => email)),
          also: offboardingIds
        })
        yield* carryOut({ person: Option.getOrUndefined(person), cases, remembered, why: "again" })
      }, db.transact)

      return Erasures.of({ erase, eraseAgain })
    })
  )
}
