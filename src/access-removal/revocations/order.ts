import { revocable } from "#connections/vendors/cards"

const order = [...revocable.keys()]

const placeOf = (protocol: string | null) => {
  if (protocol === null) return order.length + 1
  const known = order.indexOf(protocol)
  return known === -1 ? order.length : known
}

/**
 * In the order in which a run takes them: mail, identity providers, the rest by risk; what this release does not know,
 * and what is not connected any more, last. Equals stay as they were selected (work-1).
 */
export const inOrder = <App extends { readonly protocol: string | null }>(
  apps: ReadonlyArray<App>
): ReadonlyArray<App> => apps.toSorted((a, b) => placeOf(a.protocol) - placeOf(b.protocol))
