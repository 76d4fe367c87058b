import { NodeHttpServer } from "@effect/platform-node"
import { AuditLogApi } from "@svc/contract/audit-log/api"
import { AuditEntriesApi } from "@svc/contract/audit-log/entries-api"
import { AuditVerificationApi } from "@svc/contract/audit-verification/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import * as AuditLogDomain from "#audit/log/index"
import * as AuditVerificationDomain from "#audit/verification/index"
import { Audit, type Entry } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { middlewares } from "./middlewares.ts"
import { labelled } from "./labelled.ts"
import { TestServices } from "./TestApp.ts"
import { asCaller, type Member } from "./people.ts"

/** The domain's routes on a real socket, behind the real doors. */
export const AuditSurface = HttpRouter.serve(
  HttpApiBuilder.layer(appSurface.add(AuditLogApi).add(AuditEntriesApi).add(AuditVerificationApi)).pipe(
    Layer.provide([AuditLogDomain.http, AuditVerificationDomain.http]),
    Layer.provide(middlewares)
  ),
  { disableLogger: true, disableListenLog: true }
).pipe(Layer.provideMerge(NodeHttpServer.layerTest), Layer.provideMerge(TestServices))

/** Records one entry in the member's name, in a transaction of its own. */
export const record = Effect.fnUntraced(function* (member: Member, entry: Partial<Entry>) {
  const audit = yield* Audit
  const db = yield* Db
  const whole = { action: labelled("noted"), target: auditText`thing`, details: auditText``, ...entry }
  yield* asCaller(member)(db.transact(audit.record(whole)))
})
