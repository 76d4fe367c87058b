import { assert, layer } from "#test/support/suite"
import { verify } from "@svc/verify/verify"
import { DateTime, Effect, FileSystem, Schema } from "effect"
import { TestClock } from "effect/testing"
import { hash } from "node:crypto"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { AppConfig } from "#platform/config/config"
import { AppWithFolder, signingKeys } from "#test/audit/archives/support"
import { erase } from "#test/erasure/support"
import { aSuperAdmin } from "#test/support/people"
import { entriesOf, mailsTo } from "#test/support/log"
import { as, withStatus } from "#test/support/requests"
import { failuresOf, input, zipOf } from "#test/verify/writing"
import { aYearOf, build, expire, made, path, requested, shown } from "./job-support.ts"
import { recount, redrawn } from "./recount.ts"
import { asOf } from "./year.ts"

const key = input("key.pem", signingKeys.publicKey.export({ format: "pem", type: "spki" }).toString(), "Key")

const Sample = Schema.fromJsonString(
  Schema.Struct({ anchor_hash: Schema.String, drawn: Schema.Array(Schema.String), population_seq: Schema.Int })
)
const sampleIn = (files: ReadonlyMap<string, Buffer>) =>
  Schema.decodeUnknownEffect(Sample)(files.get("sample.json")?.toString())

const aFolderOf = (files: ReadonlyMap<string, Buffer>) => {
  const folder = mkdtempSync(join(tmpdir(), "svc-leaver-test-"))
  for (const [name, content] of files) writeFileSync(join(folder, name), content)
  return folder
}

const words = 'It\'s 50 % "où"'

