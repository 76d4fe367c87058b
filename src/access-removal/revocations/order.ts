import { revocable } from "#connections/vendors/cards"

const order = [...revocable.keys()]

const placeOf = (protocol: string | null) => {
  if (protocol === null) return order.length + 1
  const known = order.indexOf(protocol)
  return known === -1 ? order.length : known
}

/**
 * A run's order: mail, identity providers, the others by risk; unknown and disconnected apps last. Equals keep their
 * selected order (work-1).
 */
export const inOrder = <App extends { readonly protocol: string | null }>(
  apps: ReadonlyArray<App>
): ReadonlyArray<App> => apps.toSorted((a, b) => placeOf(a.protocol) - placeOf(b.protocol))
