import type {
  AccessReturn,
  CaseEntitlements,
  Entitlement,
  EntitlementKind,
  EntitlementsAtApp,
  EntitlementState,
  LicencePrice,
  ReturnOutcome,
  Savings
} from "@svc/contract/entitlements/schema"

const states: ReadonlyArray<EntitlementState> = ["taken", "returned", "held", "kept", "gone"]
const kinds: ReadonlyArray<EntitlementKind> = ["account", "licence", "role", "group"]

const byName = new Intl.Collator(undefined, { numeric: true })

/** Revoked items first; within a state, the account before its dependents. */
export const inOrder = (items: ReadonlyArray<Entitlement>): ReadonlyArray<Entitlement> =>
  items.toSorted(
    (one, other) =>
      states.indexOf(one.state) - states.indexOf(other.state) ||
      kinds.indexOf(one.kind) - kinds.indexOf(other.kind) ||
      byName.compare(one.label, other.label)
  )

interface Narrowing {
  readonly state?: EntitlementState | undefined
  readonly kind?: EntitlementKind | undefined
  /** Part of a label, app name, or ID. */
  readonly q?: string | undefined
}

export const isNarrowed = ({ kind, q, state }: Narrowing) => [kind, q, state].some((one) => one !== undefined)

export const narrowed = (items: ReadonlyArray<Entitlement>, { kind, q, state }: Narrowing) => {
  const wanted = q?.trim().toLowerCase() ?? ""
  return items.filter(
    (item) =>
      (state === undefined || item.state === state) &&
      (kind === undefined || item.kind === kind) &&
      (wanted === "" ||
        [item.label, item.service, item.external_id].some((text) => text.toLowerCase().includes(wanted)))
  )
}

/** Revoked and restored items are shown and the rest collapsed; without any, all are shown. */
export const folded = (items: ReadonlyArray<Entitlement>) => {
  const { first = [], rest = [] } = Object.groupBy(items, ({ state }) =>
    state === "taken" || state === "returned" ? "first" : "rest"
  )
  return first.length === 0 ? { first: rest, rest: [] } : { first, rest }
}

export const stateCounts = (items: ReadonlyArray<Entitlement>): ReadonlyArray<readonly [EntitlementState, number]> =>
  states.flatMap((state) => {
    const count = items.filter((item) => item.state === state).length
    return count === 0 ? [] : [[state, count] as const]
  })

/** Entitlement kinds with the same scan result. */
export interface Sight extends Pick<EntitlementsAtApp, "looked_at" | "phase" | "why"> {
  readonly kinds: ReadonlyArray<EntitlementKind>
}

/** Kinds not visible first, then kinds with nothing found. Nothing counts as empty unless all items are loaded (`isWhole`). */
export const sightsOf = (
  sights: ReadonlyArray<EntitlementsAtApp>,
  items: ReadonlyArray<Entitlement>,
  isWhole: boolean
): ReadonlyArray<Sight> => {
  const told = sights.filter(
    ({ kind, phase, why }) =>
      why !== null || (isWhole && phase === "before_cut" && items.every((item) => item.kind !== kind))
  )
  return [...Map.groupBy(told, ({ phase, why }) => JSON.stringify([phase, why])).values()]
    .flatMap(([first, ...rest]) =>
      first === undefined
        ? []
        : [
            {
              kinds: kinds.filter((kind) => [first, ...rest].some((one) => one.kind === kind)),
              looked_at: first.looked_at,
              phase: first.phase,
              why: first.why
            }
          ]
    )
    .toSorted((one, other) => Number(one.why === null) - Number(other.why === null))
}

/** All apps: those of the offboarding first, then deselected apps that still have items. */
export const appsOf = ({ apps, items }: CaseEntitlements): CaseEntitlements["apps"] => [
  ...apps,
  ...[...new Set(items.map(({ service }) => service))]
    .filter((name) => apps.every(({ service }) => service !== name))
    .map((service) => ({ service, sights: [], note: null }))
]

/** Whether there is a snapshot or, with scanning on, a scan result to show. */
export const isShown = ({ apps, on, total }: Pick<CaseEntitlements, "apps" | "on" | "total">) =>
  total > 0 || apps.some(({ sights }) => on || sights.length > 0)

