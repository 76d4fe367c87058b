import { EmployeeEmailTaken, EmployeeNumberTaken } from "@svc/contract/employees/errors"
import type { EmployeeStatus, WorkerType } from "@svc/contract/employees/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { CalendarDate } from "@svc/contract/kernel/dates"
import { EmployeeId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Option } from "effect"
import { PersonKeys } from "#audit/person-keys"
import { Audit } from "#audit/service"
import { auditText, personal } from "#audit/text"
import { Randomness } from "#platform/random"
import { EmployeesRepo } from "./repo.ts"
import { admitActive } from "./rules.ts"

export interface NewEmployee {
  readonly fullName: string
  readonly email: string
  readonly role: string
  readonly department: string
  readonly managerEmail: string | null
  /** An IANA zone; null for the organisation's. */
  readonly timezone: string | null
  /** `employee` unless said otherwise. */
  readonly workerType?: WorkerType
  readonly contractEndDate?: CalendarDate | null
  readonly sourceControlUsername?: string | null
  readonly phone?: string | null
  /** The number by which the HR system or the identity provider knows them. */
  readonly employeeId?: string | null
  /** `active` unless said otherwise. */
  readonly status?: EmployeeStatus
}

/** How somebody comes into the directory, alone or by the file. */
export const makeAdding = Effect.gen(function* () {
  const repo = yield* EmployeesRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const randomness = yield* Randomness

  /** Whoever asks holds `lockCount`, and knows that there is room and that the number is free. */
  const insert = Effect.fnUntraced(function* (person: NewEmployee) {
    const { orgId } = yield* Caller
    const now = yield* DateTime.now
    const inserted = yield* repo.insert({
      org_id: orgId,
      id: EmployeeId.make(yield* randomness.uuid),
      full_name: person.fullName,
      email: person.email,
      role: person.role,
      department: person.department,
      manager_email: person.managerEmail,
      timezone: person.timezone,
      worker_type: person.workerType ?? "employee",
      contract_end_date: person.contractEndDate ?? null,
      source_control_username: person.sourceControlUsername ?? null,
      phone: person.phone ?? null,
      employee_id: person.employeeId ?? null,
      status: person.status ?? "active",
      person_key_id: yield* personKeys.forPerson(orgId, person.email),
      created_at: now,
      updated_at: now
    })
    if (Option.isNone(inserted)) return yield* new EmployeeEmailTaken()
    const employee = inserted.value
    yield* audit.record({
      action: "employee_created",
      target: auditText`Employee ${personal(employee.person_key_id, employee.full_name)}`,
      details: auditText`e-mail: ${personal(employee.person_key_id, employee.email)}`,
      orgEmployeeId: employee.id
    })
    return employee
  })

  /** Fails when the plan has no room for one more; from here on nobody else of the organisation takes it. */
  const takeRoom = Effect.fnUntraced(function* () {
    const { orgId, organisation } = yield* Caller
    yield* Effect.fromResult(admitActive(organisation.plan, yield* repo.countActive(orgId)))
  })

  const add = Effect.fnUntraced(function* (person: NewEmployee) {
    const { orgId } = yield* Caller
    yield* repo.lockCount(orgId)
    if (person.status !== "inactive") yield* takeRoom()
    const { employeeId = null } = person
    if (employeeId !== null && (yield* repo.hasNumber(orgId, employeeId))) return yield* new EmployeeNumberTaken()
    return yield* insert(person)
  })

  return { add, insert, takeRoom }
})
