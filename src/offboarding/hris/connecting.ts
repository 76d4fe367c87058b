import { CredentialRefused, VendorUnanswering } from "@svc/contract/integrations/errors"
import { type ConnectHris, hrisCredentials } from "@svc/contract/hris/schema"
import { Effect, Option, Redacted } from "effect"
import { auditText } from "#audit/record/text"
import { Integrations } from "#connections/integrations/service"
import { AppConfig } from "#platform/config/config"
import { Randomness } from "#platform/crypto/random"
import { VendorClient } from "#connections/vendors/calls"
import type { Candidate } from "#connections/vendors/connection"
import { Sources } from "./sources.ts"

/** The one name under which an HR system is connected (hr-systems-3). */
export const serviceName = "hris"

/** Fields that are no secret stand in clear. */
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

/** The verb `Hris.connect`. */
export const makeConnecting = Effect.gen(function* () {
  const { baseUrl } = yield* AppConfig
  const sources = yield* Sources
  const client = yield* VendorClient
  const integrations = yield* Integrations
  const randomness = yield* Randomness

  /** By the first page of people: what a sync will read. */
  const prove = Effect.fn("Hris.prove")(function* (candidate: Candidate, provider: ConnectHris["provider"]) {
    const source = sources.provider(provider)
    const calls = yield* client.callsFor(source)
    yield* source.open(calls, candidate).pipe(
      Effect.flatMap((read) => read(Option.none())),
      Effect.catchTags({
        SourceRefused: ({ message, reason }) =>
          Effect.fail(
            reason === "credential"
              ? new CredentialRefused({ error: message })
              : new VendorUnanswering({ error: message })
          ),
        VendorUnanswered: ({ message }) =>
          Effect.fail(new VendorUnanswering({ error: `${source.title}: ${message}. Try again` }))
      })
    )
    return source
  })

  return Effect.fn("Hris.connect")(function* (request: ConnectHris) {
    const candidate = candidateOf(request)
    const { title } = yield* prove(candidate, request.provider)
    // The address that the provider was told stays good.
    const before = yield* integrations
      .connection(serviceName)
      .pipe(Effect.catchTag("SecretUnreadable", () => Effect.succeedNone))
    const kept = Option.map(before, ({ settings }) => settings["webhook_id"])
    const webhookId = Option.isSome(kept) && typeof kept.value === "string" ? kept.value : yield* randomness.uuid
    return yield* integrations.connect({
      ...candidate,
      settings: {
        ...candidate.settings,
        webhook_id: webhookId,
        webhook_url: `${baseUrl}/api/integrations/hris/webhook/${webhookId}`
      },
      canRevoke: false,
      details: auditText`HR system ${title}`
    })
  })
})
