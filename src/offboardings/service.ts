import { Caller } from "@svc/contract/kernel/access"
import type { CalendarDate } from "@svc/contract/kernel/dates"
import { PermissionDenied, type PlanLimitReached } from "@svc/contract/kernel/errors"
import { OffboardingId, type OrgId, type PersonKeyId } from "@svc/contract/kernel/ids"
import {
  AppsSelected,
  type CancelReasonRequired,
  type CompletedNotCancellable,
  JurisdictionUnknown,
  type ManagerIsEmployee,
  OffboardingCancelled,
  OffboardingDuplicate,
  OffboardingNotFound,
  type StageGateClosed,
  UnknownApps
} from "@svc/contract/offboardings/errors"
import { OffboardingCreated, OffboardingStageChanged } from "@svc/contract/offboardings/events"
import {
  CancelReason,
  type CreatedOffboarding,
  type CreateOffboarding,
  type OffboardingDetails,
  type OffboardingSource,
  type StageChangeSource,
  type UpdatedOffboarding,
  type UpdateOffboarding
} from "@svc/contract/offboardings/schema"
import { Context, DateTime, Effect, Layer, Option, Schema } from "effect"
import { PersonKeys } from "#audit/person-keys"
import { Audit } from "#audit/service"
import { auditText, personal } from "#audit/text"
import { Employees } from "#employees/service"
import { Integrations } from "#integrations/service"
import { Outbox } from "#outbox/service"
import { Db, type Transaction } from "#platform/db"
import { Randomness } from "#platform/random"
import { Revocations } from "#revocations/service"
import { isJurisdiction } from "./jurisdictions.ts"
import { OffboardingsReadRepo, type PageQuery } from "./read-repo.ts"
import { type CreationFacts, type NewOffboarding, type OffboardingRow, OffboardingsRepo } from "./repo.ts"
import {
  addressOrNone,
  admitManager,
  admitOpen,
  decideTransition,
  endOfDay,
  gateOf,
  type Gates,
  isInScope,
  managerFromDirectory,
  pageMeta,
  type Transition
} from "./rules.ts"

/** The cases of departing people, and the only way to create or move one. */
export class Offboardings extends Context.Service<
  Offboardings,
  {
    /** `OffboardingPage` as JSON text, newest first: the busiest read, so its rows are never decoded here. */
    pageText(query: PageQuery): Effect.Effect<string, never, Caller>
    show(id: OffboardingId): Effect.Effect<OffboardingDetails, OffboardingNotFound, Caller>
    /** By whatever route: one event, one audit entry, one open case per address (D1, POST /api/v1/offboardings). */
    create(
      input: CreateOffboarding,
      options: { readonly source: OffboardingSource }
    ): Effect.Effect<
      CreatedOffboarding,
      UnknownApps | ManagerIsEmployee | JurisdictionUnknown | PlanLimitReached | OffboardingDuplicate,
      Caller
    >
    /** Status and manager together or not at all (D1, "Offboarding status"; decisions 4). */
    update(
      id: OffboardingId,
      input: UpdateOffboarding,
      options: { readonly source: StageChangeSource }
    ): Effect.Effect<
      UpdatedOffboarding,
      | OffboardingNotFound
      | ManagerIsEmployee
      | OffboardingCancelled
      | CompletedNotCancellable
      | CancelReasonRequired
      | StageGateClosed
      | OffboardingDuplicate,
      Caller
    >
    /** An admin's word that a case without apps has nothing to revoke; a second time changes nothing. */
    confirmNoApps(
      id: OffboardingId
    ): Effect.Effect<void, PermissionDenied | OffboardingNotFound | OffboardingCancelled | AppsSelected, Caller>
    /** The word that everything lent to the person came back; a second time changes nothing. */
    confirmAssetReturn(id: OffboardingId): Effect.Effect<void, OffboardingNotFound | OffboardingCancelled, Caller>
  }
