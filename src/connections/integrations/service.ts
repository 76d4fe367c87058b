import { IntegrationCredentialRefused } from "@svc/contract/integrations/events"
import {
  BaseUrlRefused,
  type CredentialRefused,
  ServiceNameReserved,
  VendorUnanswering
} from "@svc/contract/integrations/errors"
import type { ConnectRevocationTarget, CredentialState, Integration } from "@svc/contract/integrations/schema"
import { Caller } from "@svc/contract/kernel/access"
import { IntegrationId, type OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option, Record, Redacted } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { Outbound } from "#platform/outbound/outbound"
import { Randomness } from "#platform/crypto/random"
import type { SecretUnreadable } from "#platform/keys/secrets"
import type { Candidate, Connection } from "#connections/vendors/protocol/connection"
import { layerOf } from "#platform/services/layer-of"
import { makeConnectService, type NewConnection, refusalOf, type ServiceToConnect } from "./connect-service.ts"
import { makeProveCredential } from "./prove-credential.ts"
import { type IntegrationRow, IntegrationsRepo } from "./repo.ts"
import { isReservedName, outlivesConnecting, resolveNames, shownTo } from "./rules.ts"
import { sealing, stored } from "./sealing.ts"

/** The services that an organization has connected (integrations-1). */
export class Integrations extends Context.Service<
  Integrations,
  {
    /** Secrets masked for `integrations_manage`, no settings at all for everyone else. */
    readonly list: Effect.Effect<ReadonlyArray<Integration>, never, Caller>
    /** Of each of them, whether the app refuses the stored credential. */
    readonly credentialStates: Effect.Effect<ReadonlyArray<CredentialState>, never, Caller>
    /** Connects or reconnects a generic revocation target; a reconnect keeps the id and the name. */
    connectRevocationTarget(
      request: ConnectRevocationTarget
    ): Effect.Effect<Integration, ServiceNameReserved | BaseUrlRefused | CredentialRefused | VendorUnanswering, Caller>
    /** Which names are connected and able to revoke, compared without case. */
    resolveRevocable(
      names: ReadonlyArray<string>
    ): Effect.Effect<{ readonly known: ReadonlyArray<string>; readonly unknown: ReadonlyArray<string> }, never, Caller>
    /** Settings and opened secrets of what revokes access under this name; none once it is disconnected. */
    revocable(serviceName: string): Effect.Effect<Option.Option<Connection>, SecretUnreadable, Caller>
    /** Settings and opened secrets of a connected service, able to revoke or not. */
    connection(serviceName: string): Effect.Effect<Option.Option<Connection>, SecretUnreadable, Caller>
    /** Saves a connection that was proven; a reconnect keeps id, name and the two settings of their own routes. */
    connect(connection: NewConnection): Effect.Effect<Integration, never, Caller>
    /** Connects or reconnects what another domain speaks to; only what it has proven is saved. Answers what was kept, too. */
    connectService<Proven, Kept>(
      service: ServiceToConnect<Proven, Kept>
    ): Effect.Effect<readonly [Integration, Kept], CredentialRefused | VendorUnanswering, Caller>
    /** Replaces secrets that the vendor renewed. */
    storeSecrets(
      id: IntegrationId,
      secrets: Readonly<Record<string, Redacted.Redacted>>
    ): Effect.Effect<void, never, Caller>
    /** Removes the record and its secrets, audited; answers what it was. An unknown id changes nothing. */
    forget(id: IntegrationId): Effect.Effect<Option.Option<IntegrationRow>, never, Caller>
    /** It was synchronised now. */
    synced(id: IntegrationId): Effect.Effect<void, never, Caller>
    /**
     * The vendor refused (or accepted) the stored credential. A refusal notifies the administrators, once until the
     * vendor accepts it again; the app stays connected, and a retry asks the vendor again (connections-26).
     */
    credentialRefused(id: IntegrationId, refused: boolean): Effect.Effect<void, never, Caller>
    /**
     * Whose connection it is, by a clear setting of it: for calls that come in without a session and are then verified.
     */
    ownersOf(setting: {
      readonly protocol: string
      readonly name: string
      readonly value: string
    }): Effect.Effect<ReadonlyArray<{ readonly org_id: OrgId; readonly id: IntegrationId }>>
    /** Organizations that have connected a service: those a job visits. */
    connectedOf(serviceName: string, orgId: OrgId | undefined): Effect.Effect<ReadonlyArray<OrgId>>
  }
