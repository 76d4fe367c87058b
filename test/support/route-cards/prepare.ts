import { OffboardingId, type OrgId } from "@svc/contract/kernel/ids"
import { rolePermissions } from "@svc/contract/kernel/permissions"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Effect, type Layer, Predicate, Redacted } from "effect"
import type { HttpClient, HttpServer } from "effect/http"
import { randomUUID } from "node:crypto"
import { Accounts } from "#organisation/accounts/service"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { type TestApp } from "#test/support/TestApp"
import { aKey, aMember, anOrganisation, aSession, asSystemCaller, type Member } from "#test/support/people"
import { send, type Sent } from "#test/support/requests"
import { asSystem } from "#test/support/tables"

export const password = "correct horse battery staple"

/** An organisation in which something of every kind exists, and its Super Admin, who can sign in with `password`. */
export const aWorld = Effect.gen(function* () {
  const orgId = yield* anOrganisation()
  const accounts = yield* Accounts
  const email = EmailAddress.make(`ada-${randomUUID().slice(0, 8)}@acme.test`)
  const { id: userId } = yield* accounts.createUser({
    orgId,
    email,
    fullName: "Ada Lovelace",
    role: "superadmin",
    password: Redacted.make(password)
  })
  const admin: Member = {
    orgId,
    userId,
    email,
    role: "superadmin",
    permissions: rolePermissions.superadmin,
    records: { _tag: "All" }
  }
  // A second one, so that the first may go.
  const other = yield* aMember(orgId)
  const bearer = yield* aSession(admin)
  const key = yield* aKey(admin)
  const post = (path: string, body?: unknown, by = bearer) =>
    Effect.flatMap(send("POST", path, { bearer: by, ...(body === undefined ? {} : { body }) }), succeeded)
  yield* post("/api/integrations/saas-revocation/connect", {
    service_name: "crm",
    protocol: "webhook",
    base_url: "https://127.0.0.1:9/",
    token: "secret"
  })
  const person = { employee_name: "Grace", exit_date: "2026-04-30", apps_to_revoke: ["crm"] }
  const offboardingId = yield* Effect.flatMap(post("/api/v1/offboardings", person, key), idIn)
  const hook = { url: "https://127.0.0.1:9/hook", events: ["offboarding.created"] }
  const webhookId = yield* Effect.flatMap(post("/api/v1/webhooks", hook, key), idIn)
  yield* dispatch(orgId, offboardingId)
  return { orgId, admin, other, bearer, key, offboardingId, webhookId, post }
})
export type World = Effect.Success<typeof aWorld>

export const succeeded = (answer: Sent) =>
  answer.status < 400 ? Effect.succeed(answer) : Effect.die(`${answer.status} ${answer.text}`)

/** The `id` of what was made. */
export const idIn = ({ body, text }: Sent): Effect.Effect<string> =>
  Predicate.hasProperty(body, "id") && typeof body.id === "string"
    ? Effect.succeed(body.id)
    : Effect.die(`An answer with an id was expected: ${text}`)

export const fieldIn = (name: string, { body, text }: Sent): Effect.Effect<string> => {
  const value = Predicate.hasProperty(body, name) ? body[name] : undefined
  return typeof value === "string" ? Effect.succeed(value) : Effect.die(`${name} was expected: ${text}`)
}

const dispatch = Effect.fnUntraced(function* (orgId: OrgId, offboardingId: string) {
  const outbox = yield* Outbox
  const db = yield* Db
  const event = {
    _tag: "offboarding.created" as const,
    offboardingId: OffboardingId.make(offboardingId),
    employeeName: "Grace",
    source: "api" as const
  }
  yield* db.transact(outbox.append(orgId, event)).pipe(asSystemCaller(orgId))
  yield* Effect.repeat(outbox.dispatch(orgId), { until: (dispatched) => dispatched === 0 })
})

/** A call that succeeds: what stands in the place of the path's parameters, and what is not as the route's default. */
export interface Write {
  readonly parameters?: Readonly<Record<string, string>>
  /** With its question mark. */
  readonly query?: string
  /** Without one that of the route's card. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Null for nobody; without one the Super Admin's session, or the key on the public API. */
  readonly bearer?: string | null
}

type Needs = Layer.Success<typeof TestApp> | HttpClient.HttpClient | HttpServer.HttpServer

export type Prepare = (world: World) => Effect.Effect<Write, unknown, Needs>

/** A call that needs nothing but what the world holds. */
export const calledWith =
  (write: (world: World) => Write): Prepare =>
  (world) =>
    Effect.sync(() => write(world))

/** The id of what this makes. */
export const made = ({ post }: World, path: string, body?: unknown) => Effect.flatMap(post(path, body), idIn)

/** The id of some row of the organisation. */
export const rowIn = Effect.fnUntraced(function* (orgId: OrgId, table: string, column = "id") {
  const [row] = yield* asSystem(
    (sql) =>
      sql<{ readonly id: string }>`SELECT ${sql(column)}::text AS id FROM ${sql(table)} WHERE org_id = ${orgId} LIMIT 1`
  )
  return row === undefined ? yield* Effect.die(`There is no row in ${table}`) : row.id
})

export const ofCase = calledWith(({ offboardingId }) => ({
  parameters: { id: offboardingId, offboardingId, service: "crm" }
}))
