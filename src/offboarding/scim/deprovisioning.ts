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
import type { Employee } from "#work/employees/service"
import { ScimRepo } from "./repo.ts"

const isEmail = Schema.is(EmailAddress)

/** Apps may be disconnected or connected during the call: maximum retries. */
const retriesOfApps = 3

/** How a note begins that tells why no offboarding was created. */
export const skippedNote = "deprovisioning skipped: "

/** What `active` false and DELETE begin (deprovisioning-1, deprovisioning-6). */
export const makeDeprovisioning = Effect.gen(function* () {
  const repo = yield* ScimRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const outbox = yield* Outbox
  const offboardings = yield* Offboardings

  const create = Effect.fnUntraced(function* (person: Employee) {
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

  const begun = (person: Employee, retries = retriesOfApps): ReturnType<typeof create> =>
    Effect.catchTag(create(person), "UnknownApps", (refusal) =>
      retries > 0 ? begun(person, retries - 1) : Effect.fail(refusal)
    )

  /** The provider is not notified (rule 3), so the members who can act are. */
  const skipped = Effect.fnUntraced(function* (person: Employee, refusal: CreationRefusal) {
    const { orgId } = yield* Caller
    const reason = refusal.error
    yield* Effect.logWarning("scim deprovisioning skipped", { orgId, employeeId: person.id, reason })
    const key = yield* personKeys.forPerson(orgId, person.email)
    yield* audit.record({
      action: "scim_deprovision_skipped",
      target: auditText`Employee ${personal(key, person.full_name)}`,
      details: auditText`No offboarding was created: ${reason}`,
      orgEmployeeId: person.id
    })
    yield* outbox.append(orgId, ScimDeprovisionSkipped.make({ employeeId: person.id, reason, refusal: refusal._tag }))
    return `${skippedNote}${reason}`
  })

  /**
   * Once while an offboarding is open, however often it is requested; a person who has left does not leave again. For a
   * locked person; returns the outcome.
   */
  return Effect.fn("Scim.deprovision")(function* (person: Employee) {
    const { orgId } = yield* Caller
    if (person.erased) return "this person was erased: nothing to end"
    if (person.status === "inactive" && (yield* repo.standing(orgId, person)).left) {
      return "their offboarding is already completed"
    }
    return yield* begun(person).pipe(
      Effect.as("offboarding created"),
      Effect.catchTag("OffboardingDuplicate", () => Effect.succeed("an offboarding is already open")),
      Effect.catch((refusal) => skipped(person, refusal))
    )
  })
})
