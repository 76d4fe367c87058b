import { type Integration, maskedSecret, ProviderName } from "@svc/contract/integrations/schema"
import type { Schema } from "effect"

/** Settings in clear, and the names of the secrets that are stored sealed beside them. */
export interface StoredIntegration extends Omit<Integration, "config" | "org_id"> {
  readonly org_id: NonNullable<Integration["org_id"]>
  readonly protocol: string
  readonly can_revoke: boolean
  readonly config: { readonly [key: string]: Schema.Json }
  readonly secretNames: ReadonlyArray<string>
}

const providers: ReadonlySet<string> = new Set(ProviderName.literals)

/** Generic targets leave the built-in names to the built-in providers, whatever the case. */
export const isReservedName = (serviceName: string) => providers.has(serviceName.toLowerCase())

const isGenericScim = ({ can_revoke, protocol, service_name }: StoredIntegration) =>
  can_revoke && protocol === "scim" && !isReservedName(service_name)

/** The record as the caller may see it (D2, "Integration record"). */
export const shownTo = (stored: StoredIntegration, sees: "masked secrets" | "the connection only"): Integration => {
  const { can_revoke: _revokes, config, org_id, protocol, secretNames, ...bare } = stored
  const scim = isGenericScim(stored) ? { scim: true } : null
  if (sees === "the connection only") return { ...bare, config: scim }
  const masked = Object.fromEntries(secretNames.map((name) => [name, maskedSecret]))
  return { ...bare, org_id, config: { ...config, ...scim, protocol, ...masked } }
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
