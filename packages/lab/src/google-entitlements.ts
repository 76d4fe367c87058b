import { fieldsOf, textOf } from "./fields.ts"
import { type GoogleCaller, lacksScope } from "./google-left-behind.ts"
import type { LabAnswer, LabRequest } from "./vendor.ts"

interface GoogleAssignment {
  readonly roleAssignmentId: string
  readonly roleId: string
  readonly assignedTo: string
  readonly scopeType: "CUSTOMER" | "ORG_UNIT"
  readonly orgUnitId?: string
}

interface GoogleLicence {
  readonly productId: string
  readonly skuId: string
  readonly userId: string
}

/** People's access in the organization other than groups. */
export interface GoogleEntitlements {
  readonly roles: Array<{ readonly roleId: string; readonly roleName: string }>
  readonly assignments: Array<GoogleAssignment>
  /** What the organization has bought, with its free seats. */
  readonly skus: Array<{ readonly productId: string; readonly skuId: string; readonly skuName: string; free: number }>
  readonly licences: Array<GoogleLicence>
  assigned: number
}

export const googleCustomer = "C0lab4711"

const ann = "ann.lee@acme.test"
const joann = "joann.lee@acme.test"

const workspace = { productId: "Google-Apps", skuId: "1010020020" }
const voice = { productId: "101033", skuId: "1010330003" }

/** What two people by the same family name have. */
export const googleEntitlements = (): GoogleEntitlements => ({
  roles: [
    { roleId: "3894208461012993", roleName: "_HELP_DESK_ADMIN_ROLE" },
    { roleId: "3894208461012994", roleName: "_GROUPS_ADMIN_ROLE" }
  ],
  assignments: [
    { roleAssignmentId: "1", roleId: "3894208461012993", assignedTo: "1001", scopeType: "CUSTOMER" },
    {
      roleAssignmentId: "2",
      roleId: "3894208461012994",
      assignedTo: "1001",
      scopeType: "ORG_UNIT",
      orgUnitId: "03ph8a2z1xdnme9"
    },
    { roleAssignmentId: "3", roleId: "3894208461012994", assignedTo: "1002", scopeType: "CUSTOMER" }
  ],
  skus: [
    { ...workspace, skuName: "Google Workspace Enterprise Plus", free: 10 },
    { ...voice, skuName: "Google Voice Standard", free: 1 }
  ],
  licences: [
    { ...workspace, userId: joann },
    { ...voice, userId: joann },
    { ...workspace, userId: ann },
    { ...voice, userId: ann }
  ],
  assigned: 3
})

const refusal = (code: number, reason: string, message: string): LabAnswer => ({
  status: code,
  body: { error: { code, message, errors: [{ domain: "global", reason, message }] } }
})

const notFound = refusal(404, "notFound", "Not Found")

const pageSize = 2

const paged = <A>(request: LabRequest, all: ReadonlyArray<A>) => {
  const first = Number(request.query.get("pageToken") ?? "0")
  const last = first + pageSize
  const items = all.slice(first, last)
  return {
    status: 200,
    body: { ...(items.length > 0 ? { items } : {}), ...(last < all.length ? { nextPageToken: String(last) } : {}) }
  }
}

/** `/admin/directory/v1/customer/my_customer/{roles,roleassignments}` */
export const roles = (
  request: LabRequest,
  state: GoogleEntitlements,
  caller: GoogleCaller,
  collection: string
): LabAnswer => {
  const reads = request.method === "GET"
  const needs = ["admin.directory.rolemanagement", ...(reads ? ["admin.directory.rolemanagement.readonly"] : [])]
  if (!caller.holds(needs)) return lacksScope
  if (collection === "roles") return reads ? paged(request, state.roles) : notFound
  if (reads) {
    const key = request.query.get("userKey")
    return paged(
      request,
      state.assignments.filter(({ assignedTo }) => key === null || assignedTo === key)
    )
  }
  const given = fieldsOf(request.json())
  const roleId = textOf(given["roleId"])
  if (state.roles.every((role) => role.roleId !== roleId)) return notFound
  const orgUnitId = textOf(given["orgUnitId"])
  const assignment: GoogleAssignment = {
    roleAssignmentId: String(++state.assigned),
    roleId,
    assignedTo: textOf(given["assignedTo"]),
    ...(orgUnitId === "" ? { scopeType: "CUSTOMER" } : { scopeType: "ORG_UNIT", orgUnitId })
  }
  state.assignments.push(assignment)
  return { status: 200, body: assignment }
}

/** `/apps/licensing/v1/product/{product}…`: who has a licence, and giving one. */
export const licences = (
  request: LabRequest,
  state: GoogleEntitlements,
  caller: GoogleCaller,
  path: string
): LabAnswer => {
  if (!caller.holds(["apps.licensing"])) return lacksScope
  const [productId, collection, skuId, , user] = path.split("/")
  const bought = state.skus.filter((sku) => sku.productId === productId)
  const shown = (licence: GoogleLicence) => ({
    ...licence,
    skuName: bought.find((sku) => sku.skuId === licence.skuId)?.skuName
  })
  if (collection === "users") {
    if (request.query.get("customerId") !== googleCustomer) return refusal(400, "invalid", "Invalid customerId")
    if (bought.length === 0) return notFound
    return paged(request, state.licences.filter((one) => one.productId === productId).map(shown))
  }
  const sku = bought.find((one) => one.skuId === skuId)
  if (sku === undefined) return notFound
  const held = (email: string) => state.licences.find((one) => one.skuId === skuId && one.userId === email)
  if (request.method === "GET") {
    const licence = held(user ?? "")
    return licence === undefined ? notFound : { status: 200, body: shown(licence) }
  }
  const userId = textOf(fieldsOf(request.json())["userId"])
  if (caller.idOf(userId) === undefined) return notFound
  if (held(userId) !== undefined) return refusal(412, "conditionNotMet", "User already has a license for the SKU")
  if (sku.free === 0) return refusal(412, "conditionNotMet", "There are no available licenses")
  sku.free--
  const licence = { productId: sku.productId, skuId: sku.skuId, userId }
  state.licences.push(licence)
  return { status: 200, body: shown(licence) }
}
