import { type ConnectHris, hrisCredentials } from "@svc/contract/hris/schema"
import { Effect, Option, Redacted } from "effect"
import { auditText } from "#audit/record/text"
import { Integrations } from "#connections/integrations/service"
import { AppConfig } from "#platform/config/config"
import { Randomness } from "#platform/crypto/random"
import type { VendorReads } from "#connections/vendors/protocol/calls"
import type { Candidate } from "#connections/vendors/protocol/connection"
import { credentialRefused, unanswering } from "#connections/vendors/protocol/credential-answers"
import type { Source } from "./source.ts"
import { Sources } from "./sources.ts"

/** The one name under which an HR system is connected (hr-systems-3). */
export const serviceName = "hris"

/** Fields that are not secret, stored plainly. */
const clear = new Set(["subdomain", "service_user_id", "client_id", "region"])

const candidateOf = ({ company, provider, ...given }: ConnectHris): Candidate => {
  const fields = { ...given, ...(company === undefined ? {} : { subdomain: given.subdomain ?? company }) }
  const wanted = new Set<string>([
    ...hrisCredentials[provider],
    "webhook_secret",
    ...(provider === "merge" ? ["region"] : [])
  ])
  const entries = Object.entries(fields).filter(([name]) => wanted.has(name))
  return {
    serviceName,
    protocol: provider,
    settings: { provider, ...Object.fromEntries(entries.filter(([name]) => clear.has(name))) },
    secrets: new Map(
      entries.filter(([name]) => !clear.has(name)).map(([name, value]) => [name, Redacted.make(String(value))] as const)
    )
  }
}

/** By the first page of people: what a sync will read. */
const prove = Effect.fn("Hris.prove")(function* (source: Source, calls: VendorReads, candidate: Candidate) {
  yield* source.open(calls, candidate).pipe(
    Effect.flatMap((read) => read(Option.none())),
    Effect.catchTags({
      SourceRefused: ({ message, reason }) =>
        Effect.fail(reason === "credential" ? credentialRefused(message) : unanswering(message)),
      VendorUnanswered: ({ message }) => Effect.fail(unanswering(`${source.title}: ${message}. Try again`))
    })
  )
})

/** The verb `Hris.connect`. */
export const makeConnecting = Effect.gen(function* () {
  const { baseUrl } = yield* AppConfig
  const sources = yield* Sources
  const integrations = yield* Integrations
  const randomness = yield* Randomness

  return Effect.fn("Hris.connect")(function* (request: ConnectHris) {
    const candidate = candidateOf(request)
    const source = sources.provider(request.provider)
    const [record] = yield* integrations.connectService({
      serviceName,
      protocol: candidate.protocol,
      details: auditText`HR system ${source.title}`,
      calls: source,
      prove: (calls) => prove(source, calls, candidate),
      keep: (_proven, { former }) =>
        Effect.gen(function* () {
          // The URL that the provider has stays valid.
          const kept = Option.map(yield* former, ({ settings }) => settings["webhook_id"])
          const webhookId = Option.isSome(kept) && typeof kept.value === "string" ? kept.value : yield* randomness.uuid
          return {
            settings: {
              ...candidate.settings,
              webhook_id: webhookId,
              webhook_url: `${baseUrl}/api/integrations/hris/webhook/${webhookId}`
            },
            secrets: candidate.secrets
          }
        })
    })
    return record
  })
})
