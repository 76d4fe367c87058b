import { fieldsOf, listOf, textOf } from "./fields.ts"
import { uuidOf } from "./people.ts"
import type { LabAnswer, LabRequest } from "./vendor.ts"

interface EntraGroup {
  readonly id: string
  readonly displayName: string
  readonly groupTypes: ReadonlyArray<"Unified" | "DynamicMembership">
  readonly mailEnabled: boolean
  readonly securityEnabled: boolean
  readonly onPremisesSyncEnabled: boolean | null
  readonly isAssignableToRole: boolean | null
  /** Ids of accounts. */
  readonly members: Array<string>
}

interface EntraAssignment {
  readonly id: string
  readonly principalId: string
  readonly roleDefinitionId: string
  readonly directoryScopeId: string
  /** Activated for a while, or given until a day. */
  readonly endDateTime: string | null
}

interface EntraLicence {
  readonly userId: string
  readonly skuId: string
  readonly disabledPlans: ReadonlyArray<string>
  readonly assignedByGroup: string | null
  readonly state: "Active" | "Error"
}

/** What people hold. */
export interface EntraHoldings {
  readonly groups: Array<EntraGroup>
  /** What a role is called, by its definition's id. */
  readonly roles: Map<string, string>
  readonly assignments: Array<EntraAssignment>
  /** Free seats by product, and what the product is called. */
  readonly skus: Map<string, { readonly skuPartNumber: string; free: number }>
  readonly licences: Array<EntraLicence>
  readonly habits: {
    /** A tenant without the licence that Privileged Identity Management takes. */
    hasNoSchedules: boolean
    /** An application without permission to read license names. */
    hidesLicenceNames: boolean
  }
}

const group = (n: number, displayName: string, members: Array<string>, more: Partial<EntraGroup> = {}): EntraGroup => ({
  id: uuidOf(n),
  displayName,
  groupTypes: [],
  mailEnabled: false,
  securityEnabled: true,
  onPremisesSyncEnabled: null,
  isAssignableToRole: null,
  members,
  ...more
})

const assignment = (
  id: string,
  principalId: string,
  role: number,
  more: Partial<EntraAssignment> = {}
): EntraAssignment => ({
  id,
  principalId,
  roleDefinitionId: uuidOf(role),
  directoryScopeId: "/",
  endDateTime: null,
  ...more
})

const licence = (
  userId: string,
  sku: number,
  disabledPlans: ReadonlyArray<string> = [],
  assignedByGroup: string | null = null
): EntraLicence => ({ userId, skuId: uuidOf(sku), disabledPlans, assignedByGroup, state: "Active" })

/** Of two people: what one has, the other has as well, or the like of. */
export const entraHoldings = (ann: string, joann: string): EntraHoldings => ({
  groups: [
    group(8101, "Release", [ann, joann]),
    group(8102, "Everyone in Research", [ann, joann], { groupTypes: ["DynamicMembership"] }),
    group(8103, "Finance (AD)", [ann], { onPremisesSyncEnabled: true }),
    group(8104, "Announcements", [ann], { mailEnabled: true, securityEnabled: false }),
    group(8105, "Project Falcon", [ann, joann], {
      groupTypes: ["Unified"],
      mailEnabled: true,
      securityEnabled: false
    }),
    group(8106, "Release", [joann]),
    group(8107, "Tier 1", [ann], { isAssignableToRole: true })
  ],
  roles: new Map([
    [uuidOf(8201), "Reports Reader"],
    [uuidOf(8202), "Groups Administrator"],
    [uuidOf(8203), "Security Reader"]
  ]),
  assignments: [
    assignment("as1", ann, 8201),
    assignment("as2", ann, 8202, { directoryScopeId: `/administrativeUnits/${uuidOf(8301)}` }),
    assignment("as3", ann, 8203, { endDateTime: "2999-01-01T00:00:00Z" }),
    assignment("as4", joann, 8201)
  ],
  skus: new Map([
    [uuidOf(8401), { skuPartNumber: "ENTERPRISEPACK", free: 3 }],
    [uuidOf(8402), { skuPartNumber: "MICROSOFT_365_COPILOT", free: 3 }],
    [uuidOf(8403), { skuPartNumber: "POWER_BI_PRO", free: 3 }]
  ]),
  licences: [
    licence(ann, 8401, [uuidOf(8502), uuidOf(8501)]),
    licence(ann, 8402),
    licence(ann, 8403, [], uuidOf(8101)),
    licence(joann, 8401),
    { ...licence(ann, 8404), state: "Error" }
  ],
  habits: { hasNoSchedules: false, hidesLicenceNames: false }
})

