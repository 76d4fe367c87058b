import {
  type Integration,
  maskedSecret,
  OwnSetting,
  ProviderName,
  providerFeatures,
  revocationToken,
  revocationUrl,
  type SavedIntegration
} from "@svc/contract/integrations/schema"
import { type DateTime, Equal, Record, Schema, Struct } from "effect"
import { masked, pathOf, separate, type StoredConfig } from "./given-config.ts"

/** Plain settings, and the places of the encrypted secrets. */
export interface StoredIntegration extends Omit<Integration, "config" | "org_id"> {
  readonly org_id: NonNullable<Integration["org_id"]>
  readonly protocol: string
  readonly can_revoke: boolean
  readonly credential_refused_at: DateTime.Utc | null
  readonly config: { readonly [key: string]: Schema.Json }
  readonly secretNames: ReadonlyArray<string>
  /** Settings that say where the stored credentials are sent, as the card of who speaks to it has them. */
  readonly addressSettings: ReadonlyArray<string>
}

const isProvider = Schema.is(ProviderName)

/** The built-in provider of this name, whatever the case. */
export const providerOf = (serviceName: string): ProviderName | undefined => {
  const name = serviceName.trim().toLowerCase()
  return isProvider(name) ? name : undefined
}

/** Generic targets leave the built-in names to the built-in providers. */
export const isReservedName = (serviceName: string) => providerOf(serviceName) !== undefined

/** What the plan must include for a connection of this name. */
export const featureOf = (serviceName: string) => {
  const provider = providerOf(serviceName)
  return provider === undefined ? undefined : providerFeatures[provider]
}

/** A custom app, connected by `saas-revocation/connect`. */
const isGeneric = ({
  can_revoke,
  protocol,
  service_name
}: Pick<StoredIntegration, "can_revoke" | "protocol" | "service_name">) =>
  can_revoke && (protocol === "scim" || protocol === "webhook") && !isReservedName(service_name)

const configOf = ({ config, secretNames }: StoredIntegration): StoredConfig => ({
  config,
  places: new Set(secretNames)
})

/** What a custom app shows in addition to its settings; set by connecting. */
const fixedOf = (stored: StoredIntegration): { readonly [key: string]: Schema.Json } => {
  if (!isGeneric(stored)) return {}
  return stored.protocol === "scim" ? { scim: true, protocol: "scim" } : { protocol: stored.protocol }
}

/** The record as the caller may see it (integrations-1). */
export const shownTo = (stored: StoredIntegration, sees: "masked secrets" | "the connection only"): Integration => {
  const {
    addressSettings: _addresses,
    can_revoke: _revokes,
    config: _config,
    credential_refused_at: _refused,
    org_id,
    protocol: _protocol,
    secretNames: _names,
    ...bare
  } = stored
  if (sees === "the connection only") {
    return { ...bare, config: isGeneric(stored) && stored.protocol === "scim" ? { scim: true } : null }
  }
  return { ...bare, org_id, config: { ...masked(configOf(stored)), ...fixedOf(stored) } }
}

/** The record without its configuration. */
export const withoutConfig = (record: Integration): SavedIntegration => Struct.omit(record, ["config"])

/** Settings of the organization: default, and where they are changed (integrations-5). */
export const ownSettings: Readonly<
  Record<OwnSetting, { readonly of: ReadonlyArray<ProviderName>; readonly otherwise: boolean; readonly route: string }>
> = {
  auto_reply_enabled: { of: ["google-workspace", "azure-ad"], otherwise: true, route: "auto-reply-setting" },
  drive_transfer_enabled: { of: ["google-workspace"], otherwise: false, route: "drive-transfer-setting" }
}

const isOwnSetting = Schema.is(OwnSetting)

/** The most that a seat may cost a month: sums of it stay exact. */
const mostExpensiveSeat = 1_000_000

const isSeatPrice = Schema.is(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: mostExpensiveSeat })))

const currencies: ReadonlySet<Schema.Json> = new Set(Intl.supportedValuesOf("currency"))

/** The price of a seat, for reports: set by the organization, for any service; null removes it (connections-49). */
const seatSettings: Readonly<
  Record<string, { readonly takes: (value: Schema.Json) => boolean; readonly must: string }>
> = {
  seat_price: { takes: isSeatPrice, must: `a number from 0 to ${mostExpensiveSeat}, or null to remove it` },
  seat_currency: {
    takes: (value) => currencies.has(value),
    must: "an ISO 4217 code in capitals, for example EUR, or null to remove it"
  }
}

const isRevocationSetting = (name: string) => name === revocationUrl || name === revocationToken

/** Whether it survives reconnecting: values that no vendor supplies. */
export const outlivesConnecting = (name: string) =>
  isOwnSetting(name) || isRevocationSetting(name) || Object.hasOwn(seatSettings, name)

/** What the setting is now. */
export const settingIn = (config: StoredIntegration["config"], setting: OwnSetting): boolean => {
  const stored = config[setting]
  return typeof stored === "boolean" ? stored : ownSettings[setting].otherwise
}

export const hasSetting = (serviceName: string, setting: OwnSetting) => {
  const provider = providerOf(serviceName)
  return provider !== undefined && ownSettings[setting].of.includes(provider)
}

/** A configuration to store. */
export interface ConfigChange {
  readonly config: { readonly [key: string]: Schema.Json }
  readonly newSecrets: ReadonlyMap<string, string>
  /** Places of stored secrets that stay. */
  readonly keptSecrets: ReadonlySet<string>
  /** Names at the top whose value is another one now, in order. */
  readonly changed: ReadonlyArray<string>
}

