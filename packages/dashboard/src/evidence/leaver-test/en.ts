import type {
  EvidenceLevel,
  LateCause,
  LeaverClock,
  LeaverVerdict,
  ReadSource
} from "@svc/contract/leaver-test/figures"
import type { LeaverTestProgress, LeaverTestStatus, TierPreset } from "@svc/contract/leaver-test/schema"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

/** Parameters of a reason for an incomplete list. */
interface Why {
  readonly count: number
  readonly source: string
  /** Formatted date and time. */
  readonly at: string | null
}

const states: Readonly<Record<LeaverTestStatus, string>> = {
  queued: "Queued",
  running: "Running",
  ready: "Ready",
  failed: "Failed",
  expired: "Expired",
  withdrawn: "Withdrawn"
}

const presets: Readonly<Record<TierPreset, string>> = {
  soc2: "SOC 2",
  nerc_cip_004: "NERC CIP-004",
  pci_dss: "PCI DSS",
  own: "Custom hours"
}

const clocks: Readonly<Record<LeaverClock, string>> = {
  notice: "Clock starts when the departure became known",
  last_working_moment: "Clock starts at the last working moment",
  end_of_employment: "Clock starts at the end of employment"
}

const steps: Readonly<Record<LeaverTestProgress["step"], string>> = {
  population: "Evaluating all leavers",
  sample: "Drawing the sample",
  writing: "Writing and signing the files"
}

const results: Readonly<Record<LeaverVerdict, string>> = {
  in_time: "On time",
  late: "Late",
  open: "Open",
  not_due: "Not due yet",
  no_access: "Had no access",
  no_case: "No offboarding"
}

const causes: Readonly<Record<LateCause, string>> = {
  no_case: "No offboarding",
  residual: "Found active",
  told_late: "Late notice",
  approval_waited: "Late approval",
  vendor_failed: "App error",
  not_connected: "Not connected",
  by_hand: "Manual removal",
  not_started: "Not started"
}

const evidenceLevels: Readonly<Record<EvidenceLevel, { readonly name: string; readonly said: string }>> = {
  read_back: { name: "Verified", said: "The app was read afterwards and showed the account off or gone." },
  vendor_answer: { name: "Reported by the app", said: "The app accepted the removal; not verified." },
  confirmed_by_hand: { name: "Confirmed manually", said: "Confirmed by a member." },
  not_observed: { name: "Not observed", said: "No evidence: counted as not removed." }
}

const sourceKinds: Readonly<Record<ReadSource["kind"], string>> = { hr_system: "HR system", directory: "directory" }