layer(AppWithFolder)("the job leaver-tests", (it) => {
  // leaver-test-3: The sample follows from the fixed population, the anchor after it and the auditor's words, and
  //   anybody can draw it again.
  it.effect(
    "one signed ZIP that the verifier, the second program and a shell script find as the service says",
    function* () {
      const { member } = yield* aYearOf(80)
      const { files, id, zip } = yield* made(member, { words, sample_size: 10 })
      assert.deepStrictEqual([...files.keys()].toSorted(), [
        "anchors.json",
        "assessment-results.json",
        "audit.json",
        "completeness.json",
        "manifest.json",
        "manifest.json.sig",
        "population.csv",
        "removals.csv",
        "report.pdf",
        "sample.csv",
        "sample.json",
        "signing-key.pem",
        "statistics.json",
        "verify.html",
        "verify.mjs"
      ])
      const report = yield* Effect.promise(() => verify([input("leaver-test.zip", zip), key]))
      assert.deepStrictEqual([report.verdict, failuresOf(report)], ["proven", []])

      const folder = aFolderOf(files)
      const told = yield* recount(folder)
      assert.isTrue(told.holds, told.lines.join("\n"))
      const { anchor_hash, drawn, population_seq } = yield* sampleIn(files)
      assert.lengthOf(drawn, 10)
      assert.deepStrictEqual(
        yield* redrawn(join(folder, "population.csv"), { anchorHash: anchor_hash, words, size: 10 }),
        drawn
      )

      const details = yield* shown(member, id)
      assert.deepInclude(details, {
        status: "ready",
        download_available: true,
        sha256: hash("sha256", zip),
        size_bytes: zip.length
      })
      assert.strictEqual(details.result?.statistics.leavers.total, 80)
      assert.isNotEmpty(details.result?.exceptions)
      const entries = yield* entriesOf(member.orgId, { action: "leaver_test_population_fixed" })
      assert.strictEqual(
        entries[0]?.details.split(" | ")[0],
        `population sha256: ${hash("sha256", files.get("population.csv") ?? "")}, rows: 80, words sha256: ${hash("sha256", words)}, sample size: 10`
      )
      assert.isAbove(population_seq, 0)
      assert.lengthOf(yield* entriesOf(member.orgId, { action: "leaver_test_ready" }), 1)
      assert.deepStrictEqual(
        (yield* mailsTo(member.email)).map(({ subject }) => subject),
        ["Your leaver access test is ready"]
      )
    }
  )

  // leaver-test-4: A byte changed in any of its files is named.
  it.effect("one flipped byte in any file is named", function* () {
    const { member } = yield* aYearOf(40)
    const { files } = yield* made(member)
    for (const [name, content] of files) {
      const flipped = Buffer.from(content)
      const at = Math.floor(flipped.length / 2)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      const zip = yield* Effect.promise(() => zipOf(Object.fromEntries([...files, [name, flipped]])))
      const report = yield* Effect.promise(() => verify([input("leaver-test.zip", zip), key]))
      const named = report.findings.filter(({ outcome }) => outcome === "failed" || outcome === "unreadable")
      const about = name === "manifest.json.sig" ? "manifest.json" : name
      assert.isTrue(
        named.some(({ where }) => where?.file.includes(about) === true),
        `${name}: ${JSON.stringify(named)}`
      )
    }
  })

  // leaver-test-5: The same state gives the same files.
  it.effect("two tests of the same state are the same bytes but for their own ids and times", function* () {
    const { member } = yield* aYearOf(60)
    const first = yield* made(member)
    const second = yield* made(member)
    for (const name of ["population.csv", "removals.csv", "statistics.json", "completeness.json"]) {
      assert.strictEqual(first.files.get(name)?.toString(), second.files.get(name)?.toString(), name)
    }
    const withoutOwn = Effect.fnUntraced(function* ({ files }: typeof first) {
      const { population_seq: seq } = yield* sampleIn(files)
      return files
        .get("assessment-results.json")
        ?.toString()
        .replaceAll(/[0-9a-f]{64}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "its own")
        .replaceAll(new RegExp(`entry ${seq} |"${seq}"`, "g"), "its own")
        .replaceAll(/("name": "size",\s+"ns": "[^"]+",\s+"value": )"\d+"/g, "its own")
    })
    assert.strictEqual(yield* withoutOwn(first), yield* withoutOwn(second))
  })

  // leaver-test-7
  it.effect("queued, ready, expired after 400 days: a download only while it is ready, each recorded", function* () {
    const { member } = yield* aYearOf(40)
    const { id } = yield* requested(member)
    assert.deepInclude(yield* shown(member, id), { status: "queued", result: null, download_available: false })
    assert.deepInclude(yield* as(member).get(`${path}/${id}/download`), { status: 409 })
    yield* build
    const { body } = yield* withStatus(200, as(member).get(`${path}/${id}/download`))
    assert.deepInclude(body, { expires_in: 600 })
    assert.lengthOf(yield* entriesOf(member.orgId, { action: "leaver_test_downloaded" }), 1)

    yield* TestClock.setTime(DateTime.toEpochMillis(DateTime.add(asOf, { days: 400, minutes: 1 })))
    yield* expire
    const gone = yield* shown(member, id)
    assert.strictEqual(gone.status, "expired")
    assert.isNotNull(gone.result)
    assert.deepInclude((yield* as(member).get(`${path}/${id}/download`)).body, { code: "leaver_test_expired" })
    const fs = yield* FileSystem.FileSystem
    const { dataDir } = yield* AppConfig
    assert.isEmpty(yield* fs.readDirectory(`${dataDir}/files/leaver-tests/${member.orgId}`))
  })

  // leaver-test-8: Who is erased keeps their row, as `[erased]`, and no ZIP that names them stays.
  it.effect("erasing somebody whom the ZIP names withdraws it; a new one has their row, as [erased]", function* () {
    const { member, year } = yield* aYearOf(40)
    const before = yield* made(member)
    const { erased } = year.planted
    assert.include(before.files.get("population.csv")?.toString(), erased.email)
    assert.strictEqual((yield* erase(member, erased.id)).status, 200)
    const withdrawn = yield* shown(member, before.id)
    assert.strictEqual(withdrawn.status, "withdrawn")
    assert.isNotNull(withdrawn.result)
    assert.deepInclude((yield* as(member).get(`${path}/${before.id}/download`)).body, {
      code: "leaver_test_withdrawn"
    })
    yield* expire
    const fs = yield* FileSystem.FileSystem
    const { dataDir } = yield* AppConfig
    assert.isEmpty(yield* fs.readDirectory(`${dataDir}/files/leaver-tests/${member.orgId}`))

    const after = yield* made(member)
    const population = after.files.get("population.csv")?.toString() ?? ""
    assert.strictEqual(
      population.split("\r\n").length,
      before.files.get("population.csv")?.toString().split("\r\n").length
    )
    assert.include(population, "[erased]")
    for (const [name, content] of after.files) assert.notInclude(content.toString(), erased.email, name)
  })

  // leaver-test-9: What was never observed is not counted as removed, and where nothing shows that the list is complete
  //   it says so.
  it.effect("an organisation without leavers and without an HR system: nothing tested, and it says so", function* () {
    const member = yield* aSuperAdmin()
    const { files, id, zip } = yield* made(member)
    const { result } = yield* shown(member, id)
    assert.deepInclude(result?.statistics.leavers, {
      total: 0,
      tested: 0,
      exception_rate: null,
      exception_bound_95: null
    })
    assert.deepInclude(result?.completeness, { complete: false, sources: [] })
    assert.strictEqual(files.get("population.csv")?.toString().trimEnd().split("\r\n").length, 1)
    const report = yield* Effect.promise(() => verify([input("leaver-test.zip", zip), key]))
    assert.deepStrictEqual([report.verdict, failuresOf(report)], ["proven", []])
  })
})
