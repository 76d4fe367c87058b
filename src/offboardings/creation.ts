import { Caller } from "@svc/contract/kernel/access"
import { OffboardingId, type UserId } from "@svc/contract/kernel/ids"
import { JurisdictionUnknown, OffboardingDuplicate, UnknownApps } from "@svc/contract/offboardings/errors"
import { OffboardingCreated } from "@svc/contract/offboardings/events"
import type { CreateOffboarding, OffboardingSource } from "@svc/contract/offboardings/schema"
import { Data, DateTime, Effect, Option } from "effect"
import { PersonKeys } from "#audit/person-keys"
import { Audit } from "#audit/service"
import { auditText, personal } from "#audit/text"
import { Checklists, defaultList, type ListedTask } from "#checklists/service"
import { Integrations } from "#integrations/service"
import { Outbox } from "#outbox/service"
import { Db } from "#platform/db"
import { Randomness } from "#platform/random"
import { Revocations } from "#revocations/service"
import { type CreationFacts, CreationRepo, type NewOffboarding, overtakenBy } from "./creation-repo.ts"
import { isJurisdiction } from "#platform/jurisdictions"
import { addressOrNone, admitManager, admitOpen, managerFromDirectory } from "./rules.ts"

/** A case as the routes beside the public one make it: what that cannot say may be left out. */
export interface NewCase extends CreateOffboarding {
  readonly employee_personal_email?: string | null
  /** Who asked for it, if that is not the caller. */
  readonly initiated_by?: UserId | null
  /** An admin chose "nothing to revoke", so the gate past `it_revocation` is open from the start. */
  readonly nothing_to_revoke?: boolean
  /** Its tasks: of a template that was chosen (`ChecklistTemplates.tasksOf`), or of another case (`Checklists.listOf`). */
  readonly tasks?: ReadonlyArray<ListedTask>
}

class Overtaken extends Data.TaggedError("Overtaken")<{}> {}

