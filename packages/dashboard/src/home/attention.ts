import type { Attention, AttentionKind, AttentionRow } from "@svc/contract/home/schema"
import * as pages from "#platform/pages.ts"

export const views = ["all", "access", "approvals", "overdue"] as const
export type View = (typeof views)[number]

const viewOf: Readonly<Record<AttentionKind, Exclude<View, "all">>> = {
  failed_removal: "access",
  reactivated: "access",
  connection_refused: "access",
  deadline_missed: "overdue",
  approval: "approvals",
  equipment_late: "overdue",
  document_unsigned: "overdue",
  no_apps: "access"
}

/** Kinds where an account can be in use, or revocation of access fails. */
export const isBad = (kind: AttentionKind) =>
  kind === "failed_removal" || kind === "reactivated" || kind === "connection_refused"

export interface Item extends AttentionRow {
  readonly kind: AttentionKind
}

const isIn = (view: View) => (one: Attention) => view === "all" || viewOf[one.kind] === view

/** The rows of a view, worst first, and how many there are, including those not in the answer. */
export const itemsIn = (attention: ReadonlyArray<Attention>, view: View) => {
  const shown = attention.filter(isIn(view))
  return {
    items: shown.flatMap(({ kind, rows }) => rows.map((row): Item => ({ ...row, kind }))),
    total: shown.reduce((sum, { total }) => sum + total, 0)
  }
}

const tabs = {
  failed_removal: "access",
  reactivated: "access",
  no_apps: "access",
  deadline_missed: "tasks",
  document_unsigned: "documents"
} as const

/** Where the member acts on it. `seesCases`: whether they may open offboardings. */
export const placeOf = ({ id, kind, offboarding_id, subject }: Item, seesCases: boolean): string => {
  switch (kind) {
    case "connection_refused":
      return pages.integration({ id: subject })
    case "approval":
      return pages.initiation({ id })
    case "equipment_late":
      return pages.assets()
    default:
      return offboarding_id !== null && seesCases
        ? pages.offboardingTab({ id: offboarding_id, tab: tabs[kind] })
        : pages.documents()
  }
}
