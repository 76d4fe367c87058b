import {
  BaseUrlRefused,
  ServiceNameReserved,
  TargetTokenRefused,
  TargetUnanswering
} from "@svc/contract/integrations/errors"
import type { ConnectRevocationTarget, Integration } from "@svc/contract/integrations/schema"
import { Caller } from "@svc/contract/kernel/access"
import { IntegrationId, type OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Option, Record, Redacted } from "effect"
import { Audit } from "#audit/service"
import { type AuditText, auditText } from "#audit/text"
import { Db } from "#platform/db"
import { Outbound } from "#platform/outbound"
import { Randomness } from "#platform/random"
import { boundTo, Secrets, type SecretUnreadable } from "#platform/secrets"
import { VendorClient } from "#vendors/calls"
import type { Candidate, Connection } from "#vendors/connection"
import { Connectors } from "#vendors/connectors"
import { type IntegrationRow, IntegrationsRepo } from "./repo.ts"
import { isReservedName, resolveNames, shownTo } from "./rules.ts"

/** What a connect route saves once the vendor has accepted the credential. */
export interface NewConnection extends Candidate {
  readonly canRevoke: boolean
  /** What the audit log says of it: never a secret, of an address the host only. */
  readonly details: AuditText
}

// They are set by routes of their own and outlive a reconnect (D2, "Integrations").
const keptSettings = ["auto_reply_enabled", "drive_transfer_enabled"]

const aad = (row: { readonly org_id: string; readonly id: string }, name: string) =>
  boundTo({ orgId: row.org_id, table: "integrations", column: `sealed_secrets.${name}`, rowId: row.id })

