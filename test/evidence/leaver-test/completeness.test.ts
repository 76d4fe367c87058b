import { assert, layer } from "#test/support/suite"
import type { LeaverTestResult } from "@svc/contract/leaver-test/figures"
import { EmailAddress } from "@svc/contract/kernel/text"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Jobs } from "#platform/jobs/jobs"
import {
  anHrAdmin,
  at,
  connect,
  credentials,
  directory,
  entraConnection,
  HrisAppWithFolder,
  reviews,
  sync
} from "#test/offboarding/hris/support"
import { asCaller, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { Integrations } from "#connections/integrations/service"
import { erase } from "#test/erasure/support"
import { aPerson } from "#test/support/cases"
import { readPdf } from "#test/support/pdf"
import { made, shown } from "./job-support.ts"
import { recount } from "./recount.ts"
import { anAuditorLink, opened } from "./stored.ts"

const clockTo = (moment: string) => TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe(moment)))

const march = { from: "2026-03-01", to: "2026-03-31" }
const april = { from: "2026-04-01", to: "2026-04-30" }

const codesOf = ({ reasons = [] }: LeaverTestResult["completeness"]) => reasons.map(({ code }) => code)

/** What a test of the period says of its completeness, and its files. */
const tested = Effect.fnUntraced(function* (member: Member, period: { readonly from: string; readonly to: string }) {
  const { files, id } = yield* made(member, period)
  const { result } = yield* shown(member, id)
  if (result === null) return yield* Effect.die("It was not made")
  const file: unknown = JSON.parse(String(files.get("completeness.json")))
  return { completeness: result.completeness, population: String(files.get("population.csv")), file, files, id }
})

