import type { StageFacts } from "@svc/contract/audit/facts"
import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId, OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { OffboardingDuplicate, OffboardingNotFound } from "@svc/contract/offboardings/errors"
import { OffboardingStageChanged } from "@svc/contract/offboardings/events"
import {
  CancelReason,
  type OffboardingStatus,
  type StageChangeSource,
  type UpdateOffboarding
} from "@svc/contract/offboardings/schema"
import { DateTime, Effect, Option, Schema } from "effect"
import { DepartingMembers } from "#access/departing-members"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText, personal } from "#audit/record/text"
import { Employees } from "#work/employees/service"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { LeftBehinds } from "#access-removal/left-behind/service"
import { Revocations } from "#access-removal/revocations/service"
import { makeReadGates } from "./gates.ts"
import { lockInScope } from "./locked-case.ts"
import { type OffboardingRow, OffboardingsRepo } from "./repo.ts"
import { addressOrNone, admitManager, decideTransition, gateOf, type Transition } from "./rules.ts"

/** Which setting moved a case that no person moved. */
const settingOf: Readonly<Partial<Record<StageChangeSource, string>>> = {
  automation: ", setting: advance_when_ready",
  schedule: ", setting: begin_revocation_on_last_day"
}

interface MoveOptions {
  readonly source: StageChangeSource
  /** Completes with open tasks, which an entry of its own then names; the other gates stay. */
  readonly passTasks?: boolean
}

/** The verb `Offboardings.update`, which also tells whether anything changed. */
export const makeUpdate = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* OffboardingsRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const outbox = yield* Outbox
  const employees = yield* Employees
  const revocations = yield* Revocations
  const leftBehind = yield* LeftBehinds
  const readGates = yield* makeReadGates
  const departing = yield* DepartingMembers

  const managerKey = (orgId: OrgId, manager: string | null, otherwise: PersonKeyId) =>
    manager === null ? Effect.succeed(otherwise) : personKeys.forPerson(orgId, manager)

  const recordManager = Effect.fnUntraced(function* (orgId: OrgId, row: OffboardingRow, manager: string | null) {
    const before = personal(yield* managerKey(orgId, row.manager_email, row.person_key_id), row.manager_email)
    const after = personal(yield* managerKey(orgId, manager, row.person_key_id), manager)
    yield* audit.record({
      ...aboutCase(row),
      action: "offboarding_manager_changed",
      details: auditText`${before} -> ${after}`
    })
  })

  const recordOverride = Effect.fnUntraced(function* (
    row: OffboardingRow,
    tasks: ReadonlyArray<string>,
    reason: Option.Option<string>
  ) {
    const open = auditText`completed with open tasks: ${tasks.join(", ")}`
    yield* audit.record({
      ...aboutCase(row),
      action: "completion_overridden",
      details: Option.match(reason, {
        onNone: () => open,
        onSome: (text) => [...open, ...auditText`, reason: ${personal(row.person_key_id, text)}`]
      })
    })
  })

  /** What a move brings about elsewhere, once the case itself has moved. */
  const follow = Effect.fnUntraced(function* (
    row: OffboardingRow,
    transition: Exclude<Transition, { readonly _tag: "Unchanged" }>,
    to: { readonly status: OffboardingStatus; readonly source: StageChangeSource }
  ) {
    const { orgId } = yield* Caller
    if (transition._tag === "Cancel") {
      yield* revocations.cancelScheduled(row.id)
      yield* leftBehind.forget(row.id)
    }
    if (row.directory_id !== null && transition._tag !== "Move") {
      yield* employees.setStatus(row.directory_id, transition._tag === "Complete" ? "inactive" : "active")
    }
    const change = `${row.status} -> ${to.status}${settingOf[to.source] ?? ""}`
    const facts: StageFacts = {
      new_status: to.status,
      previous_status: row.status,
      trigger: to.source,
      ...(to.source === "bulk" ? { bulk: true } : {})
    }
    yield* audit.record(
      transition._tag === "Cancel"
        ? {
            ...aboutCase(row),
            action: "offboarding_cancelled",
            details: auditText`${change}, reason: ${personal(row.person_key_id, transition.reason)}`,
            facts
          }
        : { ...aboutCase(row), action: "offboarding_status_changed", details: auditText`${change}`, facts }
    )
    yield* outbox.append(
      orgId,
      OffboardingStageChanged.make({
        offboardingId: row.id,
        employeeName: row.employee_name,
        status: to.status,
        previousStatus: row.status,
        source: to.source
      })
    )
  })

  return Effect.fn("Offboardings.update")(function* (
    id: OffboardingId,
    input: UpdateOffboarding,
    { passTasks = false, source }: MoveOptions
  ) {
    const { orgId } = yield* Caller
    const row = yield* lockInScope(repo, id)
    // Members don't see their own offboarding. An API key that they created reads it but can't change it (access-43).
    if (yield* departing.createdKey(row.id)) return yield* new OffboardingNotFound()
    const manager =
      input.manager_email === undefined
        ? row.manager_email
        : yield* Effect.fromResult(
            admitManager(addressOrNone(input.manager_email), [row.employee_email, row.employee_personal_email])
          )
    const status = input.status ?? row.status
    const gates = yield* readGates(row, gateOf(row.status, status))
    const reason = Schema.decodeUnknownOption(CancelReason)(input.reason)
    const judged = passTasks ? { ...gates, tasks: [] } : gates
    const transition = yield* Effect.fromResult(decideTransition(row.status, status, judged, reason))
    const managerChanged = manager !== row.manager_email
    if (transition._tag === "Unchanged" && !managerChanged) return { changed: false, row }

    if (transition._tag === "Complete") yield* departing.end(row.id)
    const now = yield* DateTime.now
    const changes = {
      status,
      manager_email: manager,
      completed_at: transition._tag === "Unchanged" ? row.completed_at : transition._tag === "Complete" ? now : null,
      cancelled_at: transition._tag === "Cancel" ? now : row.cancelled_at,
      sealed_cancel_reason:
        transition._tag === "Cancel"
          ? yield* personKeys.seal(orgId, auditText`${personal(row.person_key_id, transition.reason)}`)
          : row.sealed_cancel_reason,
      updated_at: now
    }
    if (!(yield* repo.update({ org_id: orgId, id: row.id, ...changes }))) {
      const open = yield* repo.findOpenId(orgId, row.employee_email ?? "")
      return yield* new OffboardingDuplicate({ id: yield* Effect.orDie(Effect.fromOption(open)) })
    }
    if (managerChanged) yield* recordManager(orgId, row, manager)
    if (transition._tag !== "Unchanged") yield* follow(row, transition, { status, source })
    if (transition._tag === "Complete" && passTasks && gates.tasks.length > 0) {
      yield* recordOverride(row, gates.tasks, reason)
    }
    return { changed: true, row: { ...row, ...changes } }
  }, db.transact)
})

export type Move = Effect.Success<typeof makeUpdate>
