import { ScheduledReportsApi } from "@svc/contract/scheduled-reports/api"
import type {
  CreateDistributionList,
  CreateScheduledReport,
  DistributionListId,
  ScheduledReportId,
  UpdateScheduledReport
} from "@svc/contract/scheduled-reports/schema"
import { clientOf } from "#platform/api.ts"
import { action, query, queryOne } from "#platform/atoms.ts"

const scheduled = clientOf(ScheduledReportsApi)

const touched = () => ["scheduled reports"]

/** Newest first, with the next send and the last result. */
export const reportList = queryOne(() => scheduled.list({}), touched())

/** Distribution lists. */
export const listList = queryOne(() => scheduled.lists({}), touched())

/** What each recipient would get now. */
export const reportPreview = query((id: ScheduledReportId) => scheduled.preview({ params: { id } }), {
  keys: () => [...touched(), "members"]
})

export const createReport = action((payload: CreateScheduledReport) => scheduled.create({ payload }), touched)

export const updateReport = action(
  ({ id, ...payload }: UpdateScheduledReport & { readonly id: ScheduledReportId }) =>
    scheduled.update({ params: { id }, payload }),
  touched
)

export const removeReport = action((id: ScheduledReportId) => scheduled.remove({ params: { id } }), touched)

export const createList = action((payload: CreateDistributionList) => scheduled.createList({ payload }), touched)

export const updateList = action(
  ({ id, ...payload }: CreateDistributionList & { readonly id: DistributionListId }) =>
    scheduled.updateList({ params: { id }, payload }),
  touched
)

export const removeList = action((id: DistributionListId) => scheduled.removeList({ params: { id } }), touched)
