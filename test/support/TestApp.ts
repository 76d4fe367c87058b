import { NodeHttpServer, NodeServices } from "@effect/platform-node"
import { Caller, type RecordScope } from "@svc/contract/kernel/access"
import { type OrgId, SessionId, UserId } from "@svc/contract/kernel/ids"
import {
  ApiScope,
  type MemberRole,
  type Permission,
  type Role,
  rolePermissions,
  type ScopeName
} from "@svc/contract/kernel/permissions"
import type { Plan, PlanStatus } from "@svc/contract/kernel/plans"
import { ByteSize, DateTime, Duration, Effect, FileSystem, Layer, Option, Record, Redacted } from "effect"
import { HttpClient, HttpClientRequest, type HttpMethod, HttpRouter } from "effect/http"
import { IpNetwork } from "effect/net"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { createHash, randomUUID } from "node:crypto"
import { Sessions } from "#access/sessions"
import { ApiKeys } from "#organisation/api-keys/service"
import { Organisations } from "#organisation/organisations/service"
import { AccessLog } from "#platform/observability/access-log"
import { AppConfig } from "#platform/config/config"
import { FreeShare } from "#platform/files/disk-space"
import { Db } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { Mailer } from "#platform/mail/mail"
import { Outbound } from "#platform/outbound/outbound"
import { vendors } from "#platform/config/vendor-urls"
import { Secrets } from "#platform/keys/secrets"
import { RequestBounds, Routes, Services } from "#App"
import { TestDatabase } from "./database.ts"

/** The moment at which every suite begins: a Monday morning. */
export const start = DateTime.makeUnsafe("2026-03-02T09:00:00Z")

const ClockAtStart = Layer.effectDiscard(TestClock.setTime(start.epochMilliseconds))

const loopback = [
  { _tag: "Network" as const, network: IpNetwork.fromStringUnsafe("127.0.0.0/8") },
  { _tag: "Host" as const, host: "localhost" }
]

// No test asks a vendor on the internet: where a tenant names no host, nobody answers.
const nowhere = "http://127.0.0.1:9"
const typed: ReadonlySet<string> = new Set(["okta", "jira", "servicenow", "freshservice", "zendesk"])

/** What every test's service runs with, here and in processes of its own. */
export const testMasterKey = new Uint8Array(createHash("sha256").update("the master key of the tests").digest())
export const operatorToken = "the-operator-token-of-all-the-tests"

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
      databaseTls: Option.none(),
      storage: { _tag: "Folder", path: `${dataDir}/files` },
      storageQuota: ByteSize.gibibytes(20),
      smtpUrl: Option.none(),
      mailFrom: "Offboarding <no-reply@svc.test>",
      redisUrl: Option.none(),
      google: Option.none(),
      github: Option.none(),
      masterKey: Redacted.make(testMasterKey),
      masterKeysPrevious: [],
      masterKeysLost: [],
      auditSigningKey: Option.none(),
      auditSigningKeyReplaces: Option.none(),
      generatedKeys: [],
      operatorToken: Redacted.make(operatorToken),
      outboundAllow: loopback,
      auditWitnessUrl: Option.none(),
      vendorUrls: Record.map(vendors, (_, name) => (typed.has(name) ? Option.none() : Option.some(nowhere))),
      trustedProxies: [],
      jobs: false,
      shutdownDelay: Duration.zero,
      logFormat: "json",
      logLevel: "Warn",
      otlpEndpoint: Option.none(),
      otlpHeaders: Redacted.make({}),
      otelServiceName: Option.none(),
      otelResource: {},
      production: false
    })
  })
).pipe(Layer.provide(NodeServices.layer))

/** A disk of which this share is free, however full the machine's is. */
export const diskWith = (share: () => number) => Layer.succeed(FreeShare, () => Effect.sync(share))

const servicesOver = <A, E, E2>(config: Layer.Layer<AppConfig, E>, database: Layer.Layer<Connections | A, E2>) =>
  Services.pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Outbound.layer,
        Mailer.layer,
        Files.layer.pipe(Layer.provide([Secrets.layer, diskWith(() => 0.5)]))
      )
    ),
    Layer.provideMerge(Layer.mergeAll(database, config, NodeServices.layer))
  )

type Connections = Layer.Success<typeof TestDatabase>

const servicesWith = <E>(config: Layer.Layer<AppConfig, E>) => servicesOver(config, TestDatabase)

/** The service on a database of its own and on the machine's clock, without its HTTP face: for tests with processes. */
export const LiveServices = servicesWith(TestConfig)

/** The same on the test clock. */
export const TestServices = LiveServices.pipe(Layer.provideMerge(ClockAtStart))

const Face = HttpRouter.serve(Routes, { disableLogger: true, disableListenLog: true }).pipe(
  Layer.provideMerge(NodeHttpServer.layerTest),
  Layer.provide(RequestBounds),
  Layer.provide(AccessLog.layerSilent)
)

/** The same behind its HTTP face, on a real socket. */
export const TestApp = Face.pipe(Layer.provideMerge(TestServices))

/** The same with another configuration. */
export const testAppWith = <E>(config: Layer.Layer<AppConfig, E>) =>
  Face.pipe(Layer.provideMerge(servicesWith(config)), Layer.provideMerge(ClockAtStart))

/** The same over a database that the suite can take away. */
export const testAppOver = <A, E>(database: Layer.Layer<Connections | A, E>) =>
  Face.pipe(Layer.provideMerge(servicesOver(TestConfig, database)), Layer.provideMerge(ClockAtStart))

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

