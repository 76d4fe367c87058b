import { ReportsApi } from "@svc/contract/reports/api"
import { Effect } from "effect"
import { clientOf } from "#platform/api.ts"
import { queryOne } from "#platform/atoms.ts"

const reports = clientOf(ReportsApi)

/** Departments with offboardings, largest first. */
export const departments = queryOne(
  () =>
    Effect.map(reports.summary({ query: {} }), ({ deptBreakdown }) =>
      deptBreakdown.flatMap(({ department }) => (department === "" ? [] : [department]))
    ),
  ["departments"]
)
