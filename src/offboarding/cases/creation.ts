import type { ChecklistTemplateUnknown } from "@svc/contract/checklist-templates/errors"
import { DirectoryRecordUnknown } from "@svc/contract/cases/errors"
import { type CloneCase, CreateCase, type CreateCases, type RefusedForm } from "@svc/contract/cases/schema"
import { Caller } from "@svc/contract/kernel/access"
import { TimeZoneName } from "@svc/contract/kernel/dates"
import {
  ApprovalRequired,
  type FeatureMissing,
  type OutsideRecordScope,
  type PastExitDatePermission
} from "@svc/contract/kernel/errors"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { type AccessCutOffPermission, OffboardingNotFound } from "@svc/contract/offboardings/errors"
import {
  type CreateOffboarding,
  type OffboardingSource,
  type PlainText,
  plainTextNames
} from "@svc/contract/offboardings/schema"
import { Effect, Option, Result, Schema, Struct } from "effect"
import { ApprovalChains } from "#offboarding/approval-chains/service"
import { ChecklistTemplates } from "#work/checklist-templates/service"
import { Integrations } from "#connections/integrations/service"
import { type AdmittedCase, type CreationRefusal, type NewCase, Offboardings } from "#offboarding/offboardings/service"
import { Db } from "#platform/database/db"
import { inPlainWords, placedIssues } from "#platform/input/validation-messages"
import { isCaseIn, isOwn } from "#records/record-scope"
import { makeAnnouncing } from "./announcing.ts"
import { CasesRepo } from "./repo.ts"
import { admitRevocation, admitVisible, filledFrom } from "./rules.ts"

/** Of a case that the app makes, by whichever way. */
export type AppRefusal =
  | CreationRefusal
  | ChecklistTemplateUnknown
  | FeatureMissing
  | PastExitDatePermission
  | AccessCutOffPermission
  | OutsideRecordScope
export type FormRefusal = AppRefusal | DirectoryRecordUnknown

type Own = "employee_name" | "employee_email" | "exit_date" | "access_ends_at" | "employment_ends_on"

/** What else a copy takes over: a new field compiles only once it is here, or above as the leaver's own. */
type Copied = {
  readonly [Field in Exclude<keyof CreateOffboarding, Own | PlainText>]: Pick<CreateOffboarding, Field> | {}
}

const decodeForm = Schema.decodeUnknownResult(CreateCase, { errors: "all" })
const isTimeZone = Schema.is(TimeZoneName)

