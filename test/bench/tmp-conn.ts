import { Effect, Layer, Context } from "effect"
import https from "node:https"
import http from "node:http"
import { Outbound } from "#platform/outbound"
import { makeCertificate } from "../support/tls.ts"
import { IpNetwork } from "effect/net"
const main = Effect.gen(function* () {
  const c = yield* makeCertificate(["127.0.0.1"])
  let conns = 0
  const server = https.createServer({ key: c.key, cert: c.cert, keepAliveTimeout: 60000 }, (q, r) => { q.resume(); q.on("end", () => r.writeHead(204).end()) })
  server.on("secureConnection", () => conns++)
  yield* Effect.callback<void>((resume) => { server.listen(45677, "127.0.0.1", () => resume(Effect.void)) })
  const o = Context.get(yield* Layer.build(Outbound.layerWith({ allow: [{ _tag: "Network", network: IpNetwork.fromStringUnsafe("127.0.0.0/8") }], ca: c.ca })), Outbound)
  const send = o.send({ method: "POST", url: "https://127.0.0.1:45677/hooks", headers: { "content-type": "application/json" }, body: "x".repeat(300) })
  for (let i = 0; i < 50; i++) yield* send
  console.log("sequential", conns); conns = 0
  for (const n of [4, 16, 32, 64]) { yield* Effect.forEach(Array.from({ length: 2000 }), () => send, { concurrency: n }); console.log("concurrency", n, conns); conns = 0 }
  for (let w = 0; w < 20; w++) yield* Effect.forEach(Array.from({ length: 16 }), () => send, { concurrency: 16 })
  console.log("waves of 16", conns); conns=0
  server.closeAllConnections(); server.close()
}).pipe(Effect.scoped)
Effect.runPromise(main)
