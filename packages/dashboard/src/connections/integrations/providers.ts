import { ProviderName, providerFeatures } from "@svc/contract/integrations/schema"
import { planFeatures } from "@svc/contract/kernel/plans"
import { Option, Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useWords } from "#languages/words.ts"
import { subscription } from "#access/plan-data.ts"
import { useQuery } from "#platform/atoms.ts"

const decode = Schema.decodeUnknownOption(ProviderName)

/** The built-in provider of this name; undefined for a custom app. */
export const providerOf = (service: string): ProviderName | undefined => Option.getOrUndefined(decode(service))

/** Display name; a custom app keeps the name it was given. */
export const useNames = () => {
  const words = useWords().integrations
  return (service: string) => {
    const provider = providerOf(service)
    return provider === undefined ? service : words.providers[provider].name
  }
}

/** The feature that the plan lacks for a provider; nothing is locked while the plan is loading. */
export const useMissing = () => {
  const result = useQuery(subscription)
  return (provider: ProviderName) => {
    const feature = providerFeatures[provider]
    if (feature === undefined || !AsyncResult.isSuccess(result)) return undefined
    const { plan } = result.value
    return planFeatures[plan].includes(feature) ? undefined : { feature, plan }
  }
}
