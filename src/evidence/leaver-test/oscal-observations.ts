import type { ExceptionShown, LeaverTestResult } from "@svc/contract/leaver-test/figures"
import { DateTime } from "effect"
import { unseenRows } from "./left-behind-words.ts"
import { figuresAsProps, figuresInWords, leftBehindInWords, oneLine, props } from "./oscal-words.ts"

/** One observation each for the whole test, the population, its completeness, and every exception. */
export const observationsOf = ({
  componentOf,
  exceptions,
  id,
  ofOrganisation,
  origins,
  resourceOf,
  result
}: {
  readonly result: LeaverTestResult
  readonly exceptions: ReadonlyArray<ExceptionShown>
  readonly id: (...standsFor: ReadonlyArray<string>) => string
  readonly origins: ReadonlyArray<object>
  readonly ofOrganisation: ReadonlyArray<object>
  readonly componentOf: (app: string) => string | undefined
  readonly resourceOf: (path: string) => string | undefined
}) => {
  const { completeness, evidence, left_behind: left, sample, statistics } = result
  const collected = DateTime.formatIso(result.as_of)
  const evidenceIn = (path: string, description: string) => {
    const resource = resourceOf(path)
    return [{ href: resource === undefined ? path : `#${resource}`, description }]
  }
  const subjectOf = (app: string | null) => {
    const component = app === null ? undefined : componentOf(app)
    return component === undefined ? ofOrganisation : [{ "subject-uuid": component, type: "component" }]
  }

  const general = [
    {
      uuid: id("observation", "test"),
      title: "All leavers tested",
      description: `${figuresInWords("leavers", statistics.leavers)} ${figuresInWords("removals of access", statistics.removals)} Removals that were not observed do not count as removed.`,
      props: [
        ...figuresAsProps("leavers", statistics.leavers),
        ...figuresAsProps("removals", statistics.removals),
        ...props({
          "read-back": evidence.read_back,
          "vendor-answer": evidence.vendor_answer,
          "confirmed-by-hand": evidence.confirmed_by_hand,
          "not-observed": evidence.not_observed,
          "reactivated-leavers": result.reactivated_leavers,
          "residual-findings": result.residual_findings
        })
      ],
      methods: ["TEST"],
      types: ["control-objective"],
      origins,
      subjects: ofOrganisation,
      "relevant-evidence": evidenceIn(
        "statistics.json",
        "Every figure; they can be recalculated from population.csv and removals.csv."
      ),
      collected
    },
    {
      uuid: id("observation", "population"),
      title: "The population, unfiltered",
      description: `One row per leaver, ${sample.population_rows} of them. Their SHA-256 was recorded as entry ${sample.population_seq} of the audit log before a sample of ${sample.size} was drawn from it by a published rule.`,
      props: props({
        "population-rows": sample.population_rows,
        "population-sha256": sample.population_sha256,
        "population-seq": sample.population_seq,
        "anchor-id": sample.anchor_id,
        "anchor-hash": sample.anchor_hash,
        "sample-size": sample.size,
        "sample-seed": sample.seed
      }),
      methods: ["EXAMINE"],
      types: ["control-objective"],
      origins,
      subjects: ofOrganisation,
      "relevant-evidence": evidenceIn("population.csv", "One row per leaver."),
      collected
    },
    {
      uuid: id("observation", "completeness"),
      title: completeness.complete ? "The population is complete" : "The population is not proven complete",
      description:
        "Leavers known to the HR systems and the directory are compared with the offboardings here, in both directions. " +
        (completeness.sources.length === 0
          ? "No HR system or directory is connected."
          : completeness.sources
              .map(({ kind, last_read_at, name }) =>
                last_read_at === null
                  ? `${oneLine(name)} (${kind}) was never read in full.`
                  : `${oneLine(name)} (${kind}) was last read in full at ${DateTime.formatIso(last_read_at)}.`
              )
              .join(" ")) +
        (completeness.why ?? []).map((sentence) => ` ${oneLine(sentence)}`).join(""),
      props: props({
        complete: completeness.complete,
        "leavers-without-case": completeness.leavers_without_case,
        "cases-without-record": completeness.cases_without_record,
        "accounts-off-without-case": completeness.accounts_off_without_case,
        "terminated-but-active": completeness.terminated_but_active,
        "cancelled-cases": completeness.cancelled_cases,
        "deleted-cases": completeness.deleted_cases,
        ...(completeness.deleted_records === undefined ? {} : { "deleted-records": completeness.deleted_records }),
        ...(completeness.leavers_without_day === undefined
          ? {}
          : { "leavers-without-day": completeness.leavers_without_day }),
        ...(completeness.withdrawn_leavers === undefined ? {} : { "withdrawn-leavers": completeness.withdrawn_leavers })
      }),
      methods: ["EXAMINE"],
      types: ["control-objective"],
      origins,
      subjects: ofOrganisation,
      "relevant-evidence": evidenceIn(
        "completeness.json",
        "What may be missing, by name, and when each source was read."
      ),
      collected
    }
  ]

  const leftBehind =
    left === undefined
      ? []
      : [
          {
            uuid: id("observation", "left-behind"),
            title: "Orphaned items that outlive the account",
            description: oneLine(
              `${leftBehindInWords(left)} ` +
                (left.unseen.length === 0
                  ? "Everything in scope was visible."
                  : `Not visible: ${unseenRows(left)
                      .map(([app, kind, leavers]) => `${kind} at ${app} (leavers: ${leavers})`)
                      .join(", ")}.`)
            ),
            props: props({
              "left-behind-total": left.total,
              "left-behind-tested": left.tested,
              "left-behind-settled": left.settled,
              "left-behind-pending": left.pending,
              "left-behind-not-seen": left.not_seen,
              "left-behind-not-due": left.not_due,
              "left-behind-exception-rate": left.exception_rate,
              "left-behind-exception-bound-95": left.exception_bound_95
            }),
            methods: ["TEST"],
            types: ["control-objective"],
            origins,
            subjects: ofOrganisation,
            "relevant-evidence": evidenceIn("left-behind.csv", "One row per leaver, app and kind."),
            collected
          }
        ]

  const found = exceptions.map((exception) => ({
    uuid: id("observation", "exception", exception.leaver_id, exception.app ?? ""),
    title:
      exception.result === "no_case" ? "A leaver without an offboarding" : `A removal of access is ${exception.result}`,
    description:
      exception.result === "no_case"
        ? "This person left, and there is no offboarding."
        : exception.result === "late"
          ? "The access was removed later than the hours allowed."
          : "The hours allowed have passed without evidence that the access was removed, or the account is active again.",
    props: props({
      "leaver-id": exception.leaver_id,
      "last-working-day": exception.last_working_day,
      app: exception.app,
      result: exception.result,
      cause: exception.cause,
      hours: exception.hours,
      "allowed-hours": exception.allowed_hours,
      accepted: exception.accepted
    }),
    methods: [exception.result === "no_case" ? "EXAMINE" : "TEST"],
    types: ["finding"],
    origins,
    subjects: subjectOf(exception.app),
    "relevant-evidence": evidenceIn(
      exception.app === null ? "population.csv" : "removals.csv",
      "The row of this leaver_id."
    ),
    collected
  }))

  return [...general, ...leftBehind, ...found]
}
