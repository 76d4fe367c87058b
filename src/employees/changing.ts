import { Caller } from "@svc/contract/kernel/access"
import { DateTime, Effect } from "effect"
import { PersonKeys } from "#audit/person-keys"
import { Audit } from "#audit/service"
import { type AuditText, auditText, personal } from "#audit/text"
import { DirectoryRepo, type HeldPerson } from "./directory-repo.ts"
import { changesBetween, type FieldChange, folded, type PersonFields } from "./directory-rules.ts"

/** The change of a record that is held and judged already, with its entries in the log. */
export const makeChanging = Effect.gen(function* () {
  const repo = yield* DirectoryRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys

  const valueOf = Effect.fnUntraced(function* (held: HeldPerson, { field, of }: FieldChange, value: string | null) {
    const { orgId } = yield* Caller
    if (value === null || value === "") return "none"
    if (of === "nobody") return value
    if (field !== "manager_email" || of === "person") return personal(held.person_key_id, value)
    return personal(yield* personKeys.forPerson(orgId, value), value)
  })

  const described = Effect.fnUntraced(function* (held: HeldPerson, changes: ReadonlyArray<FieldChange>) {
    const texts: Array<AuditText> = []
    for (const one of changes) {
      const before = yield* valueOf(held, one, one.before)
      const after = yield* valueOf(held, one, one.after)
      texts.push(auditText`${texts.length === 0 ? "" : ", "}${one.field}: ${before} -> ${after}`)
    }
    return texts.flat()
  })

  /** Answers whether anything changed. */
  return Effect.fnUntraced(function* (held: HeldPerson, after: PersonFields) {
    const { orgId } = yield* Caller
    const changes = changesBetween(held, after)
    if (changes.length === 0) return false
    yield* repo.update({ orgId, id: held.id }, after, yield* DateTime.now)
    if (folded(after.email) !== folded(held.email)) {
      yield* personKeys.readdress(orgId, held.person_key_id, after.email)
    }
    const target = auditText`Employee ${personal(held.person_key_id, after.full_name)}`
    const [status] = changes.filter(({ field }) => field === "status")
    const others = changes.filter(({ field }) => field !== "status")
    if (others.length > 0) {
      yield* audit.record({
        action: "employee_updated",
        target,
        details: yield* described(held, others),
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
    return true
  })
})