layer(HrisAppWithFolder)("the leaver test of a period with an HR system", (it) => {
  // leaver-test-11: A list of leavers is called complete only when nothing speaks against it, and each reason is a
  //   sentence.
  it.effect("connected after the period: who had left by then is named, and the list is not complete", function* () {
    yield* clockTo("2026-04-20T09:00:00Z")
    const { admin, vendors } = yield* anHrAdmin("bamboohr")
    Object.assign(at(vendors.bamboohr, "1"), { lastDay: "2026-03-15", ended: true })
    yield* sync(admin)
    const { completeness, population } = yield* tested(admin, march)
    assert.deepInclude(completeness, { complete: false, leavers_without_case: 1 })
    assert.include(population, "Ann Lee,ann.lee@acme.test")
    assert.isUndefined((yield* directory(admin)).find(({ email }) => email === "ann.lee@acme.test"))
  })

  // leaver-test-11
  it.effect("a record that is deleted: its leaver is named all the same, and the deletion is counted", function* () {
    yield* clockTo("2026-04-02T09:00:00Z")
    const { admin, vendors } = yield* anHrAdmin("bamboohr")
    yield* sync(admin)
    yield* clockTo("2026-04-12T09:00:00Z")
    Object.assign(at(vendors.bamboohr, "1"), { lastDay: "2026-04-10", ended: true })
    yield* sync(admin)
    const [review] = (yield* reviews(admin)).rows
    assert.deepStrictEqual<unknown>([review?.kind, review?.last_day], ["left_in_past", "2026-04-10"])
    yield* clockTo("2026-05-04T09:00:00Z")
    const ann = (yield* directory(admin)).find(({ email }) => email === "ann.lee@acme.test")
    assert.strictEqual((yield* as(admin).delete(`/api/org-employees/${ann?.id}`)).status, 200)
    yield* sync(admin)
    const { completeness, population } = yield* tested(admin, april)
    assert.deepInclude(completeness, { complete: false, leavers_without_case: 1, deleted_records: 1 })
    assert.include(population, "Ann Lee,ann.lee@acme.test")
  })

  // leaver-test-11
  it.effect("a deleted offboarding is counted still when the log has forgotten its entry", function* () {
    yield* clockTo("2026-01-05T09:00:00Z")
    const { admin } = yield* anHrAdmin("bamboohr")
    const created = yield* as(admin).post("/api/employees", {
      employee_name: "Ada Lovelace",
      employee_email: "ada@acme.test",
      exit_date: "2026-01-20"
    })
    assert.strictEqual(created.status, 201, created.text)
    const january = { from: "2026-01-01", to: "2026-01-31" }
    yield* systemSql`
        UPDATE offboardings SET status = 'completed', completed_at = '2026-01-21T09:00:00Z' WHERE org_id = ${admin.orgId}`
    yield* systemSql`
        UPDATE organisations SET offboarding_retention_months = 6 WHERE id = ${admin.orgId}`
    yield* as(admin).put("/api/audit-log/retention", { audit_retention_months: 3 })
    const jobs = yield* Jobs
    yield* clockTo("2026-07-25T09:00:00Z")
    yield* systemSql`DELETE FROM revocation_schedules WHERE org_id = ${admin.orgId}`
    yield* jobs.run("offboarding-retention", admin.orgId)
    yield* sync(admin)
    assert.deepInclude((yield* tested(admin, january)).completeness, { complete: false, deleted_cases: 1 })
    yield* clockTo("2026-11-10T09:00:00Z")
    yield* jobs.run("audit-retention", admin.orgId)
    const gone = yield* systemSql`
        SELECT FROM audit_entries WHERE org_id = ${admin.orgId} AND action = 'offboarding_deleted'`
    assert.isEmpty(gone)
    yield* sync(admin)
    assert.deepInclude((yield* tested(admin, january)).completeness, { complete: false, deleted_cases: 1 })
  })

  // leaver-test-11
  it.effect("of two sources one was last read months ago: the other does not make up for it", function* () {
    yield* clockTo("2026-02-20T09:00:00Z")
    const { admin } = yield* anHrAdmin("bamboohr")
    const integrations = yield* Integrations
    yield* asCaller(admin)(integrations.connect(entraConnection))
    yield* sync(admin, "azure-ad")
    yield* clockTo("2026-04-01T00:30:00Z")
    yield* sync(admin)
    assert.deepInclude((yield* tested(admin, march)).completeness, { complete: false })
    yield* sync(admin, "azure-ad")
    assert.deepInclude((yield* tested(admin, march)).completeness, { complete: true })
  })

  // leaver-test-13
  it.effect("connected after the period, with a log that is whole: complete where everybody has a case", function* () {
    yield* clockTo("2026-04-20T09:00:00Z")
    const { admin } = yield* anHrAdmin("bamboohr")
    yield* sync(admin)
    const { completeness, file } = yield* tested(admin, march)
    assert.deepInclude(completeness, { complete: true, why: [], reasons: [] })
    assert.deepInclude(file, { complete: true, why: [] })
  })

  // leaver-test-11
  // leaver-test-13: A log that starts after the first day of the period makes the list incomplete, unless nothing was
  //   ever removed from it.
  it.effect(
    "a log that begins after the first day of the period shows nothing of what was deleted before",
    function* () {
      yield* clockTo("2026-01-05T09:00:00Z")
      const { admin } = yield* anHrAdmin("bamboohr")
      yield* as(admin).put("/api/audit-log/retention", { audit_retention_months: 3 })
      yield* clockTo("2026-09-10T09:00:00Z")
      yield* (yield* Jobs).run("audit-retention", admin.orgId)
      yield* sync(admin)
      const { completeness } = yield* tested(admin, march)
      assert.deepStrictEqual(codesOf(completeness), ["log_starts_late"])
      assert.include(completeness.why?.[0], "The audit log starts at Sep 10, 2026")
      assert.deepInclude((yield* tested(admin, { from: "2026-09-11", to: "2026-09-30" })).completeness, {
        complete: true
      })
    }
  )

  it.effect(
    "a directory alone covers the time from its first read on; an HR system that was never read, nothing",
    function* () {
      yield* clockTo("2026-03-10T09:00:00Z")
      const { admin } = yield* anHrAdmin("bamboohr")
      assert.deepStrictEqual(codesOf((yield* tested(admin, april)).completeness), ["source_never_read"])
      yield* systemSql`DELETE FROM integrations WHERE org_id = ${admin.orgId}`
      assert.deepStrictEqual(codesOf((yield* tested(admin, april)).completeness), ["no_source_read"])
      yield* asCaller(admin)((yield* Integrations).connect(entraConnection))
      yield* sync(admin, "azure-ad")
      yield* clockTo("2026-05-02T09:00:00Z")
      yield* sync(admin, "azure-ad")
      assert.deepStrictEqual(codesOf((yield* tested(admin, march)).completeness), ["source_starts_late"])
      assert.deepStrictEqual(codesOf((yield* tested(admin, april)).completeness), [])
    }
  )

  it.effect("while the period runs every source has to be read in the 48 hours before the test", function* () {
    yield* clockTo("2026-04-10T09:00:00Z")
    const { admin } = yield* anHrAdmin("bamboohr")
    yield* sync(admin)
    yield* clockTo("2026-04-12T08:59:59Z")
    assert.deepStrictEqual(codesOf((yield* tested(admin, april)).completeness), [])
    yield* clockTo("2026-04-12T09:00:01Z")
    assert.deepStrictEqual(codesOf((yield* tested(admin, april)).completeness), ["source_not_read_since"])
  })

  // leaver-test-14: Another HR system with the same name does not inherit the last read of the previous one.
  it.effect("another HR system under the same name was not read by the former one's last sync", function* () {
    yield* clockTo("2026-04-10T09:00:00Z")
    const { admin } = yield* anHrAdmin("bamboohr")
    yield* sync(admin)
    assert.strictEqual((yield* connect(admin, credentials.hibob)).status, 201)
    const { completeness } = yield* tested(admin, march)
    assert.deepStrictEqual(codesOf(completeness), ["source_never_read"])
    assert.deepStrictEqual(completeness.why, ["HiBob was never read in full."])
  })

  // leaver-test-17: A deleted record does not count if its person cannot have left in the period.
  it.effect("a deleted record does not count where nobody can have left by it", function* () {
    yield* clockTo("2026-04-10T09:00:00Z")
    const { admin } = yield* anHrAdmin("bamboohr")
    yield* sync(admin)
    const person = yield* aPerson(admin, "Kim Late")
    assert.strictEqual((yield* as(admin).delete(`/api/org-employees/${person.id}`)).status, 200)
    // It was made after March, and may be of somebody who left in April.
    assert.deepStrictEqual(codesOf((yield* tested(admin, march)).completeness), [])
    yield* clockTo("2026-05-02T09:00:00Z")
    yield* sync(admin)
    assert.deepStrictEqual(codesOf((yield* tested(admin, april)).completeness), ["deleted_records"])
    yield* aPerson(admin, "Kim Late")
    assert.deepStrictEqual(codesOf((yield* tested(admin, april)).completeness), [])
  })

  // leaver-test-16: A leaver whom a source withdraws after the last day is named, and the list is incomplete.
  it.effect(
    "a leaving that the source takes back after its day is named, and no other organization's is",
    function* () {
      yield* clockTo("2026-04-20T09:00:00Z")
      const { admin, vendors } = yield* anHrAdmin("bamboohr")
      const ann = at(vendors.bamboohr, "1")
      Object.assign(ann, { lastDay: "2026-03-15", ended: true })
      yield* sync(admin)
      Object.assign(ann, { lastDay: null, ended: false })
      yield* sync(admin)
      const { completeness, file, population } = yield* tested(admin, march)
      assert.deepStrictEqual(codesOf(completeness), ["withdrawn_leavers"])
      assert.include(JSON.stringify(file), "ann.lee@acme.test")
      assert.notInclude(population, "ann.lee@acme.test")
      const { admin: other } = yield* anHrAdmin("bamboohr")
      yield* sync(other)
      assert.deepStrictEqual(codesOf((yield* tested(other, march)).completeness), [])
    }
  )

  // leaver-test-15: A leaver without a last day, reported at the first read, makes earlier periods incomplete.
  it.effect("a leaving without a day, first reported at the first read, may lie in any period before it", function* () {
    yield* clockTo("2026-04-20T09:00:00Z")
    const { admin, vendors } = yield* anHrAdmin("bamboohr")
    at(vendors.bamboohr, "1").ended = true
    yield* sync(admin)
    assert.deepStrictEqual(codesOf((yield* tested(admin, march)).completeness), ["leavers_without_day"])
    yield* clockTo("2026-06-02T09:00:00Z")
    at(vendors.bamboohr, "2").ended = true
    yield* sync(admin)
    const { completeness, population } = yield* tested(admin, { from: "2026-06-01", to: "2026-06-02" })
    // Sean left between two reads, and counts by the day of the second.
    assert.notInclude(population, "ann.lee@acme.test")
    assert.deepInclude(codesOf(completeness), "leavers_without_day")
    yield* clockTo("2026-06-03T09:00:00Z")
    assert.include((yield* tested(admin, { from: "2026-06-01", to: "2026-06-02" })).population, "sean.o'neil@acme.test")
  })

  it.effect("more leavings than are kept, and a period of which none are kept any more", function* () {
    yield* clockTo("2026-04-20T09:00:00Z")
    const { admin } = yield* anHrAdmin("bamboohr")
    yield* sync(admin)
    yield* systemSql`UPDATE hris_sources SET left_out_at = last_read_at WHERE org_id = ${admin.orgId}`
    assert.deepStrictEqual(codesOf((yield* tested(admin, march)).completeness), ["source_left_out"])
    const early = yield* tested(admin, { from: "2019-04-19", to: "2019-05-01" })
    assert.deepStrictEqual(codesOf(early.completeness), ["leavings_expired", "source_left_out"])
  })

  // leaver-test-12: Erasing a leaver keeps that they left.
  it.effect(
    "erasing somebody who left keeps that they did: the name is gone, the count is not, and no sync refills it",
    function* () {
      yield* clockTo("2026-04-20T09:00:00Z")
      const { admin, vendors } = yield* anHrAdmin("bamboohr")
      Object.assign(at(vendors.bamboohr, "1"), { lastDay: "2026-03-15", ended: true })
      yield* sync(admin)
      const before = yield* tested(admin, march)
      assert.include(before.population, "Ann Lee")
      // Who never joined is erased by way of a record with their address.
      const person = yield* aPerson(admin, "Ann Lee", { email: EmailAddress.make("ann.lee@acme.test") })
      assert.strictEqual((yield* erase(admin, person.id)).status, 200)
      assert.strictEqual((yield* shown(admin, before.id)).status, "withdrawn")
      yield* sync(admin)
      const after = yield* tested(admin, march)
      assert.deepInclude(after.completeness, { complete: false, leavers_without_case: 1 })
      assert.include(after.population, "[erased]")
      const { result } = yield* shown(admin, after.id)
      assert.deepStrictEqual(
        result?.exceptions.map(({ name }) => name),
        ["[erased]"]
      )
      for (const [name, content] of after.files) assert.notMatch(content.toString(), /Ann Lee|ann\.lee/, name)
      const stored = yield* systemSql<{ readonly sealed: string | null }>`
          SELECT coalesce(sealed_name, sealed_email) AS sealed FROM hris_leavings
          WHERE org_id = ${admin.orgId} AND left_on = '2026-03-15'`
      assert.deepStrictEqual(stored, [{ sealed: null }])
    }
  )

  // leaver-test-11
  it.effect(
    "each reason is a sentence: in the answer, the file, the report, the auditor's page and the second program",
    function* () {
      yield* clockTo("2026-04-20T09:00:00Z")
      const { admin, vendors } = yield* anHrAdmin("bamboohr")
      Object.assign(at(vendors.bamboohr, "1"), { lastDay: "2026-03-15", ended: true })
      yield* sync(admin)
      const { completeness, file, files, id } = yield* tested(admin, march)
      const sentence = "1 leaver has no offboarding."
      const why = [sentence]
      assert.deepStrictEqual(completeness.why, why)
      assert.deepInclude(file, { why })
      const { text } = yield* readPdf(files.get("report.pdf") ?? Buffer.of())
      assert.include(text.replaceAll(/\s+/g, " "), sentence)
      const page = yield* opened((yield* anAuditorLink(admin, id)).token)
      assert.include(page.text, `<li>${sentence}</li>`)
      assert.include(String(files.get("assessment-results.json")), sentence)

      const folder = mkdtempSync(join(tmpdir(), "svc-leaver-test-"))
      for (const [name, content] of files) writeFileSync(join(folder, name), content)
      const told = yield* recount(folder)
      assert.isTrue(told.holds, told.lines.join("\n"))
      for (const other of [
        { ...(typeof file === "object" ? file : {}), complete: true },
        { ...(typeof file === "object" ? file : {}), leavers_without_case: [] }
      ]) {
        writeFileSync(join(folder, "completeness.json"), JSON.stringify(other))
        assert.isFalse((yield* recount(folder)).holds)
      }
    }
  )
})
