import { assert, describe, it } from "@effect/vitest"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { LeaverTestId, OrgId } from "@svc/contract/kernel/ids"
import { ExceptionShown, type Figures, LeaverTestResult } from "@svc/contract/leaver-test/figures"
import { LeaverTestParameters } from "@svc/contract/leaver-test/schema"
import { DateTime, Schema } from "effect"
import { createHash } from "node:crypto"
import { nameBasedUuid } from "#platform/crypto/name-based-uuid"
import { assessmentResults } from "#evidence/leaver-test/oscal"
import { noFigures } from "./no-figures.ts"
import { danglingIn, decodeOscal, uuidsOf } from "./oscal-model.ts"

const orgId = OrgId.make("6f9619ff-8b86-4011-b42d-00c04fc964ff")
const testId = LeaverTestId.make("0190a8f0-5d6b-7c3e-9a41-3f5b1c2d4e6f")
const at = (text: string) => DateTime.makeUnsafe(text)
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

const files = [
  "population.csv",
  "removals.csv",
  "completeness.json",
  "statistics.json",
  "sample.json",
  "report.pdf"
].map((path) => ({
  path,
  sha256: sha256(path),
  size: path.length,
  mediaType: path.endsWith(".csv") ? "text/csv" : path.endsWith(".pdf") ? "application/pdf" : "application/json"
}))

const nothing: LeaverTestResult = {
  as_of: at("2027-01-02T03:04:05.678Z"),
  statistics: {
    leavers: noFigures,
    removals: noFigures,
    by_tier: [],
    by_app: [],
    by_month: [],
    by_cause: [],
    curve: { leavers: [], removals: [] }
  },
  evidence: { read_back: 0, vendor_answer: 0, confirmed_by_hand: 0, not_observed: 0 },
  reactivated_leavers: 0,
  residual_findings: 0,
  completeness: {
    complete: true,
    leavers_without_case: 0,
    cases_without_record: 0,
    accounts_off_without_case: 0,
    terminated_but_active: 0,
    cancelled_cases: 0,
    deleted_cases: 0,
    sources: []
  },
  exceptions: [],
  sample: {
    population_sha256: sha256("population"),
    population_rows: 0,
    population_seq: 7,
    anchor_id: "5b2c3d4e-0000-4000-8000-000000000001",
    anchor_hash: sha256("anchor"),
    anchored_at: at("2027-01-02T03:04:06.000Z"),
    words: "",
    seed: sha256("seed"),
    size: 0,
    bound_without_exceptions: null
  }
}

const parameters: LeaverTestParameters = {
  from: CalendarDate.make("2026-01-01"),
  to: CalendarDate.make("2026-12-31"),
  clock: "last_working_moment",
  preset: "soc2",
  tiers: [{ name: "all", hours: 24, apps: null }],
  apps: null,
  words: "Ada Lovelace asked",
  sample_size: 25
}

const given = {
  orgId,
  organisation: "Acme Ltd",
  testId,
  parameters,
  result: nothing,
  exceptions: [],
  files,
  createdAt: at("2027-01-02T03:05:00.000Z")
}

type Given = Parameters<typeof assessmentResults>[0]

/** The document, held against the model: what it is, that ids are unique, and that what it refers to is there. */
const checked = (input: Given) => {
  const document = decodeOscal(assessmentResults(input))
  const uuids = uuidsOf(document)
  assert.strictEqual(new Set(uuids).size, uuids.length, "a UUID names one thing")
  assert.deepStrictEqual(danglingIn(document), [], "what is referred to is there")
  return document["assessment-results"]
}

const statusesOf = (input: Given) =>
  checked(input).results.flatMap(({ findings }) => findings.map(({ target }) => target.status))

const withLeavers = (figures: Partial<Figures>, complete = true): Given => ({
  ...given,
  result: {
    ...nothing,
    statistics: { ...nothing.statistics, leavers: { ...noFigures, ...figures } },
    completeness: { ...nothing.completeness, complete }
  }
})

const exceptionAt = (index: number): ExceptionShown => ({
  leaver_id: nameBasedUuid(testId, String(index)),
  last_working_day: CalendarDate.make("2026-05-31"),
  app: `App ${index % 8}`,
  result: "late",
  cause: "by_hand",
  hours: 31.25,
  allowed_hours: 24,
  accepted: false
})

describe("the UUID of a name", () => {
  it("is the one of RFC 9562, A.4", () => {
    assert.strictEqual(
      nameBasedUuid("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com"),
      "2ed6657d-e927-568b-95e1-2665a8aea6a2"
    )
  })
})

