import { ListCases } from "@svc/contract/cases/schema"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Schema } from "effect"
import { useLocation } from "preact-iso/router"
import { useSearch } from "#platform/search.ts"
import type { CaseFilters } from "#records/data.ts"

const {
  department,
  exit_date_from,
  exit_date_to,
  legal_hold,
  offset,
  open,
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
  open,
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

/** Filters and view of the list, from the URL. */
export const useCaseSearch = () => {
  const [search, change] = useSearch(fields)
  const { path } = useLocation()
  const { offset: _offset, order: _order, sort: _sort, status, view, ...narrowing } = search
  const named = Object.keys(status === undefined ? narrowing : { ...narrowing, status })
  const narrow = (changes: Parameters<typeof change>[0]) => change({ ...changes, offset: undefined })
  const query: CaseFilters = {
    ...narrowing,
    ...(search.sort === undefined ? {} : { sort: search.sort }),
    ...(search.order === undefined ? {} : { order: search.order }),
    ...(search.offset === undefined ? {} : { offset: search.offset }),
    ...(status === undefined ? {} : { status: [status] })
  }
  const others = new URLSearchParams(
    Object.entries({ ...search, view: view === undefined ? "board" : undefined, offset: undefined }).flatMap(
      ([name, value]) => (value === undefined ? [] : [[name, String(value)]])
    )
  ).toString()
  return {
    search,
    query,
    change,
    narrow,
    isNarrowed: named.length > 0,
    clear: () => narrow(Object.fromEntries(named.map((name) => [name, undefined]))),
    /** URL of the same filters in the other view. */
    otherView: others === "" ? path : `${path}?${others}`
  }
}

export type CaseSearch = ReturnType<typeof useCaseSearch>
