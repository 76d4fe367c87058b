import { NodeHttpServer } from "@effect/platform-node"
import { EmployeeId, type OffboardingId, type OrgId } from "@svc/contract/kernel/ids"
import type { Role } from "@svc/contract/kernel/permissions"
import { appSurface, publicSurface } from "@svc/contract/kernel/surfaces"
import { ConfirmationsApi, OffboardingsApi } from "@svc/contract/offboardings/api"
import { CreatedOffboarding, OffboardingPage } from "@svc/contract/offboardings/schema"
import { DateTime, Effect, Layer, Schema } from "effect"
import { HttpClient, HttpClientRequest, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { randomUUID } from "node:crypto"
import { ApiKeys } from "#organisation/api-keys/service"
import { Employees } from "#work/employees/service"
import * as OffboardingsDomain from "#offboarding/offboardings/index"
import { Offboardings } from "#offboarding/offboardings/service"
import { Revocations } from "#access-removal/revocations/service"
import { TestServices } from "#test/support/TestApp"
import { middlewares } from "#test/support/middlewares"
import { aMember, anOrganisation, asCaller, type OrganisationOptions } from "#test/support/people"
import { inTables } from "#test/support/tables"
import { withKey } from "#test/support/requests"
import { leaver } from "#test/support/cases"

/** The domain's routes on a real socket, behind the real doors. */
export const OffboardingsSurface = HttpRouter.serve(
  Layer.mergeAll(
    HttpApiBuilder.layer(publicSurface.add(OffboardingsApi)),
    HttpApiBuilder.layer(appSurface.add(ConfirmationsApi))
  ).pipe(Layer.provide(OffboardingsDomain.http), Layer.provide(middlewares)),
  { disableLogger: true, disableListenLog: true }
).pipe(Layer.provideMerge(NodeHttpServer.layerTest), Layer.provideMerge(TestServices))

/** An organisation with its Super Admin and a key for offboardings. */
export const anIntegrator = Effect.fnUntraced(function* (options: OrganisationOptions = {}) {
  const orgId = yield* anOrganisation(options)
  const admin = yield* aMember(orgId)
  const apiKeys = yield* ApiKeys
  const created = yield* asCaller(admin)(
    apiKeys.create({ name: "HR system", scopes: ["offboardings:read", "offboardings:write"], expires_at: null })
  )
  return { orgId, admin, key: created.raw_key }
})
export type Integrator = Effect.Success<ReturnType<typeof anIntegrator>>

type Method = "GET" | "POST" | "PATCH"

const execute = Effect.fnUntraced(function* (token: string, method: Method, path: string, body: unknown) {
  const client = yield* HttpClient.HttpClient
  const bare = HttpClientRequest.make(method)(path).pipe(HttpClientRequest.bearerToken(token))
  return yield* client.execute(body === undefined ? bare : HttpClientRequest.bodyJsonUnsafe(bare, body))
})

/** The body as text, byte for byte. */
export const apiText = Effect.fnUntraced(function* (from: Integrator, path: string) {
  const response = yield* execute(from.key, "GET", path, undefined)
  return { contentType: response.headers["content-type"], text: yield* response.text }
})

export const memberOf = (from: Integrator, role: Role) => aMember(from.orgId, role)

/** A person of the directory, who has this e-mail address. */
export const aColleague = Effect.fnUntraced(function* (
  from: Integrator,
  email: string,
  more: { readonly managerEmail?: string; readonly timezone?: string } = {}
) {
  const employees = yield* Employees
  return yield* asCaller(from.admin)(
    employees.add({
      fullName: "Ada Lovelace",
      email,
      role: "Engineer",
      department: "Research",
      managerEmail: more.managerEmail ?? null,
      timezone: more.timezone ?? null
    })
  )
})

export const directoryStatus = Effect.fnUntraced(function* (orgId: OrgId, id: string) {
  const rows = yield* inTables(
    orgId,
    (sql) =>
      sql<{ status: string }>`SELECT status FROM org_employees WHERE org_id = ${orgId} AND id = ${EmployeeId.make(id)}`
  )
  return rows[0]?.status
})

/** Equipment lent to the person. */
export const anAsset = Effect.fnUntraced(function* (orgId: OrgId, holder: string, itemName: string) {
  const now = DateTime.toDateUtc(yield* DateTime.now)
  const id = randomUUID()
  yield* inTables(
    orgId,
    (sql) =>
      sql`INSERT INTO assets ${sql.insert({
        org_id: orgId,
        id,
        org_employee_id: holder,
        item_name: itemName,
        serial_number: id.slice(0, 8),
        created_at: now,
        updated_at: now
      })}`
  )
  return {
    name: `${itemName} (${id.slice(0, 8)})`,
    becomes: (status: "returned" | "lost") =>
      inTables(orgId, (sql) => sql`UPDATE assets SET status = ${status} WHERE org_id = ${orgId} AND id = ${id}`)
  }
})

/** A task on the checklist of the case. */
export const aTask = Effect.fnUntraced(function* (orgId: OrgId, offboardingId: string, task: string) {
  const now = DateTime.toDateUtc(yield* DateTime.now)
  const id = randomUUID()
  yield* inTables(
    orgId,
    (sql) =>
      sql`INSERT INTO checklist_items ${sql.insert({ org_id: orgId, id, offboarding_id: offboardingId, task, created_at: now })}`
  )
  return {
    becomes: (mark: "completed_at" | "not_needed_at") =>
      inTables(
        orgId,
        (sql) => sql`UPDATE checklist_items SET ${sql(mark)} = ${now} WHERE org_id = ${orgId} AND id = ${id}`
      )
  }
})

/** Somebody removed the access by hand. */
export const removedByHand = Effect.fnUntraced(function* (
  from: Integrator,
  offboardingId: OffboardingId,
  service: string
) {
  const revocations = yield* Revocations
  yield* asCaller(from.admin)(revocations.confirmRemoved({ offboardingId, service, reason: undefined }))
})

/** The moment at which access is to be revoked automatically; undefined when there is none. */
export const scheduledRevocation = Effect.fnUntraced(function* (orgId: OrgId, offboardingId: string) {
  const rows = yield* inTables(
    orgId,
    (sql) =>
      sql<{
        due_at: Date
      }>`SELECT due_at FROM revocation_schedules WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId}`
  )
  return rows[0]?.due_at.toISOString()
})

const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(OffboardingPage))

