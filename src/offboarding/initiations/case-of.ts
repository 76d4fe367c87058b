import { dayIn } from "@svc/contract/kernel/dates"
import { PastExitDatePermission, PermissionDenied } from "@svc/contract/kernel/errors"
import { Caller } from "@svc/contract/kernel/access"
import type { UserId } from "@svc/contract/kernel/ids"
import { UnknownApps } from "@svc/contract/offboardings/errors"
import { DateTime, Effect } from "effect"
import { Integrations } from "#connections/integrations/service"
import { type AdmittedCase, Offboardings } from "#offboarding/offboardings/service"
import { isOwn } from "#records/record-scope"
import { Outbox } from "#outgoing/outbox/service"
import { FactsRepo } from "./facts-repo.ts"
import type { InitiationRow } from "./repo.ts"
import { confirmsNothingToRevoke, isDepartmentAllowed } from "./rules.ts"
import type { NewStep } from "./steps-repo.ts"

/** Shared by submitting, editing, and approving: admission, the case, and the recipients. */
export const makeCaseOf = Effect.gen(function* () {
  const facts = yield* FactsRepo
  const integrations = yield* Integrations
  const offboardings = yield* Offboardings
  const outbox = yield* Outbox

  /** Past days require the permission to revoke access, because that would happen immediately (initiations-6). */
  const admitDay = Effect.fnUntraced(function* (exitDate: string) {
    const { orgId, permissions } = yield* Caller
    if (permissions.includes("access_revoke")) return
    const today = dayIn(yield* facts.timezone(orgId), yield* DateTime.now)
    if (exitDate < today) return yield* new PastExitDatePermission()
  })

  const admitDepartment = Effect.fnUntraced(function* (department: string) {
    const { records } = yield* Caller
    if (isDepartmentAllowed(records, department)) return
    return yield* new PermissionDenied({
      error: "employee_department is outside the departments that you see. Enter one that you see"
    })
  })

  /**
   * A request without review, or with the caller's department, must not be about a person whom the directory has
   * elsewhere: the email alone decides whose access is revoked (offboarding-47).
   */
  const admitPerson = Effect.fnUntraced(function* (email: string | null, options: { readonly atOnce: boolean }) {
    const { orgId, records } = yield* Caller
    if (isOwn(records, { employee_email: email })) {
      return yield* new PermissionDenied({
        error: "employee_email: you cannot request your own offboarding. Ask HR or another member to do it"
      })
    }
    if (email === null || records._tag === "All" || (records._tag === "DirectReports" && !options.atOnce)) return
    if (!(yield* facts.isElsewhere(orgId, records, email))) return
    return yield* new PermissionDenied({
      error: "employee_email: this person is outside your record scope, according to the directory"
    })
  })

  /** The names as the connected integrations have them. */
  const resolveApps = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
    if (names.length === 0) return []
    const { known, unknown } = yield* integrations.resolveRevocable(names)
    if (unknown.length === 0) return known
    return yield* new UnknownApps({
      error: `apps_to_revoke: these apps are not connected or cannot revoke access: ${unknown.join(", ")}`,
      apps: unknown
    })
  })

  /** The same of a case, in whose own zone the day may have passed sooner; a final approval asks it, too. */
  const admitCase = Effect.fnUntraced(function* ({ exit_date, today }: AdmittedCase) {
    const { permissions } = yield* Caller
    if (exit_date < today && !permissions.includes("access_revoke")) return yield* new PastExitDatePermission()
  })

  /** The offboarding of an approved initiation, in the running transaction. */
  const createCase = Effect.fnUntraced(function* (
    row: InitiationRow,
    choice: { readonly apps: ReadonlyArray<string>; readonly noApps: boolean },
    source: "initiation" | "slack"
  ) {
    const { role } = yield* Caller
    return yield* offboardings
      .create(
        {
          employee_name: row.employee_name,
          employee_email: row.employee_email,
          employee_role: row.employee_role,
          employee_department: row.employee_department,
          exit_date: row.exit_date,
          separation_type: row.separation_type,
          apps_to_revoke: choice.apps,
          initiated_by: row.initiated_by,
          nothing_to_revoke: choice.noApps && confirmsNothingToRevoke(role)
        },
        { source, admit: admitCase }
      )
      .pipe(
        // An initiation names none of these.
        Effect.catchTag(
          ["ManagerIsEmployee", "JurisdictionUnknown", "EmploymentEndsBeforeExit", "AccessEndsAfterEmployment"],
          (refusal) => Effect.die(refusal)
        ),
        Effect.catchTag("PlanLimitReached", ({ error }) => Effect.fail(new PermissionDenied({ error })))
      )
  })

  /** Notifies the next approvers, except the member who caused it; and the delegate. */
  const tellWaiting = Effect.fnUntraced(function* (
    row: InitiationRow,
    step: (NewStep & { readonly delegated_to?: UserId | null }) | null,
    except: UserId | null
  ) {
    const { orgId } = yield* Caller
    const delegate = step?.delegated_to ?? null
    if (delegate !== null && delegate !== except) {
      yield* outbox.append(orgId, {
        _tag: "initiation.waiting",
        initiationId: row.id,
        userIds: [delegate],
        delegated: true
      })
    }
    const userIds = yield* facts.toBeTold({ orgId, about: row, department: row.employee_department, step, except })
    if (userIds.length === 0) return
    yield* outbox.append(orgId, {
      _tag: "initiation.waiting",
      initiationId: row.id,
      userIds: [...userIds],
      delegated: false
    })
  })

  return { admitDay, admitDepartment, admitPerson, resolveApps, createCase, tellWaiting }
})
