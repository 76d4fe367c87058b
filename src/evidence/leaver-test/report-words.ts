import type {
  EvidenceLevel,
  ExceptionShown,
  Figures,
  IncompleteReason,
  LateCause,
  LeaverClock,
  LeaverTestResult
} from "@svc/contract/leaver-test/figures"
import type { LeaverTestParameters, TierPreset } from "@svc/contract/leaver-test/schema"
import { DateTime } from "effect"

/** `Mar 2, 2026` of `2026-03-02`; a page shows it as its reader's region does. */
export const day = (date: string, locale = "en-US"): string =>
  DateTime.formatUtc(DateTime.makeUnsafe(date), { dateStyle: "medium", locale })

/** `Mar 2026` of `2026-03`. */
export const month = (name: string, locale = "en-US"): string =>
  DateTime.formatUtc(DateTime.makeUnsafe(`${name}-01`), { month: "short", year: "numeric", locale })

/** `Mar 2, 2026, 9:00 AM UTC`. */
export const moment = (at: DateTime.Utc, locale = "en-US"): string =>
  `${DateTime.formatUtc(at, { dateStyle: "medium", timeStyle: "short", locale }).replaceAll("\u202f", " ")} UTC`

/** Unknown or not applicable. */
export const none = "–"

const grouped = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 })

export const count = (value: number): string => grouped.format(value)

