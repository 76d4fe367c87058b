import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

export const trends = {
  course: "Started and completed",
  courseText: "Offboardings by month; for all time, those of the last 12 months.",
  courseNone: "None was started or completed in these days.",
  started: "Started",
  completed: "Completed",
  month: "Month",
  byDepartment: "Average days by department",
  byReason: "Average days by reason",
  durationText: "From start to completion, the slowest first; how many were completed in brackets.",
  durationNone: "None was completed in these days.",
  few: (count: number) =>
    plural(count, {
      one: "Only # was completed: too few to compare.",
      other: "Only # were completed: too few to compare."
    }),
  average: "Days on average",
  days: (count: number) => plural(count, { one: "# day", other: "# days" }),
  bottlenecks: "What holds them up",
  bottlenecksText: "Tasks of at least two open offboardings, by the share in which they wait, now.",
  bottlenecksNone: "No task stands in two open offboardings or more.",
  task: "Task",
  waits: "Not done",
  reasons: "Why people leave",
  reasonsText: "Offboardings started in these days.",
  reasonsNone: "No offboarding was started in these days.",
  reasonsElsewhere: "Why they leave elsewhere",
  reason: "Reason",
  share: "Share",
  comparison: "Compared with others",
  comparisonText: (count: string) => `Offboardings created in the last 12 months; ${count} of yours.`,
  scoped: "Yours are those whose records you see.",
  sampleTooSmall: "Sample too small",
  sampleTooSmallText: (organisations: number) =>
    `Others are shown once at least ${organisations} other organisations contribute enough that none can be recognised.`,
  completedTooFew: "Too few offboardings of others are completed to show their days and their rate by the last day.",
  suppressed: "Too rare to name",
  who: "Who",
  own: "You",
  others: "Others",
  usual: "Usual",
  tooFew: "too few",
  compared: {
    avgCompletionDays: "Days to completion",
    onTimeRate: "Completed by the last day",
    completionRate: "Completed at all"
  }
}