/** The verb `Offboardings.create`. */
export const makeCreate = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* CreationRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const outbox = yield* Outbox
  const checklists = yield* Checklists
  const integrations = yield* Integrations
  const revocations = yield* Revocations
  const randomness = yield* Randomness

  /** First of all what locks the organisation's row, the stronger lock before the weaker. */
  const insert = Effect.fnUntraced(function* (row: NewOffboarding, facts: CreationFacts, apps: ReadonlyArray<string>) {
    const limited = facts.plan === "none"
    if (limited) yield* repo.lockLimit(row.org_id)
    if (apps.length > 0) {
      yield* revocations.holdSettings({ timezone: facts.timezone, autoRevoke: facts.auto_revoke_at_exit })
    }
    yield* repo.insert(row)
    if (limited) yield* Effect.fromResult(admitOpen(facts.plan, yield* repo.countOpen(row.org_id)))
  })

  /** All that a new case writes; nobody waits for any of it but for the commit. */
  const write = Effect.fnUntraced(function* (
    given: Omit<NewOffboarding, "person_key_id">,
    {
      apps,
      digests,
      facts,
      tasks
    }: {
      readonly apps: ReadonlyArray<string>
      readonly digests: ReadonlyArray<string>
      readonly facts: CreationFacts
      readonly tasks: ReadonlyArray<ListedTask> | undefined
    }
  ) {
    const { apiKey, orgId } = yield* Caller
    const row = { ...given, person_key_id: yield* personKeys.adopt(orgId, digests, facts.person_key) }
    yield* insert(row, facts, apps)
    const revokeAt = revocations.revokeAtFor({
      exitDate: row.exit_date,
      timezone: row.timezone ?? facts.timezone,
      autoRevoke: facts.auto_revoke_at_exit,
      apps
    })
    yield* checklists.createFor({
      id: row.id,
      exitDate: row.exit_date,
      tasks: tasks ?? defaultList(facts.employee?.worker_type ?? "employee")
    })
    if (apps.length > 0) yield* revocations.plan({ offboardingId: row.id, apps, revokeAt })
    if (row.no_apps_confirmed_at !== null) yield* checklists.sync(row.id)
    yield* audit.record({
      action: "offboarding_created",
      target: auditText`Offboarding of ${personal(row.person_key_id, row.employee_name)}`,
      details: auditText`source: ${row.source}, exit date: ${row.exit_date}${apiKey === null ? "" : `, API key: ${apiKey.name}`}`,
      offboardingId: row.id,
      orgEmployeeId: row.org_employee_id
    })
    yield* outbox.append(
      orgId,
      OffboardingCreated.make({ offboardingId: row.id, employeeName: row.employee_name, source: row.source })
    )
    return { ...row, apps_to_revoke: apps, revoke_at: revokeAt }
  })

  /** None when another transaction took the address, or the person's key, between the reading and the writing. */
  const attempt = Effect.fnUntraced(function* (input: NewCase, source: OffboardingSource) {
    const { orgId, userId } = yield* Caller
    const email = input.employee_email ?? null
    const digests = personKeys.digestsOf(orgId, email)
    const facts = yield* repo.facts(orgId, email, digests)
    if (facts.open_id !== null) return yield* new OffboardingDuplicate({ id: facts.open_id })
    const wanted = input.apps_to_revoke ?? []
    const apps = wanted.length === 0 ? { known: [], unknown: [] } : yield* integrations.resolveRevocable(wanted)
    if (apps.unknown.length > 0) {
      return yield* new UnknownApps({
        error: `apps_to_revoke: not connected, or not able to revoke access: ${apps.unknown.join(", ")}`,
        apps: apps.unknown
      })
    }

    const { employee } = facts
    const directoryManager = employee === null ? null : managerFromDirectory(employee.manager_email, employee.email)
    const now = yield* DateTime.now
    const row = {
      org_id: orgId,
      id: OffboardingId.make(yield* randomness.uuid),
      employee_name: input.employee_name,
      employee_email: email,
      employee_role: input.employee_role ?? "",
      employee_department: input.employee_department ?? "",
      exit_date: input.exit_date,
      status: "pending" as const,
      separation_type: input.separation_type ?? "resignation",
      manager_email: input.manager_email === undefined ? directoryManager : addressOrNone(input.manager_email),
      timezone: input.timezone ?? employee?.timezone ?? null,
      jurisdiction: input.jurisdiction ?? facts.default_jurisdiction,
      source,
      initiated_by: input.initiated_by === undefined ? userId : input.initiated_by,
      employee_personal_email: input.employee_personal_email ?? null,
      no_apps_confirmed_at: input.nothing_to_revoke === true && apps.known.length === 0 ? now : null,
      no_apps_confirmed_by: input.nothing_to_revoke === true && apps.known.length === 0 ? userId : null,
      org_employee_id: employee?.id ?? null,
      created_at: now,
      updated_at: now
    }
    return yield* db
      .transactUnless(
        Effect.asSome(write(row, { apps: apps.known, digests, facts, tasks: input.tasks })),
        (constraint) => (overtakenBy.has(constraint) ? Option.some(new Overtaken()) : Option.none())
      )
      .pipe(Effect.catchTag("Overtaken", () => Effect.succeedNone))
  })

  return Effect.fnUntraced(function* (input: NewCase, { source }: { readonly source: OffboardingSource }) {
    const named = input.manager_email === undefined ? null : addressOrNone(input.manager_email)
    yield* Effect.fromResult(admitManager(named, [input.employee_email ?? null, input.employee_personal_email ?? null]))
    if (input.jurisdiction !== undefined && !isJurisdiction(input.jurisdiction)) return yield* new JurisdictionUnknown()

    let created = yield* attempt(input, source)
    while (Option.isNone(created)) created = yield* attempt(input, source)
    return created.value
  })
})
