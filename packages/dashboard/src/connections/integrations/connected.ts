import { ProviderName, revocableProviders } from "@svc/contract/integrations/schema"
import { Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useQuery } from "#platform/atoms.ts"
import { connections } from "./data.ts"

/** Names of what is connected; undefined while that is not known. */
const useConnected = (): ReadonlyArray<string> | undefined => {
  const result = useQuery(connections)
  return AsyncResult.isSuccess(result)
    ? result.value.flatMap(({ connection_status, service_name }) => (connection_status ? [service_name] : []))
    : undefined
}

/** Whether a provider is connected; undefined while that is not known. */
export const useIsConnected = (provider: typeof ProviderName.Type): boolean | undefined =>
  useConnected()?.includes(provider)

const isProvider = Schema.is(ProviderName)

/** The connected apps that access can be taken away at; undefined while they are not known. */
export const useRevocable = (): ReadonlyArray<string> | undefined =>
  useConnected()?.filter((name) => !isProvider(name) || revocableProviders.has(name))