const stored = ({ sealed_secrets, ...row }: IntegrationRow) => ({
  ...row,
  secretNames: Object.keys(sealed_secrets)
})

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
    revocable(serviceName: string): Effect.Effect<Option.Option<Connection>, SecretUnreadable, Caller>
    /** Settings and opened secrets of a connected service, able to revoke or not. */
    connection(serviceName: string): Effect.Effect<Option.Option<Connection>, SecretUnreadable, Caller>
    /** Saves a connection that was proven; a reconnect keeps id, name and the two settings of their own routes. */
    connect(connection: NewConnection): Effect.Effect<Integration, never, Caller>
    /** Replaces secrets that the vendor renewed. */
    storeSecrets(
      id: IntegrationId,
      secrets: Readonly<Record<string, Redacted.Redacted>>
    ): Effect.Effect<void, never, Caller>
    /** It was synchronised now. */
    synced(id: IntegrationId): Effect.Effect<void, never, Caller>
    /** The vendor refused (or took) the stored credential; true when that is news. */
    credentialRefused(id: IntegrationId, refused: boolean): Effect.Effect<boolean, never, Caller>
    /** Whose connection it is, by a clear setting of it: for calls that come in without a session and are then verified. */
    ownersOf(setting: {
      readonly protocol: string
      readonly name: string
      readonly value: string
    }): Effect.Effect<ReadonlyArray<{ readonly org_id: OrgId; readonly id: IntegrationId }>>
    /** Organisations that have a service connected: whom a job visits. */
    connectedOf(serviceName: string, orgId: OrgId | undefined): Effect.Effect<ReadonlyArray<OrgId>>
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
      const connectors = yield* Connectors
      const client = yield* VendorClient

      const list = Effect.gen(function* () {
        const { orgId, permissions } = yield* Caller
        const sees = permissions.includes("integrations_manage") ? "masked secrets" : "the connection only"
        return (yield* repo.list(orgId)).map((row) => shownTo(stored(row), sees))
      }).pipe(db.transact, Effect.withSpan("Integrations.list"))

      const connect = Effect.fn("Integrations.connect")(function* (connection: NewConnection) {
        const { orgId } = yield* Caller
        const now = yield* DateTime.now
        const before = yield* repo.findByName({ org_id: orgId, service_name: connection.serviceName })
        const kept = Option.match(before, {
          onNone: () => ({}),
          onSome: ({ config }) => Record.filter(config, (_, name) => keptSettings.includes(name))
        })
        const id = yield* repo.claimName({
          org_id: orgId,
          id: IntegrationId.make(yield* randomness.uuid),
          service_name: connection.serviceName,
          now
        })
        const sealed = yield* Effect.forEach([...connection.secrets], ([name, secret]) =>
          Effect.map(
            secrets.seal(Redacted.value(secret), aad({ org_id: orgId, id }, name)),
            (token) => [name, token] as const
          )
        )
        const row = yield* repo.connect({
          org_id: orgId,
          id,
          protocol: connection.protocol,
          can_revoke: connection.canRevoke,
          config: { ...connection.settings, ...kept },
          sealed_secrets: Object.fromEntries(sealed),
          now
        })
        yield* audit.record({
          action: "integration_connected",
          target: auditText`${row.service_name}`,
          details: connection.details
        })
        return shownTo(stored(row), "masked secrets")
      }, db.transact)

      const proven = Effect.fn("Integrations.prove")(function* (candidate: Candidate) {
        const vendor = Option.getOrThrow(connectors.find(candidate.protocol))
        const calls = yield* client.callsFor(vendor)
        return yield* vendor.prove(calls, candidate).pipe(
          Effect.catchTag("VendorUnanswered", ({ message }) =>
            Effect.fail(new TargetUnanswering({ error: `${message}. Check base_url and try again` }))
          ),
          Effect.catchTag("CredentialUnproven", ({ message, reason }) =>
            Effect.fail(reason === "refused" ? new TargetTokenRefused() : new TargetUnanswering({ error: message }))
          )
        )
      })

      const connectRevocationTarget = Effect.fn("Integrations.connectRevocationTarget")(function* (
        request: ConnectRevocationTarget
      ) {
        if (isReservedName(request.service_name)) return yield* new ServiceNameReserved()
        const url = yield* outbound
          .check(request.base_url)
          .pipe(Effect.mapError(({ reason }) => new BaseUrlRefused({ error: `base_url: ${reason}` })))
        if (request.protocol === "scim" && url.search !== "")
          return yield* new BaseUrlRefused({ error: "base_url: The address must not hold a query (?)" })
        const candidate: Candidate = {
          serviceName: request.service_name,
          protocol: request.protocol,
          settings: {
            base_url: request.protocol === "scim" ? request.base_url.replace(/\/+$/, "") : request.base_url
          },
          secrets: new Map([["token", Redacted.make(request.token)]])
        }
        const settings = yield* proven(candidate)
        // The host only: paths and queries of such addresses may be secrets themselves.
        const details = auditText`Generic ${request.protocol} revocation target at ${url.host}`
        return yield* connect({ ...candidate, settings, canRevoke: true, details })
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

      const opened = Effect.fnUntraced(function* (row: Option.Option<IntegrationRow>) {
        if (Option.isNone(row)) return Option.none<Connection>()
        const { config, id, protocol, sealed_secrets, service_name } = row.value
        const open = yield* Effect.forEach(Object.entries(sealed_secrets), ([name, token]) =>
          Effect.map(secrets.open(token, aad(row.value, name)), (secret) => [name, secret] as const)
        )
        return Option.some({ id, serviceName: service_name, protocol, settings: config, secrets: new Map(open) })
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

      const storeSecrets = Effect.fn("Integrations.storeSecrets")(function* (
        id: IntegrationId,
        renewed: Readonly<Record<string, Redacted.Redacted>>
      ) {
        const { orgId } = yield* Caller
        const sealed = yield* Effect.forEach(Object.entries(renewed), ([name, secret]) =>
          Effect.map(
            secrets.seal(Redacted.value(secret), aad({ org_id: orgId, id }, name)),
            (token) => [name, token] as const
          )
        )
        yield* repo.storeSecrets({ org_id: orgId, id, sealed: Object.fromEntries(sealed), now: yield* DateTime.now })
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
        return yield* repo.setRefused({ org_id: orgId, id, at: refused ? yield* DateTime.now : null })
      }, db.transact)

      return Integrations.of({
        list,
        connectRevocationTarget,
        remove,
        resolveRevocable,
        revocable,
        connection,
        connect,
        storeSecrets,
        synced,
        credentialRefused,
        ownersOf: repo.findBySetting,
        connectedOf: (serviceName, orgId) =>
          Effect.map(repo.connectedOf({ serviceName, orgId: orgId ?? null }), (found) =>
            found.map(({ org_id }) => org_id)
          )
      })
    })
  )
}
