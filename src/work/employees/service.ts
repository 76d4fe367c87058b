import type {
  EmployeeEmailTaken,
  EmployeeErased,
  EmployeeInUse,
  EmployeeNumberTaken,
  OwnManager
} from "@svc/contract/employees/errors"
import type {
  CreateEmployee,
  DirectoryEmployeeDetails,
  DirectoryPage,
  EmployeeImportReport,
  EmployeePage,
  EmployeeStatus,
  ListDirectory,
  UpdateEmployee
} from "@svc/contract/employees/schema"
import type { EmployeeNotFound } from "@svc/contract/erasure/errors"
import type { Caller } from "@svc/contract/kernel/access"
import type { InvalidRequest, PlanLimitExceeded, PlanLimitReached } from "@svc/contract/kernel/errors"
import type { EmployeeId } from "@svc/contract/kernel/ids"
import type { PageParams } from "@svc/contract/kernel/paging"
import type { PersonInUse } from "@svc/contract/revocations/errors"
import { Context, type Effect, type Option } from "effect"
import type { Transaction } from "#platform/database/db"
import type { CsvPayload } from "#platform/input/csv-import"
import { layerOf } from "#platform/services/layer-of"
import { makeAdding, type NewEmployee } from "./adding.ts"
import { makeImport } from "./import.ts"
import type { Employee } from "./person.ts"
import { makeReading } from "./reading.ts"
import { makeRemoving } from "./removing.ts"
import { makeSyncing, type SyncedPerson, type SyncOutcome } from "./syncing.ts"
import { makeUpdating } from "./updating.ts"

export type { NewEmployee } from "./adding.ts"
export type { Employee } from "./person.ts"
export type { SyncedPerson, SyncOutcome } from "./syncing.ts"

type LimitReached = PlanLimitReached | PlanLimitExceeded
type Refused = EmployeeErased | OwnManager | EmployeeEmailTaken | EmployeeNumberTaken | LimitReached

/**
 * The directory: everyone who works or worked in the organization. A caller of the app sees and changes their scope of
 * it.
 */
export class Employees extends Context.Service<
  Employees,
  {
    /** Everyone, alphabetically by name without case; a page after the last is empty. */
    page(params: PageParams): Effect.Effect<EmployeePage, never, Caller>
    /** By name, within the scope; a page after the last is empty. */
    list(filters: ListDirectory): Effect.Effect<DirectoryPage, never, Caller>
    get(id: EmployeeId): Effect.Effect<DirectoryEmployeeDetails, EmployeeNotFound, Caller>
    /** A new person, active by default; active ones within the plan's limit. */
    add(person: NewEmployee): Effect.Effect<Employee, EmployeeEmailTaken | EmployeeNumberTaken | LimitReached, Caller>
    /** `add` for a form. */
    create(
      input: CreateEmployee
    ): Effect.Effect<Employee, OwnManager | EmployeeEmailTaken | EmployeeNumberTaken | LimitReached, Caller>
    /** Until the end of the transaction no one else changes them. */
    hold(id: EmployeeId): Effect.Effect<Employee, EmployeeNotFound, Caller | Transaction>
    /** `hold` for `change`, before which it stands; `addresses` are those that may become theirs. */
    holdToChange(
      id: EmployeeId,
      addresses: ReadonlyArray<string>
    ): Effect.Effect<Employee, EmployeeNotFound, Caller | Transaction>
    /** The same by an email that they keep, ignoring case and scope; if no one has it, that stays so. */
    holdByAddress(email: string): Effect.Effect<Option.Option<Employee>, never, Caller | Transaction>
    /** Changes a locked person. A refusal has written nothing; an update without a change is not recorded. */
    change(held: Employee, input: UpdateEmployee): Effect.Effect<Employee, Refused, Caller | Transaction>
    /** Both together. The person keeps their key and offboardings under a new email. */
    update(
      id: EmployeeId,
      input: UpdateEmployee
    ): Effect.Effect<Employee, EmployeeNotFound | Refused | PersonInUse, Caller>
    /** Audited if it changes something. The plan's limit does not prevent a reactivation. */
    setStatus(id: EmployeeId, status: EmployeeStatus): Effect.Effect<void, never, Caller | Transaction>
    /** Only while nothing refers to the person. Their entries in the audit log stay. */
    remove(id: EmployeeId): Effect.Effect<void, EmployeeNotFound | EmployeeErased | EmployeeInUse, Caller>
    /** People from another system of record, in order: each one's outcome. No one is deactivated. */
    sync(people: ReadonlyArray<SyncedPerson>): Effect.Effect<ReadonlyArray<SyncOutcome>, never, Caller>
    /** All rows in one transaction; `dryRun` goes the same way and writes nothing. */
    importCsv(
      payload: CsvPayload,
      options: { readonly dryRun: boolean; readonly update: boolean }
    ): Effect.Effect<EmployeeImportReport, InvalidRequest, Caller>
  }
>()("svc/employees/Employees") {
  static readonly layerNoDeps = layerOf(Employees, function* () {
    const { add, create } = yield* makeAdding
    const updating = yield* makeUpdating
    return Employees.of({
      ...(yield* makeReading),
      add,
      create,
      ...updating,
      remove: yield* makeRemoving,
      sync: yield* makeSyncing(updating.update),
      importCsv: yield* makeImport
    })
  })
}
