import { Effect, Result, Schema } from "effect"
import type { VendorCalls, VendorReads } from "#connections/vendors/protocol/calls"
import type { Entitlement, EntitlementName } from "#connections/vendors/protocol/entitlements"
import { givenBack, isOnList, labelOf, termsOf } from "#connections/vendors/protocol/giving-back"
import type { Hidden } from "#connections/vendors/protocol/left-behind"
import { maybeText } from "#connections/vendors/protocol/vendor-json"
import { type EntraReach, graphCode, graphList, graphWrite, refusal } from "./graph-lists.ts"

const shows = "RoleManagement.Read.Directory"
const changes = "RoleManagement.ReadWrite.Directory"

const Assignment = Schema.Struct({
  id: Schema.String,
  roleDefinitionId: Schema.String,
  directoryScopeId: maybeText,
  roleDefinition: Schema.optionalKey(Schema.NullOr(Schema.Struct({ displayName: maybeText })))
})
type Assignment = typeof Assignment.Type

const assignmentsAt = graphList(Assignment)

/** How long an assignment holds; kept with Privileged Identity Management alone. */
const schedulesAt = graphList(
  Schema.Struct({ roleAssignmentOriginId: maybeText, assignmentType: maybeText, endDateTime: maybeText })
)

const ofPerson = ({ account }: EntraReach) => `$filter=${encodeURIComponent(`principalId eq '${account.user.id}'`)}`

const assignmentsOf = (calls: VendorReads, reach: EntraReach) =>
  assignmentsAt(
    calls,
    reach,
    `/roleManagement/directory/roleAssignments?${ofPerson(reach)}&$expand=roleDefinition`,
    shows
  )

/** An assignment gets a new id each time it is made: a role is named by its definition, and by its scope where it is not the tenant. */
const idOf = ({ directoryScopeId, roleDefinitionId }: Assignment) =>
  directoryScopeId === "/" || !directoryScopeId ? roleDefinitionId : `${roleDefinitionId}@${directoryScopeId}`

const withoutSchedules = "AadPremiumLicenseRequired"

/** The assignments that hold without end; all of them in a tenant that has no other sort. */
const lastingOf = Effect.fnUntraced(function* (
  calls: VendorReads,
  reach: EntraReach,
  assignments: ReadonlyArray<Assignment>
) {
  const path = `/roleManagement/directory/roleAssignmentScheduleInstances?${ofPerson(reach)}`
  const schedules = yield* schedulesAt(calls, reach, path, shows)
  if (Result.isSuccess(schedules)) {
    const lasting = schedules.success.filter(
      ({ assignmentType, endDateTime }) => assignmentType === "Assigned" && !endDateTime
    )
    return Result.succeed(new Set(lasting.flatMap(({ roleAssignmentOriginId }) => roleAssignmentOriginId ?? [])))
  }
  if (schedules.failure.status === 400 && (yield* graphCode(calls, reach, path)) === withoutSchedules) {
    return Result.succeed(new Set(assignments.map(({ id }) => id)))
  }
  return Result.fail<Hidden>(schedules.failure)
})

const forATime = "The role was temporary and would be restored permanently"
const scopeless = "Entra ID does not show the scope of the role"

const byHandOf = ({ directoryScopeId, held }: EntitlementName["terms"]) => {
  if (held === "for a time") return forATime
  return directoryScopeId === undefined ? scopeless : null
}

const itemOf = (assignment: Assignment, lasts: boolean): Entitlement => {
  const { directoryScopeId, roleDefinitionId } = assignment
  const terms = termsOf({ roleDefinitionId, directoryScopeId, held: lasts ? undefined : "for a time" })
  const externalId = idOf(assignment)
  return {
    kind: "role",
    externalId,
    label: labelOf(assignment.roleDefinition?.displayName, roleDefinitionId),
    terms,
    byHand: byHandOf(terms)
  }
}

/** Directory roles that were given to the person themselves; those that a group gives come with the group. */
export const lookAtHeldRoles = Effect.fnUntraced(function* (calls: VendorReads, reach: EntraReach) {
  const assignments = yield* assignmentsOf(calls, reach)
  if (Result.isFailure(assignments)) return Result.fail<Hidden>(assignments.failure)
  if (assignments.success.length === 0) return Result.succeed<ReadonlyArray<Entitlement>>([])
  const lasting = yield* lastingOf(calls, reach, assignments.success)
  return Result.map(lasting, (ids) => assignments.success.map((one) => itemOf(one, ids.has(one.id))))
})

/** Gives a role over the scope over which it was held. */
export const giveRole = (calls: VendorCalls, reach: EntraReach, { externalId, terms }: EntitlementName) =>
  givenBack({
    isHeld: isOnList(assignmentsOf(calls, reach), (one) => idOf(one) === externalId),
    byHand: byHandOf(terms),
    write: graphWrite(calls, reach, "POST", "/roleManagement/directory/roleAssignments", {
      "@odata.type": "#microsoft.graph.unifiedRoleAssignment",
      principalId: reach.account.user.id,
      roleDefinitionId: terms["roleDefinitionId"],
      directoryScopeId: terms["directoryScopeId"]
    }),
    then: "The person has the role. Verified in Entra ID",
    refusal: refusal(changes),
    gone: "The role, or its scope, no longer exists in Entra ID"
  })
