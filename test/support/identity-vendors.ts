import { appStandIns } from "@svc/lab/every-vendor"
import { labClientId, labClientSecret } from "@svc/lab/oauth"
import { Option, Record, Redacted } from "effect"
import type { AppConfig } from "#platform/config/config"
import { vendors } from "#platform/config/vendor-urls"

interface At {
  readonly url: string
}

const client = { clientId: labClientId, clientSecret: Redacted.make(labClientSecret) }

/**
 * The configuration of an operator who registered this service with GitHub and Google, with stand-ins for these
 * providers. Addresses without a variable of their own are where their vendor is.
 */
export const registeredWith = (
  base: AppConfig["Service"],
  running: Readonly<Partial<Record<keyof typeof appStandIns, At>>>
) => {
  const urls = new Map(
    Record.toEntries(appStandIns).flatMap(([provider, { variables }]) => {
      const at = running[provider]
      return at === undefined ? [] : variables.map((variable) => [variable, at.url] as const)
    })
  )
  return {
    ...base,
    github: Option.some(client),
    google: Option.some({ ...client, issuer: "http://127.0.0.1:9" }),
    vendorUrls: Record.map(base.vendorUrls, (before, name) => {
      const vendor = vendors[name]
      const follows = "within" in vendor && urls.has(vendors[vendor.within].variable)
      const url = Option.fromUndefinedOr(urls.get(vendor.variable))
      return follows ? url : Option.orElse(url, () => before)
    })
  }
}
