import { isPaid, type Plan, type PlanStatus } from "@svc/contract/kernel/plans"
import type { Organisation } from "@svc/contract/organisations/schema"

/** The fields that a PATCH may change, as the row names them. */
export const settingsOf = (row: Organisation) => ({
  name: row.name,
  benefits_region: row.benefits_region,
  default_jurisdiction: row.default_jurisdiction,
  timezone: row.timezone,
  auto_revoke_at_exit: row.auto_revoke_at_exit,
  return_instructions: row.return_instructions
})
export type Settings = ReturnType<typeof settingsOf>

const shown = (value: string | boolean | null) => (value === null ? "none" : String(value))

/** `timezone: UTC -> Europe/Berlin, …`; empty when nothing changed. */
export const changesBetween = (before: Settings, after: Settings): string =>
  (
    [
      "name",
      "benefits_region",
      "default_jurisdiction",
      "timezone",
      "auto_revoke_at_exit",
      "return_instructions"
    ] as const
  )
    .filter((field) => before[field] !== after[field])
    .map((field) => `${field}: ${shown(before[field])} -> ${shown(after[field])}`)
    .join(", ")

/** Whether there is something paid for that a deletion ends; a subscription that was cancelled is none. */
export const hasSubscription = ({ plan, plan_status }: { readonly plan: Plan; readonly plan_status: PlanStatus }) =>
  isPaid(plan) && plan_status !== "canceled"

/** How long a deletion can be called off (deletion-1). */
export const graceDays = 30