describe("a leaver test as OSCAL assessment results", () => {
  it.prop(
    "holds to the model, whatever was found, and is the same bytes for the same state",
    {
      result: LeaverTestResult,
      exceptions: Schema.Array(ExceptionShown),
      parameters: LeaverTestParameters,
      organisation: Schema.String,
      apps: Schema.Array(Schema.String)
    },
    ({ apps, exceptions, organisation, parameters: asked, result }) => {
      const { by_app } = result.statistics
      const input = {
        ...given,
        organisation,
        parameters: asked,
        exceptions,
        result: {
          ...result,
          // OSCAL writes moments with four digits of the year.
          as_of: nothing.as_of,
          statistics: { ...result.statistics, by_app: [...by_app, ...apps.map((name) => ({ ...noFigures, name }))] }
        }
      }
      checked(input)
      assert.strictEqual(assessmentResults(input), assessmentResults({ ...input }))
    }
  )

  it("holds to it with nothing tested, which it does not call satisfied", () => {
    assert.deepStrictEqual(
      statusesOf(given).map(({ reason, state }) => [state, reason]),
      [
        ["not-satisfied", "other"],
        ["not-satisfied", "other"]
      ]
    )
    const [result] = checked({ ...given, files: [] }).results
    assert.deepStrictEqual(
      result?.observations.map(({ methods, title }) => [title, ...methods]),
      [
        ["All leavers tested", "TEST"],
        ["The population, unfiltered", "EXAMINE"],
        ["The population is complete", "EXAMINE"]
      ]
    )
    assert.isUndefined(result?.["local-definitions"].components)
  })

  it("holds to it with thousands of exceptions, an observation each", () => {
    const exceptions = Array.from({ length: 5_000 }, (_, index) => exceptionAt(index))
    const [result] = checked({ ...given, exceptions }).results
    assert.lengthOf(result?.observations ?? [], 5_003)
    assert.lengthOf(result?.["local-definitions"].components ?? [], 8)
    for (const finding of result?.findings ?? []) assert.lengthOf(finding["related-observations"], 5_003)
  })

  // leaver-test-21: No OSCAL finding is `satisfied` while an orphaned item is pending.
  it("is not satisfied while something that stays behind is pending; what was not seen is named", () => {
    const inTime = withLeavers({ total: 9, tested: 9, in_time: 9 })
    const leftBehind = {
      total: 9,
      tested: 8,
      settled: 8,
      pending: 0,
      not_seen: 1,
      not_due: 0,
      exception_rate: 0,
      exception_bound_95: 0.312344,
      things: { found: 3, read_back: 3, vendor_answer: 0, confirmed_by_hand: 0, accepted: 0, pending: 0 },
      unseen: [{ app: "okta", kind: "api_key", leavers: 1 }]
    }
    const given = (more: Partial<typeof leftBehind> = {}): Given => ({
      ...inTime,
      files: [...files, { path: "left-behind.csv", sha256: sha256("left"), size: 4, mediaType: "text/csv" }],
      result: { ...inTime.result, left_behind: { ...leftBehind, ...more } }
    })
    const statesOf = (input: Given) => statusesOf(input).map(({ reason, state }) => `${state} ${reason}`)
    assert.deepStrictEqual(statesOf(given()), ["satisfied pass", "satisfied pass"])
    const pending = given({ settled: 7, pending: 1, exception_rate: 0.125 })
    assert.deepStrictEqual(statesOf(pending), ["not-satisfied fail", "not-satisfied fail"])
    const [result] = checked(pending).results
    const told = result?.observations.find(({ title }) => title === "Orphaned items that outlive the account")
    assert.include(told?.description, "Not visible: API key at okta (leavers: 1).")
  })

  it("is satisfied only without exceptions and with a population that is complete", () => {
    const states = (input: Given) => statusesOf(input).map(({ reason, state }) => `${state} ${reason}`)
    const one = (status: string) => [status, status]
    assert.deepStrictEqual(states(withLeavers({ total: 9, tested: 9, in_time: 9 })), one("satisfied pass"))
    assert.deepStrictEqual(states(withLeavers({ total: 9, tested: 9, in_time: 9 }, false)), one("not-satisfied other"))
    assert.deepStrictEqual(
      states(withLeavers({ total: 9, tested: 9, in_time: 8, late: 1, exceptions: 1 })),
      one("not-satisfied fail")
    )
  })

  it("speaks of the controls of the preset", () => {
    const controlsOf = (preset: LeaverTestParameters["preset"]) =>
      checked({ ...given, parameters: { ...parameters, preset } }).results.flatMap(({ findings }) =>
        findings.map(({ target }) => target["target-id"])
      )
    assert.deepStrictEqual(controlsOf("soc2"), ["soc2-cc6.2_obj", "soc2-cc6.3_obj"])
    assert.deepStrictEqual(controlsOf("nerc_cip_004"), ["nerc-cip-004-7-r5_obj"])
    assert.deepStrictEqual(controlsOf("pci_dss"), ["pci-dss-8.2.5_obj"])
    assert.deepStrictEqual(controlsOf("own"), ["leaver-access-removal_obj"])
  })

  it("tells of each exception whose it is, what was late, and from which file it can be read", () => {
    const exceptions: ReadonlyArray<ExceptionShown> = [
      exceptionAt(1),
      { ...exceptionAt(2), app: null, result: "no_case", cause: "no_case", hours: null, allowed_hours: null }
    ]
    const document = checked({ ...given, exceptions })
    const observations = document.results.flatMap((result) => result.observations).slice(3)
    const told = observations.map(({ props = [] }) => Object.fromEntries(props.map(({ name, value }) => [name, value])))
    assert.deepStrictEqual(told, [
      {
        "leaver-id": exceptionAt(1).leaver_id,
        "last-working-day": "2026-05-31",
        app: "App 1",
        result: "late",
        cause: "by_hand",
        hours: "31.25",
        "allowed-hours": "24",
        accepted: "false"
      },
      {
        "leaver-id": exceptionAt(2).leaver_id,
        "last-working-day": "2026-05-31",
        result: "no_case",
        cause: "no_case",
        accepted: "false"
      }
    ])
    assert.deepStrictEqual(
      observations.map(({ methods }) => methods),
      [["TEST"], ["EXAMINE"]]
    )
    const pathOf = (href: string) =>
      document["back-matter"].resources.find(({ uuid }) => `#${uuid}` === href)?.rlinks[0]?.href
    assert.deepStrictEqual(
      observations.map((observation) => observation["relevant-evidence"].map(({ href }) => pathOf(href))),
      [["removals.csv"], ["population.csv"]]
    )
  })

  // leaver-test-20: The OSCAL file holds the hash of every file, and never the auditor's seed phrase.
  it("has the hash of every file, and none of the words that the auditor chose", () => {
    const document = checked(given)
    const [plan, ...resources] = document["back-matter"].resources
    assert.strictEqual(document["import-ap"].href, `#${plan?.uuid}`)
    assert.deepStrictEqual(
      resources.map(({ props, rlinks }) => ({
        path: rlinks[0]?.href,
        sha256: rlinks[0]?.hashes?.[0]?.value,
        size: Number(props?.[0]?.value),
        mediaType: rlinks[0]?.["media-type"]
      })),
      files
    )
    assert.notInclude(assessmentResults(given), "Lovelace")
  })

  it("has ids of its own: another test of the same state differs in them, its moment and nothing else", () => {
    const other = {
      ...given,
      testId: LeaverTestId.make("0190a8f0-5d6b-7c3e-9a41-3f5b1c2d4e70"),
      exceptions: [exceptionAt(3)]
    }
    const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
    const [first, second] = [assessmentResults({ ...other, testId }), assessmentResults(other)]
    assert.notStrictEqual(first, second)
    assert.strictEqual(first.replace(uuid, ""), second.replace(uuid, ""))
    const ids = new Set(uuidsOf(JSON.parse(first)))
    assert.deepStrictEqual(
      uuidsOf(JSON.parse(second)).filter((id) => ids.has(id)),
      []
    )
  })

  it("the rules bite: what the model does not know, a reference into nothing and a string of two lines are refused", () => {
    const text = assessmentResults({ ...given, exceptions: [exceptionAt(1)] })
    assert.throws(() => decodeOscal(text.replace(`"version": "1"`, `"version": "1", "edition": "2"`)))
    assert.throws(() => decodeOscal(text.replace(`"value": "App 1"`, `"value": "App\\n1"`)))
    assert.throws(() => decodeOscal(text.replace(`"state": "not-satisfied"`, `"state": "unknown"`)))
    const plan = nameBasedUuid(testId, JSON.stringify(["resource", "plan"]))
    const elsewhere = nameBasedUuid(testId, "elsewhere")
    assert.deepStrictEqual(danglingIn(decodeOscal(text.replace(`"#${plan}"`, `"#${elsewhere}"`))), [`#${elsewhere}`])
  })
})
