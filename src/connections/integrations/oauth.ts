import type { OAuthFailure, OAuthService } from "@svc/contract/integrations/connect-bodies"
import { OAuthUnconfigured } from "@svc/contract/integrations/errors"
import { Caller } from "@svc/contract/kernel/access"
import { ReadOnly } from "@svc/contract/kernel/errors"
import { isReadOnly } from "@svc/contract/kernel/plans"
import { Context, Data, DateTime, Duration, Effect, Option, Redacted } from "effect"
import { createHash } from "node:crypto"
import { auditText } from "#audit/record/text"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { boundTo, Secrets } from "#platform/keys/secrets"
import { VendorAddresses } from "#connections/vendors/protocol/addresses"
import { VendorClient } from "#connections/vendors/protocol/calls"
import { cards } from "#connections/vendors/cards"
import { layerOf } from "#platform/services/layer-of"
import { Connecting } from "./connect.ts"
import { oauthClients } from "./oauth-clients.ts"
import { OAuthAttemptsRepo } from "./oauth-repo.ts"

/** How long a person may take at the vendor. */
const attemptLifetime = Duration.minutes(10)

/** What the operator sets to register this service. */
const variablesOf = (service: OAuthService) => {
  const client = cards[service].client.toUpperCase()
  return `${client}_CLIENT_ID and ${client}_CLIENT_SECRET`
}

const statePurpose = "integration-oauth-state"

class Failed extends Data.TaggedError("Failed")<{ readonly code: OAuthFailure }> {}

const failed = (code: OAuthFailure) => () => Effect.fail(new Failed({ code }))

/** What the browser brings back; `error` instead of a code when the vendor or the person refused. */
export interface OAuthCallback {
  readonly code?: string
  readonly state?: string
  readonly error?: string
}

interface Attempt {
  readonly verifier: string
  /** The organization at the vendor, if the person named one. */
  readonly vendorOrg: string | null
}

/** Connections that a vendor grants to its own account: authorization code, PKCE, and a `state` that is good once. */
export class OAuthConnects extends Context.Service<
  OAuthConnects,
  {
    /** Where to send the browser. */
    start(
      service: OAuthService,
      options: { readonly org?: string }
    ): Effect.Effect<string, OAuthUnconfigured | ReadOnly, Caller>
    /** Connects, and answers the page of the dashboard to show, which says what went wrong if something did. */
    finish(service: OAuthService, comeback: OAuthCallback): Effect.Effect<string, OAuthUnconfigured, Caller>
  }
