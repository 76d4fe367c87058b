import { ProviderName, providerFeatures } from "@svc/contract/integrations/schema"
import { planFeatures } from "@svc/contract/kernel/plans"
import { Option, Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useWords } from "#languages/words.ts"
import { subscription } from "#access/plan-data.ts"
import { useQuery } from "#platform/atoms.ts"

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
