import { Caller } from "@svc/contract/kernel/access"
import { DateTime, Effect } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { type AuditText, auditText, personal } from "#audit/record/text"
import { DirectoryRepo } from "./directory-repo.ts"
import { changesBetween, type FieldChange, folded, type PersonFields } from "./directory-rules.ts"
import type { Employee } from "./person.ts"

/** The change of a record that is held and judged already, with its entries in the log. */
export const makeChanging = Effect.gen(function* () {
  const repo = yield* DirectoryRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys

  const valueOf = Effect.fnUntraced(function* (held: Employee, { field, of }: FieldChange, value: string | null) {
    const { orgId } = yield* Caller
    if (value === null || value === "") return "none"
    if (of === "nobody") return value
    if (field !== "manager_email" || of === "person") return personal(held.person_key_id, value)
    return personal(yield* personKeys.forPerson(orgId, value), value)
  })

  const described = Effect.fnUntraced(function* (held: Employee, now: Employee, changes: ReadonlyArray<FieldChange>) {
    const texts: Array<AuditText> = []
    for (const one of changes) {
      const before = yield* valueOf(held, one, one.before)
      const after = yield* valueOf(now, one, one.after)
      texts.push(auditText`${texts.length === 0 ? "" : ", "}${one.field}: ${before} -> ${after}`)
    }
    return texts.flat()
  })

  /** Takes the key along to the new address; what serves another too stays where it is, and the record gets its own. */
  const readdressed = Effect.fnUntraced(function* ({ email, id, person_key_id: personKeyId }: Employee, now: string) {
    const { orgId } = yield* Caller
    if (!(yield* repo.sharesKey({ orgId, id, personKeyId, email }))) {
      yield* personKeys.readdress(orgId, personKeyId, now)
      return personKeyId
    }
    const own = yield* personKeys.forPerson(orgId, now)
    yield* repo.rekey({ orgId, id }, own)
    return own
  })

  /** Answers the record as it is now. */
  return Effect.fnUntraced(function* (held: Employee, after: PersonFields) {
    const { orgId } = yield* Caller
    const changes = changesBetween(held, after)
    if (changes.length === 0) return held
    const row = yield* repo.update({ ...after, org_id: orgId, id: held.id, updated_at: yield* DateTime.now })
    const isSame = folded(after.email) === folded(held.email)
    const personKeyId = isSame ? held.person_key_id : yield* readdressed(held, after.email)
    const now: Employee = { ...held, ...row, person_key_id: personKeyId }
    const target = auditText`Employee ${personal(personKeyId, after.full_name)}`
    const [status] = changes.filter(({ field }) => field === "status")
    const others = changes.filter(({ field }) => field !== "status")
    if (others.length > 0) {
      yield* audit.record({
        action: "employee_updated",
        target,
        details: yield* described(held, now, others),
        orgEmployeeId: held.id
      })
    }
    if (status !== undefined) {
      yield* audit.record({
        action: after.status === "active" ? "employee_reactivated" : "employee_deactivated",
        target,
        details: auditText`status: ${after.status}`,
        orgEmployeeId: held.id
      })
    }
    return now
  })
})
