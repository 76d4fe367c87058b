import { cards } from "#connections/vendors/cards"
import { providerOf } from "./rules.ts"

/**
 * The connector of a service saved under this name without a connect route: its built-in provider, else none. Its card
 * says whether it can revoke (connecting-9).
 */
export const spokenToBy = (serviceName: string) => {
  const provider = providerOf(serviceName)
  return { protocol: provider ?? "", canRevoke: provider !== undefined && cards[provider].service._tag === "Revocable" }
}