/** A page of the public list. */
export const listed = Effect.fnUntraced(function* (from: Integrator, query = "") {
  const { body } = yield* withKey(from.key).get(`/api/v1/offboardings${query}`)
  return yield* decodePage(body)
})

const decodeCreated = Schema.decodeUnknownEffect(Schema.toCodecJson(CreatedOffboarding))

/** Nothing of the list that every case starts with is left to do. */
export const finishTasks = Effect.fnUntraced(function* (orgId: OrgId, offboardingId: string) {
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* inTables(
    orgId,
    (sql) =>
      sql`UPDATE checklist_items SET completed_at = ${now} WHERE org_id = ${orgId} AND offboarding_id = ${offboardingId}`
  )
})

/** An offboarding made over the public route, its first list of tasks done. */
export const aCase = Effect.fnUntraced(function* (from: Integrator, more: { readonly [field: string]: unknown } = {}) {
  const answer = yield* withKey(from.key).post("/api/v1/offboardings", leaver(more))
  const created = yield* decodeCreated(answer.body)
  yield* finishTasks(from.orgId, created.id)
  return created
})

/** A case of which there is nothing to revoke, which an admin has confirmed. */
export const aCaseWithoutApps = Effect.fnUntraced(function* (
  from: Integrator,
  more: { readonly [field: string]: unknown } = {}
) {
  const created = yield* aCase(from, more)
  const offboardings = yield* Offboardings
  yield* asCaller(from.admin)(offboardings.confirmNoApps(created.id))
  return created
})

/** Asks for a change over the public route. */
export const patch = (from: Integrator, id: string, body: unknown) =>
  withKey(from.key).patch(`/api/v1/offboardings/${id}`, body)

/** The status at the end of these moves; each must be accepted. */
export const moveThrough = Effect.fnUntraced(function* (
  from: Integrator,
  id: string,
  ...statuses: ReadonlyArray<string>
) {
  for (const status of statuses) {
    const { body, status: code } = yield* patch(from, id, { status })
    if (code !== 200) return yield* Effect.die(`The move to ${status} was refused: ${JSON.stringify(body)}`)
  }
})