>()("svc/offboardings/Offboardings") {
  static readonly layerNoDeps = Layer.effect(
    Offboardings,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* OffboardingsRepo
      const reads = yield* OffboardingsReadRepo
      const audit = yield* Audit
      const personKeys = yield* PersonKeys
      const outbox = yield* Outbox
      const employees = yield* Employees
      const integrations = yield* Integrations
      const revocations = yield* Revocations
      const randomness = yield* Randomness

      const pageText = Effect.fnUntraced(function* (query: PageQuery) {
        const { orgId } = yield* Caller
        const { data, total } = yield* reads.page(orgId, query)
        return `{"data":${data},"meta":${JSON.stringify(pageMeta(query.page, query.limit, total))}}`
      })

      const show = Effect.fnUntraced(function* (id: OffboardingId) {
        const { orgId, records } = yield* Caller
        const found = yield* reads.find(orgId, id)
        if (Option.isNone(found) || !isInScope(records, found.value)) return yield* new OffboardingNotFound()
        return found.value
      })

      const revokeAt = Effect.fnUntraced(function* (exitDate: CalendarDate, zone: string | null, facts: CreationFacts) {
        if (!facts.auto_revoke_at_exit) return null
        return yield* Effect.orDie(Effect.fromOption(endOfDay(exitDate, zone ?? facts.timezone)))
      })

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

      const create = Effect.fn("Offboardings.create")(function* (
        input: CreateOffboarding,
        { source }: { readonly source: OffboardingSource }
      ) {
        const { apiKey, orgId, userId } = yield* Caller
        const email = input.employee_email ?? null
        const named = input.manager_email === undefined ? undefined : addressOrNone(input.manager_email)
        yield* Effect.fromResult(admitManager(named ?? null, [email]))
        if (input.jurisdiction !== undefined && !isJurisdiction(input.jurisdiction))
          return yield* new JurisdictionUnknown()

        const facts = yield* repo.creationFacts(orgId, email)
        if (facts.open_id !== null) return yield* new OffboardingDuplicate({ id: facts.open_id })
        const wanted = input.apps_to_revoke ?? []
        const apps = wanted.length === 0 ? { known: [], unknown: [] } : yield* integrations.resolveRevocable(wanted)
        if (apps.unknown.length > 0) {
          return yield* new UnknownApps({
            error: `Not connected, or not able to revoke access: ${apps.unknown.join(", ")}`,
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

        const due = apps.known.length === 0 ? null : yield* revokeAt(row.exit_date, row.timezone, facts)
        if (apps.known.length > 0) {
          yield* revocations.plan({ offboardingId: row.id, apps: apps.known, revokeAt: due })
        }
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
        return { ...row, apps_to_revoke: apps.known, revoke_at: due }
      }, db.transact)

      const lock = Effect.fnUntraced(function* (id: OffboardingId) {
        const { orgId, records } = yield* Caller
        const row = yield* repo.lock({ org_id: orgId, id })
        if (Option.isNone(row) || !isInScope(records, row.value)) return yield* new OffboardingNotFound()
        return row.value
      })

      /** Only what the gate of the move asks for is read; the rest stands open. */
      const readGates = Effect.fnUntraced(function* (
        orgId: OrgId,
        row: OffboardingRow,
        gate: ReturnType<typeof gateOf>
      ) {
        const apps = gate === "none" ? { selected: 0, missing: [] } : yield* revocations.gate(row.id)
        const completion =
          gate === "completion"
            ? yield* repo.openForCompletion({ org_id: orgId, id: row.id }, row.directory_id)
            : { assets: [], tasks: [] }
        return {
          ...apps,
          ...completion,
          nothingConfirmed: row.no_apps_confirmed_at !== null,
          assetReturnConfirmed: row.asset_return_confirmed_at !== null
        } satisfies Gates
      })

      const applyToDirectory = Effect.fnUntraced(function* (row: OffboardingRow, transition: Transition) {
        if (row.directory_id === null) return
        if (transition._tag === "Complete") yield* employees.setStatus(row.directory_id, "inactive")
        if (transition._tag === "Reopen" || transition._tag === "Cancel") {
          yield* employees.setStatus(row.directory_id, "active")
        }
      })

      const managerKey = (orgId: OrgId, manager: string | null, otherwise: PersonKeyId) =>
        manager === null ? Effect.succeed(otherwise) : personKeys.forPerson(orgId, manager)

      const update = Effect.fn("Offboardings.update")(function* (
        id: OffboardingId,
        input: UpdateOffboarding,
        { source }: { readonly source: StageChangeSource }
      ) {
        const { orgId } = yield* Caller
        const row = yield* lock(id)
        const manager =
          input.manager_email === undefined
            ? row.manager_email
            : yield* Effect.fromResult(
                admitManager(addressOrNone(input.manager_email), [row.employee_email, row.employee_personal_email])
              )
        const status = input.status ?? row.status
        const gates = yield* readGates(orgId, row, gateOf(row.status, status))
        const reason = Schema.decodeUnknownOption(CancelReason)(input.reason)
        const transition = yield* Effect.fromResult(decideTransition(row.status, status, gates, reason))
        const managerChanged = manager !== row.manager_email
        if (transition._tag === "Unchanged" && !managerChanged) return row

        const updatedAt = yield* DateTime.now
        const target = auditText`Offboarding of ${personal(row.person_key_id, row.employee_name)}`
        const about = { target, offboardingId: row.id, orgEmployeeId: row.directory_id }
        const changes = {
          status,
          manager_email: manager,
          completed_at: transition._tag === "Unchanged" ? row.completed_at : status === "completed" ? updatedAt : null,
          sealed_cancel_reason:
            transition._tag === "Cancel"
              ? yield* personKeys.seal(orgId, auditText`${personal(row.person_key_id, transition.reason)}`)
              : row.sealed_cancel_reason,
          updated_at: updatedAt
        }
        if (!(yield* repo.update({ org_id: orgId, id, ...changes }))) {
          const open = yield* repo.findOpenId(orgId, row.employee_email ?? "")
          return yield* new OffboardingDuplicate({ id: yield* Effect.orDie(Effect.fromOption(open)) })
        }
        if (managerChanged) {
          const before = personal(yield* managerKey(orgId, row.manager_email, row.person_key_id), row.manager_email)
          const after = personal(yield* managerKey(orgId, manager, row.person_key_id), manager)
          yield* audit.record({
            ...about,
            action: "offboarding_manager_changed",
            details: auditText`${before} -> ${after}`
          })
        }
        if (transition._tag !== "Unchanged") {
          yield* applyToDirectory(row, transition)
          if (transition._tag === "Cancel") yield* revocations.cancelScheduled(id)
          yield* audit.record(
            transition._tag === "Cancel"
              ? {
                  ...about,
                  action: "offboarding_cancelled",
                  details: auditText`${row.status} -> ${status}, reason: ${personal(row.person_key_id, transition.reason)}`
                }
              : { ...about, action: "offboarding_status_changed", details: auditText`${row.status} -> ${status}` }
          )
          yield* outbox.append(
            orgId,
            OffboardingStageChanged.make({
              offboardingId: id,
              employeeName: row.employee_name,
              status,
              previousStatus: row.status,
              source
            })
          )
        }
        return { ...row, ...changes }
      }, db.transact)

      const confirmation = Effect.fnUntraced(function* (row: OffboardingRow) {
        const { orgId, userId } = yield* Caller
        return { org_id: orgId, id: row.id, by: userId, at: yield* DateTime.now }
      })

      const recordConfirmation = (
        row: OffboardingRow,
        action: "no_apps_confirmed" | "asset_return_confirmed",
        what: string
      ) =>
        audit.record({
          action,
          target: auditText`Offboarding of ${personal(row.person_key_id, row.employee_name)}`,
          details: auditText`${what}`,
          offboardingId: row.id,
          orgEmployeeId: row.directory_id
        })

      const confirmNoApps = Effect.fn("Offboardings.confirmNoApps")(function* (id: OffboardingId) {
        const { role } = yield* Caller
        if (role !== "superadmin" && role !== "admin") {
          return yield* new PermissionDenied({
            error: "Only a Super Admin or an Admin can confirm that there is nothing to revoke"
          })
        }
        const row = yield* lock(id)
        if (row.status === "cancelled") return yield* new OffboardingCancelled()
        const { selected } = yield* revocations.gate(id)
        if (selected > 0) return yield* new AppsSelected()
        if (row.no_apps_confirmed_at !== null) return
        yield* repo.confirmNoApps(yield* confirmation(row))
        yield* recordConfirmation(row, "no_apps_confirmed", "there is nothing to revoke")
      }, db.transact)

      const confirmAssetReturn = Effect.fn("Offboardings.confirmAssetReturn")(function* (id: OffboardingId) {
        const row = yield* lock(id)
        if (row.status === "cancelled") return yield* new OffboardingCancelled()
        if (row.asset_return_confirmed_at !== null) return
        yield* repo.confirmAssetReturn(yield* confirmation(row))
        yield* recordConfirmation(row, "asset_return_confirmed", "everything lent to the person has come back")
      }, db.transact)

      return Offboardings.of({ pageText, show, create, update, confirmNoApps, confirmAssetReturn })
    })
  )
}
