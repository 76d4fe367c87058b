import { CasesApi } from "@svc/contract/cases/api"
import type { CaseApp, CaseDetails, ListCases } from "@svc/contract/cases/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Effect } from "effect"
import { LifecycleApi } from "@svc/contract/offboardings/lifecycle-api"
import { clientOf } from "#platform/api.ts"
import { query, queryOne } from "#platform/atoms.ts"

const cases = clientOf(CasesApi)
const lifecycle = clientOf(LifecycleApi)

export type CaseFilters = Omit<ListCases, "limit" | "offset"> & { readonly offset?: number }

export const pageSize = 50

/** A page of the list. */
export const casePage = query(
  ({ offset = 0, ...filters }: CaseFilters) => cases.list({ query: { ...filters, offset, limit: pageSize } }),
  { keys: () => ["cases"] }
)

/** How many fit, without their rows. */
export const caseCount = query(
  (filters: CaseFilters) =>
    Effect.map(cases.list({ query: { ...filters, offset: 0, limit: 1 } }), ({ total }) => total),
  { keys: () => ["cases"] }
)

/** By name, address or job title, for the palette; nobody for no text. */
export const peopleNamed = query(
  (text: string) =>
    text.trim() === ""
      ? Effect.succeed([])
      : Effect.map(cases.list({ query: { q: text, offset: 0, limit: 6 } }), ({ rows }) => rows),
  { keys: () => ["cases"] }
)

export const caseDetails = query((id: OffboardingId) => cases.get({ params: { id } }), {
  keys: (id) => [`case ${id}`]
})

/** The memberships that the completion of a case ends. */
export const membershipOf = query((id: OffboardingId) => lifecycle.membership({ params: { id } }), {
  keys: (id) => [`case ${id}`, "members"]
})

/** A page of what the audit log says about a case, the newest first. */
export const timelinePage = query(
  ({ id, offset }: { readonly id: OffboardingId; readonly offset: number }) =>
    cases.timeline({ params: { id }, query: { limit: pageSize, offset } }),
  { keys: ({ id }) => [`case ${id}`] }
)

/** The open offboarding of whoever has this address, if the caller sees one. */
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

/** The way of a case; `cancelled` lies beside it. */
export const way = [
  "pending",
  "notice_period",
  "it_revocation",
  "asset_recovery",
  "completed"
] as const satisfies ReadonlyArray<OffboardingStatus>

/** The stage after this one; undefined at the end of the way and beside it. */
export const nextStage = (status: OffboardingStatus): OffboardingStatus | undefined => {
  const place = way.findIndex((stage) => stage === status)
  return place === -1 ? undefined : way[place + 1]
}

/** Whether the account was last read as active after its removal: the gate asks for a run or a confirmation. */
export const isStillActive = ({ still_active }: CaseApp) => still_active

/** Whether access to the app is still to be taken away. */
export const isLeft = (app: CaseApp) =>
  isStillActive(app) || (app.outcome !== "revoked" && app.removal_confirmed_at === null)

/** Whether a removal failed and was not marked as done since: the account may still be usable. */
export const isFailed = (app: CaseApp) =>
  isStillActive(app) || ((app.outcome === "failed" || app.outcome === "stopped") && app.removal_confirmed_at === null)

/** Tasks done and in all, apps that were read back and in all. */
export const progress = ({ apps, checklist_items }: Pick<CaseDetails, "apps" | "checklist_items">) => ({
  done: checklist_items.filter(({ completed }) => completed).length,
  tasks: checklist_items.length,
  verified: apps.filter((app) => !isStillActive(app) && (app.verified || app.removal_confirmed_at !== null)).length,
  apps: apps.length,
  active: apps.filter(isStillActive).length,
  failed: apps.filter(isFailed).length
})

/** As many cards as a column of the board holds. */
const cardsShown = 20

/** A stage of the board: who is in it, the nearest last day first unless told otherwise, and how many there are. */
export const boardStage = query(
  ({ offset: _offset, order = "asc", sort = "exit_date", ...filters }: CaseFilters) =>
    cases.list({ query: { ...filters, sort, order, offset: 0, limit: cardsShown } }),
  { keys: () => ["cases"] }
)

/** Those whose access could not be removed, the latest first. */
export const failedRevocations = queryOne(
  () => cases.list({ query: { revocation_failed: true, sort: "updated_at", order: "desc", offset: 0, limit: 5 } }),
  ["cases"]
)