/** Singular or plural with its number. */
export const counted = (value: number, one: string, several = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : several}`

/** One digit more for small shares, so that they do not read as zero. */
const digitsOf = (share: number) => (share > 0 && share < 0.01 ? 2 : 1)

export const percent = (share: number | null): string =>
  share === null ? none : `${(share * 100).toFixed(digitsOf(share))}%`

/** Upper bound in percent, rounded up. */
export const bound = (share: number | null): string => {
  if (share === null) return none
  const scale = 10 ** digitsOf(share)
  // Ignores the rounding error of the product.
  return `${(Math.ceil(share * 100 * scale - 1e-9) / scale).toFixed(digitsOf(share))}%`
}

/** Hours, with days from 72 hours on. */
export const hours = (value: number | null): string => {
  if (value === null) return none
  return value < 72 ? `${count(value)} h` : `${count(value)} h (${count(Math.round(value / 2.4) / 10)} d)`
}

export const clocks: Readonly<Record<LeaverClock, { readonly name: string; readonly rule: string }>> = {
  notice: {
    name: "Notice",
    rule: "Hours count from the moment the departure first became known here."
  },
  last_working_moment: {
    name: "Last working moment",
    rule:
      "Hours count from the access end: the time set in the offboarding, or else the end of the last working day in its " +
      "time zone."
  },
  end_of_employment: {
    name: "End of employment",
    rule:
      "Hours count from the end of the last day of employment, in the time zone of the offboarding; if none is set, from " +
      "the end of the last working day."
  }
}

export const presets: Readonly<Record<TierPreset, { readonly name: string; readonly said: string }>> = {
  soc2: {
    name: "SOC 2",
    said:
      "SOC 2 (CC6.2, CC6.3) sets no number of hours: it holds an organization to its own policy. These hours are a common " +
      "policy, not part of the standard."
  },
  nerc_cip_004: {
    name: "NERC CIP-004",
    said:
      "CIP-004 R5 allows 24 hours for remote access after a termination, and 30 days for individual accounts. Access to " +
      "buildings is not part of this test."
  },
  pci_dss: {
    name: "PCI DSS",
    said:
      "PCI DSS 8.2.5 requires that access of terminated users is revoked immediately, without a number of hours. This test " +
      "takes these hours for immediately."
  },
  own: { name: "Custom hours", said: "The organization set these hours for this test." }
}

/** Name, hours, and apps of each tier. */
export const tierRows = ({ tiers }: LeaverTestParameters): ReadonlyArray<readonly [string, string, string]> =>
  tiers.map(({ apps, hours: allowed, name }) => [
    name,
    hours(allowed),
    apps === null ? (tiers.length === 1 ? "all apps" : "all other apps") : apps.join(", ")
  ])

export const evidenceLevels: Readonly<Record<EvidenceLevel, { readonly name: string; readonly said: string }>> = {
  read_back: { name: "Verified", said: "The app was read afterwards and showed the account off or gone." },
  vendor_answer: { name: "Reported by the app", said: "The app accepted the removal; not verified." },
  confirmed_by_hand: { name: "Confirmed manually", said: "Confirmed by a member." },
  not_observed: { name: "Not observed", said: "No evidence that the account is gone: counted as not removed." }
}

export const causes: Readonly<Record<LateCause, { readonly name: string; readonly said: string }>> = {
  no_case: { name: "No offboarding", said: "a source reports the departure, but there is no offboarding" },
  residual: { name: "Found active", said: "the account was found active after its removal, or was left active" },
  told_late: { name: "Late notice", said: "the departure became known after the clock had started" },
  approval_waited: { name: "Late approval", said: "the last approval came after the clock had started" },
  vendor_failed: { name: "App error", said: "the app was called, and failed or was stopped" },
  not_connected: { name: "Not connected", said: "the app is not connected, or cannot remove accounts" },
  by_hand: { name: "Manual removal", said: "it was confirmed manually, or is waiting for that" },
  not_started: { name: "Not started", said: "the revocation did not start in time" }
}

export const results: Readonly<Record<ExceptionShown["result"], string>> = {
  late: "Late",
  open: "Open",
  no_case: "No offboarding"
}

/** Name of a leaver whose offboarding was deleted since. */
const deleted = "[deleted]"

export const nameOf = (names: ReadonlyMap<string, string>, { leaver_id }: ExceptionShown): string =>
  names.get(leaver_id) ?? deleted

/** Bound of a sample of this size without exceptions. */
const boundOfSample = (size: number) => 1 - 0.05 ** (1 / size)

export const usualSample = 25

/** The rate and its bound, in sentences. */
export const rateInWords = ({ exception_bound_95, exceptions, tested }: Figures): ReadonlyArray<string> =>
  tested === 0
    ? ["No leaver in this period has a result yet, so there is no rate."]
    : [
        `${count(exceptions)} of ${counted(tested, "leaver")} tested ${exceptions === 1 ? "is an exception" : "are exceptions"}: late, open, or without an offboarding. ` +
          "Every leaver whose allowed hours have passed was tested, so this rate is counted, not estimated.",
        `For the process behind it, the rate is below ${bound(exception_bound_95)} with 95% confidence ` +
          "(exact one-sided bound, Clopper-Pearson)."
      ]

/** Why a sample shows less than the whole population. */
export const sampleInWords =
  `A sample of ${usualSample} leavers without an exception would only bound the rate at ${bound(boundOfSample(usualSample))}: ` +
  "if a process fails one leaver in nine, about one such sample in nineteen finds nothing. Testing all leavers leaves nothing to chance."

export const neverObserved = ({ evidence: { not_observed } }: LeaverTestResult): string =>
  not_observed === 0
    ? "There is evidence of every removal in scope; none is taken on trust."
    : `${counted(not_observed, "removal was", "removals were")} not observed. Without evidence, none of them counts as removed.`

/** Counts that older tests do not have. */
const laterRows = ({
  deleted_records,
  leavers_without_day,
  withdrawn_leavers
}: LeaverTestResult["completeness"]): ReadonlyArray<readonly [name: string, count: number, said: string]> => [
  ...(deleted_records === undefined
    ? []
    : [["Deleted records", deleted_records, "directory records deleted since the period started"] as const]),
  ...(leavers_without_day === undefined
    ? []
    : [
        [
          "Leavers without a last day",
          leavers_without_day,
          "left on a day that no source reports, perhaps in the period"
        ] as const
      ]),
  ...(withdrawn_leavers === undefined
    ? []
    : [
        [
          "Withdrawn departures",
          withdrawn_leavers,
          "left in the period, then withdrawn by the source, without an offboarding"
        ] as const
      ])
]

/** What may be missing: name, count, and meaning. */
export const completenessRows = ({
  completeness: c
}: LeaverTestResult): ReadonlyArray<readonly [name: string, count: number, said: string]> => [
  ["Leavers without an offboarding", c.leavers_without_case, "left according to the HR system or the directory"],
  ["Offboardings without a record", c.cases_without_record, "offboardings of people without a directory record"],
  ["Inactive without an offboarding", c.accounts_off_without_case, "set inactive in the directory, never offboarded"],
  [
    "Terminated but active",
    c.terminated_but_active,
    "gone according to the HR system or their offboarding, still active"
  ],
  ["Deleted offboardings", c.deleted_cases, "offboardings deleted since the period started"],
  ...laterRows(c),
  ["Canceled offboardings", c.cancelled_cases, "offboardings in the period that were canceled; for information"]
]

const sourceKinds = { hr_system: "HR system", directory: "Directory" } as const

export const sourceRows = (
  { completeness: { sources } }: LeaverTestResult,
  locale?: string
): ReadonlyArray<readonly [string, string, string]> =>
  sources.map(({ kind, last_read_at, name }) => [
    name,
    sourceKinds[kind],
    last_read_at === null ? "never read in full" : moment(last_read_at, locale)
  ])

/** Display names of the sources. */
const sourceTitles: Readonly<Record<string, string>> = {
  bamboohr: "BambooHR",
  hibob: "HiBob",
  personio: "Personio",
  merge: "Merge",
  hris: "The HR system",
  "azure-ad": "Entra ID"
}

const were = (number: number, one: string, many = `${one}s`) =>
  `${counted(number, one, many)} ${number === 1 ? "was" : "were"}`

/** Why the list is not proven complete, one sentence per reason. */
export const whyIncomplete = ({ at, code, count: counts, source }: IncompleteReason): string => {
  const number = counts ?? 0
  const name = source === null ? "A source" : (sourceTitles[source] ?? source)
  const when = at === null ? "an unknown time" : moment(at)
  switch (code) {
    case "leavers_without_case":
      return `${counted(number, "leaver has", "leavers have")} no offboarding.`
    case "cases_without_record":
      return `${counted(number, "offboarding has", "offboardings have")} no directory record.`
    case "accounts_off_without_case":
      return `${were(number, "directory record")} set inactive in the period without an offboarding.`
    case "terminated_but_active":
      return `${counted(number, "leaver is", "leavers are")} still active in the directory.`
    case "deleted_cases":
      return `${counted(number, "deleted offboarding", "deleted offboardings")} may belong to the period.`
    case "deleted_records":
      return `${counted(number, "person", "people")} with a deleted directory record may have left in the period.`
    case "leavers_without_day":
      return `${counted(number, "person", "people")} left on a day that no source reports. It may be in the period.`
    case "withdrawn_leavers":
      return `${were(number, "departure")} in the period withdrawn by the source after the last day, without an offboarding.`
    case "log_starts_late":
      return at === null
        ? "The audit log has no entries, so deletions in the period are not visible."
        : `The audit log starts at ${when}, after the first day of the period. Earlier entries were removed, so deletions may be missing.`
    case "leavings_expired":
      return `Departures are kept from ${when} on. The period starts earlier.`
    case "no_source_read":
      return "No HR system is connected, and no directory was read in full."
    case "source_never_read":
      return `${name} was never read in full.`
    case "source_not_read_since":
      return `${name} was last read in full at ${when}. It must be read after the end of the period, or within 48 hours before the test while the period runs.`
    case "source_starts_late":
      return `${name} was first read at ${when}, after the first day of the period. It does not report people who had left by then.`
    case "source_left_out":
      return `${name} reported more departures at ${when} than are kept.`
  }
}

/** One sentence per reason; none in older tests, or if the list is complete. */
export const whyRows = ({ completeness: { why = [] } }: LeaverTestResult): ReadonlyArray<string> => why

export const completenessInWords = ({ completeness: { complete, sources } }: LeaverTestResult): string => {
  if (!sources.some(({ kind }) => kind === "hr_system")) {
    return "No HR system is connected, so the list of leavers cannot be proven complete."
  }
  return complete
    ? "The list is complete according to every source: no leaver is missing, and nothing was deleted."
    : "The list of leavers is not proven complete: see the counts, and when each source was last read in full."
}

/** Hours on the axis of the curve. */
export const curvePlaces = [
  { at: 1, name: "1 h" },
  { at: 4, name: "4 h" },
  { at: 8, name: "8 h" },
  { at: 24, name: "1 d" },
  { at: 48, name: "2 d" },
  { at: 72, name: "3 d" },
  { at: 168, name: "1 w" },
  { at: 336, name: "2 w" },
  { at: 720, name: "30 d" },
  { at: 2160, name: "90 d" },
  { at: 4320, name: "180 d" },
  { at: 8760, name: "1 y" },
  { at: 17520, name: "2 y" }
] as const

export const curveInWords =
  "Share still with access, by hours since the clock started (Kaplan-Meier). Open removals count as not removed for as " +
  "long as they were observed. The first hours are shown wider."

/** Shell commands that draw the sample again (`docs/leaver-test.md`). */
export const redraw = (size: number): string =>
  [
    String.raw`seed=$(printf 'svc-leaver-test-sample/v1\n%s\n%s\n%s\n' "$population_sha256" "$anchor_hash" "$words" | sha256sum | cut -c1-64)`,
    "cut -d, -f1 population.csv | tail -n +2 | while read -r id; do",
    `  printf '%s:%s' "$seed" "$id" | sha256sum | sed "s/-/$id/"`,
    `done | sort | head -n ${size === 0 ? usualSample : size}`
  ].join("\n")

export const drawInWords = ({ population_rows, size }: LeaverTestResult["sample"]): string =>
  size === 0
    ? "No sample was requested. Population and anchor are fixed anyway, so a sample can be drawn by the published rule."
    : `${counted(size, "leaver")} of ${count(population_rows)} were drawn. The draw follows from the population, an anchor made after the ` +
      "population was fixed in the audit log, and the auditor's seed phrase: changing any of them gives another sample."

export const afterwards = ({ reactivated_leavers, residual_findings }: LeaverTestResult): string =>
  `Accounts found active again after removal: ${count(residual_findings)}. ` +
  `Leavers set to active again in the directory: ${count(reactivated_leavers)}.`

export const noExceptions = "Nothing is late or open, and every leaver has an offboarding."
export const noSources = "No HR system or directory is connected."

/** Most exceptions first. */
export const worstFirst = <A extends Figures>(list: ReadonlyArray<A>): ReadonlyArray<A> =>
  list.toSorted((one, other) => other.exceptions - one.exceptions)
