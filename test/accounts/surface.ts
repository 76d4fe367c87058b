import { NodeHttpServer } from "@effect/platform-node"
import { SessionApi, SignInApi } from "@svc/contract/accounts/api"
import { TwoFactorApi, TwoFactorSignInApi } from "@svc/contract/accounts/two-factor-api"
import { EmailAddress } from "@svc/contract/kernel/text"
import type { OrgId } from "@svc/contract/kernel/ids"
import type { Role } from "@svc/contract/kernel/permissions"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer, Redacted } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import * as AccessDomain from "#access/index"
import * as AccountsDomain from "#accounts/index"
import { Accounts } from "#accounts/service"
import { AccessLog } from "#platform/access-log"
import { Db } from "#platform/db"
import { PersonKeys } from "#audit/person-keys"
import { AccessServices, doors } from "../access/surface.ts"
import { anOrganisation, type OrganisationOptions } from "../support/TestApp.ts"

/** The routes of signing in and of the session on a real socket, behind the real doors. */
export const AccountsSurface = HttpRouter.serve(
  HttpApiBuilder.layer(appSurface.add(SignInApi).add(SessionApi).add(TwoFactorSignInApi).add(TwoFactorApi)).pipe(
    Layer.provide(AccountsDomain.http),
    Layer.provide(AccessDomain.middlewares),
    Layer.provide(doors),
    Layer.provide(AccessLog.layerSilent)
  ),
  { disableLogger: true, disableListenLog: true }
).pipe(Layer.provideMerge(NodeHttpServer.layerTest), Layer.provideMerge(AccessServices))

export const password = "correct horse battery staple"

/** Somebody who can sign in with `password`. */
export const aUser = Effect.fnUntraced(function* (
  options: {
    readonly orgId?: OrgId
    readonly role?: Role
    readonly password?: string
    readonly organisation?: OrganisationOptions
  } = {}
) {
  const accounts = yield* Accounts
  const orgId = options.orgId ?? (yield* anOrganisation(options.organisation))
  const email = EmailAddress.make(`Ada-${randomUUID().slice(0, 8)}@acme.test`)
  const created = yield* accounts.createUser({
    orgId,
    email,
    fullName: "Ada Lovelace",
    role: options.role ?? "hr",
    password: Redacted.make(options.password ?? password)
  })
  return { orgId, userId: created.id, email, role: created.role }
})

export const execute = Effect.fnUntraced(function* <A extends object>(
  statement: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<A>, unknown>
) {
  const sql = yield* SqlClient.SqlClient
  const db = yield* Db
  return yield* db.transactSystem(Effect.orDie(statement(sql)))
})

/** The organisation's entries as stored, and as a person reads them. */
export const entriesOf = Effect.fnUntraced(function* (orgId: OrgId, action: string) {
  const personKeys = yield* PersonKeys
  const db = yield* Db
  const rows = yield* execute(
    (sql) => sql<{ actor_id: string | null; target: string; details: string }>`
      SELECT actor_id, target, details FROM audit_entries WHERE org_id = ${orgId} AND action = ${action} ORDER BY seq`
  )
  const texts = yield* db.transactSystem(
    personKeys.reveal(
      orgId,
      rows.flatMap(({ details, target }) => [target, details])
    )
  )
  return rows.map((row, index) => ({
    actorId: row.actor_id,
    stored: row.target + row.details,
    target: texts[2 * index],
    details: texts[2 * index + 1]
  }))
})
