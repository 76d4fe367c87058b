import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

export const trends = {
  course: "Started and completed",
  courseText: "Offboardings by month; for all time, the last 12 months. Reopening an offboarding changes past months.",
  courseNone: "No offboardings started or completed in this period.",
  started: "Started",
  completed: "Completed",
  month: "Month",
  byDepartment: "Average days by department",
  byReason: "Average days by reason",
  durationText: "From start to completion, slowest first. Completed offboardings in parentheses.",
  durationNone: "No offboardings completed in this period.",
  few: (count: number) =>
    plural(count, {
      one: "Only # offboarding completed: too few to compare.",
      other: "Only # offboardings completed: too few to compare."
    }),
  average: "Average days",
  days: (count: number) => plural(count, { one: "# day", other: "# days" }),
  bottlenecks: "Bottlenecks",
  bottlenecksText: "Tasks most often not done. Only tasks in at least two open offboardings.",
  bottlenecksNone: "No task is part of two or more open offboardings.",
  task: "Task",
  waits: "Not done",
  reasons: "Reasons for leaving",
  reasonsText: "Offboardings started in this period.",
  reasonsNone: "No offboardings started in this period.",
  reasonsElsewhere: "Reasons at other organizations",
  reason: "Reason",
  share: "Share",
  comparison: "Compared with other organizations",
  comparisonText: (count: string) => `Based on offboardings created in the last 12 months, ${count} of them yours.`,
  scoped: "Yours include only records you can see.",
  sampleTooSmall: "Sample too small",
  sampleTooSmallText: (organisations: number) =>
    `Others are shown once at least ${organisations} other organizations contribute enough data that none can be identified.`,
  completedTooFew: "Too few completed offboardings at other organizations to show their days and on-time rate.",
  suppressed: "Too rare to show",
  who: "Organization",
  own: "Yours",
  others: "Others",
  usual: "Typical",
  tooFew: "too few",
  compared: {
    avgCompletionDays: "Days to completion",
    onTimeRate: "Completed by the last day",
    completionRate: "Completed"
  }
}
