import { OperatorRpcs } from "@svc/contract/operator-rpcs"
import { Context, Effect, Layer, type Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { RpcClient, type RpcClientError, type RpcGroup, RpcSerialization } from "effect/rpc"

/**
 * The operator's procedures at `/rpc`, typed: `client["organisations.list"](undefined)`. A refusal fails with its class
 * of the contract; an unavailable or foreign service, with `RpcClientError`.
 */
export class OperatorClient extends Context.Service<
  OperatorClient,
  RpcClient.RpcClient<RpcGroup.Rpcs<typeof OperatorRpcs>, RpcClientError.RpcClientError>
>()("svc/client/OperatorClient") {
  /** `baseUrl` is the address of the service without `/rpc`. A job may run for minutes: bring an `HttpClient` that waits. */
  static readonly layer = (options: {
    readonly baseUrl: string
    readonly token: Redacted.Redacted
  }): Layer.Layer<OperatorClient, never, HttpClient.HttpClient> =>
    Layer.effect(OperatorClient, RpcClient.make(OperatorRpcs)).pipe(
      Layer.provide(RpcClient.layerProtocolHttp({ url: `${options.baseUrl}/rpc` })),
      Layer.provide(
        Layer.effect(
          HttpClient.HttpClient,
          Effect.map(HttpClient.HttpClient, (client) =>
            client.pipe(
              HttpClient.mapRequest(HttpClientRequest.bearerToken(options.token)),
              // Without the check of the status, a proxy's error page would be read as an answer.
              HttpClient.filterStatusOk
            )
          )
        )
      ),
      Layer.provide(RpcSerialization.layerNdjson)
    )
}
