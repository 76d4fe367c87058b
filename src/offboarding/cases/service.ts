import type { AuditLogPage } from "@svc/contract/audit-log/schema"
import type {
  Case,
  CaseDetails,
  CaseImportReport,
  CasePage,
  CloneCase,
  CreateCase,
  CreateCases,
  CreatedCases,
  EditCase,
  EditedCase,
  ListCases
} from "@svc/contract/cases/schema"
import { Caller } from "@svc/contract/kernel/access"
import { ApprovalRequired, type InvalidRequest } from "@svc/contract/kernel/errors"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { OffsetParams } from "@svc/contract/kernel/paging"
import { OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { Context, DateTime, Effect, Option } from "effect"
import { ApprovalChains } from "#offboarding/approval-chains/service"
import { AuditLog } from "#audit/log/service"
import { PersonKeys } from "#audit/record/person-keys"
import { type EditedField, type EditRefusal, Offboardings } from "#offboarding/offboardings/service"
import type { CsvPayload } from "#platform/input/csv-import"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { type AppRefusal, type FormRefusal, makeCaseCreation } from "./creation.ts"
import { makeImport } from "./import.ts"
import { type CaseRow, CasesRepo } from "./repo.ts"

/** What an approval was given to: whose access goes, when, and where. */
const approvedFields: ReadonlyArray<EditedField> = [
  "employee_name",
  "employee_email",
  "exit_date",
  "access_ends_at",
  "employment_ends_on",
  "timezone",
  "apps_to_revoke"
]

/** Offboardings as the app works with them: with their tasks, apps and papers, each within the caller's record scope. */
export class Cases extends Context.Service<
  Cases,
  {
    /** Those that pass every filter, with all their tasks. */
    list(query: ListCases): Effect.Effect<CasePage, never, Caller>
    /** With the person's assets and the documents, as far as the caller may see such. */
    show(id: OffboardingId): Effect.Effect<CaseDetails, OffboardingNotFound, Caller>
    /** By the form. Its event names the source `app`. */
    create(form: CreateCase): Effect.Effect<Case, FormRefusal | ApprovalRequired, Caller>
    /** Forms that are judged one by one, source `bulk`; none of them is refused on account of another. */
    createMany(forms: CreateCases): Effect.Effect<CreatedCases, ApprovalRequired, Caller>
    /** A copy for another person, source `clone`. */
    clone(
      id: OffboardingId,
      body: CloneCase
    ): Effect.Effect<Case, OffboardingNotFound | AppRefusal | ApprovalRequired, Caller>
    edit(id: OffboardingId, changes: EditCase): Effect.Effect<EditedCase, EditRefusal | ApprovalRequired, Caller>
    /** A CSV file with one form per row, source `csv`; a dry run reports each outcome and writes nothing. */
    importCsv(
      payload: CsvPayload,
      options: { readonly dryRun: boolean }
    ): Effect.Effect<CaseImportReport, InvalidRequest | ApprovalRequired, Caller>
    /** The audit entries about the case, readable, newest first. */
    timeline(id: OffboardingId, page: OffsetParams): Effect.Effect<AuditLogPage, OffboardingNotFound, Caller>
  }
>()("svc/cases/Cases") {
  static readonly layerNoDeps = layerOf(Cases, function* () {
    const db = yield* Db
    const repo = yield* CasesRepo
    const personKeys = yield* PersonKeys
    const offboardings = yield* Offboardings
    const auditLog = yield* AuditLog
    const chains = yield* ApprovalChains
    const creation = yield* makeCaseCreation

    /** Rows as they are shown: sealed reasons readable. */
    const opened = Effect.fnUntraced(function* (rows: ReadonlyArray<CaseRow>) {
      const { orgId } = yield* Caller
      const sealed = rows
        .flatMap((row) => [
          row.sealed_cancel_reason,
          ...row.checklist_items.map((item) => item.sealed_not_needed_reason)
        ])
        .filter((text) => text !== null)
      const texts = sealed.length === 0 ? [] : yield* personKeys.reveal(orgId, sealed)
      const readable = new Map(sealed.map((text, index) => [text, texts[index] ?? text]))
      const read = (text: string | null) => (text === null ? null : (readable.get(text) ?? text))
      return rows.map(({ checklist_items, sealed_cancel_reason, ...row }): Case => ({
        ...row,
        cancel_reason: read(sealed_cancel_reason),
        apps_to_revoke: row.apps.map(({ service_name }) => service_name),
        checklist_items: checklist_items.map(({ sealed_not_needed_reason, ...item }) => ({
          ...item,
          not_needed_reason: read(sealed_not_needed_reason)
        }))
      }))
    })

    const list = Effect.fn("Cases.list")(function* (query: ListCases) {
      const { orgId, records, userId } = yield* Caller
      const { rows, total } = yield* repo.page(orgId, records, query, yield* DateTime.now, userId)
      return { rows: yield* opened(rows), total, limit: query.limit, offset: query.offset }
    }, db.transact)

    const visible = Effect.fnUntraced(function* (id: OffboardingId) {
      const { orgId, records } = yield* Caller
      const [found] = yield* opened(yield* repo.find(orgId, records, [id]))
      return found === undefined ? yield* new OffboardingNotFound() : found
    }, db.transact)

    const show = Effect.fn("Cases.show")(function* (id: OffboardingId) {
      const { orgId, permissions } = yield* Caller
      const found = yield* visible(id)
      const { assets, documents, exit_interview_invited } = yield* repo.papers(orgId, id)
      return {
        ...found,
        exit_interview_invited,
        ...(permissions.includes("assets_view") ? { assets } : {}),
        ...(permissions.includes("compliance_view") ? { documents } : {})
      }
    }, db.transact)

    /** Cases that the caller has just written, in their current state. */
    const written = Effect.fnUntraced(function* (ids: ReadonlyArray<OffboardingId>) {
      const { orgId } = yield* Caller
      return yield* opened(yield* repo.find(orgId, { _tag: "All" }, ids))
    }, db.transact)

    const one = (id: OffboardingId) =>
      Effect.flatMap(written([id]), ([found]) =>
        found === undefined ? Effect.die("A case was gone before its creation returned") : Effect.succeed(found)
      )

    const create = Effect.fnUntraced(function* (form: CreateCase) {
      yield* creation.admitUnapproved
      return yield* one(yield* creation.create(form, "app"))
    })

    const createMany = Effect.fnUntraced(function* (forms: CreateCases) {
      yield* creation.admitUnapproved
      const { errors, ids } = yield* creation.createMany(forms)
      return { created: ids.length, failed: errors.length, rows: yield* written(ids), errors }
    })

    /**
     * A member who needs an approval must not turn an approved case, or one made without a need for approval, into
     * another.
     */
    const admitRedirected = Effect.fnUntraced(function* (changed: ReadonlySet<EditedField>) {
      if (!approvedFields.some((field) => changed.has(field)) || !(yield* chains.isRequiredOfCaller)) return
      return yield* new ApprovalRequired({
        error:
          "Your organization requires approval, and name, email address, last day, ends of access and " +
          "employment, time zone and apps of this offboarding were approved. Ask HR or an admin to change them"
      })
    })

    const edit = Effect.fnUntraced(function* (id: OffboardingId, changes: EditCase) {
      const changed = yield* offboardings.edit(id, changes, { admit: admitRedirected })
      const edited = yield* visible(id)
      return Option.isNone(changed) ? edited : { ...edited, person_changed: changed.value }
    }, db.transact)

    const timeline = Effect.fn("Cases.timeline")(function* (id: OffboardingId, page: OffsetParams) {
      yield* visible(id)
      return yield* auditLog.list({ offboardingId: id, ...page })
    })

    return Cases.of({
      list,
      show,
      create,
      createMany,
      clone: (id, body) => Effect.flatMap(creation.clone(id, body), one),
      edit,
      importCsv: makeImport(creation),
      timeline
    })
  })
}
