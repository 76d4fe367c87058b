import { Equal, Struct } from "effect"
import type { ReportSettings } from "./reports-repo.ts"

const shownNames: Readonly<Record<keyof ReportSettings, string>> = {
  name: "name",
  type: "type",
  schedule: "schedule",
  columns: "columns",
  grouping: "grouping",
  date_range: "date_range",
  filters: "filters",
  recipients: "recipients",
  distribution_list_id: "distribution_list_id",
  include_pdf: "include_pdf",
  delivery_webhook_host: "delivery_webhook",
  sealed_delivery_webhook: "delivery_webhook",
  active: "active"
}

/** Changed fields by their API names. A newly encrypted value is another address. */
export const changedFields = (is: ReportSettings, wanted: ReportSettings): ReadonlyArray<string> => [
  ...new Set(
    Struct.keys(shownNames)
      .filter((field) => !Equal.equals(is[field], wanted[field]))
      .map((field) => shownNames[field])
  )
]
