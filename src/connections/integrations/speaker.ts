import { cards } from "#connections/vendors/cards"
import { providerOf } from "./rules.ts"

/**
 * Who speaks to a service of this name that was saved without a connect route: its built-in provider, else nobody. Its
 * card says whether it is able to revoke (connecting-9).
 */
export const spokenToBy = (serviceName: string) => {
  const provider = providerOf(serviceName)
  return { protocol: provider ?? "", canRevoke: provider !== undefined && cards[provider].service._tag === "Revocable" }
}