export const leaverTest = {
  title: "Leaver access test",
  about: "Tests every leaver in a period, not a sample: what access they had, when it was removed, and the evidence.",
  request: "Start test",
  requestText: "Runs in the background and produces one signed ZIP. You’ll get an email when it’s ready.",
  start: "Start test",
  from: "Last day from",
  to: "To",
  preset: "Hours allowed",
  presetHelp: "The hours each standard is commonly read to allow. Identity, email, and code apps have the shortest.",
  presets,
  auditorsWords: "Auditor’s seed phrase",
  auditorsWordsHelp: "Determines the sample, so no one can choose it.",
  none: "No tests yet",
  noneText: "Start a test and give it to your auditor. They can recalculate every figure.",
  period: "Period",
  asked: (preset: string, by: string) => `${preset}, requested by ${by}`,
  state: "Status",
  states,
  progress: (done: number, total: number) => `${done} of ${total}`,
  requested: "Started",
  download: "Download",
  clock: "Clock",
  clocks,
  sampleSize: "Sample",
  sampleSizeHelp: "All leavers are tested. Some audit procedures also require a sample.",
  drawn: (count: number) => (count === 0 ? "None" : plural(count, { one: "# leaver", other: "# leavers" })),
  all: "All tests",
  ofPeriod: (period: string) => `Leavers, ${period}`,
  open: "Open report",
  underWay: "Running",
  underWayText: "You can leave this page. You get an email when the test is ready or has failed.",
  steps,
  stepStates: { done: "done", now: "in progress", later: "pending" },
  waits: "Waiting for a worker.",
  leaversDone: (done: number, total: number) => `${done} of ${plural(total, { one: "# leaver", other: "# leavers" })}`,
  failedText: "Nothing was kept. Start a new test.",
  expiredText: "The ZIP expired and was deleted. The figures are kept. To download a ZIP, start a new test.",
  withdrawnText:
    "A person named in this test was erased, so the ZIP was deleted. The figures name no one and are kept.",
  until: (when: string) => `The ZIP is available until ${when}. The figures are kept.`,
  rate: "Exceptions",
  rateBeside: (exceptions: string, tested: string) => `${exceptions} of ${tested} tested`,
  rateText: (bound: string) =>
    `Everyone whose allowed hours have passed was tested, so the rate is counted, not estimated. For the process behind it, the rate is below ${bound} with 95% confidence.`,
  noRate: "No leaver in this period has a result yet, so there is no rate.",
  results,
  leavers: "Leavers",
  removals: "Removals",
  noAccess: (count: number) => plural(count, { one: "# had no access", other: "# had no access" }),
  curve: "Access over time",
  curveText:
    "Access that remains, by time since the clock started. Open removals count as not removed. The first hours are shown wider.",
  curveNone: "No leaver in this period had access to remove.",
  after: "After",
  hours: (hours: string) => `${hours} h`,
  days: (days: string) => `${days} d`,
  allowed: (hours: string) => `${hours} h allowed`,
  exceptions: "Late and open",
  noExceptions: "Nothing is late or open",
  noExceptionsText: "Every leaver has an offboarding.",
  firstOf: (shown: string, all: string) => `First ${shown} of ${all}. The ZIP contains all.`,
  leaver: "Leaver",
  app: "App",
  accepted: "Accepted risk",
  allowedHours: "Allowed",
  causes,
  cause: "Cause",
  breakdown: "Figures",
  breakdowns: { by_app: "By app", by_tier: "By tier", by_month: "By month", by_cause: "By cause" },
  total: "Total",
  exceptionCount: "Exceptions",
  median: "Median",
  leaversLate: "Late leavers",
  leaversOpen: "Open leavers",
  evidence: "Evidence",
  evidenceLevels,
  share: "Share",
  afterwards: (accounts: string, leavers: string) =>
    `Accounts found active again after removal: ${accounts}. Leavers set to active again in the directory: ${leavers}.`,
  leftPending: (pending: string, tested: string, share: string) =>
    `${pending} of ${tested} tested leavers have pending items (${share})`,
  leftNotSeen: (count: number) =>
    plural(count, {
      one: "# leaver is not in the rate because not everything was visible.",
      other: "# leavers are not in the rate because not everything was visible."
    }),
  leftThings: { found: "Found" },
  leftUnseen: (app: string, kind: string | null, leavers: number) =>
    `${kind === null ? `${app}: not scanned` : `${kind} in ${app}: not visible`} for ${plural(leavers, { one: "# leaver", other: "# leavers" })}`,
  completeness: "Completeness",
  complete: "Complete according to every source",
  incomplete: "Completeness not proven",
  noHr: "Completeness not proven: no HR system is connected",
  missing: {
    leavers_without_case: "Leavers without an offboarding",
    cases_without_record: "Offboardings without a record",
    accounts_off_without_case: "Inactive without an offboarding",
    terminated_but_active: "Terminated but active",
    deleted_cases: "Deleted offboardings",
    cancelled_cases: "Canceled offboardings",
    deleted_records: "Deleted records",
    leavers_without_day: "Leavers without a last day",
    withdrawn_leavers: "Withdrawn departures"
  },
  whyIncomplete: "Why completeness is not proven",
  incompleteReasons: {
    leavers_without_case: ({ count }: Why) =>
      plural(count, { one: "# leaver has no offboarding.", other: "# leavers have no offboarding." }),
    cases_without_record: ({ count }: Why) =>
      plural(count, {
        one: "# offboarding names a person who has no directory record.",
        other: "# offboardings name people who have no directory record."
      }),
    accounts_off_without_case: ({ count }: Why) =>
      plural(count, {
        one: "# directory record was set to inactive in the period without an offboarding.",
        other: "# directory records were set to inactive in the period without an offboarding."
      }),
    terminated_but_active: ({ count }: Why) =>
      plural(count, {
        one: "# leaver is still active in the directory.",
        other: "# leavers are still active in the directory."
      }),
    deleted_cases: ({ count }: Why) =>
      plural(count, {
        one: "# deleted offboarding may belong to the period.",
        other: "# deleted offboardings may belong to the period."
      }),
    deleted_records: ({ count }: Why) =>
      plural(count, {
        one: "# directory record was deleted whose person may have left in the period.",
        other: "# directory records were deleted whose people may have left in the period."
      }),
    leavers_without_day: ({ count }: Why) =>
      plural(count, {
        one: "# person left on a day that no source names. The day may be in the period.",
        other: "# people left on a day that no source names. The day may be in the period."
      }),
    withdrawn_leavers: ({ count }: Why) =>
      plural(count, {
        one: "The source withdrew # departure in the period after the last day, and there is no offboarding.",
        other: "The source withdrew # departures in the period after the last day, and there is no offboarding."
      }),
    log_starts_late: ({ at }: Why) =>
      at === null
        ? "The audit log has no entries, so deletions in the period are not visible."
        : `The audit log starts on ${at}, after the first day of the period. Earlier entries were removed, so deletions may be missing.`,
    leavings_expired: ({ at }: Why) => `Reported departures are kept from ${at ?? "–"} on. The period starts earlier.`,
    no_source_read: () => "No HR system is connected, and no directory was read in full.",
    source_never_read: ({ source }: Why) => `${source} was never read in full.`,
    source_not_read_since: ({ at, source }: Why) =>
      `${source} was last read in full on ${at ?? "–"}. Sync it after the end of the period or, while the period is running, within 48 hours before the test.`,
    source_starts_late: ({ at, source }: Why) =>
      `${source} was first read on ${at ?? "–"}, after the first day of the period. It does not report people who had left by then.`,
    source_left_out: ({ at, source }: Why) => `${source} reported more departures on ${at ?? "–"} than are kept.`
  },
  source: (name: string, kind: string, at: string | null) =>
    at === null ? `${name} (${kind}): never read in full` : `${name} (${kind}): read in full on ${at}`,
  sourceKinds,
  sample: "Sample",
  sampleText: (size: string, all: string) =>
    `${size} of ${all} drawn. No one could choose them: the draw follows from the values below.`,
  noSample: "No sample was requested. The values below are fixed, so a sample can be drawn later.",
  populationHash: "Population, SHA-256",
  fixedBy: "Recorded in",
  entry: (number: string) => `audit log entry ${number}`,
  anchor: "Anchor",
  anchoredAt: "Anchored",
  noWords: "none given",
  seed: "Seed",
  offline: "Offline verification",
  offlineText: "An auditor needs only the ZIP and a computer: no network, and no trust in this service.",
  offlineHash: "Compare the SHA-256 of the ZIP:",
  offlinePage: "Open verify.html from the ZIP in a browser and select the ZIP. It names every changed file.",
  offlineCommand: "Or extract verify.mjs next to the ZIP and run it with the key:",
  offlineKey: "Download the key as signing-key.pem from Audit log, Integrity",
  offlineSample: "Draw the sample again and compare:",
  offlineRecount:
    "Recalculate every figure from population.csv and removals.csv by the published rule. Compare the fingerprint of the signing key with one from a contract or a call.",
  links: "Auditor links",
  noLinks: "No links yet. A link shows and downloads this test, and nothing else.",
  makeLink: "Create link",
  makeLinkTitle: "Create auditor link",
  makeLinkText: "Anyone with the link can view and download this test without an account. Every view is logged.",
  linkFor: "For whom",
  linkForHelp: "For example, the firm and the year. Shown on the page.",
  expires: "Valid for",
  inDays: (count: number) => plural(count, { one: "# day", other: "# days" }),
  linkMade: (label: string) => `Link for ${label}`,
  linkOnce: "This link is shown only once. Copy it now, or revoke it and create another one.",
  linkUntil: (when: string) => `Valid until ${when}, unless revoked earlier.`,
  close: "Done",
  works: "Active",
  over: "Expired",
  revoked: "Revoked",
  linkBy: (name: string, until: string) => `by ${name}, until ${until}`,
  neverViewed: "Not opened yet",
  viewed: (views: number, last: string) => `${plural(views, { one: "Opened once", other: "Opened # times" })}, ${last}`,
  revoke: "Revoke link",
  revokeTitle: (label: string) => `Revoke the link for ${label}?`,
  revokeText: "The page stops working immediately. The test and the log of its views are kept.",
  linkRevoked: "Link revoked"
}
