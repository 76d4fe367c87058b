import {
  EmployeeEmailTaken,
  type EmployeeErased,
  EmployeeInUse,
  EmployeeNumberTaken,
  type OwnManager
} from "@svc/contract/employees/errors"
import type {
  CreateEmployee,
  DirectoryEmployee,
  DirectoryEmployeeDetails,
  DirectoryPage,
  EmployeeImportReport,
  ListDirectory,
  UpdateEmployee
} from "@svc/contract/employees/schema"
import { EmployeeNotFound } from "@svc/contract/erasure/errors"
import { Caller } from "@svc/contract/kernel/access"
import type { InvalidRequest, PlanLimitExceeded, PlanLimitReached } from "@svc/contract/kernel/errors"
import type { EmployeeId } from "@svc/contract/kernel/ids"
import { Context, Effect, Layer, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import type { CsvPayload } from "#platform/input/csv-import"
import { Db } from "#platform/database/db"
import { makeAdding } from "./adding.ts"
import { makeChanging } from "./changing.ts"
import { makeImport } from "./directory-import.ts"
import { DirectoryRepo } from "./directory-repo.ts"
import { admitErased, admitManager, changed, folded, newcomer } from "./directory-rules.ts"
import { EmployeesRepo } from "./repo.ts"
import { makeSyncing, type SyncedPerson, type SyncOutcome } from "./syncing.ts"

export type { SyncedPerson, SyncOutcome } from "./syncing.ts"

type LimitReached = PlanLimitReached | PlanLimitExceeded

/** The directory as members of the organisation look after it; everywhere within the caller's scope. */
export class Directory extends Context.Service<
  Directory,
  {
    /** By name; a page after the last is empty. */
    list(filters: ListDirectory): Effect.Effect<DirectoryPage, never, Caller>
    get(id: EmployeeId): Effect.Effect<DirectoryEmployeeDetails, EmployeeNotFound, Caller>
    create(
      input: CreateEmployee
    ): Effect.Effect<DirectoryEmployee, OwnManager | EmployeeEmailTaken | EmployeeNumberTaken | LimitReached, Caller>
    /** What changes nothing is not recorded. The person's key and offboardings stay theirs under a new address. */
    update(
      id: EmployeeId,
      input: UpdateEmployee
    ): Effect.Effect<
      DirectoryEmployee,
      EmployeeNotFound | EmployeeErased | OwnManager | EmployeeEmailTaken | EmployeeNumberTaken | LimitReached,
      Caller
    >
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
>()("svc/employees/Directory") {
  static readonly layerNoDeps = Layer.effect(
    Directory,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* DirectoryRepo
      const people = yield* EmployeesRepo
      const audit = yield* Audit
      const adding = yield* makeAdding
      const change = yield* makeChanging
      const importCsv = yield* makeImport

      const list = Effect.fn("Directory.list")(function* (filters: ListDirectory) {
        const { orgId, records } = yield* Caller
        const { rows, total } = yield* repo.page(orgId, records, filters)
        return { rows, total, limit: filters.limit, offset: filters.offset }
      }, db.transact)

      const found = Effect.fnUntraced(function* (id: EmployeeId) {
        const { orgId, records } = yield* Caller
        return yield* Effect.flatMap(repo.find({ orgId, id }, records), Effect.fromOption).pipe(
          Effect.catchTag("NoSuchElementError", () => new EmployeeNotFound())
        )
      })

      const get = Effect.fn("Directory.get")(function* (id: EmployeeId) {
        const { orgId, permissions, records } = yield* Caller
        const person = yield* found(id)
        const openCase = yield* repo.openCase({ orgId, id }, records)
        const assets = permissions.includes("assets_view") ? yield* repo.equipment({ orgId, id }) : []
        return { ...person, open_offboarding_id: Option.getOrNull(openCase), assets }
      }, db.transact)

      /** As it is now, also when it has just left the caller's scope. */
      const present = Effect.fnUntraced(function* (id: EmployeeId) {
        const { orgId } = yield* Caller
        return yield* Effect.flatMap(repo.find({ orgId, id }, { _tag: "All" }), Effect.fromOption).pipe(Effect.orDie)
      })

      const create = Effect.fn("Directory.create")(function* (input: CreateEmployee) {
        yield* Effect.fromResult(admitManager(input))
        const { id } = yield* adding.add(newcomer(input))
        return yield* present(id)
      }, db.transact)

      const update = Effect.fn("Directory.update")(function* (id: EmployeeId, input: UpdateEmployee) {
        const { orgId, records } = yield* Caller
        // From here on nobody else of the organisation takes an address, a number or the last place of the
        // plan (work-22).
        yield* people.lockCount(orgId)
        const seen = yield* found(id)
        // Cases are locked before the people of them, as everywhere.
        if (input.email !== undefined && folded(input.email) !== folded(seen.email))
          yield* repo.keepCases({ orgId, id })
        const held = yield* repo.lock({ orgId, id }, records)
        if (Option.isNone(held)) return yield* new EmployeeNotFound()
        const before = held.value
        yield* Effect.fromResult(admitErased(before))
        const after = changed(before, input)
        yield* Effect.fromResult(admitManager(after))
        if (before.status === "inactive" && after.status === "active") yield* adding.takeRoom()
        const others = (yield* repo.known(
          orgId,
          [folded(after.email)],
          after.employee_id === null ? [] : [after.employee_id]
        )).filter((other) => other.id !== id)
        if (others.some(({ email }) => folded(email) === folded(after.email))) return yield* new EmployeeEmailTaken()
        if (others.length > 0) return yield* new EmployeeNumberTaken()
        yield* change(before, after)
        return yield* present(id)
      }, db.transact)

      const remove = Effect.fn("Directory.remove")(function* (id: EmployeeId) {
        const { orgId, records } = yield* Caller
        const held = yield* repo.lock({ orgId, id }, records)
        if (Option.isNone(held)) return yield* new EmployeeNotFound()
        yield* Effect.fromResult(admitErased(held.value))
        if (yield* repo.hasCases({ orgId, id })) return yield* new EmployeeInUse()
        if (!(yield* repo.remove({ orgId, id }))) return yield* new EmployeeInUse()
        const { email, full_name, person_key_id } = held.value
        yield* audit.record({
          action: "employee_deleted",
          target: auditText`Employee ${personal(person_key_id, full_name)}`,
          details: auditText`e-mail: ${personal(person_key_id, email)}`,
          orgEmployeeId: id
        })
      }, db.transact)

      return Directory.of({ list, get, create, update, remove, importCsv, sync: yield* makeSyncing(update) })
    })
  )
}
