import { DistributionList, DistributionListDeleted, ScheduledReport } from "@svc/contract/scheduled-reports/schema"
import { Effect, Schema } from "effect"
import type { Member } from "#test/support/people"
import { as } from "#test/support/requests"

export const path = "/api/scheduled-reports"
export const listsPath = `${path}/distribution-lists`

const strictly = { onExcessProperty: "error" } as const
export const decodeReport = Schema.decodeUnknownEffect(Schema.toCodecJson(ScheduledReport), strictly)
const decodeReports = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Array(ScheduledReport)), strictly)
const decodeList = Schema.decodeUnknownEffect(Schema.toCodecJson(DistributionList), strictly)
export const decodeLists = Schema.decodeUnknownEffect(Schema.toCodecJson(Schema.Array(DistributionList)), strictly)
export const decodeDeleted = Schema.decodeUnknownEffect(Schema.toCodecJson(DistributionListDeleted), strictly)

export const leavers = {
  name: "Leavers",
  type: "offboarding_stats",
  schedule: "daily",
  recipients: ["board@elsewhere.test"]
} as const

/** A report that the member made; a daily one to an outsider unless told otherwise. */
export const aReport = Effect.fnUntraced(function* (by: Member, more: { readonly [field: string]: unknown } = {}) {
  const { body } = yield* as(by).post(path, { ...leavers, ...more })
  return yield* decodeReport(body)
})

export const aList = Effect.fnUntraced(function* (by: Member, recipients: ReadonlyArray<string>) {
  const { body } = yield* as(by).post(listsPath, { name: "The board", recipients })
  return yield* decodeList(body)
})

export const reportOf = (by: Member, id: string) =>
  Effect.map(
    Effect.flatMap(as(by).get(path), ({ body }) => decodeReports(body)),
    (reports) => reports.find((report) => report.id === id)
  )