const refusal = (status: number, code: string): LabAnswer => ({ status, body: { error: { code, message: code } } })

const denied = refusal(403, "Authorization_RequestDenied")
const notFound = refusal(404, "Request_ResourceNotFound")
const badRequest = refusal(400, "Request_BadRequest")

const paged = (request: LabRequest, all: ReadonlyArray<object>): LabAnswer => {
  const first = Number(request.query.get("$skiptoken") ?? "0")
  const last = first + 2
  const next = new URLSearchParams(request.query)
  next.set("$skiptoken", String(last))
  const href = `https://graph.microsoft.com${request.path}?${next}`
  return {
    status: 200,
    body: { value: all.slice(first, last), ...(last < all.length ? { "@odata.nextLink": href } : {}) }
  }
}

/** For what it may read only in part, an application gets the id alone. */
const shownGroup = ({ members: _members, ...shown }: EntraGroup, sees: boolean) =>
  sees
    ? { "@odata.type": "#microsoft.graph.group", ...shown }
    : {
        "@odata.type": "#microsoft.graph.group",
        id: shown.id,
        displayName: null,
        groupTypes: [],
        securityEnabled: null
      }

const assigned = (request: LabRequest, { licences, skus }: EntraHoldings, userId: string): LabAnswer => {
  const body = fieldsOf(request.json())
  const wanted = listOf(body["addLicenses"]).map(fieldsOf)
  if (!Array.isArray(body["removeLicenses"]) || wanted.length === 0) return badRequest
  for (const { disabledPlans, skuId: sku } of wanted) {
    const skuId = textOf(sku)
    const known = skus.get(skuId)
    if (known === undefined || known.free === 0) return badRequest
    const own = licences.findIndex(
      (one) => one.userId === userId && one.skuId === skuId && one.assignedByGroup === null
    )
    if (own >= 0) licences.splice(own, 1)
    else known.free -= 1
    licences.push({
      userId,
      skuId,
      disabledPlans: listOf(disabledPlans).map(textOf),
      assignedByGroup: null,
      state: "Active"
    })
  }
  return { status: 200, body: { id: userId } }
}

/** What an account holds, below `/v1.0/users/{id}/`; undefined for what is not about that. */
export const holdingsOf = (
  request: LabRequest,
  holdings: EntraHoldings,
  lacks: ReadonlySet<string>,
  account: { readonly id: string },
  rest: ReadonlyArray<string>
): LabAnswer | undefined => {
  const own = holdings.licences.filter(({ userId }) => userId === account.id)
  switch (`${request.method} ${rest.join("/")}`) {
    case "GET memberOf/microsoft.graph.group":
      return paged(
        request,
        holdings.groups
          .filter(({ members }) => members.includes(account.id))
          .map((one) => shownGroup(one, !lacks.has("GroupMember.Read.All")))
      )
    case "GET ":
      if (request.query.get("$select") !== "id,licenseAssignmentStates") return undefined
      if (lacks.has("User.Read.All")) return denied
      return {
        status: 200,
        body: { id: account.id, licenseAssignmentStates: own.map(({ userId: _user, ...shown }) => shown) }
      }
    case "GET licenseDetails":
      if (holdings.habits.hidesLicenceNames) return denied
      return paged(
        request,
        own.map(({ skuId }) => ({ skuId, skuPartNumber: holdings.skus.get(skuId)?.skuPartNumber ?? null }))
      )
    case "POST assignLicense":
      return lacks.has("LicenseAssignment.ReadWrite.All") ? denied : assigned(request, holdings, account.id)
    default:
      return undefined
  }
}

