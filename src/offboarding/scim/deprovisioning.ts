import { Caller } from "@svc/contract/kernel/access"
import { CalendarDate, dayIn } from "@svc/contract/kernel/dates"
import { EmailAddress } from "@svc/contract/kernel/text"
import { ScimDeprovisionSkipped } from "@svc/contract/scim/events"
import { DateTime, Effect, Schema } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { type CreationRefusal, Offboardings } from "#offboarding/offboardings/service"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { type FoundPerson, ScimRepo } from "./repo.ts"
import { note } from "./request-log.ts"

const isEmail = Schema.is(EmailAddress)

/** An app that was disconnected a moment ago is left out, and what was connected meanwhile is in: at most so often. */
const retriesOfApps = 3

/** What `active` false and DELETE begin (deprovisioning-1, deprovisioning-6). */
export const makeDeprovisioning = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* ScimRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const outbox = yield* Outbox
  const offboardings = yield* Offboardings

  const create = Effect.fnUntraced(function* (person: FoundPerson) {
    const { orgId } = yield* Caller
    const { apps, timezone } = yield* repo.surroundings(orgId)
    const today = dayIn(timezone, yield* DateTime.now)
    return yield* offboardings.create(
      {
        employee_name: person.full_name,
        employee_email: isEmail(person.email) ? person.email : null,
        employee_role: person.role,
        employee_department: person.department,
        exit_date: CalendarDate.make(today),
        separation_type: "termination",
        apps_to_revoke: apps,
        org_employee_id: person.id
      },
      { source: "scim" }
    )
  })

  const begun = (person: FoundPerson, retries = retriesOfApps): ReturnType<typeof create> =>
    Effect.catchTag(create(person), "UnknownApps", (refusal) =>
      retries > 0 ? begun(person, retries - 1) : Effect.fail(refusal)
    )

  /** The provider is told nothing of it (rule 3), so those are who can do something about it. */
  const skipped = Effect.fnUntraced(function* (person: FoundPerson, refusal: CreationRefusal) {
    const { orgId } = yield* Caller
    const reason = refusal.error
    yield* Effect.logWarning("SCIM deprovisioning was skipped", { orgId, employeeId: person.id, reason })
    const key = yield* personKeys.forPerson(orgId, person.email)
    yield* audit.record({
      action: "scim_deprovision_skipped",
      target: auditText`Employee ${personal(key, person.full_name)}`,
      details: auditText`No offboarding was created: ${reason}`,
      orgEmployeeId: person.id
    })
    yield* outbox.append(orgId, ScimDeprovisionSkipped.make({ employeeId: person.id, reason }))
    yield* note(`deprovisioning skipped: ${reason}`)
  }, db.transact)

  /**
   * Once while an offboarding is open, however often it is asked for; whoever has left already does not leave again.
   */
  return Effect.fn("Scim.deprovision")(function* (person: FoundPerson) {
    if (person.erased) return yield* note("this person was erased: nothing to end")
    if (person.status === "inactive" && person.left) return yield* note("their offboarding is completed already")
    yield* begun(person).pipe(
      Effect.andThen(note("offboarding created")),
      Effect.catchTag("OffboardingDuplicate", () => note("an offboarding is open already")),
      Effect.catch((refusal) => skipped(person, refusal))
    )
  })
})
