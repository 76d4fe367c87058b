// Written as by somebody who installed the packages elsewhere: plain JavaScript, `effect` and nothing else of the repository.
import { PublicClient } from "@svc/client/public"
import { receiveWebhook } from "@svc/client/receive-webhook"
import { verifyWebhook } from "@svc/client/verify-webhook"
import { Effect, Layer, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { createServer } from "node:http"

const { API_KEY, BASE_URL, EMAIL } = process.env

let tell
const told = new Promise((resolve) => (tell = resolve))
let secret = ""
const server = createServer(async (request, response) => {
  const parts = []
  for await (const part of request) parts.push(part)
  const body = Buffer.concat(parts)
  const webhook = receiveWebhook({ body, headers: request.headers, secret })
  const signature = request.headers["x-svc-signature"]
  const forged = { body, signature, secret: "whsec_another" }
  tell({
    event: webhook.event,
    name: webhook.data?.employeeName,
    verified: verifyWebhook({ body, signature, secret }),
    forged: verifyWebhook(forged)
  })
  response.writeHead(200).end()
})
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))

const program = Effect.gen(function* () {
  const client = yield* PublicClient
  const refused = yield* Effect.flip(
    client.webhooks.create({ payload: { url: "https://10.0.0.1/hooks", events: ["offboarding.created"] } })
  )
  const url = `http://127.0.0.1:${server.address().port}/hooks`
  const webhook = yield* client.webhooks.create({ payload: { url, events: ["offboarding.created"] } })
  secret = webhook.secret
  const payload = { employee_name: "Ada Lovelace", employee_email: EMAIL, exit_date: "2099-03-31" }
  const created = yield* client.offboardings.create({ payload })
  const again = yield* Effect.flip(client.offboardings.create({ payload }))
  return {
    refused: [refused._tag, refused.message],
    created: created.status,
    again: [again._tag, again.id === created.id, again.message],
    received: yield* Effect.promise(() => told)
  }
})

const Client = PublicClient.layer({ baseUrl: BASE_URL, key: Redacted.make(API_KEY) })
const seen = await Effect.runPromise(program.pipe(Effect.provide(Client.pipe(Layer.provide(FetchHttpClient.layer)))))
console.log(JSON.stringify(seen))
server.close()
server.closeAllConnections()
