import { ProviderName, revocableProviders } from "@svc/contract/integrations/schema"
import { Schema } from "effect"
import { AsyncResult } from "effect/reactivity"
import { useQuery } from "#platform/atoms.ts"
import { connections } from "./data.ts"

/** Names of active connections; undefined while loading. */
const useConnected = (): ReadonlyArray<string> | undefined => {
  const result = useQuery(connections)
  return AsyncResult.isSuccess(result)
    ? result.value.flatMap(({ connection_status, service_name }) => (connection_status ? [service_name] : []))
    : undefined
}

/** Whether a provider is connected; undefined while loading. */
export const useIsConnected = (provider: typeof ProviderName.Type): boolean | undefined =>
  useConnected()?.includes(provider)

const isProvider = Schema.is(ProviderName)

/** Connected apps that support revocation; undefined while loading. */
export const useRevocable = (): ReadonlyArray<string> | undefined =>
  useConnected()?.filter((name) => !isProvider(name) || revocableProviders.has(name))
