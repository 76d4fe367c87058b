import type { ProviderName } from "@svc/contract/integrations/schema"
import { AsyncResult } from "effect/reactivity"
import { useQuery } from "../platform/atoms.ts"
import { connections } from "./data.ts"

/** Whether a provider is connected; undefined while that is not known. */
export const useIsConnected = (provider: ProviderName): boolean | undefined => {
  const result = useQuery(connections)
  return AsyncResult.isSuccess(result)
    ? result.value.some(({ connection_status, service_name }) => connection_status && service_name === provider)
    : undefined
}
