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

/** What a reason for an incomplete list is about. */
interface Why {
  readonly count: number
  readonly source: string
  /** A day with its time, as people read it. */
  readonly at: string | null
}

const states: Readonly<Record<LeaverTestStatus, string>> = {
  queued: "Waits",
  running: "Being made",
  ready: "Ready",
  failed: "Failed",
  expired: "Expired",
  withdrawn: "Withdrawn"
}

const presets: Readonly<Record<TierPreset, string>> = {
  soc2: "SOC 2",
  nerc_cip_004: "NERC CIP-004",
  pci_dss: "PCI DSS",
  own: "Own hours"
}

const clocks: Readonly<Record<LeaverClock, string>> = {
  notice: "Hours count from when the leaving was known",
  last_working_moment: "Hours count from the last working moment",
  end_of_employment: "Hours count from the end of employment"
}

const steps: Readonly<Record<LeaverTestProgress["step"], string>> = {
  population: "Every leaver is judged",
  sample: "The sample is drawn",
  writing: "The files are written and signed"
}

const results: Readonly<Record<LeaverVerdict, string>> = {
  in_time: "In time",
  late: "Late",
  open: "Open",
  not_due: "Not due yet",
  no_access: "Held no access",
  no_case: "No case"
}

const causes: Readonly<Record<LateCause, string>> = {
  no_case: "No case",
  residual: "Seen active",
  told_late: "Told late",
  approval_waited: "Approval waited",
  vendor_failed: "The app failed",
  not_connected: "Not connected",
  by_hand: "By hand",
  not_started: "Not started"
}

const evidenceLevels: Readonly<Record<EvidenceLevel, { readonly name: string; readonly said: string }>> = {
  read_back: { name: "Read back", said: "The app was asked afterwards, and the account was gone." },
  vendor_answer: { name: "The app's answer", said: "The app said so; it was not read back as gone." },
  confirmed_by_hand: { name: "Confirmed by hand", said: "A member says so." },
  not_observed: { name: "Never observed", said: "Nobody and nothing has seen it: not removed." }
}

const sourceKinds: Readonly<Record<ReadSource["kind"], string>> = { hr_system: "HR system", directory: "directory" }

