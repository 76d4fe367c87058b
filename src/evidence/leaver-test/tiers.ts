import { identityProviders } from "@svc/contract/integrations/connect-bodies"
import type { AppTier } from "@svc/contract/leaver-test/figures"
import type { RequestLeaverTest, TierPreset } from "@svc/contract/leaver-test/schema"

/** Who lets people into everything else, or holds their mail and the company's code (proof-80). */
const criticalByDefault = [...identityProviders, "google-workspace", "github"]

/**
 * Hours of the first tier and of the others. SOC 2 (CC6.2, CC6.3) names no hours: these are the usual policy. NERC
 * CIP-004-7 R5.1 has 24 hours for remote access, R5.3 thirty days for accounts. PCI DSS 8.2.5 says "immediately",
 * read as one hour.
 */
const presets: Readonly<Record<Exclude<TierPreset, "own">, readonly [critical: number, standard: number]>> = {
  soc2: [24, 72],
  nerc_cip_004: [24, 720],
  pci_dss: [1, 1]
}

/** The tiers as they apply; the last takes every app that no other names. */
export const tiersOf = ({ critical_apps, preset, tiers }: RequestLeaverTest): ReadonlyArray<AppTier> => {
  if (preset === "own") return (tiers ?? []).map(({ apps, hours, name }) => ({ name, hours, apps: apps ?? null }))
  const [critical, standard] = presets[preset]
  return [
    { name: "critical", hours: critical, apps: critical_apps ?? criticalByDefault },
    { name: "standard", hours: standard, apps: null }
  ]
}

/** Which tier an app is of; an app that no tier takes is out of scope, so the last tier of `own` may leave apps out. */
export const tierFinder = (tiers: ReadonlyArray<AppTier>) => {
  const named = new Map<string, AppTier>()
  for (const tier of tiers) {
    for (const app of tier.apps ?? []) if (!named.has(app.toLowerCase())) named.set(app.toLowerCase(), tier)
  }
  const rest = tiers.find(({ apps }) => apps === null)
  return (app: string): AppTier | undefined => named.get(app.toLowerCase()) ?? rest
}
