import { Schema } from "effect"
import { described } from "../kernel/described.ts"
import { SeparationType } from "../offboardings/schema.ts"

const Month = Schema.String.annotate({ examples: ["2026-03"] }).check(Schema.isPattern(/^\d{4}-\d{2}$/))

const AvgDays = described(Schema.Finite, "Days from creation to completion, on average, to one decimal", {
  example: 21.4
})

/** From 0 to 100, to one decimal. */
const Percent = Schema.Finite.annotate({ examples: [87.5] }).check(Schema.isBetween({ minimum: 0, maximum: 100 }))

/** How offboardings went, over time and compared with each other. */
export const Advanced = Schema.Struct({
  /** One row a month, oldest first, also of months in which nothing happened. */
  velocityTrend: Schema.Array(Schema.Struct({ month: Month, started: Schema.Int, completed: Schema.Int })),
  /** The slowest first; `count` offboardings were completed. */
  timeByDept: Schema.Array(Schema.Struct({ department: Schema.String, avgDays: AvgDays, count: Schema.Int })),
  /** Of open offboardings, now: the tasks that wait most often. */
  bottleneckTasks: Schema.Array(
    Schema.Struct({ task: Schema.String, total: Schema.Int, pending: Schema.Int, pending_pct: Percent })
  ),
  avgBySepType: Schema.Array(Schema.Struct({ separation_type: SeparationType, avgDays: AvgDays, count: Schema.Int }))
}).annotate({ identifier: "AdvancedReport" })
export type Advanced = typeof Advanced.Type

/** An organization's compared figures; null if there is no data, or too little. */
const figures = {
  avgCompletionDays: Schema.NullOr(AvgDays),
  onTimeRate: described(
    Schema.NullOr(Percent),
    "Percentage of completed offboardings that were completed on or before the exit date"
  ),
  completionRate: described(Schema.NullOr(Percent), "Percentage that is completed")
}

/** The platform's figures that identify no organization. */
export const PlatformFigures = Schema.Struct({
  ...figures,
  totalOffboardings: described(Schema.NullOr(Schema.Int), "Rounded down to a multiple of 10", { example: 230 }),
  sufficientSample: described(
    Schema.Boolean,
    "Whether enough other organizations and offboardings contribute; if not, every value is null"
  ),
  sufficientCompleted: described(
    Schema.Boolean,
    "Whether enough of them are completed; if not, `avgCompletionDays` and `onTimeRate` are null even in a sufficient sample"
  )
})
export type PlatformFigures = typeof PlatformFigures.Type

const Share = Schema.Struct({ separation_type: SeparationType, share: Percent })

export const Benchmarks = Schema.Struct({
  /** Of the offboardings that the caller sees. */
  org: Schema.Struct({ ...figures, totalOffboardings: Schema.Int }),
  platform: PlatformFigures,
  /** Fixed values that are typical of the industry. */
  industry: Schema.Struct({ avgCompletionDays: Schema.Finite, onTimeRate: Percent, completionRate: Percent }),
  minPlatformOrgs: Schema.Int,
  /** Whether the caller sees only some records. */
  scoped: Schema.Boolean,
  /** One row a month of the last twelve, oldest first. */
  orgSepTrend: Schema.Array(
    Schema.Struct({
      month: Month,
      counts: Schema.Array(Schema.Struct({ separation_type: SeparationType, count: Schema.Int }))
    })
  ),
  /** Shares in percent, the largest first, of the types that are common enough. Empty without a sample. */
  platformSepDist: Schema.Array(Share),
  /** The share of all types that are too rare to be named, in percent, 0 when there are none; null without a sample. */
  suppressedShare: Schema.NullOr(Percent),
  orgDeptDuration: Schema.Array(Schema.Struct({ department: Schema.String, avgDays: AvgDays, count: Schema.Int }))
}).annotate({ identifier: "Benchmarks" })
export type Benchmarks = typeof Benchmarks.Type
