import type { CutCause, CutEvidence, TimeToCut } from "@svc/contract/time-to-cut/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const causes: Readonly<Record<CutCause, string>> = {
  came_back: "Seen active",
  told_late: "Told too late",
  failed: "Failed",
  not_connected: "Not connected",
  by_hand: "Waited for somebody",
  unknown_there: "Not known there",
  not_started: "Not started",
  acknowledged: "The app only said so",
  confirmed_by_hand: "Somebody said so",
  slow: "Took its time"
}

const evidences: Readonly<Record<CutEvidence, string>> = {
  read_back: "Read back",
  any: "By any evidence"
}

const kinds: Readonly<Record<keyof TimeToCut["outcomes"], string>> = {
  read_back: "Revoked, read back",
  acknowledged: "Revoked, by its word",
  confirmed_by_hand: "Removed by hand",
  manual_required: "Waits for somebody",
  failed: "Failed",
  skipped: "Not known there",
  not_started: "Not started"
}

export const timeToCut = {
  title: "Time to cut",
  about: "How long people could still get in after the end of their last day, and why.",
  period: "Last days",
  periods: { month: "Last 30 days", quarter: "Last 90 days", year: "Last 12 months" },
  evidence: "What counts as cut",
  counted: { read_back: "What was read back", any: "Any evidence" },
  evidences,
  median: "Median",
  medianText: "half of the cases",
  p90: "p90",
  p90Text: "nine of ten cases",
  p99: "p99",
  p99Text: "99 of 100 cases",
  within1: "Within an hour",
  within24: "Within a day",
  of: (cut: number, all: number) =>
    `${cut.toLocaleString("en")} of ${plural(all, { one: "# case", other: "# cases" })}`,
  open: "Not cut",
  cutBeside: (cut: number, before: number) =>
    `${cut.toLocaleString("en")} cut, ${before.toLocaleString("en")} before the end`,
  tooFew: "Too few",
  notYet: "Not yet",
  atOnce: "At once",
  span: {
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    days: (count: number) => `${count.toLocaleString("en")} d`
  },
  curve: "Access that is not cut yet",
  curveText: (cases: number) =>
    `Of ${plural(cases, { one: "# case", other: "# cases" })} whose access has ended, the share that is not cut, by the time since the end. The space between the lines is access that nobody verified.`,
  curveFew: (cases: number) =>
    `Only ${plural(cases, { one: "# case has", other: "# cases have" })} ended in these days: too few for a curve and for percentiles.`,
  after: "After",
  lateLine: "late",
  notCounted: (notEnded: number, withoutApps: number) =>
    `Not counted: ${plural(notEnded, { one: "# case that is yet to end", other: "# cases that are yet to end" })}, ${plural(withoutApps, { one: "# without an app", other: "# without an app" })}.`,
  outcomes: "What became of the apps",
  outcome: "Outcome",
  apps: "Apps",
  kinds,
  why: "Why cases are late",
  stillOpen: "Not cut",
  wasLate: "Cut late",
  late: (count: number) => plural(count, { one: "# case more than a day late", other: "# cases more than a day late" }),
  lateNone: "Nobody could get in a day later",
  person: "Person",
  cause: "Cause",
  causes,
  ended: "Access ended",
  took: "Took",
  soFar: (span: string) => `${span} so far`,
  none: "Nobody's access ended in these days",
  noneText: "Choose more days, or come back once somebody with apps has left."
}
