import { type Idempotency, idempotencyOf } from "@svc/contract/kernel/idempotency"
import { Context, Effect } from "effect"
import type { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

/** Which endpoint of the contract a request goes to. */
export interface Call {
  readonly group: string
  readonly endpoint: string
  readonly idempotency: Idempotency
}

/** Known inside a request of a typed client; not to requests that are made otherwise. */
export const CalledEndpoint = Context.Reference<Call | undefined>("svc/client/CalledEndpoint", {
  defaultValue: () => undefined
})

/** Tells the HTTP client below which endpoint it works for. */
export const calling = (options: { readonly group: HttpApiGroup.Top; readonly endpoint: HttpApiEndpoint.Top }) =>
  Effect.provideService(CalledEndpoint, {
    group: options.group.identifier,
    endpoint: options.endpoint.identifier,
    idempotency: idempotencyOf(options.endpoint)
  })
