import type { EditCase, PersonChanged } from "@svc/contract/cases/schema"
import { Caller } from "@svc/contract/kernel/access"
import {
  CaseCompleted,
  LegalHoldInForce,
  OutsideRecordScope,
  PastExitDatePermission
} from "@svc/contract/kernel/errors"
import type { OffboardingId, OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { isFrozen } from "@svc/contract/kernel/legal-hold"
import {
  AccessCutOffPermission,
  type AccessEndsAfterEmployment,
  type EmploymentEndsBeforeExit,
  JurisdictionUnknown,
  type ManagerIsEmployee,
  OffboardingCancelled,
  OffboardingDuplicate,
  type OffboardingNotFound,
  type UnknownApps
} from "@svc/contract/offboardings/errors"
import { AppsBeingRevoked, PersonInUse } from "@svc/contract/revocations/errors"
import { Data, DateTime, Effect, Option } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { type AuditText, auditText, personal } from "#audit/record/text"
import { Checklists } from "#work/checklists/service"
import { Integrations } from "#connections/integrations/service"
import { Db } from "#platform/database/db"
import { isJurisdiction } from "#platform/input/jurisdictions"
import { isCaseIn } from "#records/record-scope"
import { Revocations } from "#access-removal/revocations/service"
import { admitClocks, cutsOff } from "./clocks.ts"
import { EditRepo } from "./edit-repo.ts"
import {
  changedFields,
  correctable,
  type EditableField,
  type EditedField,
  folded,
  isAnotherPerson,
  personalFields,
  personChanged,
  resolveSelection
} from "./edit-rules.ts"
import { lockInScope } from "./locked-case.ts"
import { type OffboardingRow, OffboardingsRepo } from "./repo.ts"
import { addressOrNone, admitManager, laterDay, unknownApps } from "./rules.ts"

export type EditRefusal =
  | OffboardingNotFound
  | OffboardingCancelled
  | CaseCompleted
  | ManagerIsEmployee
  | JurisdictionUnknown
  | EmploymentEndsBeforeExit
  | AccessEndsAfterEmployment
  | AccessCutOffPermission
  | UnknownApps
  | AppsBeingRevoked
  | PersonInUse
  | OffboardingDuplicate
  | PastExitDatePermission
  | OutsideRecordScope
  | LegalHoldInForce

export interface EditOptions<E = never> {
  /** Asked once it is known what changes, before anything is written. */
  readonly admit?: (changed: ReadonlySet<EditedField>) => Effect.Effect<void, E, Caller>
}

/** Fields that the clocks of a case are computed from. */
const clocks = ["exit_date", "access_ends_at", "employment_ends_on", "timezone"] as const

const addresses = ["manager_email", "employee_email", "employee_personal_email"] as const

class SettingsChanged extends Data.TaggedError("SettingsChanged")<{}> {}

/** The verb `Offboardings.edit`. */
export const makeEdit = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* OffboardingsRepo
  const edits = yield* EditRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const checklists = yield* Checklists
  const integrations = yield* Integrations
  const revocations = yield* Revocations

  /** The case's current apps, and the requested ones. */
  const selection = Effect.fnUntraced(function* (id: OffboardingId, asked: ReadonlyArray<string> | undefined) {
    const before = yield* revocations.selection(id)
    if (asked === undefined) return { before, names: before.map(({ name }) => name), changed: false }
    const { kept, others } = resolveSelection(before, asked)
    const { known, unknown } = yield* integrations.resolveRevocable(others)
    if (unknown.length > 0) return yield* unknownApps(unknown)
    const names = [...kept, ...known]
    const changed = names.length !== before.length || known.length > 0
    return { before, names, changed }
  })

  /**
   * The key of a case with a new email. A case linked to a record keeps the record's; others take the key along, unless
   * it also serves another person: then they get their own.
   */
  const keyOf = Effect.fnUntraced(function* (
    row: OffboardingRow,
    before: { readonly employee_email: string | null; readonly org_employee_id: OffboardingRow["directory_id"] },
    email: string | null
  ) {
    const { orgId } = yield* Caller
    const { person_key_id } = row
    if (before.org_employee_id !== null || folded(before.employee_email) === folded(email)) return person_key_id
    const { employee_email } = before
    if (yield* edits.sharesKey({ org_id: orgId, id: row.id, person_key_id, employee_email })) {
      return yield* personKeys.forPerson(orgId, email)
    }
    yield* personKeys.readdress(orgId, person_key_id, email)
    return person_key_id
  })

  /**
   * The person with this email: if the directory has another person, the case becomes theirs, so it must be in the
   * caller's scope (offboarding-40).
   */
  const personBehind = Effect.fnUntraced(function* (
    orgId: OrgId,
    email: string | null,
    row: OffboardingRow,
    before: { readonly employee_email: string | null; readonly org_employee_id: OffboardingRow["directory_id"] }
  ) {
    const { records } = yield* Caller
    const known = email === null ? Option.none() : yield* edits.personOf(orgId, email, records)
    if (Option.isNone(known)) return { id: before.org_employee_id, person_key_id: yield* keyOf(row, before, email) }
    if (known.value.elsewhere) return yield* new OutsideRecordScope()
    return known.value
  })

  /** `field: old -> new` of each, with whom the values are sealed under. */
  const described = Effect.fnUntraced(function* (
    orgId: OrgId,
    changes: ReturnType<typeof changedFields>,
    keys: { readonly before: PersonKeyId; readonly after: PersonKeyId }
  ) {
    const managerKey = (address: string | null) =>
      address === null ? Effect.succeed(keys.before) : personKeys.forPerson(orgId, address)
    const value = Effect.fnUntraced(function* (field: EditableField, text: string | null, key: PersonKeyId) {
      if (field === "manager_email") return personal(yield* managerKey(text), text)
      if (personalFields.has(field)) return personal(key, text)
      return text === null || text === "" ? "none" : text
    })
    return yield* Effect.forEach(changes, ({ after, before, field }) =>
      Effect.gen(function* () {
        const old = yield* value(field, before, keys.before)
        return auditText`${field}: ${old} -> ${yield* value(field, after, keys.after)}`
      })
    )
  })

  const work = Effect.fnUntraced(function* <E>(id: OffboardingId, input: EditCase, { admit }: EditOptions<E>) {
    const { orgId, permissions, records, userId } = yield* Caller
    const settings = yield* edits.settings(orgId)
    const replans = clocks.some((field) => input[field] !== undefined) || input.apps_to_revoke !== undefined
    // The organization's row before the case's, as on creation.
    if (replans) yield* revocations.requireSettings(settings)
    const row = yield* lockInScope(repo, id)
    if (row.status === "cancelled") return yield* new OffboardingCancelled()
    const { identity, org_employee_id, ...before } = yield* edits.fields({ org_id: orgId, id })

    const { apps_to_revoke, ...given } = input
    const after = {
      ...before,
      ...given,
      ...(given.manager_email === undefined ? {} : { manager_email: addressOrNone(given.manager_email) })
    }
    const changes = changedFields(before, after)
    const changed = new Set(changes.map(({ field }) => field))
    const apps = yield* selection(id, apps_to_revoke)
    if (changes.length === 0 && !apps.changed) return Option.none<PersonChanged>()
    if (row.status === "completed" && (apps.changed || [...changed].some((field) => !correctable.has(field)))) {
      return yield* new CaseCompleted()
    }
    if (admit !== undefined) {
      yield* admit(new Set<EditedField>([...changed, ...(apps.changed ? (["apps_to_revoke"] as const) : [])]))
    }
    const now = yield* DateTime.now
    // The case decides who cannot be erased: while it is on hold, it cannot become another person's (offboarding-18).
    if (changed.has("employee_email") && isFrozen(row, now)) return yield* new LegalHoldInForce()
    // What acts on the person's accounts looks them up by the address.
    if (changed.has("employee_email") && (yield* edits.isActedOn({ org_id: orgId, id })))
      return yield* new PersonInUse()
    if (addresses.some((field) => input[field] !== undefined)) {
      yield* Effect.fromResult(admitManager(after.manager_email, [after.employee_email, after.employee_personal_email]))
    }
    if (changed.has("jurisdiction") && after.jurisdiction !== null && !(yield* isJurisdiction(after.jurisdiction))) {
      return yield* new JurisdictionUnknown()
    }
    if (!isCaseIn(records, after)) return yield* new OutsideRecordScope()

    const zone = after.timezone ?? settings.timezone
    // A changed zone of the organization refuses no edit of other fields.
    if (clocks.some((field) => changed.has(field))) yield* Effect.fromResult(admitClocks(after, zone))

    const unsettled = apps.names.filter((name) => !apps.before.some((app) => app.name === name && app.settled))
    const endMoved = apps.changed || changed.has("access_ends_at")
    const moved = endMoved || changed.has("exit_date") || changed.has("timezone")
    if (moved && unsettled.length > 0 && !permissions.includes("access_revoke")) {
      const today = laterDay(settings.timezone, after.timezone, now)
      if (after.exit_date < today) return yield* new PastExitDatePermission()
      if (endMoved && cutsOff(after.access_ends_at, today, zone)) return yield* new AccessCutOffPermission()
    }

    const person = changed.has("employee_email")
      ? yield* personBehind(orgId, after.employee_email, row, { ...before, org_employee_id })
      : { id: org_employee_id, person_key_id: row.person_key_id }
    const isAnother = isAnotherPerson(before.employee_email, after.employee_email)
    const portalLinkEnded = isAnother && (yield* edits.hasPortalLink({ org_id: orgId, id, now }))
    const saved = yield* edits.save({
      ...after,
      identity: isAnother ? identity + 1 : identity,
      org_id: orgId,
      id,
      person_key_id: person.person_key_id,
      org_employee_id: person.id,
      // "Nothing to revoke" applied to a case without apps.
      no_apps_confirmed_at: apps.names.length > 0 ? null : row.no_apps_confirmed_at,
      updated_at: now
    })
    if (!saved) {
      const open = yield* repo.findOpenId(orgId, after.employee_email ?? "")
      return yield* new OffboardingDuplicate({ id: yield* Effect.orDie(Effect.fromOption(open)) })
    }
    if (changed.has("employee_email")) yield* revocations.endRetries(id)
    if (moved) {
      const revokeAt = revocations.revokeAtFor({
        exitDate: after.exit_date,
        accessEndsAt: after.access_ends_at,
        timezone: zone,
        autoRevoke: settings.autoRevoke,
        apps: unsettled
      })
      const busy = yield* revocations.replan({ offboardingId: id, apps: apps.names, revokeAt })
      if (busy.length > 0) {
        return yield* new AppsBeingRevoked({
          error: `Access is being revoked, so these apps cannot be removed: ${busy.join(", ")}. Try again when the run has finished`,
          apps: busy
        })
      }
    }

    const reopened = isAnother ? yield* revocations.becameAnother(id) : []
    const pieces: Array<AuditText> = yield* described(orgId, changes, {
      before: row.person_key_id,
      after: person.person_key_id
    })
    if (apps.changed) {
      const listed = (names: ReadonlyArray<string>) => (names.length === 0 ? "none" : names.join(", "))
      pieces.push(auditText`apps_to_revoke: ${listed(apps.before.map(({ name }) => name))} -> ${listed(apps.names)}`)
    }
    if (reopened.length > 0) pieces.push(auditText`done for another account: ${reopened.join(", ")}`)
    if (portalLinkEnded) pieces.push(auditText`portal link of the former person ended`)
    if (isAnother) {
      yield* edits.noteAddressChange({
        org_id: orgId,
        offboarding_id: id,
        identity: identity + 1,
        sealed_before: yield* personKeys.seal(orgId, [personal(row.person_key_id, before.employee_email)]),
        sealed_after: yield* personKeys.seal(orgId, [personal(person.person_key_id, after.employee_email)]),
        changed_at: now,
        changed_by: userId
      })
    }
    yield* audit.record({
      action: "offboarding_updated",
      target: auditText`Offboarding of ${personal(person.person_key_id, after.employee_name)}`,
      details: pieces.flatMap((piece, index) => (index === 0 ? piece : ["; ", ...piece])),
      offboardingId: id,
      orgEmployeeId: person.id
    })
    // Another person has other equipment.
    if (apps.changed || changed.has("employee_email")) yield* checklists.sync(id)
    return isAnother ? Option.some(personChanged(reopened, portalLinkEnded)) : Option.none<PersonChanged>()
  })

  /** Answers what the change to another person's address undid; none when it is the same person's case. */
  return Effect.fn("Offboardings.edit")(function* <E = never>(
    id: OffboardingId,
    input: EditCase,
    options: EditOptions<E> = {}
  ) {
    const attempt = db
      .transactUnless(Effect.map(work(id, input, options), Option.some), (constraint) =>
        constraint === "organisations_revocation_settings" ? Option.some(new SettingsChanged()) : Option.none()
      )
      // The inputs of the revocation's time have changed.
      .pipe(Effect.catchTag("SettingsChanged", () => Effect.succeedNone))
    let edited = yield* attempt
    while (Option.isNone(edited)) edited = yield* attempt
    return edited.value
  })
})