export const leaverTest = {
  title: "Leaver test",
  about:
    "Every leaver of a period tested, instead of a sample: what they held, when it was removed, and by which evidence.",
  request: "New test",
  requestText: "Made in the background as one signed ZIP; you get a mail when it is ready.",
  start: "Start the test",
  from: "Last working days from",
  to: "To",
  preset: "Hours allowed",
  presetHelp: "As the standard is commonly read: identity, mail and code first.",
  presets,
  auditorsWords: "Words of your auditor",
  auditorsWordsHelp: "The sample follows from them, so that nobody can pick it.",
  none: "No tests yet",
  noneText: "Ask for one, and hand it to your auditor: every figure can be recounted.",
  period: "Period",
  asked: (preset: string, by: string) => `${preset}, asked for by ${by}`,
  state: "State",
  states,
  progress: (done: number, total: number) => `${done} of ${total}`,
  requested: "Started",
  download: "Download",
  clock: "The clock",
  clocks,
  sampleSize: "Sample",
  sampleSizeHelp: "Everybody is tested; a sample is drawn besides, for auditors whose procedure asks for one.",
  drawn: (count: number) => (count === 0 ? "None" : plural(count, { one: "# leaver", other: "# leavers" })),
  all: "Leaver tests",
  ofPeriod: (period: string) => `Leavers of ${period}`,
  open: "Open as a page",
  underWay: "Being made",
  underWayText: "You can leave this page: the test goes on, and you get a mail when it is ready or has failed.",
  steps,
  stepStates: { done: "done", now: "now", later: "to come" },
  waits: "Waits for a worker.",
  leaversDone: (done: number, total: number) => `${done} of ${plural(total, { one: "# leaver", other: "# leavers" })}`,
  failedText: "Nothing of it is kept. Ask for a new one.",
  expiredText: "The ZIP has expired and is deleted. The figures stay; ask for a new test to download one.",
  withdrawnText: "Somebody whom it named was erased, so its ZIP is deleted. The figures, which name nobody, stay.",
  until: (when: string) => `The ZIP can be downloaded until ${when}; the figures stay.`,
  rate: "Exceptions",
  rateBeside: (exceptions: string, tested: string) => `${exceptions} of ${tested} tested`,
  rateText: (bound: string) =>
    `Everybody whose hours were over was tested, so the rate is counted and not estimated. As a test of the process behind it, the rate is below ${bound} with 95 % confidence.`,
  noRate: "No leaver of this period has a result yet, so there is no rate.",
  results,
  leavers: "Leavers",
  removals: "Removals",
  noAccess: (count: number) => plural(count, { one: "# held no access", other: "# held no access" }),
  curve: "How fast access ended",
  curveText:
    "Who still has access, by the time since the clock started. What is open counts as not removed. The first hours have more room.",
  curveNone: "Nobody of this period had access to remove.",
  after: "After",
  hours: (hours: string) => `${hours} h`,
  days: (days: string) => `${days} d`,
  allowed: (hours: string) => `${hours} h allowed`,
  exceptions: "Late and open",
  noExceptions: "Nothing is late or open",
  noExceptionsText: "And nobody is without a case.",
  firstOf: (shown: string, all: string) => `The first ${shown} of ${all}; the rest is in the ZIP.`,
  leaver: "Leaver",
  app: "App",
  accepted: "Accepted",
  allowedHours: "Allowed",
  causes,
  cause: "Cause",
  breakdown: "Figures",
  breakdowns: { by_app: "By app", by_tier: "By tier", by_month: "By month", by_cause: "By cause" },
  total: "Total",
  exceptionCount: "Exceptions",
  median: "Median",
  leaversLate: "Leavers late",
  leaversOpen: "Leavers open",
  evidence: "Evidence",
  evidenceLevels,
  share: "Share",
  afterwards: (accounts: string, leavers: string) =>
    `Found active again after a removal: ${accounts}. Set active again in the directory: ${leavers}.`,
  leftPending: (pending: string, tested: string, share: string) =>
    `${pending} of ${tested} tested have something pending (${share})`,
  leftNotSeen: (count: number) =>
    plural(count, {
      one: "Of # leaver not everything could be seen: no part of the rate.",
      other: "Of # leavers not everything could be seen: no part of the rate."
    }),
  leftThings: { found: "Found" },
  leftUnseen: (app: string, kind: string | null, leavers: number) =>
    `${kind ?? "Everything"} at ${app}: not seen of ${plural(leavers, { one: "# leaver", other: "# leavers" })}`,
  completeness: "Is anybody missing?",
  complete: "Complete by every source",
  incomplete: "Not shown to be complete",
  noHr: "No HR system is connected, so it cannot be shown",
  missing: {
    leavers_without_case: "Leavers without a case",
    cases_without_record: "Cases without a record",
    accounts_off_without_case: "Accounts off without a case",
    terminated_but_active: "Terminated but active",
    deleted_cases: "Deleted cases",
    cancelled_cases: "Cancelled cases",
    deleted_records: "Deleted records",
    leavers_without_day: "Leavers without a last day",
    withdrawn_leavers: "Withdrawn leavers"
  },
  whyIncomplete: "Why it is not shown to be complete",
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
        one: "# directory record was set inactive in the period without an offboarding.",
        other: "# directory records were set inactive in the period without an offboarding."
      }),
    terminated_but_active: ({ count }: Why) =>
      plural(count, {
        one: "# leaver is still active in the directory.",
        other: "# leavers are still active in the directory."
      }),
    deleted_cases: ({ count }: Why) =>
      plural(count, {
        one: "# offboarding was deleted that may be of the period.",
        other: "# offboardings were deleted that may be of the period."
      }),
    deleted_records: ({ count }: Why) =>
      plural(count, {
        one: "# directory record was deleted whose person may have left in the period.",
        other: "# directory records were deleted whose people may have left in the period."
      }),
    leavers_without_day: ({ count }: Why) =>
      plural(count, {
        one: "# person left on a day that no source names. It may lie in the period.",
        other: "# people left on a day that no source names. It may lie in the period."
      }),
    withdrawn_leavers: ({ count }: Why) =>
      plural(count, {
        one: "The source withdrew # leaving of the period after the last day, and there is no offboarding.",
        other: "The source withdrew # leavings of the period after the last day, and there is no offboarding."
      }),
    log_starts_late: ({ at }: Why) =>
      at === null
        ? "The audit log has no entries, so deletions in the period cannot be seen."
        : `The audit log starts on ${at}, after the first day of the period. Earlier entries were removed, so deletions may be missing.`,
    leavings_expired: ({ at }: Why) => `Leavings are kept from ${at ?? "–"} on. The period starts earlier.`,
    no_source_read: () => "No HR system is connected, and no directory was read in full.",
    source_never_read: ({ source }: Why) => `${source} was never read in full.`,
    source_not_read_since: ({ at, source }: Why) =>
      `${source} was last read in full on ${at ?? "–"}. Read it after the end of the period, or within 48 hours before the test while the period runs.`,
    source_starts_late: ({ at, source }: Why) =>
      `${source} was first read on ${at ?? "–"}, after the first day of the period. It does not report people who were gone by then.`,
    source_left_out: ({ at, source }: Why) => `${source} reported more leavings on ${at ?? "–"} than are kept.`
  },
  source: (name: string, kind: string, at: string | null) =>
    at === null ? `${name} (${kind}): never read in full` : `${name} (${kind}): read in full on ${at}`,
  sourceKinds,
  sample: "The sample",
  sampleText: (size: string, all: string) =>
    `${size} of ${all} were drawn. Nobody could pick them: the draw follows from what is below.`,
  noSample: "None was asked for. What is below is fixed all the same, so that one can be drawn later.",
  populationHash: "Population, SHA-256",
  fixedBy: "Fixed by",
  entry: (number: string) => `entry ${number} of the audit log`,
  anchor: "Anchor",
  anchoredAt: "Anchored",
  noWords: "none were given",
  seed: "Seed",
  offline: "What an auditor can do alone",
  offlineText: "With the ZIP, on a computer of their own and without a network. Nothing has to be believed.",
  offlineHash: "Compare the SHA-256 of the ZIP:",
  offlinePage: "Open verify.html from the ZIP in a browser and give it the ZIP: it names every file that was changed.",
  offlineCommand: "Or unzip verify.mjs beside the ZIP and run the same as a command, with the key:",
  offlineKey: "The key is at Audit log, Integrity: download it as signing-key.pem",
  offlineSample: "Draw the sample again, and compare:",
  offlineRecount:
    "Recount every figure from population.csv and removals.csv, by the published rule. Compare the fingerprint of the key that signed with one from a contract or a call.",
  links: "Links for auditors",
  noLinks: "Nobody reads it without an account yet. A link shows this one test, can download it, and nothing else.",
  makeLink: "Make a link",
  makeLinkTitle: "A link for an auditor",
  makeLinkText: "Whoever has it reads and downloads this one test, without an account. Every view is in the audit log.",
  linkFor: "For whom",
  linkForHelp: "Such as the firm and the year. It is shown on the page.",
  expires: "Works for",
  inDays: (count: number) => plural(count, { one: "# day", other: "# days" }),
  linkMade: (label: string) => `The link for ${label}`,
  linkOnce: "It is shown this once. Hand it over now, or revoke it and make another.",
  linkUntil: (when: string) => `It works until ${when}, unless it is revoked before.`,
  close: "Done",
  works: "Works",
  over: "Expired",
  revoked: "Revoked",
  linkBy: (name: string, until: string) => `by ${name}, until ${until}`,
  neverViewed: "Not opened yet",
  viewed: (views: number, last: string) => `${plural(views, { one: "Opened once", other: "Opened # times" })}, ${last}`,
  revoke: "Revoke",
  revokeTitle: (label: string) => `Revoke the link for ${label}?`,
  revokeText: "The page shows nothing any more, at once. The test stays, and so does what the log says of each view.",
  linkRevoked: "The link works no more"
}
