import { EmployeeEmailTaken, EmployeeErased, EmployeeNumberTaken } from "@svc/contract/employees/errors"
import { employeeImportColumns, EmployeeRow } from "@svc/contract/employees/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { ImportError } from "@svc/contract/kernel/csv-import"
import type { EmployeeId } from "@svc/contract/kernel/ids"
import { Effect, Option, Record, Result } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { type CsvPayload, type CsvRow, decodeRow, readCsvImport } from "#platform/input/csv-import"
import { Db } from "#platform/database/db"
import { makeAdding } from "./adding.ts"
import { makeChanging } from "./changing.ts"
import { DirectoryRepo } from "./directory-repo.ts"
import { admitManager, changed, changesBetween, folded, newcomer, type PersonFields } from "./directory-rules.ts"
import type { Employee } from "./person.ts"
import { EmployeesRepo } from "./repo.ts"
import { admitActive } from "./rules.ts"

const decode = decodeRow(EmployeeRow)

/** `Contractor`, as the forms write it, is `contractor`. */
const inLowerCase = ({ cells, ...row }: CsvRow): CsvRow => ({
  ...row,
  cells: Record.map(cells, (cell, column) =>
    column === "worker_type" || column === "status" ? cell.toLowerCase() : cell
  )
})

interface Line {
  readonly line: number
  readonly row: EmployeeRow
}

type Step =
  | { readonly _tag: "Add"; readonly row: EmployeeRow }
  | { readonly _tag: "Change"; readonly held: Employee; readonly after: PersonFields }

/** Owner of an email and a number during the import: a directory person, or a line. */
type Owner = EmployeeId | number

export const makeImport = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* DirectoryRepo
  const people = yield* EmployeesRepo
  const audit = yield* Audit
  const adding = yield* makeAdding
  const change = yield* makeChanging

  /** What each line comes to, in the order of the file: those before it count for those after it. */
  const plan = Effect.fnUntraced(function* (lines: ReadonlyArray<Line>, update: boolean) {
    const { orgId, organisation, records } = yield* Caller
    const known = yield* repo.known(
      orgId,
      lines.map(({ row }) => folded(row.email)),
      lines.flatMap(({ row }) => (row.employee_id === undefined ? [] : [row.employee_id]))
    )
    const visible = yield* repo.inScope(
      orgId,
      known.map(({ id }) => id),
      records
    )
    const byAddress = new Map(known.map((person) => [folded(person.email), person]))
    const numbers = new Map<string, Owner>(
      known.flatMap(({ employee_id, id }) => (employee_id === null ? [] : [[employee_id, id] as const]))
    )
    const lineOf = new Map<string, number>()
    let active = yield* people.countActive(orgId)
    const steps: Array<Step> = []
    const errors: Array<ImportError> = []

    const judge = ({ line, row }: Line): Option.Option<Omit<ImportError, "line">> => {
      const address = folded(row.email)
      const earlier = lineOf.get(address)
      if (earlier !== undefined) {
        return Option.some({ field: "email", error: `line ${earlier} already has this email address` })
      }
      const held = byAddress.get(address)
      if (held !== undefined && (!update || !visible.has(held.id))) {
        return Option.some({ field: "email", error: new EmployeeEmailTaken().error })
      }
      if (held?.erased === true) return Option.some({ field: "email", error: new EmployeeErased().error })
      const self: Owner = held?.id ?? line
      const owner = row.employee_id === undefined ? self : (numbers.get(row.employee_id) ?? self)
      if (owner !== self) {
        return Option.some({
          field: "employee_id",
          error: typeof owner === "number" ? `line ${owner} already has this number` : new EmployeeNumberTaken().error
        })
      }
      const after = held === undefined ? row : changed(held, row)
      const own = admitManager(after)
      if (Result.isFailure(own)) return Option.some({ field: "manager_email", error: own.failure.error })
      const joins = (after.status ?? "active") === "active" && held?.status !== "active"
      const leaves = after.status === "inactive" && held?.status === "active"
      if (joins) {
        const room = admitActive(organisation.plan, active)
        if (Result.isFailure(room)) return Option.some({ field: null, error: room.failure.error })
      }
      active += joins ? 1 : leaves ? -1 : 0
      lineOf.set(address, line)
      if (held === undefined) {
        if (row.employee_id !== undefined) numbers.set(row.employee_id, line)
        steps.push({ _tag: "Add", row })
        return Option.none()
      }
      const fields = changed(held, row)
      if (fields.employee_id !== null && fields.employee_id !== held.employee_id) {
        // The former number stays taken within the file, so that no order of the writes matters.
        numbers.set(fields.employee_id, held.id)
      }
      if (changesBetween(held, fields).length > 0) steps.push({ _tag: "Change", held, after: fields })
      return Option.none()
    }

    for (const one of lines) {
      const flaw = judge(one)
      if (Option.isSome(flaw)) errors.push({ line: one.line, ...flaw.value })
    }
    return { steps, errors }
  })

  const inOne = Effect.fnUntraced(function* (
    lines: ReadonlyArray<Line>,
    options: { readonly dryRun: boolean; readonly update: boolean }
  ) {
    const { orgId } = yield* Caller
    yield* people.lockCount(orgId)
    const planned = yield* plan(lines, options.update)
    const newcomers = planned.steps.flatMap((step) => (step._tag === "Add" ? [newcomer(step.row)] : []))
    const changes = planned.steps.filter((step) => step._tag === "Change")
    const { length: imported } = newcomers
    const { length: updated } = changes
    if (!options.dryRun && planned.steps.length > 0) {
      yield* Effect.forEach(changes, ({ after, held }) => change(held, after), { discard: true })
      yield* adding.insertMany(newcomers)
      yield* audit.record({
        action: "employees_imported",
        target: auditText`Directory`,
        details: auditText`added: ${imported}, changed: ${updated}, refused: ${planned.errors.length}`
      })
    }
    return { imported, updated, errors: planned.errors }
  }, db.transact)

  return Effect.fn("Employees.import")(function* (
    payload: CsvPayload,
    options: { readonly dryRun: boolean; readonly update: boolean }
  ) {
    const sheet = yield* readCsvImport(payload, employeeImportColumns)
    const decoded = sheet.rows.map((row) => ({ line: row.line, row: decode(inLowerCase(row)) }))
    const lines = decoded.flatMap(({ line, row }) => (Result.isSuccess(row) ? [{ line, row: row.success }] : []))
    const malformed = decoded.flatMap(({ row }) => (Result.isFailure(row) ? row.failure : []))
    const { errors, imported, updated } = yield* inOne(lines, options)
    return {
      dry_run: options.dryRun,
      total: sheet.rows.length,
      imported,
      updated,
      errors: [...malformed, ...errors].toSorted((a, b) => a.line - b.line),
      ignored_columns: sheet.ignoredColumns
    }
  })
})
