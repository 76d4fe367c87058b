import { NodeServices } from "@effect/platform-node"
import { Caller } from "@svc/contract/kernel/access"
import { type OrgId, UserId } from "@svc/contract/kernel/ids"
import { type Role, rolePermissions } from "@svc/contract/kernel/permissions"
import type { Plan, PlanStatus } from "@svc/contract/kernel/plans"
import { DateTime, Effect, FileSystem, Layer, Option, Redacted } from "effect"
import { IpNetwork } from "effect/net"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Organisations } from "#organisations/service"
import { AppConfig } from "#platform/config"
import { Db } from "#platform/db"
import { Mailer } from "#platform/mail"
import { Outbound } from "#platform/outbound"
import { Services } from "../../src/App.ts"
import { TestDatabase } from "./database.ts"

/** The moment at which every suite begins: a Monday morning. */
export const start = DateTime.makeUnsafe("2026-03-02T09:00:00Z")

const ClockAtStart = Layer.effectDiscard(TestClock.setTime(start.epochMilliseconds))

const loopback = [
  { _tag: "Network" as const, network: IpNetwork.fromStringUnsafe("127.0.0.0/8") },
  { _tag: "Host" as const, host: "localhost" }
]

/** The configuration of a test: keys of its own, a folder of its own, loops off. */
export const TestConfig = Layer.effect(
  AppConfig,
  Effect.gen(function* () {
    const fs = yield* FileSystem.FileSystem
    const dataDir = yield* fs.makeTempDirectoryScoped({ prefix: "svc-test-" })
    return AppConfig.of({
      port: 0,
      host: "127.0.0.1",
      baseUrl: "http://svc.test",
      dataDir,
      databaseUrl: Option.none(),
      storage: { _tag: "Folder", path: `${dataDir}/files` },
      smtpUrl: Option.none(),
      mailFrom: "Offboarding <no-reply@svc.test>",
      redisUrl: Option.none(),
      masterKey: Redacted.make(new Uint8Array(32).fill(7)),
      masterKeysPrevious: [],
      auditSigningKey: Option.none(),
      operatorToken: Redacted.make("operator-token-of-the-tests"),
      outboundAllow: loopback,
      trustedProxies: [],
      jobs: false,
      logFormat: "json",
      logLevel: "Warn",
      otlpEndpoint: Option.none(),
      production: false
    })
  })
).pipe(Layer.provide(NodeServices.layer))

/** The service on a database of its own, without its HTTP face. */
export const TestServices = Services.pipe(
  Layer.provideMerge(Layer.mergeAll(Outbound.layer, Mailer.layer)),
  Layer.provideMerge(Layer.mergeAll(TestDatabase, TestConfig, NodeServices.layer)),
  Layer.provideMerge(ClockAtStart)
)

export interface OrganisationOptions {
  readonly plan?: Plan
  readonly planStatus?: PlanStatus
  readonly suspended?: boolean
  readonly timezone?: string
}

/** An organisation, by default on the enterprise plan so that no feature is missing. */
export const anOrganisation = Effect.fnUntraced(function* (options: OrganisationOptions = {}) {
  const organisations = yield* Organisations
  const { id } = yield* organisations.create({
    name: `Acme ${randomUUID().slice(0, 8)}`,
    plan: options.plan ?? "enterprise"
  })
  const sql = yield* SqlClient.SqlClient
  const db = yield* Db
  yield* db.transactSystem(sql`
    UPDATE organisations SET plan_status = ${options.planStatus ?? "active"}, suspended = ${options.suspended ?? false},
      timezone = ${options.timezone ?? "UTC"} WHERE id = ${id}`)
  return id
})

/** A signed-up member of an organisation; their password is unset unless a test signs in. */
export const aMember = Effect.fnUntraced(function* (orgId: OrgId, role: Role = "superadmin") {
  const sql = yield* SqlClient.SqlClient
  const db = yield* Db
  const userId = UserId.make(randomUUID())
  const email = `${role}-${userId.slice(0, 8)}@acme.test`
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* db.transactSystem(
    Effect.gen(function* () {
      yield* sql`INSERT INTO users ${sql.insert({ id: userId, email, full_name: `The ${role}`, email_verified_at: now, created_at: now })}`
      yield* sql`INSERT INTO memberships ${sql.insert({ org_id: orgId, user_id: userId, role, created_at: now })}`
    })
  )
  return { orgId, userId, email, role }
})
export type Member = Effect.Success<ReturnType<typeof aMember>>

/** The member as the services see them: `offboardings.create(...).pipe(asCaller(member))`. */
export const asCaller = (member: Member) =>
  Effect.provideService(Caller, {
    orgId: member.orgId,
    source: "app",
    userId: member.userId,
    role: member.role,
    permissions: rolePermissions[member.role],
    records: member.role === "manager" ? { _tag: "DirectReports", managerEmail: member.email } : { _tag: "All" },
    apiKey: null,
    session: null,
    organisation: { plan: "enterprise", planStatus: "active", suspended: false }
  })
