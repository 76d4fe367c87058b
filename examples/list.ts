import { PublicClient } from "@svc/client/public"
import { Config, Console, Effect, Layer, Stream } from "effect"
import { FetchHttpClient } from "effect/http"

const options = Config.all({ baseUrl: Config.String("BASE_URL"), key: Config.Redacted("API_KEY") })
const Client = Layer.unwrap(Effect.map(options, PublicClient.layer)).pipe(Layer.provide(FetchHttpClient.layer))
const leavers = PublicClient.use(({ offboardings }) =>
  Stream.runForEach(offboardings.stream({ status: "pending" }), ({ employee_name, exit_date }) =>
    Console.log(`${employee_name} leaves on ${exit_date}`)
  )
)

await Effect.runPromise(leavers.pipe(Effect.provide(Client)))