>()("svc/integrations/Integrations") {
  static readonly layerNoDeps = layerOf(Integrations, function* () {
    const db = yield* Db
    const repo = yield* IntegrationsRepo
    const audit = yield* Audit
    const outbox = yield* Outbox
    const randomness = yield* Randomness
    const outbound = yield* Outbound
    const prove = yield* makeProveCredential
    const { open, seal } = yield* sealing

    const list = Effect.gen(function* () {
      const { orgId, permissions } = yield* Caller
      const sees = permissions.includes("integrations_manage") ? "masked secrets" : "the connection only"
      return (yield* repo.list(orgId)).map((row) => shownTo(stored(row), sees))
    }).pipe(db.transact, Effect.withSpan("Integrations.list"))

    const credentialStates = Effect.gen(function* () {
      const { orgId } = yield* Caller
      return (yield* repo.list(orgId)).map(({ credential_refused_at, id }) => ({ id, credential_refused_at }))
    }).pipe(db.transact, Effect.withSpan("Integrations.credentialStates"))

    const connect = Effect.fn("Integrations.connect")(function* (connection: NewConnection) {
      const { orgId } = yield* Caller
      const now = yield* DateTime.now
      const id = yield* repo.claimName({
        org_id: orgId,
        id: IntegrationId.make(yield* randomness.uuid),
        service_name: connection.serviceName,
        now
      })
      const { config, sealed_secrets } = Option.getOrThrow(yield* repo.lock({ org_id: orgId, id }))
      const row = yield* repo.save({
        org_id: orgId,
        id,
        protocol: connection.protocol,
        can_revoke: connection.canRevoke,
        connection_status: true,
        credential_is_new: true,
        config: { ...connection.settings, ...Record.filter(config, (_, name) => outlivesConnecting(name)) },
        sealed_secrets: {
          ...Record.filter(sealed_secrets, (_, place) => outlivesConnecting(place)),
          ...(yield* seal({ org_id: orgId, id }, connection.secrets))
        },
        now
      })
      yield* audit.record({
        action: "integration_connected",
        target: auditText`${row.service_name}`,
        details: connection.details
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
      if (request.protocol === "scim" && url.search !== "")
        return yield* new BaseUrlRefused({ error: "base_url: The URL must not have a query (?)" })
      const candidate: Candidate = {
        serviceName: request.service_name,
        protocol: request.protocol,
        settings: {
          base_url: request.protocol === "scim" ? request.base_url.replace(/\/+$/, "") : request.base_url
        },
        secrets: new Map([["token", Redacted.make(request.token)]])
      }
      const settings = yield* prove(candidate).pipe(
        Effect.catchTag("VendorUnanswered", ({ message }) =>
          Effect.fail(new VendorUnanswering({ error: `${message}. Check base_url and try again` }))
        ),
        Effect.catchTag("CredentialUnproven", (unproven) => Effect.fail(refusalOf(unproven)))
      )
      // The host only: paths and queries of such addresses may be secrets themselves.
      const details = auditText`Custom app (${request.protocol}) at ${url.host}`
      return yield* connect({ ...candidate, settings, canRevoke: true, details })
    })

    const resolveRevocable = Effect.fn("Integrations.resolveRevocable")(function* (names: ReadonlyArray<string>) {
      const { orgId } = yield* Caller
      if (names.length === 0) return { known: [], unknown: [] }
      return resolveNames(names, yield* repo.revocable(orgId))
    })

    const opened = Effect.fnUntraced(function* (row: Option.Option<IntegrationRow>) {
      if (Option.isNone(row)) return Option.none<Connection>()
      const { config, id, protocol, service_name } = row.value
      const secrets = yield* open(row.value)
      return Option.some({ id, serviceName: service_name, protocol, settings: config, secrets })
    })

    const named = (serviceName: string) =>
      Effect.flatMap(Caller, ({ orgId }) => repo.findByName({ org_id: orgId, service_name: serviceName })).pipe(
        db.transact,
        Effect.map(Option.filter(({ connection_status }) => connection_status))
      )

    const revocable = Effect.fn("Integrations.revocable")(function* (serviceName: string) {
      return yield* opened(Option.filter(yield* named(serviceName), ({ can_revoke }) => can_revoke))
    })

    const connection = Effect.fn("Integrations.connection")(function* (serviceName: string) {
      return yield* opened(yield* named(serviceName))
    })

    const connectService = yield* makeConnectService({ connect, connection })

    const storeSecrets = Effect.fn("Integrations.storeSecrets")(function* (
      id: IntegrationId,
      renewed: Readonly<Record<string, Redacted.Redacted>>
    ) {
      const { orgId } = yield* Caller
      const sealed = yield* seal({ org_id: orgId, id }, Object.entries(renewed))
      yield* repo.storeSecrets({ org_id: orgId, id, sealed, now: yield* DateTime.now })
    }, db.transact)

    const forget = Effect.fn("Integrations.forget")(function* (id: IntegrationId) {
      const { orgId } = yield* Caller
      const removed = yield* repo.remove({ org_id: orgId, id })
      if (Option.isSome(removed)) {
        yield* audit.record({
          action: "integration_disconnected",
          target: auditText`${removed.value.service_name}`,
          details: auditText`The connection and its stored credentials were deleted`
        })
      }
      return removed
    }, db.transact)

    const synced = Effect.fn("Integrations.synced")(function* (id: IntegrationId) {
      const { orgId } = yield* Caller
      yield* repo.synced({ org_id: orgId, id, at: yield* DateTime.now })
    }, db.transact)

    const credentialRefused = Effect.fn("Integrations.credentialRefused")(function* (
      id: IntegrationId,
      refused: boolean
    ) {
      const { orgId } = yield* Caller
      const news = yield* repo.setRefused({ org_id: orgId, id, at: refused ? yield* DateTime.now : null })
      if (Option.isNone(news) || !refused) return
      yield* audit.record({
        action: "integration_credential_refused",
        target: auditText`${news.value}`,
        details: auditText`The service refused the stored credential`
      })
      yield* outbox.append(orgId, IntegrationCredentialRefused.make({ integrationId: id, service: news.value }))
    }, db.transact)

    return Integrations.of({
      list,
      credentialStates,
      connectRevocationTarget,
      resolveRevocable,
      revocable,
      connection,
      connect,
      connectService,
      storeSecrets,
      forget,
      synced,
      credentialRefused,
      ownersOf: repo.findBySetting,
      connectedOf: (serviceName, orgId) =>
        Effect.map(repo.connectedOf({ serviceName, orgId }), (found) => found.map(({ org_id }) => org_id))
    })
  })
}
