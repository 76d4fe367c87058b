import {
  BaseUrlRefused,
  ServiceNameReserved,
  type TargetTokenRefused,
  type TargetUnanswering
} from "@svc/contract/integrations/errors"
import type { ConnectRevocationTarget, Integration } from "@svc/contract/integrations/schema"
import { Caller } from "@svc/contract/kernel/access"
import { IntegrationId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Option, type Redacted, type Schema } from "effect"
import { Audit } from "#audit/service"
import { auditText } from "#audit/text"
import { Db } from "#platform/db"
import { Outbound } from "#platform/outbound"
import { Randomness } from "#platform/random"
import { boundTo, Secrets, type SecretUnreadable } from "#platform/secrets"
import { type IntegrationRow, IntegrationsRepo } from "./repo.ts"
import { isReservedName, resolveNames, shownTo } from "./rules.ts"
import { proveScimCredential } from "./scim-credential.ts"

/** A connected service as the revocation engine uses it: the only place where its secrets are open. */
export interface ConnectedService {
  readonly id: IntegrationId
  readonly serviceName: string
  /** Which connector speaks to it: `scim`, `webhook`, or a built-in provider's name. */
  readonly protocol: string
  readonly settings: { readonly [key: string]: Schema.Json }
  readonly secrets: ReadonlyMap<string, Redacted.Redacted>
}

const aad = (row: { readonly org_id: string; readonly id: string }, name: string) =>
  boundTo({ orgId: row.org_id, table: "integrations", column: `sealed_secrets.${name}`, rowId: row.id })

const stored = ({ sealed_secrets, ...row }: IntegrationRow) => ({ ...row, secretNames: Object.keys(sealed_secrets) })

/** The services that an organisation has connected (D2, "Integrations"). */
export class Integrations extends Context.Service<
  Integrations,
  {
    /** Secrets masked for `integrations_manage`, no settings at all for everyone else. */
    readonly list: Effect.Effect<ReadonlyArray<Integration>, never, Caller>
    /** Connects or reconnects a generic revocation target; a reconnect keeps the id and the name. */
    connectRevocationTarget(
      request: ConnectRevocationTarget
    ): Effect.Effect<Integration, ServiceNameReserved | BaseUrlRefused | TargetTokenRefused | TargetUnanswering, Caller>
    /** Removes it and its secrets; an unknown id changes nothing. Cases that selected it keep its name. */
    remove(id: IntegrationId): Effect.Effect<void, never, Caller>
    /** Which names are connected and able to revoke, compared without case. */
    resolveRevocable(
      names: ReadonlyArray<string>
    ): Effect.Effect<{ readonly known: ReadonlyArray<string>; readonly unknown: ReadonlyArray<string> }, never, Caller>
    /** Settings and opened secrets of what revokes access under this name; none once it is disconnected. */
    credentials(serviceName: string): Effect.Effect<Option.Option<ConnectedService>, SecretUnreadable, Caller>
  }
>()("svc/integrations/Integrations") {
  static readonly layerNoDeps = Layer.effect(
    Integrations,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* IntegrationsRepo
      const audit = yield* Audit
      const secrets = yield* Secrets
      const outbound = yield* Outbound
      const randomness = yield* Randomness

      const list = Effect.gen(function* () {
        const { orgId, permissions } = yield* Caller
        const sees = permissions.includes("integrations_manage") ? "masked secrets" : "the connection only"
        return (yield* repo.list(orgId)).map((row) => shownTo(stored(row), sees))
      }).pipe(db.transact, Effect.withSpan("Integrations.list"))

      const save = Effect.fn("Integrations.save")(function* (request: ConnectRevocationTarget, url: URL) {
        const { orgId } = yield* Caller
        const now = yield* DateTime.now
        const id = yield* repo.claimName({
          org_id: orgId,
          id: IntegrationId.make(yield* randomness.uuid),
          service_name: request.service_name,
          now
        })
        const row = yield* repo.connect({
          org_id: orgId,
          id,
          protocol: request.protocol,
          can_revoke: true,
          config: { base_url: request.base_url },
          sealed_secrets: { token: yield* secrets.seal(request.token, aad({ org_id: orgId, id }, "token")) },
          now
        })
        yield* audit.record({
          action: "integration_connected",
          target: auditText`${row.service_name}`,
          // The host only: paths and queries of such addresses may be secrets themselves.
          details: auditText`Generic ${request.protocol} revocation target at ${url.host}`
        })
        return shownTo(stored(row), "masked secrets")
      }, db.transact)

      const connectRevocationTarget = Effect.fn("Integrations.connectRevocationTarget")(function* (
        request: ConnectRevocationTarget
      ) {
        if (isReservedName(request.service_name)) return yield* new ServiceNameReserved()
        const url = yield* outbound
          .check(request.base_url)
          .pipe(Effect.mapError(({ reason }) => new BaseUrlRefused({ error: `base_url: ${reason}` })))
        if (request.protocol === "webhook") return yield* save(request, url)
        if (url.search !== "")
          return yield* new BaseUrlRefused({ error: "base_url: The address must not hold a query (?)" })
        const baseUrl = request.base_url.replace(/\/+$/, "")
        yield* proveScimCredential({ baseUrl, token: request.token }).pipe(Effect.provideService(Outbound, outbound))
        return yield* save({ ...request, base_url: baseUrl }, url)
      })

      const remove = Effect.fn("Integrations.remove")(function* (id: IntegrationId) {
        const { orgId } = yield* Caller
        const removed = yield* repo.remove({ org_id: orgId, id })
        if (Option.isNone(removed)) return
        yield* audit.record({
          action: "integration_disconnected",
          target: auditText`${removed.value.service_name}`,
          details: auditText`The connection and its stored credentials were deleted`
        })
      }, db.transact)

      const resolveRevocable = Effect.fn("Integrations.resolveRevocable")(function* (names: ReadonlyArray<string>) {
        const { orgId } = yield* Caller
        if (names.length === 0) return { known: [], unknown: [] }
        return resolveNames(names, yield* repo.revocable(orgId))
      })

      const credentials = Effect.fn("Integrations.credentials")(function* (serviceName: string) {
        const { orgId } = yield* Caller
        const row = yield* repo.findRevocable({ org_id: orgId, service_name: serviceName }).pipe(db.transact)
        if (Option.isNone(row)) return Option.none<ConnectedService>()
        const { config, id, protocol, sealed_secrets, service_name } = row.value
        const opened = yield* Effect.forEach(Object.entries(sealed_secrets), ([name, token]) =>
          Effect.map(secrets.open(token, aad(row.value, name)), (secret) => [name, secret] as const)
        )
        return Option.some({ id, serviceName: service_name, protocol, settings: config, secrets: new Map(opened) })
      })

      return Integrations.of({ list, connectRevocationTarget, remove, resolveRevocable, credentials })
    })
  )
}
