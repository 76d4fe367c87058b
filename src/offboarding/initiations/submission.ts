import { AppsChoiceRequired, InitiationNotFound, InitiationNotPending } from "@svc/contract/initiations/errors"
import type { SubmitInitiation, UpdateInitiation } from "@svc/contract/initiations/schema"
import { Caller } from "@svc/contract/kernel/access"
import { PermissionDenied } from "@svc/contract/kernel/errors"
import { InitiationId } from "@svc/contract/kernel/ids"
import { isHrOrAdmin } from "@svc/contract/kernel/permissions"
import { OffboardingDuplicate } from "@svc/contract/offboardings/errors"
import { DateTime, Effect, Option } from "effect"
import { ApprovalChains } from "#offboarding/approval-chains/service"
import { PersonKeys } from "#audit/record/person-keys"
import { isOwn } from "#records/record-scope"
import { Audit } from "#audit/record/service"
import { auditText, type AuditText, personal } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { makeCaseOf } from "./case-of.ts"
import { FactsRepo } from "./facts-repo.ts"
import { type InitiationRow, InitiationsRepo } from "./repo.ts"
import { appsChoice, shownApps, standingTo } from "./rules.ts"
import { ProposalsRepo } from "./proposals-repo.ts"
import { makeSealing } from "./sealing.ts"
import { copiedSteps, StepsRepo } from "./steps-repo.ts"

/** What an edit changed, as its entry tells it; empty when nothing did. */
const changesBetween = (before: InitiationRow, after: InitiationRow, notesChanged: boolean): AuditText => {
  const named: ReadonlyArray<AuditText> = [
    ...(before.employee_name === after.employee_name
      ? []
      : [
          auditText`employee_name: ${personal(before.person_key_id, before.employee_name)} -> ${personal(after.person_key_id, after.employee_name)}`
        ]),
    ...(before.employee_email === after.employee_email
      ? []
      : [
          auditText`employee_email: ${personal(before.person_key_id, before.employee_email)} -> ${personal(after.person_key_id, after.employee_email)}`
        ]),
    ...(["employee_role", "employee_department", "exit_date", "separation_type"] as const)
      .filter((field) => before[field] !== after[field])
      .map((field) => auditText`${field}: ${before[field]} -> ${after[field]}`),
    ...(shownApps(before) === shownApps(after) ? [] : [auditText`apps: ${shownApps(before)} -> ${shownApps(after)}`]),
    ...(notesChanged ? [auditText`notes changed`] : [])
  ]
  return named.flatMap((text, index) => (index === 0 ? text : [", ", ...text]))
}

/** Whether another person, day or choice of apps is asked for than the approvals were given to. */
const asksForOther = (before: InitiationRow, after: InitiationRow): boolean =>
  before.employee_name !== after.employee_name ||
  before.employee_email !== after.employee_email ||
  before.exit_date !== after.exit_date ||
  shownApps(before) !== shownApps(after)

