import { Caller } from "@svc/contract/kernel/access"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { JurisdictionUnknown, OffboardingDuplicate, UnknownApps } from "@svc/contract/offboardings/errors"
import { OffboardingCreated } from "@svc/contract/offboardings/events"
import type { CreateOffboarding, OffboardingSource } from "@svc/contract/offboardings/schema"
import { DateTime, Effect, Option } from "effect"
import { PersonKeys } from "#audit/person-keys"
import { Audit } from "#audit/service"
import { auditText, personal } from "#audit/text"
import { Employees } from "#employees/service"
import { Integrations } from "#integrations/service"
import { Outbox } from "#outbox/service"
import { Db } from "#platform/db"
import { Randomness } from "#platform/random"
import { Revocations } from "#revocations/service"
import { isJurisdiction } from "./jurisdictions.ts"
import { type CreationFacts, type NewOffboarding, OffboardingsRepo } from "./repo.ts"
import { addressOrNone, admitManager, admitOpen, managerFromDirectory } from "./rules.ts"

/** The verb `Offboardings.create`. */
export const makeCreate = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* OffboardingsRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const outbox = yield* Outbox
  const employees = yield* Employees
  const integrations = yield* Integrations
  const revocations = yield* Revocations
  const randomness = yield* Randomness

  const insertOnce = Effect.fnUntraced(function* (row: NewOffboarding, facts: CreationFacts) {
    const { employee_email: email, org_id: orgId } = row
    if (facts.plan === "none") yield* repo.lockLimit(orgId)
    while (!(yield* repo.insert(row))) {
      const open = email === null ? Option.none() : yield* repo.findOpenId(orgId, email)
      if (Option.isSome(open)) return yield* new OffboardingDuplicate({ id: open.value })
      // The case that stood in the way was closed between the two statements.
    }
    if (facts.plan === "none") yield* Effect.fromResult(admitOpen(facts.plan, yield* repo.countOpen(orgId)))
  })

  return Effect.fn("Offboardings.create")(function* (
    input: CreateOffboarding,
    { source }: { readonly source: OffboardingSource }
  ) {
    const { apiKey, orgId, userId } = yield* Caller
    const email = input.employee_email ?? null
    const named = input.manager_email === undefined ? undefined : addressOrNone(input.manager_email)
    yield* Effect.fromResult(admitManager(named ?? null, [email]))
    if (input.jurisdiction !== undefined && !isJurisdiction(input.jurisdiction)) return yield* new JurisdictionUnknown()

    const facts = yield* repo.creationFacts(orgId, email)
    if (facts.open_id !== null) return yield* new OffboardingDuplicate({ id: facts.open_id })
    const wanted = input.apps_to_revoke ?? []
    const apps = wanted.length === 0 ? { known: [], unknown: [] } : yield* integrations.resolveRevocable(wanted)
    if (apps.unknown.length > 0) {
      return yield* new UnknownApps({
        error: `apps_to_revoke: not connected, or not able to revoke access: ${apps.unknown.join(", ")}`,
        apps: apps.unknown
      })
    }

    const person = email === null ? Option.none() : yield* employees.findByEmail(email)
    const directoryManager = Option.match(person, {
      onNone: () => null,
      onSome: (employee) => managerFromDirectory(employee.manager_email, employee.email)
    })
    const personKeyId = yield* personKeys.forPerson(orgId, email)
    const now = yield* DateTime.now
    const row: NewOffboarding = {
      org_id: orgId,
      id: OffboardingId.make(yield* randomness.uuid),
      employee_name: input.employee_name,
      employee_email: email,
      employee_role: input.employee_role ?? "",
      employee_department: input.employee_department ?? "",
      exit_date: input.exit_date,
      status: "pending",
      separation_type: input.separation_type ?? "resignation",
      manager_email: named === undefined ? directoryManager : named,
      timezone: input.timezone ?? Option.getOrNull(Option.map(person, (employee) => employee.timezone)),
      jurisdiction: input.jurisdiction ?? facts.default_jurisdiction,
      source,
      initiated_by: userId,
      org_employee_id: Option.getOrNull(Option.map(person, (employee) => employee.id)),
      person_key_id: personKeyId,
      created_at: now,
      updated_at: now
    }
    yield* insertOnce(row, facts)

    const revokeAt = revocations.revokeAtFor({
      exitDate: row.exit_date,
      timezone: row.timezone ?? facts.timezone,
      autoRevoke: facts.auto_revoke_at_exit,
      apps: apps.known
    })
    if (apps.known.length > 0) yield* revocations.plan({ offboardingId: row.id, apps: apps.known, revokeAt })
    yield* audit.record({
      action: "offboarding_created",
      target: auditText`Offboarding of ${personal(personKeyId, row.employee_name)}`,
      details: auditText`source: ${source}, exit date: ${row.exit_date}${apiKey === null ? "" : `, API key: ${apiKey.name}`}`,
      offboardingId: row.id,
      orgEmployeeId: row.org_employee_id
    })
    yield* outbox.append(
      orgId,
      OffboardingCreated.make({ offboardingId: row.id, employeeName: row.employee_name, source })
    )
    return { ...row, apps_to_revoke: apps.known, revoke_at: revokeAt }
  }, db.transact)
})
