import { ListCases } from "@svc/contract/cases/schema"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Schema } from "effect"
import { useLocation } from "preact-iso/router"
import { useSearch } from "#platform/search.ts"
import type { CaseFilters } from "#records/data.ts"
import { viewOf } from "./views.ts"

const {
  department,
  exit_date_from,
  exit_date_to,
  legal_hold,
  offset,
  order,
  owner,
  q,
  revocation_failed,
  separation_type,
  sla,
  sort
} = ListCases

/** URL parameters, typed by the contract's query; one stage here, where the API accepts several. */
const fields = {
  q,
  status: OffboardingStatus,
  sla,
  /** `any`: open and closed ones. */
  open: Schema.Literals(["true", "false", "any"]),
  separation_type,
  department,
  owner,
  exit_date_from,
  exit_date_to,
  revocation_failed,
  legal_hold,
  sort,
  order,
  offset,
  view: Schema.Literals(["board"])
}

/** Filters and view of the list, from the URL. A table without any filter shows the open ones. */
export const useCaseSearch = () => {
  const [given, change] = useSearch(fields)
  const { path } = useLocation()
  const { offset: _offset, order: _order, sort: _sort, view, ...set } = given
  const isDefault = view === undefined && Object.keys(set).length === 0
  const shown = isDefault ? { open: "true" as const } : set
  const { open, status, ...further } = { open: undefined, status: undefined, ...shown }
  const { q: _q, ...narrowing } = { q: undefined, ...shown }
  const current = viewOf(narrowing)
  // The soonest last day first; among closed ones, the latest. Columns of the board have their own order.
  const isPast = open === "false" || open === "any" || status === "completed" || status === "cancelled"
  const byLastDay = view === undefined && given.sort === undefined
  const sort = byLastDay ? "exit_date" : given.sort
  const order = byLastDay && given.order === undefined ? (isPast ? "desc" : "asc") : given.order
  /** Filters are added to the open ones; a stage stands alone, because a closed one has no open offboardings. */
  const narrow = (changes: Parameters<typeof change>[0]) =>
    change({ ...(isDefault && !("status" in changes) ? shown : {}), ...changes, offset: undefined })
  const query: CaseFilters = {
    ...further,
    ...(open === undefined || open === "any" ? {} : { open: open === "true" }),
    ...(sort === undefined ? {} : { sort }),
    ...(order === undefined ? {} : { order }),
    ...(given.offset === undefined ? {} : { offset: given.offset }),
    ...(status === undefined ? {} : { status: [status] })
  }
  const others = new URLSearchParams(
    Object.entries({ ...given, view: view === undefined ? "board" : undefined, offset: undefined }).flatMap(
      ([name, value]) => (value === undefined ? [] : [[name, String(value)]])
    )
  ).toString()
  return {
    search: { ...given, ...shown },
    query,
    /** As the URL has them. */
    parameters: given,
    sorting: { by: sort, order },
    /** The built-in view whose filters are set. */
    current,
    change,
    narrow,
    /** Filters beyond those of a built-in view. */
    isNarrowed: Object.keys(set).length > 0 && (current === undefined || given.q !== undefined),
    clear: () =>
      change({ ...Object.fromEntries(Object.keys(set).map((name) => [name, undefined])), offset: undefined }),
    /** URL of the same filters in the other view. */
    otherView: others === "" ? path : `${path}?${others}`
  }
}

export type CaseSearch = ReturnType<typeof useCaseSearch>
