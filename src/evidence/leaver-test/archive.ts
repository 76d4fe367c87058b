import { AnchorPage, LeaverTestManifest } from "@svc/contract/audit/files"
import { LeaverTestResult, LeaverTestStatistics, SampleDraw } from "@svc/contract/leaver-test/figures"
import { LeaverTestParameters, type LeaverTestProgress } from "@svc/contract/leaver-test/schema"
import type { Caller } from "@svc/contract/kernel/access"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { Context, DateTime, Effect, Option, Schedule, Schema, Stream } from "effect"
import { AuditSlices } from "#audit/log/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { Files } from "#platform/files/files"
import { keptSince } from "#access/kept-leavings"
import { type Measures, measured } from "#platform/files/measured"
import type { StorageError, StorageFull } from "#platform/files/store"
import { verifyCommand, verifyPage } from "#platform/files/verify-page"
import { signedZip } from "#platform/files/signed-zip"
import { signatureNote } from "#platform/keys/signature-note"
import { Signing } from "#platform/keys/signing"
import { Typesetter, TypesettingFailed } from "#platform/pdf/typesetter"
import { layerOf } from "#platform/services/layer-of"
import type { ClaimedTest } from "./builds-repo.ts"
import { completenessOf } from "./completeness.ts"
import { assessmentResults } from "./oscal.ts"
import { LeaverPopulation } from "./population.ts"
import type { Population } from "./population-writer.ts"
import { leaverTestDocument } from "./report-document.ts"
import { makeLeaverNames } from "./sealed-names.ts"
import { LeaverSample } from "./sample.ts"
import { sampleRows } from "./sample-rows.ts"
import { LeaverTestsRepo } from "./tests-repo.ts"

/** Exceptions kept in the database, in addition to the ZIP. */
const exceptionsKept = 100

/** Curve steps kept in the database, in addition to the ZIP. */
const stepsKept = 240

const encoder = new TextEncoder()

const jsonOf = (value: unknown) => encoder.encode(`${JSON.stringify(value, undefined, 2)}\n`)

/** What is of its type is of its schema: a value that is not is a defect. */
const encoding = <S extends Schema.Codec<unknown, unknown>>(schema: S) => {
  const encode = Schema.encodeEffect(schema)
  return (value: S["Type"]) => Effect.orDie(encode(value))
}

const StatisticsFile = Schema.toCodecJson(
  Schema.Struct({
    format: Schema.tag("svc-leaver-test-statistics/v1"),
    as_of: LeaverTestResult.fields.as_of,
    parameters: LeaverTestParameters,
    ...LeaverTestStatistics.fields,
    left_behind: LeaverTestResult.fields.left_behind
  })
)
const SampleFile = Schema.toCodecJson(
  Schema.Struct({
    format: Schema.tag("svc-leaver-test-sample/v1"),
    ...SampleDraw.fields,
    drawn: Schema.Array(Schema.String)
  })
)
const encodeStatistics = encoding(StatisticsFile)
const encodeSample = encoding(SampleFile)
const encodeAnchors = encoding(Schema.toCodecJson(AnchorPage))
const encodeManifest = encoding(Schema.toCodecJson(LeaverTestManifest))