/** A role of the organisation's own. */
export interface OwnRole {
  readonly permissions: ReadonlyArray<Permission>
  /** `all` unless said otherwise. */
  readonly scope?: ScopeName
  readonly departments?: ReadonlyArray<string>
}

const insertRole = Effect.fnUntraced(function* (orgId: OrgId, role: OwnRole) {
  const sql = yield* SqlClient.SqlClient
  const id = randomUUID()
  const now = DateTime.toDateUtc(yield* DateTime.now)
  const { departments = [], permissions, scope = "all" } = role
  yield* sql`
    INSERT INTO roles (org_id, id, name, permissions, scope, departments, created_at, updated_at)
    VALUES (${orgId}, ${id}, ${`Role ${id}`}, ${permissions}::text[], ${scope}, ${departments}::text[], ${now}, ${now})`
  return id
})

const recordsOf = (role: Role | OwnRole, email: string): RecordScope => {
  const scope = typeof role === "string" ? (role === "manager" ? "direct_reports" : "all") : (role.scope ?? "all")
  if (scope === "direct_reports") return { _tag: "DirectReports", managerEmail: email }
  if (scope === "all" || typeof role === "string") return { _tag: "All" }
  return { _tag: "Departments", departments: role.departments ?? [] }
}

/**
 * A signed-up member of an organisation, with a built-in role or one of its own; their password is unset unless a test
 * signs in.
 */
export const aMember = Effect.fnUntraced(function* (orgId: OrgId, holding: Role | OwnRole = "superadmin") {
  const sql = yield* SqlClient.SqlClient
  const db = yield* Db
  const userId = UserId.make(randomUUID())
  const role: MemberRole = typeof holding === "string" ? holding : "custom"
  const email = `${role}-${userId.slice(0, 8)}@acme.test`
  const now = DateTime.toDateUtc(yield* DateTime.now)
  yield* db.transactSystem(
    Effect.gen(function* () {
      yield* sql`INSERT INTO users ${sql.insert({ id: userId, email, full_name: `The ${role}`, email_verified_at: now, created_at: now })}`
      const roleId = typeof holding === "string" ? null : yield* insertRole(orgId, holding)
      yield* sql`INSERT INTO memberships ${sql.insert({ org_id: orgId, user_id: userId, role, role_id: roleId, created_at: now })}`
    })
  )
  const permissions = typeof holding === "string" ? rolePermissions[holding] : holding.permissions
  return { orgId, userId, email, role, permissions, records: recordsOf(holding, email) }
})
export type Member = Effect.Success<ReturnType<typeof aMember>>

/** The member as the services see them: `offboardings.create(...).pipe(asCaller(member))`. */
export const asCaller = (member: Member) =>
  Effect.provideService(Caller, {
    orgId: member.orgId,
    source: "app",
    userId: member.userId,
    role: member.role,
    permissions: member.permissions,
    records: member.records,
    apiKey: null,
    session: null,
    organisation: { plan: "enterprise", planStatus: "active", suspended: false }
  })

/** A bearer token of a session of the member, stepped up unless told otherwise. */
export const aSession = Effect.fnUntraced(function* (member: Member, options: { readonly steppedUp?: boolean } = {}) {
  const sql = yield* SqlClient.SqlClient
  const db = yield* Db
  const sessions = yield* Sessions
  const now = yield* DateTime.now
  const later = DateTime.toDateUtc(DateTime.add(now, { minutes: 10 }))
  const sid = SessionId.make(randomUUID())
  yield* db.transactSystem(
    sql`INSERT INTO sessions ${sql.insert({
      org_id: member.orgId,
      id: sid,
      user_id: member.userId,
      created_at: DateTime.toDateUtc(now),
      expires_at: later,
      stepped_up_until: options.steppedUp === false ? null : later
    })}`
  )
  return Redacted.value(yield* sessions.tokenFor({ sub: member.userId, sid, org: member.orgId }))
})

/** An API key of the member's organisation, by default with every scope. */
export const aKey = Effect.fnUntraced(function* (member: Member, scopes: ReadonlyArray<ApiScope> = ApiScope.literals) {
  const apiKeys = yield* ApiKeys
  return (yield* asCaller(member)(apiKeys.create({ name: "Test", scopes, expires_at: null }))).raw_key
})

export interface Sent {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly body: unknown
}

/** The bare hand: any bytes in, exact status and body out. `body` is sent as JSON unless it is text. */
export const send = Effect.fnUntraced(function* (
  method: HttpMethod.HttpMethod,
  path: string,
  options: {
    readonly bearer?: string
    readonly body?: unknown
    readonly headers?: Readonly<Record<string, string>>
  } = {}
) {
  const client = yield* HttpClient.HttpClient
  const text = typeof options.body === "string" ? options.body : JSON.stringify(options.body)
  const request = HttpClientRequest.make(method)(path).pipe(
    options.body === undefined ? (bare) => bare : HttpClientRequest.bodyText(text, "application/json"),
    options.bearer === undefined ? (bare) => bare : HttpClientRequest.bearerToken(options.bearer),
    HttpClientRequest.setHeaders(options.headers ?? {})
  )
  const response = yield* client.execute(request)
  const answer = yield* response.text
  const sent: Sent = {
    status: response.status,
    headers: response.headers,
    text: answer,
    body: answer !== "" && /[/+]json/.test(response.headers["content-type"] ?? "") ? JSON.parse(answer) : answer
  }
  return sent
})