/** The verbs `Initiations.submit`, `update` and `withdraw`. */
export const makeSubmission = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* InitiationsRepo
  const stepsRepo = yield* StepsRepo
  const proposals = yield* ProposalsRepo
  const facts = yield* FactsRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const chains = yield* ApprovalChains
  const randomness = yield* Randomness
  const sealing = yield* makeSealing
  const { admitDay, admitDepartment, admitPerson, createCase, resolveApps, tellWaiting } = yield* makeCaseOf

  const submit = Effect.fn("Initiations.submit")(function* (input: SubmitInitiation) {
    const { orgId, role, userId } = yield* Caller
    if (userId === null) return yield* Effect.die("This verb needs a session")
    const choice = appsChoice({ apps: input.apps_to_revoke ?? [], noApps: input.no_apps === true })
    if (Option.isNone(choice)) return yield* new AppsChoiceRequired()
    const apps = yield* resolveApps(choice.value.apps)
    const named = input.chain_id ?? null
    const atOnce = isHrOrAdmin(role) || !(yield* chains.settings).require_initiation_approval
    const chain = atOnce && named === null ? Option.none() : yield* chains.resolve(named)
    yield* admitDepartment(input.employee_department ?? "")
    yield* admitDay(input.exit_date)
    const email = input.employee_email ?? null
    yield* admitPerson(email, { atOnce })
    const open = email === null ? Option.none() : yield* facts.openCase(orgId, email)
    if (Option.isSome(open)) return yield* new OffboardingDuplicate({ id: open.value })

    const now = yield* DateTime.now
    const key = yield* personKeys.forPerson(orgId, email)
    const runs = Option.filter(chain, () => !atOnce)
    const row: InitiationRow = {
      org_id: orgId,
      id: InitiationId.make(yield* randomness.uuid),
      initiated_by: userId,
      employee_name: input.employee_name,
      employee_email: email,
      employee_role: input.employee_role ?? "",
      employee_department: input.employee_department ?? "",
      exit_date: input.exit_date,
      separation_type: input.separation_type ?? "resignation",
      apps_to_revoke: apps,
      no_apps: choice.value.noApps,
      sealed_notes: yield* sealing.seal(key, input.notes),
      status: atOnce ? "approved" : "pending",
      chain_id: Option.getOrNull(Option.map(chain, ({ id }) => id)),
      chain_name: Option.getOrNull(Option.map(chain, ({ name }) => name)),
      current_step: Option.isSome(runs) ? 1 : 0,
      // No review if the organization requires none.
      reviewed_by: atOnce && isHrOrAdmin(role) ? userId : null,
      reviewed_at: atOnce && isHrOrAdmin(role) ? now : null,
      sealed_rejection_reason: null,
      offboarding_id: null,
      revision: 1,
      person_key_id: key,
      created_at: now,
      updated_at: now
    }
    const created = atOnce
      ? Option.some(yield* createCase(row, { apps, noApps: row.no_apps }, "initiation"))
      : Option.none()
    const offboardingId = Option.getOrNull(Option.map(created, ({ id }) => id))
    const saved = { ...row, offboarding_id: offboardingId }
    yield* repo.insert(saved)
    const steps = copiedSteps(runs)
    if (steps.length > 0) yield* stepsRepo.insert({ orgId, id: row.id }, steps)
    const way = atOnce ? "approved immediately" : row.chain_name === null ? "no chain" : `chain: ${row.chain_name}`
    yield* audit.record({
      action: "initiation_submitted",
      target: auditText`Request for ${personal(key, row.employee_name)}`,
      details: auditText`last day: ${row.exit_date}, apps: ${shownApps(row)}, ${way}, notes: ${personal(key, input.notes ?? null)}`,
      offboardingId
    })
    if (!atOnce) yield* tellWaiting(saved, steps[0] ?? null, userId)
    return yield* sealing.presentOne(saved)
  }, db.transact)

  /** A pending initiation that the caller may change, held until the transaction ends. */
  const lockOwn = Effect.fnUntraced(function* (id: InitiationId) {
    const caller = yield* Caller
    const key = { orgId: caller.orgId, id }
    if (Option.isNone(yield* repo.peek(key))) return yield* new InitiationNotFound()
    const locked = yield* repo.lock(key)
    // It was there a moment ago.
    if (Option.isNone(locked)) return yield* new InitiationNotPending()
    const row = locked.value
    // A request for the caller's own offboarding does not exist for them, whatever part they would have in it.
    if (isOwn(caller.records, row)) return yield* new InitiationNotFound()
    const standing = standingTo(caller, row)
    if (standing === "hidden") return yield* new InitiationNotFound()
    if (standing === "other") {
      return yield* new PermissionDenied({
        error: "Only the requester, HR or an admin can change or withdraw this request"
      })
    }
    if (row.status !== "pending") return yield* new InitiationNotPending()
    return row
  })

  /** Notes are of the person whom the initiation names now. */
  const resealSteps = Effect.fnUntraced(function* (row: InitiationRow) {
    const { orgId } = yield* Caller
    const key = row.person_key_id
    for (const step of yield* stepsRepo.list({ orgId, id: row.id })) {
      if (step.sealed_notes === null && step.sealed_delegation_notes === null) continue
      yield* stepsRepo.reseal(
        { orgId, id: row.id, step: step.step },
        {
          notes: yield* sealing.reseal(key, step.sealed_notes),
          delegationNotes: yield* sealing.reseal(key, step.sealed_delegation_notes)
        }
      )
    }
  })

  const update = Effect.fn("Initiations.update")(function* (id: InitiationId, input: UpdateInitiation) {
    const { orgId, userId } = yield* Caller
    if (userId === null) return yield* Effect.die("This verb needs a session")
    const before = yield* lockOwn(id)
    if (Option.isSome(yield* proposals.find({ orgId, id: before.id }))) {
      return yield* new PermissionDenied({
        error: "A proposal of an assistant cannot be edited. Reject it, and have a new one proposed"
      })
    }
    const choice = appsChoice({ apps: input.apps_to_revoke ?? before.apps_to_revoke, noApps: before.no_apps })
    if (Option.isNone(choice)) return yield* new AppsChoiceRequired()
    const apps = input.apps_to_revoke === undefined ? before.apps_to_revoke : yield* resolveApps(choice.value.apps)
    const department = input.employee_department ?? before.employee_department
    if (department !== before.employee_department) yield* admitDepartment(department)
    const exitDate = input.exit_date ?? before.exit_date
    if (exitDate !== before.exit_date) yield* admitDay(exitDate)

    const email = input.employee_email === undefined ? before.employee_email : input.employee_email
    const isSomebodyElse = email?.toLowerCase() !== before.employee_email?.toLowerCase()
    if (isSomebodyElse) yield* admitPerson(email, { atOnce: false })
    const key = isSomebodyElse ? yield* personKeys.forPerson(orgId, email) : before.person_key_id
    const notes =
      input.notes !== undefined
        ? yield* sealing.seal(key, input.notes)
        : isSomebodyElse
          ? yield* sealing.reseal(key, before.sealed_notes)
          : before.sealed_notes
    const edited: InitiationRow = {
      ...before,
      employee_name: input.employee_name ?? before.employee_name,
      employee_email: email,
      employee_role: input.employee_role ?? before.employee_role,
      employee_department: department,
      exit_date: exitDate,
      separation_type: input.separation_type ?? before.separation_type,
      apps_to_revoke: apps,
      no_apps: choice.value.noApps,
      sealed_notes: notes,
      person_key_id: key,
      revision: before.revision + 1,
      updated_at: yield* DateTime.now
    }
    const changes = changesBetween(before, edited, input.notes !== undefined && notes !== before.sealed_notes)
    if (changes.length === 0) return yield* sealing.presentOne(before)
    const isOther = asksForOther(before, edited)
    const takenBack = isOther && before.current_step > 1
    const after = takenBack ? { ...edited, current_step: 1 } : edited
    yield* repo.update(after)
    if (takenBack) yield* stepsRepo.reopen({ orgId, id: after.id })
    if (isSomebodyElse) yield* resealSteps(after)
    yield* audit.record({
      action: "initiation_edited",
      target: auditText`Request for ${personal(key, after.employee_name)}`,
      details: takenBack
        ? [...changes, `, approvals taken back: ${before.current_step - 1}, pending at step 1 again`]
        : changes
    })
    if (takenBack || (isOther && after.current_step === 0)) {
      const [first = null] = yield* stepsRepo.list({ orgId, id: after.id })
      yield* tellWaiting(after, first, userId)
    }
    return yield* sealing.presentOne(after)
  }, db.transact)

  const withdraw = Effect.fn("Initiations.withdraw")(function* (id: InitiationId) {
    const { orgId } = yield* Caller
    const row = yield* lockOwn(id)
    yield* repo.remove({ orgId, id: row.id })
    yield* audit.record({
      action: "initiation_withdrawn",
      target: auditText`Request for ${personal(row.person_key_id, row.employee_name)}`,
      details: auditText`last day: ${row.exit_date}`
    })
  }, db.transact)

  return { submit, update, withdraw }
})
