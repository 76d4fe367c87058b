import type { OrgId, LeaverTestId } from "@svc/contract/kernel/ids"
import type { ExceptionShown, LeaverTestResult } from "@svc/contract/leaver-test/figures"
import type { LeaverTestParameters } from "@svc/contract/leaver-test/schema"
import { DateTime } from "effect"
import { nameBasedUuid } from "#platform/crypto/name-based-uuid"
import { testedControls } from "@svc/contract/leaver-test/controls"
import { observationsOf } from "./oscal-observations.ts"
import { figuresInWords, leftBehindInWords, oneLine, props } from "./oscal-words.ts"

const oscalVersion = "1.1.3"

/** A finding claims nothing that was not shown: without exceptions it still needs tested ones and all of the leavers. */
const statusOf = ({ completeness, left_behind: left, statistics: { leavers, removals } }: LeaverTestResult) => {
  if (leavers.exceptions > 0 || removals.exceptions > 0) {
    return {
      state: "not-satisfied",
      reason: "fail",
      remarks: `${figuresInWords("leavers", leavers)} ${figuresInWords("removals", removals)}`
    }
  }
  // A key that lives on is access, and a credential.
  if (left !== undefined && left.pending > 0)
    return { state: "not-satisfied", reason: "fail", remarks: leftBehindInWords(left) }
  if (leavers.tested === 0)
    return { state: "not-satisfied", reason: "other", remarks: "Nothing was tested, so nothing is proven." }
  return completeness.complete
    ? { state: "satisfied", reason: "pass", remarks: figuresInWords("leavers", leavers) }
    : {
        state: "not-satisfied",
        reason: "other",
        remarks: `${figuresInWords("leavers", leavers)} The list of leavers is not proven complete.`
      }
}

/** UUIDs that follow from the test and from what they stand for. */
const idsOf = (testId: LeaverTestId) => {
  const given = new Map<string, number>()
  return (...standsFor: ReadonlyArray<string>): string => {
    const name = JSON.stringify(standsFor)
    const times = (given.get(name) ?? 0) + 1
    given.set(name, times)
    return nameBasedUuid(testId, times === 1 ? name : `${name} ${times}`)
  }
}

/**
 * A leaver test as OSCAL assessment results (JSON text). It names leavers by their id alone, and follows from what is
 * given: the same twice makes the same bytes.
 */
export const assessmentResults = ({
  createdAt,
  exceptions,
  files,
  orgId,
  organisation,
  parameters,
  result,
  testId
}: {
  readonly orgId: OrgId
  readonly organisation: string
  readonly testId: LeaverTestId
  readonly parameters: LeaverTestParameters
  readonly result: LeaverTestResult
  /** All of them; `result` has the first hundred. */
  readonly exceptions: ReadonlyArray<ExceptionShown>
  /** Files of the ZIP, except this one and those built from it. */
  readonly files: ReadonlyArray<{
    readonly path: string
    readonly sha256: string
    readonly size: number
    readonly mediaType: string
  }>
  readonly createdAt: DateTime.Utc
}): string => {
  const { statistics } = result
  const id = idsOf(testId)
  const collected = DateTime.formatIso(result.as_of)
  const controls = testedControls[parameters.preset]
  const objectiveOf = (control: (typeof controls)[number]) => `${control.id}_obj`

  const party = id("party", orgId)
  const software = id("component", "the service")
  const origins = [{ actors: [{ type: "tool", "actor-uuid": software }] }]

  const names = [...statistics.by_app.map(({ name }) => name), ...exceptions.flatMap(({ app }) => app ?? [])]
  const apps = new Map(
    [...new Set(names.map(oneLine))].toSorted().map((app): [string, string] => [app, id("component", "app", app)])
  )

  const plan = id("resource", "plan")
  const resources = files.map(({ mediaType, path, sha256, size }) => ({
    uuid: id("resource", "file", path),
    title: path,
    props: props({ size }),
    rlinks: [
      { href: encodeURI(path), "media-type": oneLine(mediaType), hashes: [{ algorithm: "SHA-256", value: sha256 }] }
    ]
  }))

  const observations = observationsOf({
    result,
    exceptions,
    id,
    origins,
    ofOrganisation: [{ "subject-uuid": party, type: "party" }],
    componentOf: (app) => apps.get(oneLine(app)),
    resourceOf: (path) => resources.find(({ title }) => title === path)?.uuid
  })
  const related = observations.map(({ uuid }) => ({ "observation-uuid": uuid }))
  const status = statusOf(result)

  const document = {
    "assessment-results": {
      uuid: id("assessment-results"),
      metadata: {
        title: `Leaver access test of ${oneLine(organisation)}, ${parameters.from} to ${parameters.to}`,
        "last-modified": DateTime.formatIso(createdAt),
        version: "1",
        "oscal-version": oscalVersion,
        props: props({ "leaver-test-id": testId, "org-id": orgId }),
        parties: [{ uuid: party, type: "organization", name: oneLine(organisation) }]
      },
      "import-ap": {
        href: `#${plan}`,
        remarks: "The plan is the published rule of the leaver access test, with the parameters of this test."
      },
      "local-definitions": {
        "objectives-and-methods": controls.map((control) => ({
          "control-id": control.id,
          description: control.title,
          parts: [{ id: objectiveOf(control), name: "assessment-objective", prose: control.objective }]
        }))
      },
      results: [
        {
          uuid: id("result"),
          title: `All leavers from ${parameters.from} to ${parameters.to}`,
          description: `${figuresInWords("leavers", statistics.leavers)} The test covers the whole population, not a sample.`,
          start: collected,
          end: collected,
          props: props({
            from: parameters.from,
            to: parameters.to,
            clock: parameters.clock,
            preset: parameters.preset
          }),
          "local-definitions": {
            ...(apps.size === 0
              ? {}
              : {
                  components: Array.from(apps, ([app, uuid]) => ({
                    uuid,
                    type: "software",
                    title: app,
                    description: "An app from which leavers' access is removed.",
                    status: { state: "operational" }
                  }))
                }),
            "assessment-assets": {
              components: [
                {
                  uuid: software,
                  type: "software",
                  title: "Offboarding service",
                  description: "The service that keeps the offboardings and the audit log, and ran this test.",
                  status: { state: "operational" }
                }
              ],
              "assessment-platforms": [
                {
                  uuid: id("platform"),
                  title: "Leaver access test",
                  "uses-components": [{ "component-uuid": software }]
                }
              ]
            }
          },
          "reviewed-controls": {
            description: "Only the objectives stated for these controls were tested.",
            "control-selections": [{ "include-controls": controls.map((control) => ({ "control-id": control.id })) }],
            "control-objective-selections": [
              { "include-objectives": controls.map((control) => ({ "objective-id": objectiveOf(control) })) }
            ]
          },
          observations,
          findings: controls.map((control) => ({
            uuid: id("finding", control.id),
            title: control.title,
            description: control.objective,
            origins,
            target: { type: "objective-id", "target-id": objectiveOf(control), status },
            "related-observations": related
          }))
        }
      ],
      "back-matter": {
        resources: [
          {
            uuid: plan,
            title: "The plan of this test",
            description: "The published rule, svc-leaver-test/v1, and the parameters of this test.",
            rlinks: [{ href: "statistics.json", "media-type": "application/json" }]
          },
          ...resources
        ]
      }
    }
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}
