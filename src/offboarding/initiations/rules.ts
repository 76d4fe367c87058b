import type { RecordScope } from "@svc/contract/kernel/access"
import type { UserId } from "@svc/contract/kernel/ids"
import { isHrOrAdmin, type MemberRole, type Permission } from "@svc/contract/kernel/permissions"
import type { InitiationStatus } from "@svc/contract/initiations/schema"
import { InitiationNotPending, StepActedOn } from "@svc/contract/initiations/errors"
import { PermissionDenied } from "@svc/contract/kernel/errors"
import { Option, Result } from "effect"

/** Who is asking, as these rules look at them. */
interface Viewer {
  readonly userId: UserId | null
  readonly role: MemberRole | null
  readonly permissions: ReadonlyArray<Permission>
  readonly records: RecordScope
}

interface Subject {
  readonly initiated_by: UserId
  readonly employee_department: string
}

/** Whether an approval also confirms that there is nothing to revoke, which is an admin's word (approvals-3). */
export const confirmsNothingToRevoke = (role: MemberRole | null): boolean => role === "superadmin" || role === "admin"

/** Which requests a person sees besides their own (initiations-9): all, those of some departments, or none. */
type Reviewed = "all" | "none" | ReadonlyArray<string>

export const reviewed = ({ permissions, records, role }: Omit<Viewer, "userId">): Reviewed => {
  const reviews = (isHrOrAdmin(role) || role === "custom") && permissions.includes("offboardings_view")
  if (!reviews || records._tag === "DirectReports") return "none"
  return records._tag === "All" ? "all" : records.departments
}

const isWithin = (seen: Reviewed, department: string) =>
  seen === "all" || (seen !== "none" && seen.includes(department))

export const sees = (viewer: Viewer, initiation: Subject): boolean =>
  initiation.initiated_by === viewer.userId || isWithin(reviewed(viewer), initiation.employee_department)

/** A department that the caller may use; members who see all, or only reports, may use any (initiations-6). */
export const isDepartmentAllowed = (records: RecordScope, department: string): boolean =>
  records._tag !== "Departments" || records.departments.includes(department)

/** A person's relation to a request that they want to change. */
type Standing = "owner" | "reviewer" | "hidden" | "other"

/** `hidden`: HR or an admin whose records it is not among, so for them it does not exist. */
export const standingTo = (viewer: Viewer, initiation: Subject): Standing => {
  if (initiation.initiated_by === viewer.userId) return "owner"
  if (!isHrOrAdmin(viewer.role)) return "other"
  return isWithin(reviewed(viewer), initiation.employee_department) ? "reviewer" : "hidden"
}

/** Whether it is among an HR member's or admin's records, for any submitter. */
export const governs = (viewer: Viewer, initiation: Subject): boolean =>
  isHrOrAdmin(viewer.role) && isWithin(reviewed(viewer), initiation.employee_department)

/** The apps of an initiation, as the log names them. */
export const shownApps = (given: {
  readonly apps_to_revoke: ReadonlyArray<string>
  readonly no_apps: boolean
}): string => (given.no_apps ? "nothing to revoke" : given.apps_to_revoke.join(", "))

/** What was chosen of apps: names, or that there is nothing to revoke; none when nothing was. Names go first. */
export const appsChoice = (given: {
  readonly apps: ReadonlyArray<string>
  readonly noApps: boolean
}): Option.Option<{ readonly apps: ReadonlyArray<string>; readonly noApps: boolean }> => {
  if (given.apps.length > 0) return Option.some({ apps: given.apps, noApps: false })
  return given.noApps ? Option.some({ apps: [], noApps: true }) : Option.none()
}

/** A step as it runs. */
export interface RunningStep {
  readonly step: number
  readonly approver_id: UserId | null
  readonly approver_role: string | null
  readonly delegated_to: UserId | null
  readonly acted_by: UserId | null
  /** The approver is no longer a member, or the custom role is gone. */
  readonly abandoned: boolean
}

export interface Actor extends Viewer {
  /** Their custom role. */
  readonly roleId: string | null
}

/**
 * The designated approver, a holder of the step's role, or the delegate (approvals-1). If a step can no longer have an
 * approver, a Super Admin, so that it does not wait forever.
 */
export const mayAct = (actor: Actor, step: RunningStep, department: string): boolean => {
  if (actor.userId === null) return false
  if (step.approver_id === actor.userId || step.delegated_to === actor.userId) return true
  if (step.abandoned) return actor.role === "superadmin"
  const holds =
    step.approver_role !== null && (step.approver_role === actor.role || step.approver_role === actor.roleId)
  return holds && isDepartmentAllowed(actor.records, department)
}

/** What a decision on an initiation looks at. */
interface Decided extends Subject {
  readonly status: InitiationStatus
  readonly current_step: number
}

const notYours = (error: string) => Result.fail(new PermissionDenied({ error }))

/**
 * Whether a person other than the submitter agrees: the current approver, or one of an earlier step. A chain of the
 * submitter's own role, which anyone may name on submit, would not be an approval (offboarding-65).
 */
export const isAgreed = (
  by: UserId,
  initiation: Pick<Decided, "initiated_by">,
  reached: ReadonlyArray<Pick<RunningStep, "acted_by">>
): boolean =>
  [by, ...reached.map(({ acted_by }) => acted_by)].some((one) => one !== null && one !== initiation.initiated_by)

/**
 * Whether the caller may approve or reject now. `stepSeen` is the request's step at the start of the call: the second
 * of two concurrent decisions comes too late, even if the next step would be theirs. `steps` are those reached, the
 * current one last; none without a chain.
 */
export const admitDecision = (
  actor: Actor,
  initiation: Decided,
  steps: ReadonlyArray<RunningStep>,
  stepSeen: number
): Result.Result<Option.Option<RunningStep>, PermissionDenied | InitiationNotPending | StepActedOn> => {
  const current = steps.at(-1)
  const department = initiation.employee_department
  if (current === undefined) {
    if (!isHrOrAdmin(actor.role)) return notYours("Only HR or an admin can decide on this request")
    return initiation.status === "pending" ? Result.succeed(Option.none()) : Result.fail(new InitiationNotPending())
  }
  const hadTurn = steps.some((step) => step.acted_by === actor.userId || mayAct(actor, step, department))
  if (!hadTurn && !(initiation.status !== "pending" && isHrOrAdmin(actor.role))) {
    return notYours("You cannot decide on this step. Only its approver or their delegate can")
  }
  if (initiation.status !== "pending") return Result.fail(new InitiationNotPending())
  if (stepSeen !== initiation.current_step || !mayAct(actor, current, department)) {
    return Result.fail(new StepActedOn())
  }
  return Result.succeed(Option.some(current))
}
