import { NodeHttpServer } from "@effect/platform-node"
import { IntegrationsApi } from "@svc/contract/integrations/api"
import { Access, Caller, Decoding, SessionAuth } from "@svc/contract/kernel/access"
import { InvalidRequest, Unauthenticated } from "@svc/contract/kernel/errors"
import { OffboardingId, type OrgId } from "@svc/contract/kernel/ids"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { RevocationsApi } from "@svc/contract/revocations/api"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { HttpClient, HttpClientRequest, HttpRouter } from "effect/http"
import { HttpApiBuilder, HttpApiMiddleware } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { PersonKeys } from "#audit/record/person-keys"
import * as IntegrationsDomain from "#connections/integrations/index"
import { Db } from "#platform/database/db"
import * as ResidualAccessDomain from "#access-removal/residual-access/index"
import * as RevocationsDomain from "#access-removal/revocations/index"
import { Revocations } from "#access-removal/revocations/service"
import * as VendorsDomain from "#connections/vendors/index"
import { type ScimPerson, startScimVendor } from "#test/support/scim-vendor"
import { TestServices } from "#test/support/TestApp"
import { asCaller, asSystemCaller, type Member } from "#test/support/people"
import { systemSql } from "#test/support/tables"

/** Members by the token they send. Who may come in at all is tested where the shared middlewares are. */
const members = new Map<string, Member>()

const Doors = Layer.mergeAll(
  Layer.sync(SessionAuth, () => {
    const enter: SessionAuth["Service"]["bearer"] = (httpEffect, { credential }) => {
      const member = members.get(Redacted.value(credential))
      return member === undefined
        ? Effect.fail(new Unauthenticated())
        : Effect.flatMap(asCaller(member)(Caller), (caller) => Effect.provideService(httpEffect, Caller, caller))
    }
    return SessionAuth.of({ cookie: enter, bearer: enter })
  }),
  Layer.succeed(Access, (httpEffect) => httpEffect),
  HttpApiMiddleware.layerSchemaErrorTransform(Decoding, ({ cause }) =>
    Effect.fail(new InvalidRequest({ error: cause.message }))
  )
)

/** Connected apps and their revocation, with their jobs, on a database of their own. */
const RevocationsServices = RevocationsDomain.loops.pipe(
  Layer.provideMerge(RevocationsDomain.services),
  Layer.provideMerge(ResidualAccessDomain.services),
  Layer.provideMerge(IntegrationsDomain.services),
  Layer.provideMerge(VendorsDomain.services),
  Layer.provideMerge(TestServices)
)

/** Their routes on a real socket. */
export const RevocationsSurface = HttpRouter.serve(
  HttpApiBuilder.layer(appSurface.add(IntegrationsApi, RevocationsApi)).pipe(
    Layer.provide(Layer.mergeAll(IntegrationsDomain.http, RevocationsDomain.http)),
    Layer.provide(Doors)
  ),
  { disableLogger: true, disableListenLog: true }
).pipe(Layer.provideMerge(NodeHttpServer.layerTest), Layer.provideMerge(RevocationsServices))

/** Sends a request as this member; answers the exact status and body. */
export const send = Effect.fnUntraced(function* (
  member: Member,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: unknown
) {
  members.set(member.userId, member)
  const client = yield* HttpClient.HttpClient
  const request = HttpClientRequest.make(method)(path).pipe(HttpClientRequest.bearerToken(member.userId))
  const response = yield* client.execute(body === undefined ? request : HttpClientRequest.bodyJsonUnsafe(request, body))
  return { status: response.status, body: yield* response.json }
})

/** A vendor that ends with the test. */
export const aScimVendor = (people: ReadonlyArray<ScimPerson> = [], pageSize?: number) =>
  Effect.acquireRelease(
    Effect.promise(() => startScimVendor({ people, ...(pageSize === undefined ? {} : { pageSize }) })),
    (vendor) => Effect.promise(() => vendor.close())
  )

/** Connects a generic target over the route, as an admin does. */
export const connect = (
  member: Member,
  target: {
    readonly service_name: string
    readonly protocol: "scim" | "webhook"
    readonly base_url: string
    readonly token: string
  }
) => send(member, "POST", "/api/integrations/saas-revocation/connect", target)

/** An offboarding as the offboardings leave it, with these apps planned. */
export const aCase = Effect.fnUntraced(function* (
  orgId: OrgId,
  options: {
    readonly email?: string | null
    readonly apps?: ReadonlyArray<string>
    readonly status?: string
    readonly revokeAt?: DateTime.Utc | null
    readonly managerEmail?: string
  } = {}
) {
  const sql = yield* SqlClient.SqlClient
  const db = yield* Db
  const keys = yield* PersonKeys
  const revocations = yield* Revocations
  const id = OffboardingId.make(randomUUID())
  const email = options.email === undefined ? `${id.slice(0, 8)}@acme.test` : options.email
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* Effect.gen(function* () {
    const personKeyId = yield* keys.forPerson(orgId, email)
    yield* sql`INSERT INTO offboardings ${sql.insert({
      org_id: orgId,
      id,
      employee_name: "Ann Lee",
      employee_email: email,
      exit_date: "2026-03-02",
      status: options.status ?? "it_revocation",
      separation_type: "resignation",
      source: "app",
      manager_email: options.managerEmail ?? null,
      person_key_id: personKeyId,
      created_at: now,
      updated_at: now
    })}`
    yield* revocations.plan({ offboardingId: id, apps: options.apps ?? [], revokeAt: options.revokeAt ?? null })
  }).pipe(db.transact, asSystemCaller(orgId))
  return id
})

/** The events that the outbox holds of a case. */
export const revocationEvents = Effect.fnUntraced(function* (offboardingId: OffboardingId) {
  const rows = yield* systemSql<{ event: RevocationEvent }>`
      SELECT event FROM outbox_events WHERE event->>'offboardingId' = ${offboardingId} ORDER BY id`
  return rows.map(({ event }) => event)
})

interface RevocationEvent {
  readonly _tag: string
  readonly offboardingId: string
  readonly employeeName: string
  readonly source: string
  readonly counts: {
    readonly revoked: number
    readonly failed: number
    readonly manualRequired: number
    readonly skipped: number
  }
  readonly results: ReadonlyArray<{
    readonly service: string
    readonly outcome: string
    readonly message: string
    readonly vendorStatus: number | null
    readonly verified: boolean
  }>
}