/** Everything by which the app makes cases: forms, one or several, and copies. */
export const makeCaseCreation = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* CasesRepo
  const offboardings = yield* Offboardings
  const integrations = yield* Integrations
  const templates = yield* ChecklistTemplates
  const chains = yield* ApprovalChains
  const announcing = yield* makeAnnouncing

  /** A member who needs an approval creates no case without one, in any way. */
  const admitUnapproved = Effect.gen(function* () {
    if (!(yield* chains.isRequiredOfCaller)) return
    return yield* new ApprovalRequired({
      error:
        "Your organization requires approval for an offboarding. Submit a request: POST /api/offboarding-initiations"
    })
  })

  /** Whether the person belongs to another member's records: their email is enough to revoke access. */
  const isElsewhere = Effect.fnUntraced(function* (email: string | null) {
    const { orgId, records } = yield* Caller
    return records._tag !== "All" && email !== null && (yield* db.transact(repo.isElsewhere(orgId, records, email)))
  })

  /** No member creates a case outside their records, or revokes access immediately without the permission. */
  const admit = Effect.fnUntraced(function* (offboarding: AdmittedCase) {
    const { permissions, records } = yield* Caller
    const elsewhere = yield* isElsewhere(offboarding.employee_email)
    yield* Effect.fromResult(admitVisible(isCaseIn(records, offboarding) && !elsewhere))
    yield* Effect.fromResult(admitRevocation(offboarding, permissions))
  })

  /** What the caller's place in the organization adds to a form. */
  const ofCaller = Effect.map(Caller, ({ records, role }) => ({
    admin: role === "superadmin" || role === "admin",
    manager: records._tag === "DirectReports" ? { manager_otherwise: records.managerEmail } : {}
  }))

  const filled = Effect.fnUntraced(function* (form: CreateCase) {
    const { orgId, records } = yield* Caller
    if (form.org_employee_id === undefined) return form
    const person = yield* db.transact(repo.person(orgId, records, form.org_employee_id))
    if (Option.isNone(person)) return yield* new DirectoryRecordUnknown()
    return filledFrom(form, person.value)
  })

  /** Before anything about the person is read: that they have an open offboarding must not be revealed (access-42). */
  const admitOther = Effect.fnUntraced(function* ({
    employee_email = null,
    org_employee_id
  }: Pick<CreateCase, "employee_email" | "org_employee_id">) {
    const { records } = yield* Caller
    const isOwnRecord = org_employee_id !== undefined && records.own?.person === org_employee_id
    yield* Effect.fromResult(admitVisible(!isOwnRecord && !isOwn(records, { employee_email })))
  })

  const newCase = Effect.fnUntraced(function* (given: CreateCase) {
    const { admin, manager } = yield* ofCaller
    const { checklist_template_id, checklistTemplateId, employee_name, no_apps, ...form } = yield* filled(given)
    yield* admitOther(form)
    const template = checklist_template_id ?? checklistTemplateId
    const input: NewCase = {
      ...form,
      ...(template === undefined ? {} : { tasks: yield* templates.tasksOf(template) }),
      ...manager,
      employee_name: employee_name ?? "",
      nothing_to_revoke: no_apps === true && admin
    }
    return input
  })

  const create = Effect.fn("Cases.create")(function* (form: CreateCase, source: OffboardingSource) {
    return (yield* offboardings.create(yield* newCase(form), { source, admit })).id
  })

  /** Refuses what `create` would, and writes nothing. */
  const check = Effect.fn("Cases.check")(function* (form: CreateCase, source: OffboardingSource, beside: number) {
    yield* offboardings.check(yield* newCase(form), { source, admit, beside })
  })

  const createOne = Effect.fnUntraced(function* (json: Schema.Json, index: number) {
    const form = decodeForm(json)
    if (Result.isFailure(form)) {
      const sentences = placedIssues(form.failure.issue).map(({ message, name }) =>
        name === "" ? `The form ${inPlainWords(message)}` : `${name}: ${inPlainWords(message)}`
      )
      return Result.fail<RefusedForm>({ index, error: sentences.join("; ") })
    }
    return yield* create(form.success, "bulk").pipe(
      Effect.map((id) => Result.succeed(id)),
      Effect.catch((refusal: FormRefusal) =>
        Effect.succeed(
          Result.fail<RefusedForm>({
            index,
            error: refusal.error,
            ...("code" in refusal ? { code: refusal.code } : {}),
            ...("id" in refusal ? { id: refusal.id } : {})
          })
        )
      )
    )
  })

  /** One after the other, each in a transaction of its own. */
  const createMany = Effect.fn("Cases.createMany")(function* ({ employees }: CreateCases) {
    const results = yield* announcing("bulk", (ids) =>
      Effect.forEach(employees, (form, index) =>
        Effect.tap(createOne(form, index), (result) =>
          Effect.sync(() => Result.isSuccess(result) && ids.push(result.success))
        )
      )
    )
    return {
      ids: results.flatMap((result) => (Result.isSuccess(result) ? [result.success] : [])),
      errors: results.flatMap((result) => (Result.isFailure(result) ? [result.failure] : []))
    }
  })

  const clone = Effect.fn("Cases.clone")(function* (id: OffboardingId, body: CloneCase) {
    const { orgId, records } = yield* Caller
    const [source] = yield* db.transact(repo.find(orgId, records, [id]))
    if (source === undefined) return yield* new OffboardingNotFound()
    yield* admitUnapproved
    const { admin, manager } = yield* ofCaller
    const { checklist_template_id, checklistTemplateId, no_apps, ...given } = body
    yield* admitOther({ employee_email: given.employee_email ?? null })
    const template = checklist_template_id ?? checklistTemplateId
    const { known } = yield* integrations.resolveRevocable(source.apps.map(({ service_name }) => service_name))
    const own = [given.employee_email, given.employee_personal_email].map((address) => address?.toLowerCase())
    const { jurisdiction, manager_email, separation_type, timezone } = source
    const copied: Copied = {
      separation_type: { separation_type },
      timezone: isTimeZone(timezone) ? { timezone } : {},
      jurisdiction: jurisdiction === null ? {} : { jurisdiction },
      // The former manager may be the departing employee now.
      manager_email: manager_email === null || own.includes(manager_email.toLowerCase()) ? {} : { manager_email },
      apps_to_revoke: no_apps === true ? {} : { apps_to_revoke: known }
    }
    const input: NewCase = {
      ...Struct.pick(source, plainTextNames),
      ...Object.values(copied).reduce<Partial<CreateOffboarding>>((taken, field) => ({ ...taken, ...field }), {}),
      ...manager,
      ...given,
      ...(template === undefined ? { tasks_of: id } : { tasks: yield* templates.tasksOf(template) }),
      nothing_to_revoke: no_apps === true && admin
    }
    return (yield* offboardings.create(input, { source: "clone", admit })).id
  })

  return { admitUnapproved, announcing, create, check, createMany, clone }
})
