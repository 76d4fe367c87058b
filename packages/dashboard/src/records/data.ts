import { CasesApi } from "@svc/contract/cases/api"
import { isFailedRemoval } from "@svc/contract/cases/removal"
import type { CaseApp, CaseDetails, ListCases } from "@svc/contract/cases/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Effect } from "effect"
import { LifecycleApi } from "@svc/contract/offboardings/lifecycle-api"
import { clientOf } from "#platform/api.ts"
import { query } from "#platform/atoms.ts"

const cases = clientOf(CasesApi)
const lifecycle = clientOf(LifecycleApi)

export type CaseFilters = Omit<ListCases, "limit" | "offset"> & { readonly offset?: number }

export const pageSize = 50

/** One page of the list. */
export const casePage = query(
  ({ offset = 0, ...filters }: CaseFilters) => cases.list({ query: { ...filters, offset, limit: pageSize } }),
  { keys: () => ["cases"] }
)

/** Count of matches, without rows. */
export const caseCount = query(
  (filters: CaseFilters) =>
    Effect.map(cases.list({ query: { ...filters, offset: 0, limit: 1 } }), ({ total }) => total),
  { keys: () => ["cases"] }
)

export const caseDetails = query((id: OffboardingId) => cases.get({ params: { id } }), {
  keys: (id) => [`case ${id}`]
})

/** Memberships that end with the completion of a case. */
export const membershipOf = query((id: OffboardingId) => lifecycle.membership({ params: { id } }), {
  keys: (id) => [`case ${id}`, "members"]
})

/** One page of the case's audit log entries, newest first. */
export const timelinePage = query(
  ({ id, offset }: { readonly id: OffboardingId; readonly offset: number }) =>
    cases.timeline({ params: { id }, query: { limit: pageSize, offset } }),
  { keys: ({ id }) => [`case ${id}`] }
)

/** The open offboarding of the person with this email, if the caller has access to it. */
export const openCaseOf = query(
  (email: string) =>
    email === ""
      ? Effect.succeed(null)
      : Effect.map(
          cases.list({ query: { q: email, open: true, offset: 0, limit: 10 } }),
          ({ rows }) => rows.find(({ employee_email }) => employee_email?.toLowerCase() === email.toLowerCase()) ?? null
        ),
  { keys: () => ["cases"] }
)

/** Stages in order; `cancelled` is not one of them. */
export const way = [
  "pending",
  "notice_period",
  "it_revocation",
  "asset_recovery",
  "completed"
] as const satisfies ReadonlyArray<OffboardingStatus>

/** The next stage; undefined for `completed` and `cancelled`. */
export const nextStage = (status: OffboardingStatus): OffboardingStatus | undefined => {
  const place = way.findIndex((stage) => stage === status)
  return place === -1 ? undefined : way[place + 1]
}

/** The account was last read as active after its removal; the stage gate requires a run or a confirmation. */
export const isStillActive = ({ still_active }: CaseApp) => still_active

/** Access to the app is not revoked yet. */
export const isLeft = (app: CaseApp) =>
  isStillActive(app) || (app.outcome !== "revoked" && app.removal_confirmed_at === null)

/** Resolved manually and not verified in the app. */
export const isByHand = ({ finding, removal_confirmed_at, verified }: CaseApp) =>
  !verified && (removal_confirmed_at !== null || finding === "removed")

/** Counts of done tasks and of confirmed apps. `verified` includes removals that were confirmed manually. */
export const progress = ({ apps, checklist_items }: Pick<CaseDetails, "apps" | "checklist_items">) => ({
  done: checklist_items.filter(({ completed }) => completed).length,
  tasks: checklist_items.length,
  verified: apps.filter((app) => !isStillActive(app) && (app.verified || app.removal_confirmed_at !== null)).length,
  apps: apps.length,
  active: apps.filter(isStillActive).length,
  failed: apps.filter(isFailedRemoval).length
})

/** Maximum cards per board column. */
const cardsShown = 20

/** One board column with its total; sorted by last day by default. */
export const boardStage = query(
  ({ offset: _offset, order = "asc", sort = "exit_date", ...filters }: CaseFilters) =>
    cases.list({ query: { ...filters, sort, order, offset: 0, limit: cardsShown } }),
  { keys: () => ["cases"] }
)
