import { Effect, Result, Schema } from "effect"
import type { VendorReads } from "#connections/vendors/protocol/calls"
import type { LeftBehind } from "#connections/vendors/protocol/inventory"
import type { Source } from "#connections/vendors/protocol/left-behind"
import { cleaned } from "#connections/vendors/protocol/outcome"
import { maybeFlag, maybeText } from "#connections/vendors/protocol/vendor-json"
import { type EntraReach, graphList } from "./graph-lists.ts"

const permission = "RoleManagement.Read.Directory"

/** Of the Global Administrator, the same in every tenant. */
const globalAdministrator = "62e90394-69f5-4237-9190-012177145e10"

const roles = graphList(Schema.Struct({ id: Schema.String, displayName: maybeText, roleTemplateId: maybeText }))
const members = graphList(Schema.Struct({ id: Schema.String, accountEnabled: maybeFlag }))

/** Directory roles that the leaver holds; the last Global Administrator must not be cut off before there is another. */
export const lookAtRoles = Effect.fnUntraced(function* (calls: VendorReads, reach: EntraReach) {
  const { id } = reach.account.user
  const held = yield* roles(
    calls,
    reach,
    `/users/${encodeURIComponent(id)}/memberOf/microsoft.graph.directoryRole?$select=id,displayName,roleTemplateId`,
    permission
  )
  if (Result.isFailure(held)) return { kind: "ownership", shown: Result.fail(held.failure) } satisfies Source
  const isGlobal = held.success.some(({ roleTemplateId }) => roleTemplateId === globalAdministrator)
  const others = isGlobal
    ? yield* members(
        calls,
        reach,
        `/directoryRoles(roleTemplateId='${globalAdministrator}')/members/microsoft.graph.user?$select=id,accountEnabled`,
        permission
      )
    : Result.succeed([])
  if (Result.isFailure(others)) return { kind: "ownership", shown: Result.fail(others.failure) } satisfies Source
  const isLast = isGlobal && !others.success.some((one) => one.id !== id && one.accountEnabled !== false)
  const items = held.success.map(({ displayName, id: roleId, roleTemplateId }): LeftBehind => ({
    kind: "ownership",
    externalId: `role:${roleTemplateId ?? roleId}`,
    label: cleaned(`Role of a ${displayName || "directory administrator"}`),
    risk: roleTemplateId === globalAdministrator ? "high" : "medium",
    privileges: displayName ? [cleaned(displayName)] : [],
    lastUsedAt: null,
    closing: "by_hand",
    stopsTheCut: isLast && roleTemplateId === globalAdministrator ? "Last Global Administrator of Entra ID" : null
  }))
  return { kind: "ownership", shown: Result.succeed(items) } satisfies Source
})
