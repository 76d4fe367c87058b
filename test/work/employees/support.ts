import { NodeHttpServer } from "@effect/platform-node"
import { EmployeesApi } from "@svc/contract/employees/api"
import { publicSurface } from "@svc/contract/kernel/surfaces"
import { DateTime, Effect, Layer, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { EmployeeId } from "@svc/contract/kernel/ids"
import { DirectoryEmployeeDetails, DirectoryPage, EmployeeImportReport } from "@svc/contract/employees/schema"
import { randomUUID } from "node:crypto"
import { ApiKeys } from "#organisation/api-keys/service"
import * as EmployeesDomain from "#work/employees/index"
import { middlewares } from "#test/support/middlewares"
import { TestServices } from "#test/support/TestApp"
import { asCaller, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { asSystem } from "#test/support/tables"
import { entriesOf } from "#test/support/log"

/** The domain's routes on a real socket, behind the real doors. */
export const EmployeesSurface = HttpRouter.serve(
  HttpApiBuilder.layer(publicSurface.add(EmployeesApi)).pipe(
    Layer.provide(EmployeesDomain.http),
    Layer.provide(middlewares)
  ),
  { disableLogger: true, disableListenLog: true }
).pipe(Layer.provideMerge(NodeHttpServer.layerTest), Layer.provideMerge(TestServices))

/** A key of the member's organisation that may list employees. */
export const aReader = Effect.fnUntraced(function* (member: Member) {
  const apiKeys = yield* ApiKeys
  const key = yield* asCaller(member)(apiKeys.create({ name: "Reader", scopes: ["employees:read"], expires_at: null }))
  return { ...member, key: key.raw_key }
})
export type Reader = Effect.Success<ReturnType<typeof aReader>>

export const path = "/api/org-employees"

export const idOf = (body: unknown) => Schema.decodeUnknownEffect(Schema.Struct({ id: EmployeeId }))(body)

/** Adds a person by the route. */
export const added = Effect.fnUntraced(function* (
  by: Member,
  fullName: string,
  more: Readonly<Record<string, unknown>> = {}
) {
  const email = `${fullName.toLowerCase().replaceAll(/[^a-z0-9]+/g, ".")}@acme.test`
  const { body } = yield* as(by).post(path, { full_name: fullName, email, ...more })
  return { ...(yield* idOf(body)), email }
})

const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(DirectoryPage))
const decodeDetails = Schema.decodeUnknownEffect(Schema.toCodecJson(DirectoryEmployeeDetails))
const decodeReport = Schema.decodeUnknownEffect(EmployeeImportReport)

export const listed = (by: Member, query = "") =>
  Effect.flatMap(as(by).get(`${path}${query}`), ({ body }) => decodePage(body))

export const shown = (by: Member, id: string) =>
  Effect.flatMap(as(by).get(`${path}/${id}`), ({ body }) => decodeDetails(body))

export const namesOf = (page: DirectoryPage) => page.rows.map(({ full_name }) => full_name)

/** Imports a file as `text/csv`. */
export const imported = Effect.fnUntraced(function* (by: Member, csv: string, query = "") {
  const { body } = yield* as(by).post(`${path}/import${query}`, csv, { "content-type": "text/csv" })
  return yield* decodeReport(body)
})

/** What the entries with this action say of whom, oldest first, as a reader of the log sees them. */
export const told = (by: Member, action: string) =>
  Effect.map(entriesOf(by.orgId, { action }), (entries) =>
    entries.map(({ details, target }) => `${target}: ${details}`)
  )

export const anAsset = Effect.fnUntraced(function* (by: Member, holder: string, name: string, status = "deployed") {
  const now = DateTime.toDateUtc(yield* DateTime.now)
  const id = randomUUID()
  yield* asSystem(
    (sql) =>
      sql`INSERT INTO assets ${sql.insert({
        org_id: by.orgId,
        id,
        org_employee_id: holder,
        item_name: name,
        serial_number: id,
        status,
        created_at: now,
        updated_at: now
      })}`
  )
  return { id, item_name: name, serial_number: id, category: "other" }
})
