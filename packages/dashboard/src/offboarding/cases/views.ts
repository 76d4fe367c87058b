import { type SavedView, ViewFilters } from "@svc/contract/saved-views/schema"
import { Option, Schema } from "effect"
import { daysAfter, dayFromToday } from "#platform/format.ts"
import { offboardings } from "#platform/pages.ts"

/** Built-in views of the list, in the order of their tabs. */
export const viewNames = ["open", "week", "failed", "overdue", "closed"] as const

export type ViewName = (typeof viewNames)[number]

/** Filters of a view, as in the URL. Weeks begin on Monday, in the organization's time zone. */
const filtersOf = (view: ViewName): ViewFilters => {
  switch (view) {
    case "open":
      return { open: "true" }
    case "week": {
      const today = dayFromToday(0)
      const monday = daysAfter(today, -((new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7))
      return { open: "true", exit_date_from: monday, exit_date_to: daysAfter(monday, 6) }
    }
    case "failed":
      return { revocation_failed: "true" }
    case "overdue":
      return { sla: "breached" }
    case "closed":
      return { open: "false" }
  }
}

/** URL of the list with these parameters. */
export const hrefOfFilters = (filters: ViewFilters) => `${offboardings()}?${new URLSearchParams({ ...filters })}`

/** URL of a view, as a table or a board. */
export const hrefOf = (view: ViewName, shape: "board" | undefined) =>
  hrefOfFilters({ ...filtersOf(view), ...(shape === undefined ? {} : { view: shape }) })

/** Whether two sets of parameters are the same, whatever their order. */
const areSame = (one: object, other: object) => {
  const texts = (filters: object) =>
    Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${String(value)}`)
      .toSorted()
      .join("&")
  return texts(one) === texts(other)
}

/** The view with exactly these filters; undefined if there is none. */
export const viewOf = (filters: object): ViewName | undefined =>
  viewNames.find((view) => areSame(filtersOf(view), filters))

/** The saved view with exactly these parameters; undefined if there is none. */
export const savedViewOf = (views: ReadonlyArray<SavedView>, parameters: object): SavedView | undefined =>
  views.find(({ filters }) => areSame(filters, parameters))

const read = Schema.decodeUnknownOption(ViewFilters)

/** The parameters of the URL that a view can hold. */
export const filtersToSave = (parameters: object): ViewFilters =>
  Option.getOrElse(
    read(
      Object.fromEntries(
        Object.entries(parameters).flatMap(([name, value]) =>
          value === undefined || name === "q" || name === "offset" ? [] : [[name, String(value)]]
        )
      )
    ),
    () => ({})
  )
