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

const dayFormat = { day: "numeric", month: "short", year: "numeric", locale: "en-GB" } as const

/** `2 Mar 2026` of `2026-03-02`. */
export const day = (date: string): string => DateTime.formatUtc(DateTime.makeUnsafe(date), dayFormat)

/** `Mar 2026` of `2026-03`. */
export const month = (name: string): string =>
  DateTime.formatUtc(DateTime.makeUnsafe(`${name}-01`), { month: "short", year: "numeric", locale: "en-GB" })

/** `2 Mar 2026, 09:00 UTC`. */
export const moment = (at: DateTime.Utc): string =>
  `${DateTime.formatUtc(at, dayFormat)}, ${DateTime.formatIso(at).slice(11, 16)} UTC`

/** What is not known or does not apply. */
export const none = "–"

const grouped = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 2 })

export const count = (value: number): string => grouped.format(value)

/** Of one thing and of several. */
export const counted = (value: number, one: string, several = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : several}`

/** Small shares have a digit more, so that they do not read as nothing. */
const digitsOf = (share: number) => (share > 0 && share < 0.01 ? 2 : 1)

export const percent = (share: number | null): string =>
  share === null ? none : `${(share * 100).toFixed(digitsOf(share))} %`

/** Never less than what it bounds. */
export const bound = (share: number | null): string => {
  if (share === null) return none
  const scale = 10 ** digitsOf(share)
  // What the product is off by is no further digit.
  return `${(Math.ceil(share * 100 * scale - 1e-9) / scale).toFixed(digitsOf(share))} %`
}

/** Hours, with days where there are many. */
export const hours = (value: number | null): string => {
  if (value === null) return none
  return value < 72 ? `${count(value)} h` : `${count(value)} h (${count(Math.round(value / 2.4) / 10)} d)`
}

export const clocks: Readonly<Record<LeaverClock, { readonly name: string; readonly rule: string }>> = {
  notice: {
    name: "Notice",
    rule: "Hours count from the moment at which it was first known here that the person leaves."
  },
  last_working_moment: {
    name: "Last working moment",
    rule:
      "Hours count from the moment at which access is to end: the one that the case names, else the end of the last " +
      "working day in the time zone of the case."
  },
  end_of_employment: {
    name: "End of employment",
    rule:
      "Hours count from the end of the day on which employment ends, in the time zone of the case; where the case names " +
      "none, from the end of the last working day."
  }
}

export const presets: Readonly<Record<TierPreset, { readonly name: string; readonly said: string }>> = {
  soc2: {
    name: "SOC 2",
    said:
      "SOC 2 (CC6.2, CC6.3) names no number of hours: it holds an organisation to its own policy. These hours are a usual " +
      "policy, not a text of the standard."
  },
  nerc_cip_004: {
    name: "NERC CIP-004",
    said:
      "CIP-004 R5 gives 24 hours for remote access after a termination, and thirty days for individual accounts. Access to " +
      "buildings is not part of this test."
  },
  pci_dss: {
    name: "PCI DSS",
    said:
      "PCI DSS 8.2.5 has access of terminated users revoked immediately, and names no number of hours. These hours are " +
      "what this test takes for immediately."
  },
  own: { name: "Own", said: "The hours are the organisation's own, as they were given for this test." }
}

/** Of each tier its name, hours and apps. */
export const tierRows = ({ tiers }: LeaverTestParameters): ReadonlyArray<readonly [string, string, string]> =>
  tiers.map(({ apps, hours: allowed, name }) => [
    name,
    hours(allowed),
    apps === null ? (tiers.length === 1 ? "all apps" : "all other apps") : apps.join(", ")
  ])

export const evidenceLevels: Readonly<Record<EvidenceLevel, { readonly name: string; readonly said: string }>> = {
  read_back: { name: "Read back", said: "The app was asked afterwards, and the account was gone." },
  vendor_answer: {
    name: "Vendor's answer",
    said: "The app said that it removed the account; it was not read back as gone."
  },
  confirmed_by_hand: { name: "Confirmed by hand", said: "A member says so." },
  not_observed: { name: "Never observed", said: "Nobody and nothing has seen that the account is gone." }
}

export const causes: Readonly<Record<LateCause, { readonly name: string; readonly said: string }>> = {
  no_case: { name: "No case", said: "a source knows of the leaving, and there is no offboarding" },
  residual: { name: "Seen active", said: "the account was seen active after its removal, or was left so" },
  told_late: { name: "Told late", said: "the leaving became known after the clock had started" },
  approval_waited: { name: "Approval waited", said: "the last approval came after the clock had started" },
  vendor_failed: { name: "Vendor failed", said: "the app was called, and failed or was stopped" },
  not_connected: { name: "Not connected", said: "the app is not connected, or has no way to remove accounts" },
  by_hand: { name: "By hand", said: "it was confirmed by hand, or waits for that" },
  not_started: { name: "Not started", said: "nobody and nothing began it in time" }
}

export const results: Readonly<Record<ExceptionShown["result"], string>> = {
  late: "Late",
  open: "Open",
  no_case: "No case"
}

/** What the name of somebody is whose offboarding was deleted since. */
const deleted = "[deleted]"

export const nameOf = (names: ReadonlyMap<string, string>, { leaver_id }: ExceptionShown): string =>
  names.get(leaver_id) ?? deleted

/** Without one a sample of so many bounds the rate at no less than this. */
const boundOfSample = (size: number) => 1 - 0.05 ** (1 / size)

export const usualSample = 25

/** The rate, and what it shows, in sentences. */
export const rateInWords = ({ exception_bound_95, exceptions, tested }: Figures): ReadonlyArray<string> =>
  tested === 0
    ? ["No leaver of this period has a result yet, so there is no rate."]
    : [
        `${count(exceptions)} of ${counted(tested, "leaver")} tested ${exceptions === 1 ? "is an exception" : "are exceptions"}: late, open, or without a case. ` +
          "All whose hours were over were tested, so this rate is counted, not estimated.",
        `Taken as a test of the process behind it, the rate is below ${bound(exception_bound_95)} with 95 % confidence ` +
          "(exact one-sided bound, Clopper and Pearson)."
      ]

/** Why a sample shows less. */
export const sampleInWords =
  `A sample of ${usualSample} leavers without a single exception would bound the rate at ${bound(boundOfSample(usualSample))} only: ` +
  "of a process that fails one leaver in nine it would still find nothing about every nineteenth time. Testing everybody leaves nothing to chance."

export const neverObserved = ({ evidence: { not_observed } }: LeaverTestResult): string =>
  not_observed === 0
    ? "Of every removal in scope there is evidence; none is taken on trust."
    : `${counted(not_observed, "removal was", "removals were")} never observed. Nobody and nothing has seen it, so none of them counts as removed.`

/** What tests from before did not count. */
const laterRows = ({
  deleted_records,
  leavers_without_day,
  withdrawn_leavers
}: LeaverTestResult["completeness"]): ReadonlyArray<readonly [name: string, count: number, said: string]> => [
  ...(deleted_records === undefined
    ? []
    : [["Deleted records", deleted_records, "directory records deleted since the period began"] as const]),
  ...(leavers_without_day === undefined
    ? []
    : [
        [
          "Leavers without a day",
          leavers_without_day,
          "left on a day that no source names, perhaps in the period"
        ] as const
      ]),
  ...(withdrawn_leavers === undefined
    ? []
    : [
        [
          "Withdrawn leavers",
          withdrawn_leavers,
          "left in the period until the source withdrew it, without an offboarding"
        ] as const
      ])
]

/** What may be missing, each with what it counts. */
export const completenessRows = ({
  completeness: c
}: LeaverTestResult): ReadonlyArray<readonly [name: string, count: number, said: string]> => [
  ["Leavers without a case", c.leavers_without_case, "left by the HR system or the directory, and have no offboarding"],
  ["Cases without a record", c.cases_without_record, "offboardings of people whom no directory record knows"],
  ["Accounts off without a case", c.accounts_off_without_case, "set inactive in the directory, never offboarded"],
  ["Terminated but active", c.terminated_but_active, "gone by the HR system or by their case, still active"],
  ["Deleted cases", c.deleted_cases, "offboardings deleted since the period began"],
  ...laterRows(c),
  ["Cancelled cases", c.cancelled_cases, "offboardings of the period that were called off; for information"]
]

const sourceKinds = { hr_system: "HR system", directory: "Directory" } as const

export const sourceRows = ({
  completeness: { sources }
}: LeaverTestResult): ReadonlyArray<readonly [string, string, string]> =>
  sources.map(({ kind, last_read_at, name }) => [
    name,
    sourceKinds[kind],
    last_read_at === null ? "never read in full" : moment(last_read_at)
  ])

/** Sources as people call them. */
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

/** One reason why the list is not shown to be complete, as a sentence. */
export const whyIncomplete = ({ at, code, count: counts, source }: IncompleteReason): string => {
  const number = counts ?? 0
  const name = source === null ? "A source" : (sourceTitles[source] ?? source)
  const when = at === null ? "an unknown time" : moment(at)
  switch (code) {
    case "leavers_without_case":
      return `${counted(number, "leaver has", "leavers have")} no offboarding.`
    case "cases_without_record":
      return `${counted(number, "offboarding names a person", "offboardings name people")} whom no directory record knows.`
    case "accounts_off_without_case":
      return `${were(number, "directory record")} set inactive in the period without an offboarding.`
    case "terminated_but_active":
      return `${counted(number, "leaver is", "leavers are")} still active in the directory.`
    case "deleted_cases":
      return `${were(number, "offboarding")} deleted that may be of the period.`
    case "deleted_records":
      return `${were(number, "directory record")} deleted whose person may have left in the period.`
    case "leavers_without_day":
      return `${counted(number, "person", "people")} left on a day that no source names. It may lie in the period.`
    case "withdrawn_leavers":
      return `${counted(number, "leaving")} of the period ${number === 1 ? "was" : "were"} withdrawn by the source after the last day, without an offboarding.`
    case "log_starts_late":
      return at === null
        ? "The audit log has no entries, so deletions in the period cannot be seen."
        : `The audit log starts at ${when}, after the first day of the period. Earlier entries were removed, so deletions may be missing.`
    case "leavings_expired":
      return `Leavings are kept from ${when} on. The period starts earlier.`
    case "no_source_read":
      return "No HR system is connected, and no directory was read in full."
    case "source_never_read":
      return `${name} was never read in full.`
    case "source_not_read_since":
      return `${name} was last read in full at ${when}. It has to be read after the end of the period, or within 48 hours before the test while the period runs.`
    case "source_starts_late":
      return `${name} was first read at ${when}, after the first day of the period. It does not report people who were gone by then.`
    case "source_left_out":
      return `${name} reported more leavings at ${when} than are kept.`
  }
}

/** A sentence per reason; none in tests from before, and where the list is complete. */
export const whyRows = ({ completeness: { why = [] } }: LeaverTestResult): ReadonlyArray<string> => why

export const completenessInWords = ({ completeness: { complete, sources } }: LeaverTestResult): string => {
  if (!sources.some(({ kind }) => kind === "hr_system")) {
    return "No HR system is connected: that the list of leavers is complete cannot be shown."
  }
  return complete
    ? "The list is complete by every source: nobody is missing, and nothing was deleted."
    : "That the list of leavers is complete is not shown: see what is counted here, and when each source was last read in full."
}

/** Hours at which the curve is told. */
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
  "The share that still has access, by hours after the clock's start (Kaplan and Meier). What is open counts as not " +
  "removed, for as long as it was seen. The first hours have more room than the later ones."

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
    ? "No sample was asked for. Population and anchor are fixed all the same, so that one can be drawn by the published rule."
    : `${counted(size, "leaver")} of ${count(population_rows)} were drawn. The draw follows from the population, from an anchor made ` +
      "after the population was fixed in the audit log, and from the auditor's own words: change any of them, and it is another one."

export const afterwards = ({ reactivated_leavers, residual_findings }: LeaverTestResult): string =>
  `Found active again after a removal: ${counted(residual_findings, "account")}. ` +
  `Set active again in the directory: ${counted(reactivated_leavers, "leaver")}.`

export const noExceptions = "Nothing is late or open, and nobody is without a case."
export const noSources = "No HR system and no directory is connected."

/** Those with the most exceptions first. */
export const worstFirst = <A extends Figures>(list: ReadonlyArray<A>): ReadonlyArray<A> =>
  list.toSorted((one, other) => other.exceptions - one.exceptions)
