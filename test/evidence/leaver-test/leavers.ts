import { CalendarDate } from "@svc/contract/kernel/dates"
import type { LeaverTestParameters } from "@svc/contract/leaver-test/schema"
import { DateTime } from "effect"
import type { AppFacts, LeaverFacts } from "#evidence/leaver-test/facts"

export const hour = 3_600_000
export const at = (text: string) => DateTime.makeUnsafe(text).epochMilliseconds

export const parameters: LeaverTestParameters = {
  from: CalendarDate.make("2026-01-01"),
  to: CalendarDate.make("2026-12-31"),
  clock: "last_working_moment",
  preset: "own",
  tiers: [{ name: "all", hours: 24, apps: null }],
  apps: null,
  words: "",
  sample_size: 0
}

export const app: AppFacts = {
  app: "okta",
  account: null,
  found: "yes",
  requestedAt: null,
  actedAt: null,
  attempts: 0,
  readBackAt: null,
  evidence: "not_observed",
  removedAt: null,
  vendorFailed: false,
  notConnected: false,
  byHand: false,
  residualFoundAt: null,
  residual: "none",
  acceptedBy: null,
  acceptedById: null,
  acceptedAt: null,
  told: null
}

/** Their clock starts at 2026-04-01T00:00Z. */
export const leaver: LeaverFacts = {
  leaverId: "00000000-0000-4000-8000-000000000001",
  employeeId: null,
  name: "Ada",
  email: "",
  department: "",
  separationType: "resignation",
  lastWorkingDay: "2026-03-31",
  zone: "UTC",
  firstKnownAt: at("2026-03-01T00:00:00Z"),
  firstKnownFrom: "case",
  offboarding: {
    source: "app",
    status: "completed",
    createdAt: at("2026-03-01T00:00:00Z"),
    told: null,
    accessEndsAt: null,
    employmentEndsOn: null,
    nothingToRevoke: false,
    approvals: 0,
    approvedAt: null,
    approvedBy: "",
    approvedById: null,
    approvalTold: null
  },
  residualFindings: 0,
  residualOpen: 0,
  reactivations: 0,
  reactivatedAt: null,
  openTasks: 0,
  openAssets: 0,
  openDocuments: 0,
  apps: [],
  leftBehind: []
}

export const start = at("2026-04-01T00:00:00Z")
