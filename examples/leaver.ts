import { NodeHttpClient, NodeRuntime } from "@effect/platform-node"
import { PublicClient } from "@svc/client/public"
import { receiveWebhook } from "@svc/client/receive-webhook"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Config, Console, Effect, Layer, Random, Stream } from "effect"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"

const program = Effect.gen(function* () {
  const client = yield* PublicClient

  // WEBHOOK_URL leads to PORT: a public URL, or one in the service's OUTBOUND_ALLOW.
  const url = yield* Config.String("WEBHOOK_URL")
  const { id, secret } = yield* client.webhooks.create({ payload: { url, events: ["offboarding.created"] } })

  const received = Promise.withResolvers<string>()
  const server = createServer(async (request, response) => {
    try {
      // Throws if the request is forged, changed or old.
      const webhook = receiveWebhook({ body: await text(request), headers: request.headers, secret })
      if (webhook.event === "offboarding.created") received.resolve(webhook.data.employeeName)
      response.writeHead(200).end()
    } catch {
      response.writeHead(401).end()
    }
  }).listen(yield* Config.Port("PORT"))

  const offboarding = yield* client.offboardings
    .create({
      payload: {
        employee_name: "Ada Lovelace",
        employee_email: EmailAddress.make(`ada.${yield* Random.nextIntBetween(0, 1e9)}@acme.example`),
        exit_date: CalendarDate.make("2099-03-31")
      }
    })
    .pipe(
      // A documented refusal is a class: this one has the id of the open offboarding.
      Effect.tapErrorTag("OffboardingDuplicate", ({ id }) => Console.error(`Ada has one already: ${id}`))
    )
  yield* Console.log(`Created: ${offboarding.id} is ${offboarding.status}`)
  yield* Console.log(`Received by webhook: ${yield* Effect.promise(() => received.promise)}`)

  // Pages are fetched as the stream is read.
  yield* client.offboardings
    .stream({ status: "pending" })
    .pipe(Stream.runForEach(({ employee_name, exit_date }) => Console.log(`${employee_name} leaves on ${exit_date}`)))
  yield* client.webhooks.delete({ params: { id } })
  server.close()
})

const Client = Layer.unwrap(
  Effect.gen(function* () {
    return PublicClient.layer({
      baseUrl: yield* Config.String("BASE_URL"),
      key: yield* Config.Redacted("API_KEY")
    })
  })
)

NodeRuntime.runMain(program.pipe(Effect.provide(Client), Effect.provide(NodeHttpClient.layerNodeHttp)))
