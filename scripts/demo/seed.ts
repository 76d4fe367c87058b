import { NodeHttpClient } from "@effect/platform-node"
import { OperatorClient } from "@svc/client/operator"
import { Effect, Redacted } from "effect"
import fs from "node:fs"
import { seedDemo } from "#demo/seed"
import { DemoFailed } from "./demo-failed.ts"
import { call } from "./http-call.ts"
import { type KeptState, writeState } from "./kept-state.ts"
import type { NeighboursControl } from "./neighbours-control.ts"
import type { Settings } from "./settings.ts"

const origin = (port: number) => `https://127.0.0.1:${port}`

export const receiverUrl = ({ ports, receiverPath }: KeptState) => `${origin(ports.receiver)}${receiverPath}`
export const oktaUrl = ({ ports }: KeptState) => origin(ports.okta)
export const vendorUrl = ({ ports }: KeptState) => `${origin(ports.vendor)}/scim/v2`

/** A webhook of an earlier start whose receiver no longer runs. */
const removeOld = (baseUrl: string, { apiKey, webhook }: KeptState) =>
  apiKey === null || webhook === null
    ? Effect.void
    : Effect.asVoid(
        call({
          method: "DELETE",
          url: `${baseUrl}/api/v1/webhooks/${webhook.id}`,
          headers: { authorization: `Bearer ${apiKey}` }
        })
      )

/** Asks the service for its organisation as `admin demo seed` does, and keeps what it says only once. */
export const seed = Effect.fnUntraced(function* (
  settings: Settings,
  options: { readonly baseUrl: string; readonly state: KeptState; readonly neighbours: NeighboursControl }
) {
  const { baseUrl, neighbours, state } = options
  const token = Redacted.make(fs.readFileSync(settings.operatorToken, "utf8").trim())
  const seeded = yield* seedDemo({
    baseUrl,
    receiverUrl: receiverUrl(state),
    vendor: { url: vendorUrl(state), token: state.vendorToken }
  }).pipe(
    Effect.provide(OperatorClient.layer({ baseUrl, token })),
    Effect.provide(NodeHttpClient.layerNodeHttp),
    Effect.mapError(({ message }) => new DemoFailed({ message: `The seed failed: ${message}` }))
  )
  if (seeded.webhook !== null) yield* neighbours.learnSecret(seeded.webhook.secret)
  const kept = { ...state, apiKey: seeded.api_key ?? state.apiKey, webhook: seeded.webhook ?? state.webhook }
  yield* writeState(settings, kept)
  yield* neighbours.hire(seeded.people.map(({ email }) => email))
  if (seeded.webhook !== null && !seeded.created) yield* removeOld(baseUrl, state)
  return { seeded, state: kept }
})