/** What a generic target cannot be without. */
const essentials = (stored: StoredIntegration): ReadonlyArray<string> =>
  isGeneric(stored) ? ["base_url", "token"] : []

/** Why the configuration cannot be given so; undefined when it can. */
const refusalOf = (given: StoredIntegration["config"], stored: StoredIntegration): string | undefined => {
  const fixed = fixedOf(stored)
  for (const [name, value] of Object.entries(given)) {
    if (isOwnSetting(name) && value !== settingIn(stored.config, name)) {
      return `config: ${name} cannot be changed here. Use PATCH /api/integrations/{id}/${ownSettings[name].route}`
    }
    if (Object.hasOwn(fixed, name) && !Equal.equals(value, fixed[name])) {
      return `config: ${name} cannot be changed. Connect the app again: POST /api/integrations/saas-revocation/connect`
    }
    if (isRevocationSetting(name) && value !== null) {
      if (!isGeneric(stored)) {
        return `config: ${name} is a setting of custom apps only, not of ${stored.service_name}`
      }
      if (typeof value !== "string" || (value !== maskedSecret && !/^[\x21-\x7e]+$/.test(value))) {
        return `config: ${name} must consist of visible ASCII characters without spaces, or be null to remove it`
      }
    }
    const seat = Object.hasOwn(seatSettings, name) ? seatSettings[name] : undefined
    if (seat !== undefined && value !== null && !seat.takes(value)) return `config: ${name} must be ${seat.must}`
    if (essentials(stored).includes(name) && (typeof value !== "string" || value.trim() === "")) {
      return `config: ${name} must not be blank. To end the connection, disconnect the integration`
    }
  }
  return undefined
}

/** What is compared with, never sent. */
const inbound: ReadonlySet<string> = new Set(["webhook_secret", "signing_secret"])

const isSameAddress = (one: Schema.Json | undefined, other: Schema.Json) =>
  typeof one === "string" && typeof other === "string"
    ? one.trim().replace(/\/+$/, "") === other.trim().replace(/\/+$/, "")
    : Equal.equals(one, other)

/** A stored credential must not follow to a new URL: no one may read it, so no one may have it sent to them either. */
const refusalToFollow = (
  { addressSettings, config }: StoredIntegration,
  after: StoredIntegration["config"],
  keptSecrets: ReadonlySet<string>
): string | undefined => {
  for (const name of addressSettings) {
    const address = after[name]
    if (address === undefined || isSameAddress(config[name], address)) continue
    const sent = [...keptSecrets].filter((place) => isSentTo(name, place)).map((place) => pathOf(place).join("."))
    if (sent.length > 0) {
      return `config: ${name} is where the stored credentials are sent. To change it, send them again: ${sent.join(", ")}`
    }
  }
  return undefined
}

/** The token of global token revocation opens that address alone, and nothing else does. */
const isSentTo = (address: string, place: string) =>
  !inbound.has(place) && (address === revocationUrl) === (place === revocationToken)

const topOf = (place: string) => pathOf(place)[0] ?? ""

/**
 * The result of changing a stored configuration. `merge` keeps omitted names (integrations-4), `replace` drops them,
 * except settings with their own route and required ones. A text says why it is not possible.
 */
export const changeConfig = (
  given: StoredIntegration["config"],
  stored: StoredIntegration,
  mode: "merge" | "replace"
): ConfigChange | string => {
  const refusal = refusalOf(given, stored)
  if (refusal !== undefined) return refusal
  const before = configOf(stored)
  const names = Object.keys(given).filter((name) => !isOwnSetting(name) && !Object.hasOwn(fixedOf(stored), name))
  const { config, kept, secrets, unknownMasks } = separate(Struct.pick(given, names), before)
  if (unknownMasks.length > 0) {
    return `config: ${unknownMasks.join(", ")}: the bullets stand for a stored secret, but none is stored. Send the secret`
  }
  const isReplaced = (name: string) =>
    names.includes(name) || (mode === "replace" && !outlivesConnecting(name) && !essentials(stored).includes(name))
  const after = { ...Record.filter(before.config, (_, name) => !isReplaced(name)), ...config }
  const keptSecrets = new Set([...before.places].filter((place) => kept.has(place) || !isReplaced(topOf(place))))
  const unfollowed = refusalToFollow(stored, after, keptSecrets)
  if (unfollowed !== undefined) return unfollowed
  if (after[revocationUrl] !== undefined && !secrets.has(revocationToken) && !keptSecrets.has(revocationToken)) {
    return `config: ${revocationToken} is required with ${revocationUrl}`
  }
  const moved = new Set(
    [...secrets.keys(), ...[...before.places].filter((place) => !keptSecrets.has(place))].map(topOf)
  )
  const known = new Set([...Object.keys(before.config), ...names, ...moved])
  const changed = [...known]
    .toSorted()
    .filter((name) => moved.has(name) || !Equal.equals(before.config[name], after[name]))
  return { config: after, newSecrets: secrets, keptSecrets, changed }
}

/** Connected names for those asked, compared without case; the order asked for is kept, repetitions are dropped. */
export const resolveNames = (
  asked: ReadonlyArray<string>,
  connected: ReadonlyArray<string>
): { readonly known: ReadonlyArray<string>; readonly unknown: ReadonlyArray<string> } => {
  const canonical = new Map(connected.map((name) => [name.toLowerCase(), name]))
  const known = new Set<string>()
  const unknown = new Map<string, string>()
  for (const name of asked) {
    const key = name.trim().toLowerCase()
    const found = canonical.get(key)
    if (found !== undefined) known.add(found)
    else if (!unknown.has(key)) unknown.set(key, name)
  }
  return { known: [...known], unknown: [...unknown.values()] }
}