const mediaTypes: Readonly<Record<string, string>> = {
  csv: "text/csv",
  json: "application/json",
  html: "text/html",
  mjs: "text/javascript",
  pdf: "application/pdf",
  pem: "application/x-pem-file"
}
const mediaTypeOf = (path: string) => mediaTypes[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream"

/** At most this many steps of a curve, including the first and the last. */
const thinned = <Step>(steps: ReadonlyArray<Step>): ReadonlyArray<Step> =>
  steps.length <= stepsKept
    ? steps
    : Array.from({ length: stepsKept }, (_, place) =>
        Math.round((place * (steps.length - 1)) / (stepsKept - 1))
      ).flatMap((place) => steps.slice(place, place + 1))

const leftBehindIn = ({ leftBehind }: Population) => (leftBehind === null ? {} : { left_behind: leftBehind.figures })

/** What was written to the storage. */
interface WrittenTest extends Measures {
  readonly result: LeaverTestResult
  readonly subjects: ReadonlyArray<string>
}

/** A leaver test as one signed ZIP, straight into the storage. */
export class LeaverTestArchive extends Context.Service<
  LeaverTestArchive,
  {
    /** Writes the ZIP to the test's key, whole or not at all; `told` hears what it is at. */
    write(
      test: ClaimedTest,
      told: (progress: LeaverTestProgress) => Effect.Effect<void>
    ): Effect.Effect<WrittenTest, StorageError | StorageFull | TypesettingFailed, Caller>
  }
>()("svc/leaver-test/LeaverTestArchive") {
  static readonly layerNoDeps = layerOf(LeaverTestArchive, function* () {
    const db = yield* Db
    const populations = yield* LeaverPopulation
    const samples = yield* LeaverSample
    const slices = yield* AuditSlices
    const files = yield* Files
    const signing = yield* Signing
    const { baseUrl } = yield* AppConfig
    const typesetter = yield* Typesetter
    const tests = yield* LeaverTestsRepo
    const leaverNames = yield* makeLeaverNames

    const resultOf = (
      asOf: DateTime.Utc,
      population: Population,
      completeness: LeaverTestResult["completeness"],
      sample: SampleDraw
    ): LeaverTestResult => ({
      as_of: asOf,
      statistics: {
        ...population.statistics,
        curve: {
          leavers: thinned(population.statistics.curve.leavers),
          removals: thinned(population.statistics.curve.removals)
        }
      },
      evidence: population.evidence,
      reactivated_leavers: population.reactivatedLeavers,
      residual_findings: population.residualFindings,
      ...leftBehindIn(population),
      completeness,
      exceptions: population.exceptions.slice(0, exceptionsKept),
      sample
    })

    const write = Effect.fn("LeaverTestArchive.write")(function* (
      test: ClaimedTest,
      told: (progress: LeaverTestProgress) => Effect.Effect<void>
    ) {
      yield* files.requireRoom
      const { id, org_id: orgId, parameters } = test
      const asOf = yield* DateTime.now
      const modified = DateTime.toDateUtc(asOf)
      const organisation = yield* db.transact(tests.organisation(orgId))
      const population = yield* populations.write(orgId, parameters, asOf, (done, total) =>
        told({ step: "population", done, total })
      )
      const total = population.leaverIds.length
      yield* told({ step: "sample", done: 0, total })
      const { anchors, leaverIds, sample, through } = yield* samples.draw(population, parameters)
      const { counted, file: completeness } = yield* completenessOf(population, {
        from: parameters.from,
        to: parameters.to,
        zone: organisation.zone,
        keptSince: keptSince(DateTime.formatIsoDateUtc(asOf)),
        asOf
      })
      const result = resultOf(asOf, population, counted, sample)
      const day = CalendarDate.make(DateTime.formatIsoDateUtc(asOf))
      yield* told({ step: "writing", done: 0, total })

      const statistics = yield* encodeStatistics({
        format: "svc-leaver-test-statistics/v1",
        as_of: asOf,
        parameters,
        ...population.statistics,
        ...leftBehindIn(population)
      })
      const names = yield* db.transact(
        leaverNames(
          orgId,
          result.exceptions.map(({ leaver_id }) => leaver_id)
        )
      )
      const pdf = yield* typesetter
        .set(leaverTestDocument({ organisation: organisation.name, test, result, names }), {
          orgId,
          documentId: id,
          createdAt: asOf,
          signedBy: signatureNote(signing.keyId, baseUrl)
        })
        .pipe(
          // No one waits for an answer here, so a full queue is asked again, for ten minutes.
          Effect.retry({
            while: ({ _tag }) => _tag === "TypesettingBusy",
            schedule: Schedule.spaced("10 seconds"),
            times: 60
          }),
          Effect.catchTag("TypesettingBusy", () => new TypesettingFailed({ message: "Too many PDFs were being made" }))
        )
      const drawnRows = yield* sampleRows(population.population.read, leaverIds)
      const sampleFile = yield* encodeSample({ format: "svc-leaver-test-sample/v1", ...sample, drawn: leaverIds })
      const anchorsFile = yield* encodeAnchors(anchors)
      const page = yield* verifyPage
      const command = yield* verifyCommand
      let whole: Measures = { size: 0, sha256: "" }
      const zip = measured(
        signedZip({
          signing,
          modified,
          entries: (add) => {
            const bytes = (path: string, content: Uint8Array) => add(path, Stream.make(content))
            return Stream.fromIterable([
              add("population.csv", population.population.read),
              add("removals.csv", population.removals.read),
              ...(population.leftBehind === null ? [] : [add("left-behind.csv", population.leftBehind.file.read)]),
              bytes("completeness.json", jsonOf(completeness)),
              bytes("statistics.json", jsonOf(statistics)),
              bytes("sample.json", jsonOf(sampleFile)),
              bytes("sample.csv", drawnRows),
              bytes("report.pdf", pdf),
              bytes("anchors.json", jsonOf(anchorsFile)),
              // The days around the test: its entry is from now, or from just before midnight.
              add(
                "audit.json",
                slices.json({
                  filters: { action: "leaver_test_population_fixed", from: day },
                  onlooker: "everything",
                  through
                })
              ),
              ...Option.toArray(signing.publicKeyPem).map((pem) => bytes("signing-key.pem", encoder.encode(pem))),
              ...Option.toArray(page).map((html) => bytes("verify.html", html)),
              ...Option.toArray(command).map((program) => bytes("verify.mjs", program))
            ])
          },
          // It lists the hashes of all others.
          last: (listed, add) =>
            Effect.sync(() => [
              add(
                "assessment-results.json",
                Stream.make(
                  encoder.encode(
                    assessmentResults({
                      orgId,
                      organisation: organisation.name,
                      testId: id,
                      parameters,
                      result,
                      exceptions: population.exceptions,
                      files: listed.map((file) => ({ ...file, mediaType: mediaTypeOf(file.path) })),
                      createdAt: asOf
                    })
                  )
                )
              )
            ]),
          manifest: (listed) =>
            Effect.map(
              encodeManifest({
                format: "svc-leaver-test/v1",
                org_id: orgId,
                leaver_test_id: id,
                created_at: asOf,
                key_id: Option.getOrNull(signing.keyId),
                files: listed
              }),
              jsonOf
            )
        }),
        (measures) => {
          whole = measures
        }
      )
      yield* files.put(test.storage_key, zip, { contentType: "application/zip" })
      const written: WrittenTest = { ...whole, result, subjects: population.subjects }
      return written
    }, Effect.scoped)

    return LeaverTestArchive.of({ write })
  })
}
