import { Predicate } from "effect"
import { randomUUID } from "node:crypto"
import type { ContractRoute } from "./contract-routes.ts"
import { send } from "./requests.ts"
import { accountCards } from "./route-cards/accounts.ts"
import { auditCards } from "./route-cards/audit.ts"
import type { Exception, Ids, RouteCard, RouteName } from "./route-cards/card.ts"
import { connectionCards } from "./route-cards/connections.ts"
import { erasureCards } from "./route-cards/erasure.ts"
import { evidenceCards } from "./route-cards/evidence.ts"
import { exportCards } from "./route-cards/exports.ts"
import { offboardingVendorCards } from "./route-cards/offboarding-vendors.ts"
import { offboardingCards } from "./route-cards/offboarding.ts"
import { organisationCards } from "./route-cards/organisation.ts"
import { outgoingCards } from "./route-cards/outgoing.ts"
import { reportCards } from "./route-cards/reports.ts"
import { workVendorCards } from "./route-cards/work-vendors.ts"
import { workCards } from "./route-cards/work.ts"

/** One of each route: neither a route without a card nor a card without a route compiles. */
const cards: Readonly<Record<RouteName, RouteCard>> = {
  ...auditCards,
  ...outgoingCards,
  ...connectionCards,
  ...workCards,
  ...workVendorCards,
  ...offboardingCards,
  ...offboardingVendorCards,
  ...organisationCards,
  ...accountCards,
  ...evidenceCards,
  ...reportCards,
  ...exportCards,
  ...erasureCards
}

const byName: ReadonlyMap<string, RouteCard> = new Map(Object.entries(cards))

type Named = Pick<ContractRoute, "name">

export const cardOf = ({ name }: Named): RouteCard => {
  const card = byName.get(name)
  if (card === undefined) throw new Error(`${name} has no card in test/support/route-cards`)
  return card
}

/** The names of the routes that the documents say this of. */
export const routesThatAre = (exception: Exception) =>
  [...byName].filter(([, { also = [] }]) => also.includes(exception)).map(([name]) => name)

const nothing = (): Ids => ({
  orgId: randomUUID(),
  userId: randomUUID(),
  offboardingId: randomUUID(),
  targetId: randomUUID()
})

/** A body that the route takes, undefined where it takes none; the ids in it are of nothing unless told otherwise. */
export const bodyOf = (route: Named, ids: Ids = nothing()) => {
  const { body, naming } = cardOf(route)
  return naming === undefined ? body : naming(ids)
}

/** What a derived body must say to get to the service, where that can be told. */
export const reachOf = (route: Named, ids: { readonly id: string; readonly offboardingId: string }) => {
  const { body, reach } = cardOf(route)
  if (typeof reach === "function") return reach(ids)
  if (reach !== "body") return reach
  return Predicate.isObject(body) ? body : {}
}

/** The route's path with ids of nothing. */
export const pathOf = (route: ContractRoute) =>
  route.path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === "service" ? "crm" : randomUUID()))

/** Calls the route with ids of nothing and a body that it takes. */
export const call = (route: ContractRoute, bearer?: string) =>
  send(route.method, pathOf(route), { body: bodyOf(route), ...(bearer === undefined ? {} : { bearer }) })