/** Reclaimed licenses without a price. */
export const seatsWithoutPrice = (items: ReadonlyArray<Entitlement>) =>
  items.filter(({ cost, kind, state }) => kind === "licence" && state === "taken" && cost === null).length

/** Revoked items by app: how many can be restored automatically, and how many manually. */
export const returnable = (
  items: ReadonlyArray<Pick<Entitlement, "account" | "by_hand" | "former_identity" | "service" | "state">>
) =>
  [
    ...Map.groupBy(
      items.filter(({ former_identity, state }) => state === "taken" && !former_identity),
      ({ service }) => service
    )
  ].map(([service, those]) => {
    const byHand = those.filter(isByHand).length
    return { service, byService: those.length - byHand, byHand }
  })

export const isOpen = ({ status }: Pick<AccessReturn, "status">) => status === "proposed" || status === "running"

type Line = AccessReturn["lines"][number]

/** Manual only: the app does not support it, or the holding account is unknown. */
export const isByHand = ({ account, by_hand }: Pick<Line, "account" | "by_hand">) =>
  by_hand !== null || account === null

/** Distinct accounts of a plan, by app. */
export const accountsOf = (lines: ReadonlyArray<Pick<Line, "account" | "service">>) => [
  ...new Map(
    lines.flatMap(({ account, service }) =>
      account === null ? [] : [[`${service}\n${account.id}`, { ...account, service }] as const]
    )
  ).values()
]

/** Progress and outcomes. */
export const progressOf = (lines: ReadonlyArray<Pick<Line, "outcome">>) => {
  const count = (wanted: ReturnOutcome) => lines.filter(({ outcome }) => outcome === wanted).length
  const outcomes = {
    returned: count("returned"),
    held_already: count("held_already"),
    by_hand: count("by_hand"),
    failed: count("failed")
  } satisfies Readonly<Record<ReturnOutcome, number>>
  return { all: lines.length, done: Object.values(outcomes).reduce((sum, one) => sum + one, 0), outcomes }
}

/** Four-eyes rule: not the proposer, except a Super Admin. A proposer who left blocks no one. */
export const mayApprove = ({ proposed_by }: Pick<AccessReturn, "proposed_by">, user: string, isSuperAdmin: boolean) =>
  isSuperAdmin || proposed_by?.id !== user

export interface LicenceRow extends Pick<LicencePrice, "licence" | "service"> {
  readonly label: string
  readonly seats: number
  readonly price: LicencePrice | null
  readonly standing: Savings["licences"][number]["standing"] | null
}

const keyOf = ({ licence, service }: Pick<LicencePrice, "licence" | "service">) =>
  `${service.toLowerCase()}\n${licence}`

export const isSameLicence = (
  one: Pick<LicencePrice, "licence" | "service">,
  other: Pick<LicencePrice, "licence" | "service">
) => keyOf(one) === keyOf(other)

/** Licenses with reclaimed seats, then those with only a price. */
export const licenceRows = (
  licences: Savings["licences"],
  prices: ReadonlyArray<LicencePrice>
): ReadonlyArray<LicenceRow> => [
  ...licences.map(({ label, licence, seats, service, standing }) => ({
    licence,
    service,
    label,
    seats,
    price: prices.find((price) => isSameLicence(price, { licence, service })) ?? null,
    standing
  })),
  ...prices
    .filter((price) => licences.every((one) => !isSameLicence(one, price)))
    .map((price) => ({
      licence: price.licence,
      service: price.service,
      label: price.licence,
      seats: 0,
      price,
      standing: null
    }))
]

/** All prices, with `before` replaced by `price`; a null price removes it. */
export const withPrice = (
  prices: ReadonlyArray<LicencePrice>,
  before: Pick<LicencePrice, "licence" | "service"> | null,
  price: LicencePrice | null
): ReadonlyArray<LicencePrice> => {
  const others = prices.filter((one) => before === null || !isSameLicence(one, before))
  return price === null ? others : [...others, price]
}

/** Parses an amount with a decimal point or comma; null if the service would refuse it. */
export const amountOf = (text: string): number | null => {
  const trimmed = text.trim()
  const amount = /^\d{1,7}(?:[.,]\d{1,2})?$/.test(trimmed) ? Number(trimmed.replace(",", ".")) : null
  return amount !== null && amount <= 1_000_000 ? amount : null
}
