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

/** The directory: everybody who works or worked in the organisation. A caller of the app sees and changes their scope of it. */
export class Employees extends Context.Service<
  Employees,
  {
    /** Everybody, alphabetically by name without regard to case; a page after the last is empty. */
    page(params: PageParams): Effect.Effect<EmployeePage, never, Caller>
    /** By name, within the scope; a page after the last is empty. */
    list(filters: ListDirectory): Effect.Effect<DirectoryPage, never, Caller>
    get(id: EmployeeId): Effect.Effect<DirectoryEmployeeDetails, EmployeeNotFound, Caller>
    /** Somebody new, active unless said otherwise; active ones while the plan has room. */
    add(person: NewEmployee): Effect.Effect<Employee, EmployeeEmailTaken | EmployeeNumberTaken | LimitReached, Caller>
    /** `add` for whoever fills in the form. */
    create(
      input: CreateEmployee
    ): Effect.Effect<Employee, OwnManager | EmployeeEmailTaken | EmployeeNumberTaken | LimitReached, Caller>
    /** From here to the end of the transaction nobody else changes them. */
    hold(id: EmployeeId): Effect.Effect<Employee, EmployeeNotFound, Caller | Transaction>
    /** `hold` for `change`, before which it stands; `addresses` are those that may become theirs. */
    holdToChange(
      id: EmployeeId,
      addresses: ReadonlyArray<string>
    ): Effect.Effect<Employee, EmployeeNotFound, Caller | Transaction>
    /** The same by an address that they keep, without regard to case or scope; where it is nobody's, it stays so. */
    holdByAddress(email: string): Effect.Effect<Option.Option<Employee>, never, Caller | Transaction>
    /** Of somebody who is held for it. What is refused has written nothing; what changes nothing is not recorded. */
    change(held: Employee, input: UpdateEmployee): Effect.Effect<Employee, Refused, Caller | Transaction>
    /** Both at once. The person's key and offboardings stay theirs under a new address. */
    update(
      id: EmployeeId,
      input: UpdateEmployee
    ): Effect.Effect<Employee, EmployeeNotFound | Refused | PersonInUse, Caller>
    /** Audited when it changes something. The plan's limit does not keep anybody from coming back. */
    setStatus(id: EmployeeId, status: EmployeeStatus): Effect.Effect<void, never, Caller | Transaction>
    /** Only while nothing refers to the person. Their entries in the audit log stay. */
    remove(id: EmployeeId): Effect.Effect<void, EmployeeNotFound | EmployeeErased | EmployeeInUse, Caller>
    /** People as another system of record has them, in their order: what became of each. Nobody is deactivated. */
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
