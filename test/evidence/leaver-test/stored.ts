import { OrgId } from "@svc/contract/kernel/ids"
import type { LeaverTestResult } from "@svc/contract/leaver-test/figures"
import { CreatedAuditorLink, type LeaverTestParameters, type LeaverTestStatus } from "@svc/contract/leaver-test/schema"
import { DateTime, Effect, Schema } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { Files } from "#platform/files/files"
import { type Member } from "#test/support/people"
import { as, send } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { start } from "#test/support/TestApp"
import { noFigures } from "./no-figures.ts"

type Result = typeof LeaverTestResult.Encoded

const figures = (more: Partial<Result["statistics"]["leavers"]> = {}): Result["statistics"]["leavers"] => ({
  ...noFigures,
  ...more
})

const leavers = figures({
  total: 500,
  tested: 480,
  in_time: 462,
  late: 11,
  open: 5,
  not_due: 6,
  no_access: 14,
  no_case: 2,
  exceptions: 18,
  exception_rate: 0.0375,
  exception_bound_95: 0.055213,
  median_hours: 2.15,
  p90_hours: 21.4,
  p95_hours: 70.25
})
const removals = figures({
  total: 3712,
  tested: 3650,
  in_time: 3612,
  late: 30,
  open: 8,
  not_due: 62,
  exceptions: 38,
  exception_rate: 0.010411,
  exception_bound_95: 0.013717,
  median_hours: 0.75,
  p90_hours: 9.5,
  p95_hours: 18
})

const falling = (total: number, share: number, floor: number) =>
  [1, 2, 3, 4, 6, 8, 10, 12, 18, 24, 30, 48, 72, 96, 168, 240, 400, 720].map((hours, place) => ({
    hours,
    at_risk: Math.max(1, Math.round(total * share ** place)),
    removed: 1,
    remaining: Math.max(floor, Number((share ** (place + 1)).toFixed(6)))
  }))

/** What a year of 500 leavers may show; nobody real. */
export const aResult = (more: Partial<Result> = {}): Result => ({
  as_of: "2026-03-02T08:55:00.000Z",
  statistics: {
    leavers,
    removals,
    by_tier: [
      { name: "critical", ...removals, total: 1480 },
      { name: "standard", ...removals, total: 2232, exceptions: 20 }
    ],
    by_app: [
      ["github", 4],
      ["google-workspace", 2],
      ["okta", 0],
      ["salesforce", 21],
      ["slack", 11]
    ].map(([name, exceptions]) => ({ ...removals, name: String(name), exceptions: Number(exceptions) })),
    by_month: ["2025-03", "2025-04", "2025-05"].map((name) => ({ ...leavers, name, total: 41 })),
    by_cause: [
      { cause: "no_case", leavers: { late: 0, open: 2 }, removals: { late: 0, open: 0 } },
      { cause: "told_late", leavers: { late: 7, open: 0 }, removals: { late: 19, open: 0 } },
      { cause: "vendor_failed", leavers: { late: 4, open: 5 }, removals: { late: 11, open: 8 } }
    ],
    curve: { leavers: falling(500, 0.74, 0.022), removals: falling(3712, 0.52, 0.008) }
  },
  evidence: { read_back: 3201, vendor_answer: 318, confirmed_by_hand: 123, not_observed: 70 },
  reactivated_leavers: 3,
  residual_findings: 2,
  left_behind: {
    total: 486,
    tested: 391,
    settled: 377,
    pending: 14,
    not_seen: 89,
    not_due: 6,
    exception_rate: 0.035806,
    exception_bound_95: 0.055411,
    things: { found: 2214, read_back: 1981, vendor_answer: 44, confirmed_by_hand: 102, accepted: 51, pending: 36 },
    unseen: [
      { app: "google-workspace", kind: "service_principal", leavers: 61 },
      { app: "salesforce", kind: null, leavers: 28 }
    ]
  },
  completeness: {
    complete: false,
    leavers_without_case: 2,
    cases_without_record: 1,
    accounts_off_without_case: 0,
    terminated_but_active: 4,
    cancelled_cases: 9,
    deleted_cases: 0,
    sources: [
      { name: "bamboohr", kind: "hr_system", last_read_at: "2026-03-02T02:00:00.000Z" },
      { name: "okta", kind: "directory", last_read_at: null }
    ]
  },
  exceptions: [],
  sample: {
    population_sha256: createHash("sha256").update("population").digest("hex"),
    population_rows: 500,
    population_seq: 84_211,
    anchor_id: "0b0a1c0e-8a7a-4b6e-9a61-0a5b7f8f4c11",
    anchor_hash: createHash("sha256").update("anchor").digest("hex"),
    anchored_at: "2026-03-02T08:56:00.000Z",
    words: "The quick brown fox & friends",
    seed: createHash("sha256").update("seed").digest("hex"),
    size: 25,
    bound_without_exceptions: 0.112928
  },
  ...more
})

