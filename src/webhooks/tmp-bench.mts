import { Effect, Layer, Redacted, DateTime } from "effect"
import { IpNetwork } from "effect/net"
import { databaseLayer, SystemSql, Db } from "#platform/db"
import { DeliveryQueueRepo } from "./queue-repo.ts"
import { DeliveryEngine } from "./engine.ts"
import { DeliverySender } from "./sender.ts"
import { DeliverySettlement } from "./settlement.ts"
import * as AuditDomain from "#audit/index"
import * as OutboxDomain from "#outbox/index"
import { Outbound } from "#platform/outbound"
import { Secrets } from "#platform/secrets"
import { Randomness } from "#platform/random"
import { Wakeups } from "#platform/wakeups"
import { placeOf } from "./secret.ts"
const endpoints = Number(process.argv[2] ?? 1)
const main = Effect.gen(function*() {
  const sys = yield* SystemSql
  const secrets = yield* Secrets
  yield* sys`DELETE FROM webhook_deliveries`
  yield* sys`DELETE FROM webhook_endpoints`
  const orgs = yield* sys<{ id: string }>`SELECT id FROM organisations LIMIT ${endpoints}`
  for (const { id } of orgs) {
    const ep = crypto.randomUUID()
    const sealed = yield* secrets.seal("whsec_x", placeOf(id as any, ep as any))
    yield* sys`INSERT INTO webhook_endpoints (org_id,id,url,events,all_events,active,sealed_secret,created_at) VALUES (${id},${ep},'http://127.0.0.1:18999/h','{}',true,true,${sealed},now())`
    yield* sys`INSERT INTO webhook_deliveries (org_id,id,endpoint_id,event,content,next_attempt_at,created_at)
      SELECT ${id}::uuid, gen_random_uuid(), ${ep}::uuid, 'offboarding.created', '{"type":"offboarding_created","title":"Offboarding created","body":"The offboarding of Ada Lovelace was created","data":{"offboardingId":"0b9ad9ad-55e1-4c0c-9ef0-5c0d1c2b7f01","employeeName":"Ada Lovelace","source":"api"}}', now()-interval '1 s', now() FROM generate_series(1, ${20000 / endpoints}::int)`
  }
  yield* sys`ANALYZE webhook_deliveries`
  const engine = yield* DeliveryEngine
  const c = process.cpuUsage(); const t = performance.now()
  const f = yield* engine.drain(undefined)
  const s = (performance.now() - t) / 1000; const u = process.cpuUsage(c)
  console.log(endpoints, "endpoints", f, s.toFixed(2), "s", (20000 / s).toFixed(0), "/s; cpu us per delivery", ((u.user + u.system) / 20000).toFixed(0))
})
const platform = Layer.mergeAll(Db.layerNoDeps, Wakeups.layerNoDeps, Secrets.layerWith({ masterKey: Redacted.make(new Uint8Array(32)), previous: [] }), Randomness.layer, Outbound.layerWith({ allow: [{ _tag: "Network", network: IpNetwork.fromStringUnsafe("127.0.0.0/8") }] }))
const L = DeliveryEngine.layerNoDeps.pipe(Layer.provide([DeliverySender.layerNoDeps, DeliverySettlement.layerNoDeps]), Layer.provideMerge(DeliveryQueueRepo.layer), Layer.provideMerge(AuditDomain.services), Layer.provideMerge(OutboxDomain.services), Layer.provideMerge(platform), Layer.provideMerge(databaseLayer({ url: Redacted.make("postgres://postgres@127.0.0.1:55499/wh_bench"), maxConnections: 10 })))
await Effect.runPromise(main.pipe(Effect.provide(L as any)) as any)
process.exit(0)
