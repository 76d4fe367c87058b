import { AppApi } from "@svc/contract/app-api"
import { PublicApi } from "@svc/contract/public-api"
import { Context, Result, Schema } from "effect"
import { HttpApi, HttpApiError } from "effect/http-api"
import { describe } from "#access/decoding-sentences"
import type { ContractRoute } from "#test/support/contract-routes"

/**
 * The sentence with which the route refuses the text of a body that its schema does not take, undefined where it takes
 * it: as the service reads and says it, by the same schema and the same words, without the way there.
 */
export const refusalsOf = ({ jsonPayloads, surface }: ContractRoute) => {
  const { annotations } = surface === "public" ? PublicApi : AppApi
  const decode = Schema.decodeUnknownResult(
    Schema.make<Schema.Codec<unknown>>(Schema.Union(jsonPayloads).ast),
    Context.getOrUndefined(annotations, HttpApi.PayloadParseOptions)
  )
  return (body: string) =>
    Result.match(decode(JSON.parse(body)), {
      onSuccess: () => undefined,
      onFailure: (cause) => describe(new HttpApiError.HttpApiSchemaError({ kind: "Payload", cause }), {})
    })
}
