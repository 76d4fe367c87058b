import {
  BaseUrlRefused,
  ConfigRefused,
  IntegrationNotFound,
  SettingUnavailable
} from "@svc/contract/integrations/errors"
import type { GivenConfig, SaveIntegration, UpdateIntegration } from "@svc/contract/integrations/config"
import {
  type Integration,
  type OwnSetting,
  revocationUrl,
  type SavedIntegration
} from "@svc/contract/integrations/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { FeatureMissing } from "@svc/contract/kernel/errors"
import { IntegrationId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option, Record, Redacted } from "effect"
import { checkFeature } from "#access/requirements"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db } from "#platform/database/db"
import { Outbound } from "#platform/outbound/outbound"
import { Randomness } from "#platform/crypto/random"
import { layerOf } from "#platform/services/layer-of"
import { type IntegrationRow, IntegrationsRepo } from "./repo.ts"
import {
  changeConfig,
  type ConfigChange,
  featureOf,
  hasSetting,
  ownSettings,
  settingIn,
  shownTo,
  withoutConfig
} from "./rules.ts"
import { sealing, stored } from "./sealing.ts"
import { Integrations } from "./service.ts"
import { spokenToBy } from "./speaker.ts"
import { UpstreamGrants } from "./upstream-grants.ts"

const unchanged = ({ config, sealed_secrets }: IntegrationRow): ConfigChange => ({
  config,
  newSecrets: new Map(),
  keptSecrets: new Set(Object.keys(sealed_secrets)),
  changed: []
})

const status = (connected: boolean) => (connected ? "connected" : "paused")

/**
 * Records of connected services as administrators edit them, without asking the vendor (integrations-2 to
 * integrations-4).
 */
export class IntegrationRecords extends Context.Service<
  IntegrationRecords,
  {
    /**
     * Makes the record of this name, or replaces what it holds. A built-in provider's name stands for that provider.
     */
    save(
      request: SaveIntegration
    ): Effect.Effect<SavedIntegration, ConfigRefused | BaseUrlRefused | FeatureMissing, Caller>
    /** What changes nothing is not recorded. */
    update(
      id: IntegrationId,
      request: UpdateIntegration
    ): Effect.Effect<Integration, ConfigRefused | BaseUrlRefused | FeatureMissing | IntegrationNotFound, Caller>
    /** Switches a setting that has a route of its own; what it was already is not recorded. */
    switchSetting(
      id: IntegrationId,
      setting: OwnSetting,
      enabled: boolean
    ): Effect.Effect<Integration, SettingUnavailable | IntegrationNotFound, Caller>
    /**
     * Removes it and its secrets, then asks the vendor to forget its token; an unknown id changes nothing. Cases that
     * selected it keep its name.
     */
    remove(id: IntegrationId): Effect.Effect<void, never, Caller>
  }
