import { daysAfter, dayFromToday } from "#platform/format.ts"
import { offboardings } from "#platform/pages.ts"

/** Built-in views of the list, in the order of their tabs. */
export const viewNames = ["open", "week", "failed", "overdue", "closed"] as const

export type ViewName = (typeof viewNames)[number]

/** Filters of a view, as in the URL. Weeks begin on Monday, in the organization's time zone. */
const filtersOf = (view: ViewName): Readonly<Record<string, string>> => {
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

/** URL of a view, as a table or a board. */
export const hrefOf = (view: ViewName, shape: "board" | undefined) =>
  `${offboardings()}?${new URLSearchParams({ ...filtersOf(view), ...(shape === undefined ? {} : { view: shape }) })}`

/** The view with exactly these filters; undefined if there is none. */
export const viewOf = (filters: Readonly<Record<string, unknown>>): ViewName | undefined =>
  viewNames.find((view) => {
    const wanted = filtersOf(view)
    const names = Object.keys(filters)
    return names.length === Object.keys(wanted).length && names.every((name) => wanted[name] === String(filters[name]))
  })
