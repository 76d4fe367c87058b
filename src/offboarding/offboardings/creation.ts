import { Caller } from "@svc/contract/kernel/access"
import { type EmployeeId, OffboardingId, type OrgId, type UserId } from "@svc/contract/kernel/ids"
import { planFeatures } from "@svc/contract/kernel/plans"
import { JurisdictionUnknown, OffboardingDuplicate } from "@svc/contract/offboardings/errors"
import { OffboardingCreated } from "@svc/contract/offboardings/events"
import { type CreateOffboarding, type OffboardingSource, plainTexts } from "@svc/contract/offboardings/schema"
import { RevocationWaiting } from "@svc/contract/revocations/events"
import { DateTime, Effect, Record } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, caseTarget } from "#audit/record/text"
import { Checklists, defaultList, folded, type ListedTask, listedTask } from "#work/checklists/service"
import { Documents } from "#work/documents/service"
import { Integrations } from "#connections/integrations/service"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { overtakenOn, retryOvertaken } from "#platform/database/overtaken"
import { Randomness } from "#platform/crypto/random"
import { Revocations } from "#access-removal/revocations/service"
import { admitClocks, cutsOff } from "./clocks.ts"
import {
  type CreationFacts,
  CreationRepo,
  type ImmediateRevocation,
  type NewOffboarding,
  overtakenBy
} from "./creation-repo.ts"
import { isJurisdiction } from "#platform/input/jurisdictions"
import {
  addressOrNone,
  admitManager,
  admitOpen,
  laterDay,
  managerFromDirectory,
  maxImmediate,
  unknownApps
} from "./rules.ts"

/** A case by the app's routes: what the public route lacks can be omitted. */
export interface NewCase extends CreateOffboarding {
  readonly employee_personal_email?: string | null
  /** Their record in the directory; by default the one that has their address. */
  readonly org_employee_id?: EmployeeId
  /** The manager if none is named and the directory has none. */
  readonly manager_otherwise?: string
  /** The tasks are those of this case, open again, instead of a list. */
  readonly tasks_of?: OffboardingId
  /** Who asked for it, if that is not the caller. */
  readonly initiated_by?: UserId | null
  /** An admin chose "nothing to revoke", so the gate past `it_revocation` is open from the start (offboarding-49). */
  readonly nothing_to_revoke?: boolean
  /** Its tasks, of a template that was chosen (`ChecklistTemplates.tasksOf`). */
  readonly tasks?: ReadonlyArray<ListedTask>
}

/** A new case, for admission. */
export interface AdmittedCase {
  readonly employee_email: string | null
  readonly employee_department: string
  readonly manager_email: string | null
  readonly exit_date: string
  /** Access ends at a moment of its own, and sooner than any last working day that is not past would end it. */
  readonly cuts_off: boolean
  readonly apps: ReadonlyArray<string>
  /** The day in the organization's zone, or the later one in the case's own. */
  readonly today: string
}

export interface CreationOptions<E = never> {
  readonly source: OffboardingSource
  /** Asked once everything that the directory fills in is known, before anything is written. */
  readonly admit?: (offboarding: AdmittedCase) => Effect.Effect<void, E, Caller>
}

/** A case that is about to be written. */
interface Prepared {
  readonly row: Omit<NewOffboarding, "person_key_id" | "immediate_revocation">
  readonly apps: ReadonlyArray<string>
  readonly digests: ReadonlyArray<string>
  readonly facts: CreationFacts
  /** The given ones, those of another case, or undefined for what fits. */
  readonly tasks: ReadonlyArray<ListedTask> | OffboardingId | undefined
}

/** Those of the recommended template, else of the default list (tasks-3). */
const tasksFor = ({ employee, language, plan, template }: CreationFacts): ReadonlyArray<ListedTask> =>
  template !== null && planFeatures[plan].includes("checklistTemplates")
    ? template.map(listedTask)
    : defaultList(employee?.worker_type ?? "employee", language)