const joined = (request: LabRequest, one: EntraGroup, lacks: ReadonlySet<string>, accounts: ReadonlySet<string>) => {
  const isFixed =
    one.onPremisesSyncEnabled === true ||
    one.groupTypes.includes("DynamicMembership") ||
    (one.mailEnabled && !one.groupTypes.includes("Unified"))
  const needs = one.isAssignableToRole === true ? "RoleManagement.ReadWrite.Directory" : "GroupMember.ReadWrite.All"
  if (lacks.has("GroupMember.ReadWrite.All") || lacks.has(needs) || isFixed) return denied
  const id = textOf(fieldsOf(request.json())["@odata.id"]).split("/").at(-1) ?? ""
  if (!accounts.has(id)) return notFound
  if (one.members.includes(id)) return badRequest
  one.members.push(id)
  return { status: 204 }
}

const given = (request: LabRequest, { assignments, roles }: EntraHoldings): LabAnswer => {
  const body = fieldsOf(request.json())
  const [principalId, roleDefinitionId, directoryScopeId] = ["principalId", "roleDefinitionId", "directoryScopeId"].map(
    (name) => textOf(body[name])
  )
  if (!principalId || !roleDefinitionId || !directoryScopeId) return badRequest
  if (!roles.has(roleDefinitionId)) return notFound
  const is = (one: EntraAssignment) =>
    one.principalId === principalId &&
    one.roleDefinitionId === roleDefinitionId &&
    one.directoryScopeId === directoryScopeId
  if (assignments.some(is)) return badRequest
  const number = 1 + Math.max(100, ...assignments.map(({ id }) => Number(id.slice(2)) || 0))
  assignments.push({ id: `as${number}`, principalId, roleDefinitionId, directoryScopeId, endDateTime: null })
  return { status: 201, body: {} }
}

/** Everything else below `/v1.0/` that is about groups and roles that people hold; undefined for what is not. */
export const holdingsAt = (
  request: LabRequest,
  holdings: EntraHoldings,
  lacks: ReadonlySet<string>,
  accounts: ReadonlyArray<{ readonly id: string }>
): LabAnswer | undefined => {
  const path = request.path.replace(/^\/v1\.0\//, "")
  const [, groupId, members] = /^groups\/([^/]+)(\/members\/\$ref)?$/.exec(path) ?? []
  if (groupId !== undefined) {
    const one = holdings.groups.find(({ id }) => id === groupId)
    if (lacks.has("GroupMember.Read.All")) return denied
    if (one === undefined) return notFound
    if (members === undefined)
      return request.method === "GET" ? { status: 200, body: shownGroup(one, true) } : undefined
    return joined(request, one, lacks, new Set(accounts.map(({ id }) => id)))
  }
  const [, kind] = /^roleManagement\/directory\/(roleAssignments|roleAssignmentScheduleInstances)$/.exec(path) ?? []
  if (kind === undefined) return undefined
  if (lacks.has("RoleManagement.Read.Directory")) return denied
  if (kind === "roleAssignments" && request.method === "POST") {
    return lacks.has("RoleManagement.ReadWrite.Directory") ? denied : given(request, holdings)
  }
  const [, principal] = /^principalId eq '([^']+)'$/.exec(request.query.get("$filter") ?? "") ?? []
  const own = holdings.assignments.filter(({ principalId }) => principalId === principal)
  if (kind === "roleAssignmentScheduleInstances") {
    if (holdings.habits.hasNoSchedules) return refusal(400, "AadPremiumLicenseRequired")
    return paged(
      request,
      own.map(({ endDateTime, id, ...one }) => ({
        ...one,
        id: `instance-${id}`,
        roleAssignmentOriginId: id,
        assignmentType: endDateTime === null ? "Assigned" : "Activated",
        endDateTime
      }))
    )
  }
  const expands = request.query.get("$expand") === "roleDefinition"
  return paged(
    request,
    own.map(({ endDateTime: _end, ...one }) => ({
      ...one,
      ...(expands ? { roleDefinition: { displayName: holdings.roles.get(one.roleDefinitionId) ?? null } } : {})
    }))
  )
}
