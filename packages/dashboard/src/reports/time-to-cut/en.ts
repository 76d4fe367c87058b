import type { CutCause, CutEvidence, TimeToCut } from "@svc/contract/time-to-cut/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const causes: Readonly<Record<CutCause, string>> = {
  came_back: "Still active",
  told_late: "Notice came late",
  failed: "Failed",
  not_connected: "Not connected",
  by_hand: "Waited for manual removal",
  unknown_there: "No account found",
  not_started: "Not started",
  acknowledged: "Only reported by the app",
  confirmed_by_hand: "Confirmed manually",
  slow: "Slow response"
}

const evidences: Readonly<Record<CutEvidence, string>> = {
  read_back: "Verified",
  any: "Any evidence"
}

const kinds: Readonly<Record<keyof TimeToCut["outcomes"], string>> = {
  read_back: "Revoked, verified",
  acknowledged: "Revoked, reported by the app",
  confirmed_by_hand: "Confirmed manually",
  manual_required: "Waiting for manual removal",
  failed: "Failed",
  skipped: "No account found",
  not_started: "Not started"
}

export const timeToCut = {
  title: "Time to revoke",
  about: "How long access stayed active after it should have ended, and why.",
  period: "Last day in",
  periods: { month: "Last 30 days", quarter: "Last 90 days", year: "Last 12 months" },
  evidence: "Counts as revoked",
  counted: { read_back: "Verified only", any: "Any evidence" },
  evidences,
  median: "Median",
  medianText: "half of offboardings",
  p90: "p90",
  p90Text: "9 of 10 offboardings",
  p99: "p99",
  p99Text: "99 of 100 offboardings",
  within1: "Within 1 hour",
  within24: "Within 24 hours",
  of: (cut: number, all: number) =>
    `${cut.toLocaleString("en")} of ${plural(all, { one: "# offboarding", other: "# offboardings" })}`,
  open: "Not revoked",
  cutBeside: (cut: number, before: number) =>
    `${cut.toLocaleString("en")} revoked, ${before.toLocaleString("en")} before access end`,
  tooFew: "Too few",
  notYet: "Not yet",
  atOnce: "Immediately",
  span: {
    minutes: (count: number) => `${count} min`,
    hours: (count: number) => `${count} h`,
    days: (count: number) => `${count.toLocaleString("en")} d`
  },
  curve: "Access not revoked yet",
  curveText: (cases: number) =>
    `${plural(cases, { one: "# offboarding", other: "# offboardings" })} past access end: the share not revoked yet, by time since access end. The gap between the lines is unverified revocation.`,
  curveFew: (cases: number) =>
    `Access ended in only ${plural(cases, { one: "# offboarding", other: "# offboardings" })} in this period: too few for a curve and percentiles.`,
  after: "After",
  lateLine: "late",
  notCounted: (notEnded: number, withoutApps: number) =>
    `Not counted: ${plural(notEnded, { one: "# offboarding whose access hasn’t ended", other: "# offboardings whose access hasn’t ended" })}, ${plural(withoutApps, { one: "# without apps", other: "# without apps" })}.`,
  outcomes: "App outcomes",
  outcome: "Outcome",
  apps: "Apps",
  kinds,
  why: "Causes of late revocation",
  stillOpen: "Not revoked",
  wasLate: "Revoked late",
  late: (count: number) =>
    plural(count, { one: "# offboarding more than a day late", other: "# offboardings more than a day late" }),
  lateNone: "No revocation was more than a day late",
  person: "Person",
  cause: "Cause",
  causes,
  ended: "Access ended",
  took: "Duration",
  soFar: (span: string) => `${span} so far`,
  none: "No access ended in this period",
  noneText: "Select a longer period, or check again after someone with apps has left."
}
