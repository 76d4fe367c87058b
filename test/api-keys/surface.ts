import { NodeHttpServer } from "@effect/platform-node"
import { ApiKeysApi } from "@svc/contract/api-keys/api"
import { SessionId } from "@svc/contract/kernel/ids"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { HttpClient, HttpClientRequest, HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import * as AccessDomain from "#access/index"
import { Sessions } from "#access/sessions"
import * as ApiKeysDomain from "#api-keys/index"
import { Db } from "#platform/db"
import { type Member, TestServices } from "../support/TestApp.ts"

/** The domain's services and its job, on a database of their own. */
export const ApiKeysServices = ApiKeysDomain.loops.pipe(Layer.provideMerge(TestServices))

/** The domain's routes on a real socket, behind the real doors. */
export const ApiKeysSurface = HttpRouter.serve(
  HttpApiBuilder.layer(appSurface.add(ApiKeysApi)).pipe(
    Layer.provide(ApiKeysDomain.http),
    Layer.provide(AccessDomain.middlewares)
  ),
  { disableLogger: true, disableListenLog: true }
).pipe(Layer.provideMerge(NodeHttpServer.layerTest), Layer.provideMerge(ApiKeysServices))

const aSession = Effect.fnUntraced(function* (member: Member, steppedUp: boolean) {
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
      stepped_up_until: steppedUp ? later : null
    })}`
  )
  return Redacted.value(yield* sessions.tokenFor({ sub: member.userId, sid, org: member.orgId }))
})

const request = (steppedUp: boolean) =>
  Effect.fnUntraced(function* (member: Member, method: "GET" | "POST" | "DELETE", path: string, body?: unknown) {
    const client = yield* HttpClient.HttpClient
    const bare = HttpClientRequest.make(method)(path).pipe(
      HttpClientRequest.bearerToken(yield* aSession(member, steppedUp))
    )
    const response = yield* client.execute(body === undefined ? bare : HttpClientRequest.bodyJsonUnsafe(bare, body))
    return { status: response.status, body: yield* response.json }
  })

/** Sends a request in a session of this member that is stepped up; answers the exact status and body. */
export const send = request(true)

/** The same in a session that is only signed in. */
export const sendSignedIn = request(false)
