import type { EntitlementKind, ReturnOutcome } from "@svc/contract/entitlements/schema"
import { hash } from "node:crypto"

/** What of an entitlement is agreed to. */
interface Planned {
  /** The account at the app, by the app's own id; null where it is not known. */
  readonly account: string | null
  readonly service: string
  readonly kind: EntitlementKind
  readonly external_id: string
  readonly terms: Readonly<Record<string, string>>
}

const order: ReadonlyArray<EntitlementKind> = ["account", "licence", "role", "group"]

/** In the order in which they are given back: of each app the account first, for the rest hangs on it. */
export const inOrder = <Line extends { readonly service_name: string; readonly kind: EntitlementKind }>(
  lines: ReadonlyArray<Line>
): ReadonlyArray<Line> => {
  const apps = [...new Set(lines.map(({ service_name }) => service_name))]
  return apps.flatMap((app) =>
    lines
      .filter(({ service_name }) => service_name === app)
      .toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  )
}

/** SHA-256 in hex over the email and the lines: what is agreed to and to whom it goes, whatever it is called. */
export const digestOf = (email: string | null, lines: ReadonlyArray<Planned>): string =>
  hash(
    "sha256",
    JSON.stringify([
      email?.trim().toLowerCase() ?? null,
      lines.map(({ account, external_id, kind, service, terms }) => [
        service,
        kind,
        external_id,
        Object.entries(terms).toSorted(([a], [b]) => (a < b ? -1 : 1)),
        account
      ])
    ])
  )

/** A line that was tried, as far as others depend on it. */
interface Tried {
  readonly service: string
  readonly kind: EntitlementKind
  readonly outcome: ReturnOutcome | null
}

/** Whether the account that a line hangs on was to be given back and was not. */
export const lacksAccount = (line: Tried, lines: ReadonlyArray<Tried>): boolean =>
  line.kind !== "account" &&
  lines.some(
    ({ kind, outcome, service }) =>
      service === line.service && kind === "account" && (outcome === "failed" || outcome === "by_hand")
  )

/** Whether the plan itself holds the account that a line hangs on; else the app is asked whether it can be used. */
export const bringsAccount = (line: Tried, lines: ReadonlyArray<Tried>): boolean =>
  line.kind === "account" || lines.some(({ kind, service }) => kind === "account" && service === line.service)

const words: Readonly<Record<ReturnOutcome, string>> = {
  returned: "restored",
  held_already: "already held",
  by_hand: "manual only",
  failed: "failed"
}

/** `restored: 3, failed: 1`. */
export const summaryOf = (outcomes: ReadonlyArray<ReturnOutcome>): string => {
  const counts = new Map<ReturnOutcome, number>()
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return [...counts].map(([outcome, count]) => `${words[outcome]}: ${count}`).join(", ")
}
