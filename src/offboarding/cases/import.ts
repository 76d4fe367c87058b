import { caseImportColumns, type CaseImportReport, CreateCase } from "@svc/contract/cases/schema"
import { AppsToRevoke } from "@svc/contract/offboardings/schema"
import type { ImportError } from "@svc/contract/kernel/csv-import"
import { Effect, Result, Schema, SchemaGetter } from "effect"
import { type CsvPayload, decodeRow, readCsvImport } from "#platform/input/csv-import"
import type { FormRefusal, makeCaseCreation } from "./creation.ts"

const Names = Schema.String.pipe(
  Schema.decodeTo(AppsToRevoke, {
    decode: SchemaGetter.transform((text: string) =>
      text
        .split(";")
        .map((name) => name.trim())
        .filter((name) => name !== "")
    ),
    encode: SchemaGetter.transform((names: ReadonlyArray<string>) => names.join(";"))
  })
)

const yes: ReadonlySet<string> = new Set(["true", "yes", "1"])
const YesOrNo = Schema.String.check(
  Schema.makeFilter((text) =>
    yes.has(text.toLowerCase()) || ["false", "no", "0"].includes(text.toLowerCase())
      ? undefined
      : "must be true or false"
  )
).pipe(
  Schema.decodeTo(Schema.Boolean, {
    decode: SchemaGetter.transform((text: string) => yes.has(text.toLowerCase())),
    encode: SchemaGetter.transform((value: boolean) => String(value))
  })
)

const { checklistTemplateId: _alias, ...columns } = CreateCase.fields

const ImportedCase = Schema.Struct({
  ...columns,
  apps_to_revoke: Schema.optionalKey(Names),
  no_apps: Schema.optionalKey(YesOrNo)
}).check(
  Schema.makeFilter((row) =>
    row.employee_name === undefined && row.org_employee_id === undefined
      ? { path: ["employee_name"], issue: "is required" }
      : undefined
  )
)

/** Which column a refusal is about; null for the row as a whole. */
const fieldOf: Readonly<Record<FormRefusal["_tag"], string | null>> = {
  UnknownApps: "apps_to_revoke",
  ManagerIsEmployee: "manager_email",
  JurisdictionUnknown: "jurisdiction",
  OffboardingDuplicate: "employee_email",
  EmploymentEndsBeforeExit: "employment_ends_on",
  AccessEndsAfterEmployment: "access_ends_at",
  PastExitDatePermission: "exit_date",
  AccessCutOffPermission: "access_ends_at",
  DirectoryRecordUnknown: "org_employee_id",
  ChecklistTemplateUnknown: "checklist_template_id",
  FeatureMissing: "checklist_template_id",
  OutsideRecordScope: null,
  PlanLimitReached: null
}

const decode = decodeRow(ImportedCase)

/** The verb `Cases.importCsv`: each row separately, in the order of the file. */
export const makeImport = ({ admitUnapproved, announcing, check, create }: Effect.Success<typeof makeCaseCreation>) =>
  Effect.fn("Cases.importCsv")(function* (payload: CsvPayload, { dryRun }: { readonly dryRun: boolean }) {
    yield* admitUnapproved
    const sheet = yield* readCsvImport(payload, caseImportColumns)
    const errors: Array<ImportError> = []
    const created: Array<CaseImportReport["created"][number]> = []
    /** The lines of those who are taken. */
    const lines = new Map<string, number>()
    let imported = 0
    yield* announcing("csv", (ids) =>
      Effect.gen(function* () {
        for (const row of sheet.rows) {
          const { line } = row
          const form = decode(row)
          if (Result.isFailure(form)) {
            errors.push(...form.failure)
            continue
          }
          const address = form.success.employee_email?.toLowerCase()
          const twin = address === undefined ? undefined : lines.get(address)
          if (twin !== undefined) {
            errors.push({ line, field: "employee_email", error: `Line ${twin} already has this person` })
            continue
          }
          const done = yield* Effect.result(
            dryRun
              ? Effect.as(check(form.success, "csv", imported), undefined)
              : Effect.tap(create(form.success, "csv"), (id) => Effect.sync(() => ids.push(id)))
          )
          if (Result.isFailure(done)) {
            errors.push({ line, field: fieldOf[done.failure._tag], error: done.failure.error })
            continue
          }
          imported += 1
          if (done.success !== undefined) created.push({ line, id: done.success })
          if (address !== undefined) lines.set(address, line)
        }
      })
    )
    const report: CaseImportReport = {
      dry_run: dryRun,
      total: sheet.rows.length,
      imported,
      errors,
      ignored_columns: sheet.ignoredColumns,
      rows: sheet.rows.map(({ cells, line }) => ({ line, cells })),
      created
    }
    return report
  })