const managerOf = (input: NewCase, employee: CreationFacts["employee"]) => {
  const known = employee === null ? null : managerFromDirectory(employee.manager_email, employee.email)
  return known ?? managerFromDirectory(input.manager_otherwise ?? null, input.employee_email ?? "")
}

/** The verbs `Offboardings.create` and `Offboardings.check`. */
export const makeCreation = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* CreationRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const outbox = yield* Outbox
  const checklists = yield* Checklists
  const documents = yield* Documents
  const integrations = yield* Integrations
  const revocations = yield* Revocations
  const randomness = yield* Randomness

  /** First what locks the organization's row, the stronger lock before the weaker. */
  const insert = Effect.fnUntraced(function* (row: NewOffboarding, facts: CreationFacts, apps: ReadonlyArray<string>) {
    const limited = facts.plan === "none"
    if (limited) yield* repo.lockLimit(row.org_id)
    if (apps.length > 0) {
      yield* revocations.requireSettings({ timezone: facts.timezone, autoRevoke: facts.auto_revoke_at_exit })
    }
    yield* repo.insert(row)
    if (limited) yield* Effect.fromResult(admitOpen(facts.plan, yield* repo.countOpen(row.org_id)))
  })

  /** Immediate revocations by API key are limited per day: a mistake or a leaked key must not lock out a company (offboarding-133). */
  const brake = Effect.fnUntraced(function* (orgId: OrgId, now: DateTime.Utc) {
    yield* repo.lockImmediate(orgId)
    const { active, begun } = yield* repo.countImmediate(orgId, DateTime.subtract(now, { hours: 24 }))
    const verdict: ImmediateRevocation = begun < maxImmediate(active) ? "automatic" : "waiting"
    return verdict
  })

  /** All writes of a new case; only the commit is awaited. */
  const write = Effect.fnUntraced(function* (
    given: Prepared["row"],
    { apps, digests, facts, tasks }: Omit<Prepared, "row">
  ) {
    const { orgId } = yield* Caller
    const timezone = given.timezone ?? facts.timezone
    const endsAt = revocations.revokeAtFor({
      exitDate: given.exit_date,
      accessEndsAt: given.access_ends_at,
      timezone,
      autoRevoke: facts.auto_revoke_at_exit,
      apps
    })
    const today = laterDay(facts.timezone, given.timezone, given.created_at)
    const immediate =
      given.source === "api" && cutsOff(endsAt, today, timezone) ? yield* brake(orgId, given.created_at) : null
    const revokeAt = immediate === "waiting" ? null : endsAt
    const personKey = yield* personKeys.adopt(orgId, digests, facts.person_key)
    const row = { ...given, immediate_revocation: immediate, person_key_id: personKey }
    yield* insert(row, facts, apps)
    if (typeof tasks === "string") yield* checklists.copy(tasks, row.id)
    else yield* checklists.createFor({ id: row.id, exitDate: row.exit_date, tasks: tasks ?? tasksFor(facts) })
    yield* documents.requireLegal(row)
    if (apps.length > 0) yield* revocations.plan({ offboardingId: row.id, apps, revokeAt })
    if (row.no_apps_confirmed_at !== null) yield* checklists.sync(row.id)
    yield* audit.record({
      action: "offboarding_created",
      target: caseTarget(row),
      details:
        immediate === "waiting"
          ? auditText`source: ${row.source}, last day: ${row.exit_date}, access revocation is blocked until an administrator`
          : auditText`source: ${row.source}, last day: ${row.exit_date}`,
      offboardingId: row.id,
      orgEmployeeId: row.org_employee_id
    })
    yield* outbox.append(
      orgId,
      OffboardingCreated.make({ offboardingId: row.id, employeeName: row.employee_name, source: row.source })
    )
    if (immediate === "waiting") {
      yield* outbox.append(orgId, RevocationWaiting.make({ offboardingId: row.id, employeeName: row.employee_name }))
    }
    return { ...row, apps_to_revoke: apps, revoke_at: revokeAt }
  })

  /** Everything that is decided before the writing. */
  const prepare = Effect.fnUntraced(function* <E>(input: NewCase, { admit, source }: CreationOptions<E>) {
    const { orgId, userId } = yield* Caller
    const named = input.manager_email === undefined ? null : addressOrNone(input.manager_email)
    yield* Effect.fromResult(admitManager(named, [input.employee_email ?? null, input.employee_personal_email ?? null]))
    if (input.jurisdiction !== undefined && !(yield* isJurisdiction(input.jurisdiction))) {
      return yield* new JurisdictionUnknown()
    }

    const email = input.employee_email ?? null
    const digests = personKeys.digestsOf(orgId, email)
    const facts = yield* repo.facts(orgId, {
      email,
      personDigests: digests,
      employeeId: input.org_employee_id ?? null,
      fit: { role: folded(input.employee_role ?? ""), separationType: input.separation_type ?? "resignation" }
    })
    if (facts.open_id !== null) return yield* new OffboardingDuplicate({ id: facts.open_id })
    const wanted = input.apps_to_revoke ?? []
    const apps = wanted.length === 0 ? { known: [], unknown: [] } : yield* integrations.resolveRevocable(wanted)
    if (apps.unknown.length > 0) return yield* unknownApps(apps.unknown)

    const { employee } = facts
    const now = yield* DateTime.now
    const nothingToRevoke = input.nothing_to_revoke === true && apps.known.length === 0
    const row = {
      org_id: orgId,
      id: OffboardingId.make(yield* randomness.uuid),
      employee_name: input.employee_name,
      employee_email: email,
      ...Record.map(plainTexts, (_, name) => input[name] ?? ""),
      exit_date: input.exit_date,
      access_ends_at: input.access_ends_at ?? null,
      employment_ends_on: input.employment_ends_on ?? null,
      status: "pending" as const,
      separation_type: input.separation_type ?? "resignation",
      manager_email: input.manager_email === undefined ? managerOf(input, employee) : named,
      timezone: input.timezone ?? employee?.timezone ?? null,
      jurisdiction: input.jurisdiction ?? facts.default_jurisdiction,
      source,
      initiated_by: input.initiated_by === undefined ? userId : input.initiated_by,
      employee_personal_email: input.employee_personal_email ?? null,
      no_apps_confirmed_at: nothingToRevoke ? now : null,
      no_apps_confirmed_by: nothingToRevoke ? userId : null,
      org_employee_id: employee?.id ?? null,
      created_at: now,
      updated_at: now
    }
    const zone = row.timezone ?? facts.timezone
    yield* Effect.fromResult(admitClocks(row, zone))
    if (admit !== undefined) {
      const today = laterDay(facts.timezone, row.timezone, now)
      yield* admit({ ...row, apps: apps.known, today, cuts_off: cutsOff(row.access_ends_at, today, zone) })
    }
    return { row, apps: apps.known, digests, facts, tasks: input.tasks ?? input.tasks_of }
  })

  const create = Effect.fn("Offboardings.create")(function* <E>(input: NewCase, options: CreationOptions<E>) {
    const attempt = Effect.gen(function* () {
      const { row, ...prepared } = yield* prepare(input, options)
      return yield* db.transactUnless(write(row, prepared), overtakenOn(overtakenBy))
    })
    // Another transaction took the address, or the person's key, between the reading and the writing (platform-8).
    return yield* retryOvertaken(attempt)
  })

  const check = Effect.fn("Offboardings.check")(function* <E>(
    input: NewCase,
    { beside, ...options }: CreationOptions<E> & { readonly beside: number }
  ) {
    const { facts, row } = yield* prepare(input, options)
    if (facts.plan !== "none") return
    const open = yield* db.transact(repo.countOpen(row.org_id))
    yield* Effect.fromResult(admitOpen(facts.plan, open + beside + 1))
  })

  return { create, check }
})
