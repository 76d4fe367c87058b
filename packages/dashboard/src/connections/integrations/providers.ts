import { ProviderName, providerFeatures } from "@svc/contract/integrations/schema"
import { planFeatures } from "@svc/contract/kernel/plans"
import { Option, Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useWords } from "#languages/words.ts"
import { subscription } from "#access/plan-data.ts"
import { useQuery } from "#platform/atoms.ts"

/** What an app is for; in this order on the page. */
export const kinds = ["identity", "apps", "hr", "messages", "work", "signatures"] as const
export type Kind = (typeof kinds)[number]

export const kindOf: Readonly<Record<ProviderName, Kind>> = {
  okta: "identity",
  "azure-ad": "identity",
  "google-workspace": "identity",
  jumpcloud: "identity",
  onelogin: "identity",
  ping: "identity",
  scim: "identity",
  github: "apps",
  hris: "hr",
  alumni: "hr",
  slack: "messages",
  teams: "messages",
  sms: "messages",
  "it-tickets": "work",
  "google-calendar": "work",
  calendly: "work",
  docusign: "signatures",
  "adobe-sign": "signatures",
  "dropbox-sign": "signatures"
}

const decode = Schema.decodeUnknownOption(ProviderName)

/** The built-in provider of this name; undefined for an app of the organisation's own. */
export const providerOf = (service: string): ProviderName | undefined => Option.getOrUndefined(decode(service))

/** How a connection is called; one of the organisation's own by the name that it was given. */
export const useNames = () => {
  const words = useWords().integrations
  return (service: string) => {
    const provider = providerOf(service)
    return provider === undefined ? service : words.providers[provider].name
  }
}

/** What the plan lacks for a provider; nothing is kept from anybody while the plan is not known. */
export const useMissing = () => {
  const result = useQuery(subscription)
  return (provider: ProviderName) => {
    const feature = providerFeatures[provider]
    if (feature === undefined || !AsyncResult.isSuccess(result)) return undefined
    const { plan } = result.value
    return planFeatures[plan].includes(feature) ? undefined : { feature, plan }
  }
}