export const parameters: typeof LeaverTestParameters.Encoded = {
  from: "2025-03-01",
  to: "2026-02-28",
  clock: "last_working_moment",
  preset: "soc2",
  tiers: [
    { name: "critical", hours: 24, apps: ["okta", "google-workspace", "github"] },
    { name: "standard", hours: 72, apps: null }
  ],
  apps: null,
  words: "The quick brown fox & friends",
  sample_size: 25
}

/** An exception of this leaver. */
export const anException = (
  leaverId: string,
  more: Partial<Result["exceptions"][number]> = {}
): Result["exceptions"][number] => ({
  leaver_id: leaverId,
  last_working_day: "2025-10-31",
  app: "salesforce",
  result: "late",
  cause: "told_late",
  hours: 101.25,
  allowed_hours: 72,
  accepted: false,
  ...more
})

interface Stored {
  readonly result?: Result | null
  readonly status?: LeaverTestStatus
  readonly parameters?: typeof LeaverTestParameters.Encoded
}

/** A test as the job leaves it, ready for 30 days unless told otherwise, and its ZIP in the storage. */
export const aStoredTest = Effect.fnUntraced(function* (orgId: string, stored: Stored = {}) {
  const { result = aResult(), status = "ready" } = stored
  const files = yield* Files
  const id = randomUUID()
  const zip = Buffer.from(`the ZIP of ${id}`)
  const storageKey = `leaver-tests/${orgId}/${id}-1.zip`
  yield* files.put(storageKey, zip, { contentType: "application/zip" })
  const sha256 = createHash("sha256").update(zip).digest("hex")
  yield* systemSql`
      INSERT INTO leaver_tests (org_id, id, status, parameters, created_at, next_attempt_at, claims, result, size_bytes,
        sha256, completed_at, expires_at)
      VALUES (${OrgId.make(orgId)}, ${id}, ${status}, ${JSON.stringify(stored.parameters ?? parameters)}::jsonb,
        ${DateTime.toDateUtc(start)}, ${DateTime.toDateUtc(start)}, 1, ${JSON.stringify(result)}::jsonb, ${zip.length},
        ${sha256}, ${DateTime.toDateUtc(start)}, ${DateTime.toDateUtc(DateTime.add(start, { days: 30 }))})`
  return { id, zip, sha256, storageKey, path: `/api/reports/leaver-test/${id}` }
})

const decodeLink = Schema.decodeUnknownEffect(Schema.toCodecJson(CreatedAuditorLink), { onExcessProperty: "error" })

/** A link made over the route; its token is the last part of its address. */
export const anAuditorLink = Effect.fnUntraced(function* (
  by: Member,
  testId: string,
  body: unknown = { label: "KPMG" }
) {
  const answer = yield* as(by).post(`/api/reports/leaver-test/${testId}/links`, body)
  const link = yield* decodeLink(answer.body)
  return { ...link, token: link.url.split("/").at(-1) ?? "" }
})

/** What a link opens, for somebody without an account. */
export const opened = (token: string) => send("GET", `/auditor/${token}`)