>()("svc/integrations/OAuthConnects") {
  static readonly layerNoDeps = layerOf(OAuthConnects, function* () {
    const { baseUrl } = yield* AppConfig
    const db = yield* Db
    const attempts = yield* OAuthAttemptsRepo
    const secrets = yield* Secrets
    const randomness = yield* Randomness
    const client = yield* VendorClient
    const addresses = yield* VendorAddresses
    const connecting = yield* Connecting
    const clients = yield* oauthClients
    const vendorOf = (service: OAuthService) => cards[service].oauth(addresses)

    const redirectUri = (service: OAuthService) => `${baseUrl}/api/integrations/${service}/oauth/callback`
    const page = (query: Readonly<Record<string, string>>) =>
      `${baseUrl}/integrations?${new URLSearchParams(query).toString()}`
    const placed = (orgId: string, id: string) =>
      boundTo({ orgId, table: "integration_oauth_attempts", column: "sealed_verifier", rowId: id })

    const registered = (service: OAuthService) =>
      Option.match(clients(service), {
        onNone: () =>
          Effect.fail(
            new OAuthUnconfigured({
              error: `Connecting ${service} is not configured on this service. Ask the operator to set ${variablesOf(service)}`
            })
          ),
        onSome: Effect.succeed
      })

    /** The owner of an attempt: no one else, and none of their other sessions, can finish it. */
    const owner = Effect.map(Caller, ({ orgId, session, userId }) =>
      session === null || userId === null ? undefined : { org_id: orgId, session_id: session.id, user_id: userId }
    )

    const begin = Effect.fnUntraced(function* (service: OAuthService, vendorOrg: string | undefined) {
      const whose = yield* owner
      if (whose === undefined) return yield* Effect.die("a connection by OAuth needs a session")
      const id = yield* randomness.uuid
      const state = yield* randomness.token(32)
      const verifier = yield* randomness.token(32)
      const now = yield* DateTime.now
      yield* attempts.insert({
        ...whose,
        id,
        state_digest: secrets.hmac(statePurpose, state),
        service_name: service,
        sealed_verifier: yield* secrets.seal(verifier, placed(whose.org_id, id)),
        vendor_org: vendorOrg ?? null,
        expires_at: DateTime.addDuration(now, attemptLifetime),
        now
      })
      return { state, challenge: createHash("sha256").update(verifier).digest("base64url") }
    }, db.transact)

    const start = Effect.fn("OAuthConnects.start")(function* (
      service: OAuthService,
      { org }: { readonly org?: string }
    ) {
      const known = yield* registered(service)
      // A GET that ends in a connection is a write.
      if (isReadOnly((yield* Caller).organisation.planStatus)) return yield* new ReadOnly()
      const attempt = yield* begin(service, org)
      return vendorOf(service).authorizationUrl(known, { redirectUri: redirectUri(service), ...attempt })
    })

    /** The unfinished attempt of this session, which is used up from here on. */
    const resumed = Effect.fnUntraced(function* (service: OAuthService, state: string) {
      const whose = yield* owner
      const used =
        whose === undefined
          ? Option.none()
          : yield* attempts.use({
              ...whose,
              service_name: service,
              state_digests: secrets.hmacs(statePurpose, state),
              now: yield* DateTime.now
            })
      if (whose === undefined || Option.isNone(used)) return Option.none<Attempt>()
      const { id, sealed_verifier, vendor_org } = used.value
      const verifier = yield* Effect.option(secrets.open(sealed_verifier, placed(whose.org_id, id)))
      return Option.map(verifier, (it): Attempt => ({ verifier: Redacted.value(it), vendorOrg: vendor_org }))
    }, db.transact)

    const connect = Effect.fnUntraced(function* (service: OAuthService, comeback: OAuthCallback) {
      const known = yield* registered(service)
      const attempt = comeback.state === undefined ? Option.none<Attempt>() : yield* resumed(service, comeback.state)
      if (Option.isNone(attempt)) return yield* new Failed({ code: "oauth_expired" })
      if (isReadOnly((yield* Caller).organisation.planStatus)) return yield* new Failed({ code: "read_only" })
      const { code, error } = comeback
      if (code === undefined || error !== undefined) {
        return yield* new Failed({ code: error === "access_denied" ? "oauth_denied" : "oauth_failed" })
      }
      const { verifier, vendorOrg } = attempt.value
      const vendor = vendorOf(service)
      const calls = yield* client.callsFor(vendor)
      const grant = yield* vendor.exchange(calls, known, { redirectUri: redirectUri(service), code, verifier })
      const settings = { ...grant.settings, ...(vendorOrg === null ? {} : { org: vendorOrg }) }
      yield* connecting.granted(
        { serviceName: service, protocol: service, settings, secrets: grant.secrets },
        auditText`Connected by OAuth`
      )
      return page({ connected: service })
    })

    const finish = Effect.fn("OAuthConnects.finish")((service: OAuthService, comeback: OAuthCallback) =>
      connect(service, comeback).pipe(
        Effect.catchTags({
          ExchangeRefused: failed("oauth_failed"),
          VendorUnanswered: failed("oauth_unavailable"),
          VendorUnanswering: failed("oauth_unavailable"),
          CredentialRefused: failed("credential_refused")
        }),
        Effect.catchTag("Failed", ({ code }) =>
          Effect.as(Effect.logInfo("oauth connection failed", { service, code }), page({ error: code, service }))
        )
      )
    )

    return OAuthConnects.of({ start, finish })
  })
}
