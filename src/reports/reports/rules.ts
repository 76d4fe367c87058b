import type { CurrencySavings, LicenseReclamation, OpenStage, Summary } from "@svc/contract/reports/schema"
import { OpenStage as OpenStages } from "@svc/contract/reports/schema"
import type { MemberRole } from "@svc/contract/kernel/permissions"

/** Every stage of an open offboarding in its order, whether there is one in it or not. */
export const stageCounts = (counted: ReadonlyArray<{ readonly status: OpenStage; readonly count: number }>) =>
  OpenStages.literals.map((status) => ({
    status,
    count: String(counted.find((stage) => stage.status === status)?.count ?? 0)
  }))

/** An app with how often its access was removed, and what a seat of it costs a month where that is known. */
interface RemovedService {
  readonly service: string
  readonly removed: number
  readonly this_month: number
  readonly this_year: number
  readonly price: number | null
  readonly currency: string
}

/** The ten apps whose access was removed most often. */
export const topServices = (services: ReadonlyArray<RemovedService>): Summary["topServices"] =>
  services
    .filter(({ removed }) => removed > 0)
    .toSorted((one, other) => other.removed - one.removed || (one.service < other.service ? -1 : 1))
    .slice(0, 10)
    .map(({ removed, service }) => ({ service, count: removed }))

const cents = (amount: number) => Math.round(amount * 100) / 100

const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((total, number) => total + number, 0)

const savingsIn = (currency: string, services: ReadonlyArray<RemovedService>): CurrencySavings => ({
  currency,
  licensesThisMonth: sum(services.map(({ this_month }) => this_month)),
  licensesThisYear: sum(services.map(({ this_year }) => this_year)),
  costThisMonth: cents(sum(services.map(({ price, this_month }) => this_month * (price ?? 0)))),
  costThisYear: cents(sum(services.map(({ price, this_year }) => this_year * (price ?? 0))))
})

/** Licences that were given back, and what they cost a month; the currency of the largest savings first (proof-36). */
export const licenseReclamation = (services: ReadonlyArray<RemovedService>): LicenseReclamation => {
  const priced = services.filter(({ price, this_year }) => price !== null && this_year > 0)
  const byCurrency = [...Map.groupBy(priced, ({ currency }) => currency)]
    .map(([currency, own]) => savingsIn(currency, own))
    .toSorted((one, other) => other.costThisYear - one.costThisYear || (one.currency < other.currency ? -1 : 1))
  const [largest] = byCurrency
  return {
    licensesThisMonth: sum(services.map(({ this_month }) => this_month)),
    licensesThisYear: sum(services.map(({ this_year }) => this_year)),
    costThisMonth: largest?.costThisMonth ?? 0,
    costThisYear: largest?.costThisYear ?? 0,
    currency: largest?.currency ?? "USD",
    byCurrency
  }
}

/** Assignees that mean everyone. */
const everybody = ["all", "everyone", "everybody"]

/** By what words a task falls to a role, in lower case as `ownName` is; null: every task does (proof-39). */
export const assigneesOf = (role: MemberRole | null, ownName: string | null): ReadonlyArray<string> | null => {
  switch (role) {
    case "superadmin":
    case "admin":
      return null
    case "hr":
      return [...everybody, "hr", "human resources"]
    case "manager":
      return [...everybody, "manager", "line manager"]
    default:
      return ownName === null ? everybody : [...everybody, ownName]
  }
}