>()("svc/integrations/IntegrationRecords") {
  static readonly layerNoDeps = layerOf(IntegrationRecords, function* () {
    const db = yield* Db
    const repo = yield* IntegrationsRepo
    const audit = yield* Audit
    const integrations = yield* Integrations
    const outbound = yield* Outbound
    const randomness = yield* Randomness
    const grants = yield* UpstreamGrants
    const { open, seal } = yield* sealing

    const checkPlan = Effect.fnUntraced(function* (serviceName: string) {
      yield* Effect.fromResult(checkFeature(yield* Caller, featureOf(serviceName)))
    })

    /** An address that a tenant typed is judged when it is saved, as every call to it will be. */
    const checkAddress = Effect.fnUntraced(function* (config: GivenConfig | undefined) {
      for (const name of ["base_url", revocationUrl]) {
        const address = config?.[name]
        if (typeof address !== "string") continue
        yield* outbound
          .check(address)
          .pipe(Effect.mapError(({ reason }) => new BaseUrlRefused({ error: `config: ${name}: ${reason}` })))
      }
    })

    const write = Effect.fnUntraced(function* (
      row: IntegrationRow,
      change: ConfigChange,
      connected: boolean,
      speaker: { readonly protocol: string; readonly can_revoke: boolean }
    ) {
      const kept = Record.filter(row.sealed_secrets, (_, place) => change.keptSecrets.has(place))
      const fresh = [...change.newSecrets].map(([place, secret]) => [place, Redacted.make(secret)] as const)
      const added = yield* seal(row, fresh)
      return yield* repo.save({
        org_id: row.org_id,
        id: row.id,
        ...speaker,
        connection_status: connected,
        credential_is_new: change.newSecrets.size > 0,
        config: change.config,
        sealed_secrets: { ...kept, ...added },
        now: yield* DateTime.now
      })
    })

    /** Names only: a value may be anything. */
    const recordChange = Effect.fnUntraced(function* (
      row: IntegrationRow,
      { changed }: ConfigChange,
      connected: boolean
    ) {
      const parts = [
        ...(changed.length === 0 ? [] : [`config: ${changed.join(", ")}`]),
        ...(connected === row.connection_status ? [] : [`${status(row.connection_status)} → ${status(connected)}`])
      ]
      if (parts.length === 0) return
      yield* audit.record({
        action: "integration_updated",
        target: auditText`${row.service_name}`,
        details: auditText`${parts.join("; ")}`
      })
    })

    const changeOf = (given: GivenConfig | undefined, row: IntegrationRow, mode: "merge" | "replace") => {
      const change = given === undefined ? unchanged(row) : changeConfig(given, stored(row), mode)
      return typeof change === "string" ? Effect.fail(new ConfigRefused({ error: change })) : Effect.succeed(change)
    }

    const insertOrReplace = Effect.fnUntraced(function* (request: SaveIntegration) {
      const { orgId } = yield* Caller
      const { canRevoke, protocol } = spokenToBy(request.service_name)
      const ownId = IntegrationId.make(yield* randomness.uuid)
      const id = yield* repo.claimName({
        org_id: orgId,
        id: ownId,
        service_name: protocol === "" ? request.service_name : protocol,
        now: yield* DateTime.now
      })
      const row = Option.getOrThrow(yield* repo.lock({ org_id: orgId, id }))
      const isNew = id === ownId
      const change = yield* changeOf(request.config, row, "replace")
      const connected = request.connection_status ?? (isNew || row.connection_status)
      const speaker = isNew ? { protocol, can_revoke: canRevoke } : row
      const saved = yield* write(row, change, connected, speaker)
      if (isNew) {
        yield* audit.record({
          action: "integration_connected",
          target: auditText`${saved.service_name}`,
          details: auditText`Saved without asking the service; ${status(connected)}`
        })
      } else {
        yield* recordChange(row, change, connected)
      }
      return withoutConfig(shownTo(stored(saved), "masked secrets"))
    }, db.transact)

    const save = Effect.fn("IntegrationRecords.save")(function* (request: SaveIntegration) {
      yield* checkPlan(request.service_name)
      yield* checkAddress(request.config)
      return yield* insertOrReplace(request)
    })

    const found = Effect.fnUntraced(function* (id: IntegrationId) {
      const { orgId } = yield* Caller
      const row = yield* repo.lock({ org_id: orgId, id })
      return Option.isNone(row) ? yield* new IntegrationNotFound() : row.value
    })

    const change = Effect.fnUntraced(function* (id: IntegrationId, request: UpdateIntegration) {
      const row = yield* found(id)
      const connected = request.connection_status ?? row.connection_status
      // Anyone may pause: a plan without the feature must not keep a connection active.
      if (request.config !== undefined || connected) yield* checkPlan(row.service_name)
      const wanted = yield* changeOf(request.config, row, "merge")
      if (wanted.changed.length === 0 && connected === row.connection_status) {
        return shownTo(stored(row), "masked secrets")
      }
      const saved = yield* write(row, wanted, connected, row)
      yield* recordChange(row, wanted, connected)
      return shownTo(stored(saved), "masked secrets")
    }, db.transact)

    const update = Effect.fn("IntegrationRecords.update")(function* (id: IntegrationId, request: UpdateIntegration) {
      yield* checkAddress(request.config)
      return yield* change(id, request)
    })

    const switchSetting = Effect.fn("IntegrationRecords.switchSetting")(function* (
      id: IntegrationId,
      setting: OwnSetting,
      enabled: boolean
    ) {
      const row = yield* found(id)
      if (!hasSetting(row.service_name, setting)) {
        return yield* new SettingUnavailable({
          error: `${setting} is a setting of ${ownSettings[setting].of.join(" and ")} only, not of ${row.service_name}`
        })
      }
      if (row.config[setting] === enabled) return shownTo(stored(row), "masked secrets")
      const before = settingIn(row.config, setting)
      const saved = yield* write(
        row,
        { ...unchanged(row), config: { ...row.config, [setting]: enabled } },
        row.connection_status,
        row
      )
      if (before !== enabled) {
        yield* audit.record({
          action:
            setting === "auto_reply_enabled" ? "integration_auto_reply_updated" : "integration_drive_transfer_updated",
          target: auditText`${row.service_name}`,
          details: auditText`${setting}: ${before} \u2192 ${enabled}`
        })
      }
      return shownTo(stored(saved), "masked secrets")
    }, db.transact)

    const remove = Effect.fn("IntegrationRecords.remove")(function* (id: IntegrationId) {
      const removed = yield* integrations.forget(id)
      if (Option.isNone(removed) || !grants.concern(removed.value.protocol)) return
      const secrets = yield* Effect.option(open(removed.value))
      if (Option.isNone(secrets)) return
      yield* grants.end(removed.value.protocol, { settings: removed.value.config, secrets: secrets.value })
    })

    return IntegrationRecords.of({ save, update, switchSetting, remove })
  })
}
