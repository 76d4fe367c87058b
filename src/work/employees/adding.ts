import { EmployeeEmailTaken, EmployeeNumberTaken } from "@svc/contract/employees/errors"
import type { CreateEmployee, EmployeeStatus, WorkerType } from "@svc/contract/employees/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { CalendarDate } from "@svc/contract/kernel/dates"
import { EmployeeId } from "@svc/contract/kernel/ids"
import { Array as Arr, DateTime, Effect, Option } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { admitManager, newcomer } from "./directory-rules.ts"
import type { Employee } from "./person.ts"
import { EmployeesRepo } from "./repo.ts"
import { admitActive } from "./rules.ts"

export interface NewEmployee {
  readonly fullName: string
  readonly email: string
  readonly role: string
  readonly department: string
  readonly managerEmail: string | null
  /** An IANA zone; null for the organization's. */
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

/** Adding people to the directory, one by one or by file. */
export const makeAdding = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* EmployeesRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const randomness = yield* Randomness

  const rowOf = Effect.fnUntraced(function* (person: NewEmployee) {
    const { orgId } = yield* Caller
    const now = yield* DateTime.now
    return {
      org_id: orgId,
      id: EmployeeId.make(yield* randomness.uuid),
      full_name: person.fullName,
      email: person.email,
      role: person.role,
      department: person.department,
      manager_email: person.managerEmail,
      timezone: person.timezone,
      worker_type: person.workerType ?? ("employee" as const),
      contract_end_date: person.contractEndDate ?? null,
      source_control_username: person.sourceControlUsername ?? null,
      phone: person.phone ?? null,
      employee_id: person.employeeId ?? null,
      status: person.status ?? ("active" as const),
      person_key_id: yield* personKeys.forPerson(orgId, person.email),
      created_at: now,
      updated_at: now
    }
  })

  const record = (employee: Pick<Employee, "id" | "full_name" | "email" | "person_key_id">) =>
    audit.record({
      action: "employee_created",
      target: auditText`Employee ${personal(employee.person_key_id, employee.full_name)}`,
      details: auditText`email: ${personal(employee.person_key_id, employee.email)}`,
      orgEmployeeId: employee.id
    })

  /** The caller has `lockCount`, and has checked the limit, emails, and numbers. */
  const insertMany = Effect.fnUntraced(function* (people: ReadonlyArray<NewEmployee>) {
    const rows = yield* Effect.forEach(people, rowOf)
    // A statement takes at most 65,535 parameters.
    for (const some of Arr.chunksOf(rows, 1000)) yield* repo.insertMany(some)
    yield* Effect.forEach(rows, record, { discard: true })
  })

  /** Fails if the plan has no room for one more; until the end of the transaction no one else takes it. */
  const takeRoom = Effect.fnUntraced(function* () {
    const { orgId, organisation } = yield* Caller
    yield* Effect.fromResult(admitActive(organisation.plan, yield* repo.countActive(orgId)))
  })

  const add = Effect.fn("Employees.add")(function* (person: NewEmployee) {
    const { orgId } = yield* Caller
    yield* repo.lockCount(orgId)
    if (person.status !== "inactive") yield* takeRoom()
    const { employeeId = null } = person
    if (employeeId !== null && (yield* repo.hasNumber(orgId, employeeId))) return yield* new EmployeeNumberTaken()
    const inserted = yield* repo.insert(yield* rowOf(person))
    if (Option.isNone(inserted)) return yield* new EmployeeEmailTaken()
    yield* record(inserted.value)
    return inserted.value
  }, db.transact)

  const create = Effect.fn("Employees.create")(function* (input: CreateEmployee) {
    yield* Effect.fromResult(admitManager(input))
    return yield* add(newcomer(input))
  })

  return { add, create, insertMany, takeRoom }
})
