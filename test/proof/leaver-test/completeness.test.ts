import { assert, layer } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Jobs } from "#platform/jobs/jobs"
import { anHrAdmin, at, directory, entraConnection, HrisAppWithFolder, reviews, sync } from "#test/offboarding/hris/support"
import { asCaller, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { asSystem } from "#test/support/tables"
import { Integrations } from "#connections/integrations/service"
import { made, shown } from "./job-support.ts"

const clockTo = (moment: string) => TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe(moment)))

const march = { from: "2026-03-01", to: "2026-03-31" }
const april = { from: "2026-04-01", to: "2026-04-30" }

/** What a test of the period says of its completeness, and its files. */
const tested = Effect.fnUntraced(function* (member: Member, period: { readonly from: string; readonly to: string }) {
  const { files, id } = yield* made(member, period)
  const { result } = yield* shown(member, id)
  if (result === null) return yield* Effect.die("It was not made")
  const file: unknown = JSON.parse(String(files.get("completeness.json")))
  return { completeness: result.completeness, population: String(files.get("population.csv")), file, files, id }
})

layer(HrisAppWithFolder)("the leaver test of a period with an HR system", (it) => {
  it.effect("connected after the period: who had left by then is named, and the list is not complete", () =>
    Effect.gen(function* () {
      yield* clockTo("2026-04-20T09:00:00Z")
      const { admin, vendors } = yield* anHrAdmin("bamboohr")
      Object.assign(at(vendors.bamboohr, "1"), { lastDay: "2026-03-15", ended: true })
      yield* sync(admin)
      const { completeness, population } = yield* tested(admin, march)
      assert.deepInclude(completeness, { complete: false, leavers_without_case: 1 })
      assert.include(population, "Ann Lee,ann.lee@acme.test")
      assert.isUndefined((yield* directory(admin)).find(({ email }) => email === "ann.lee@acme.test"))
    })
  )

  it.effect("a record that is deleted: its leaver is named all the same, and the deletion is counted", () =>
    Effect.gen(function* () {
      yield* clockTo("2026-04-02T09:00:00Z")
      const { admin, vendors } = yield* anHrAdmin("bamboohr")
      yield* sync(admin)
      yield* clockTo("2026-04-12T09:00:00Z")
      Object.assign(at(vendors.bamboohr, "1"), { lastDay: "2026-04-10", ended: true })
      yield* sync(admin)
      assert.deepInclude((yield* reviews(admin)).rows[0], { kind: "left_in_past", last_day: "2026-04-10" })
      yield* clockTo("2026-05-04T09:00:00Z")
      const ann = (yield* directory(admin)).find(({ email }) => email === "ann.lee@acme.test")
      assert.strictEqual((yield* as(admin).delete(`/api/org-employees/${ann?.id}`)).status, 200)
      yield* sync(admin)
      const { completeness, population } = yield* tested(admin, april)
      assert.deepInclude(completeness, { complete: false, leavers_without_case: 1, deleted_records: 1 })
      assert.include(population, "Ann Lee,ann.lee@acme.test")
    })
  )

  it.effect("a deleted offboarding is counted still when the log has forgotten its entry", () =>
    Effect.gen(function* () {
      yield* clockTo("2026-01-05T09:00:00Z")
      const { admin } = yield* anHrAdmin("bamboohr")
      const created = yield* as(admin).post("/api/employees", {
        employee_name: "Ada Lovelace",
        employee_email: "ada@acme.test",
        exit_date: "2026-01-20"
      })
      assert.strictEqual(created.status, 201, created.text)
      const january = { from: "2026-01-01", to: "2026-01-31" }
      yield* asSystem((sql) => sql`
        UPDATE offboardings SET status = 'completed', completed_at = '2026-01-21T09:00:00Z' WHERE org_id = ${admin.orgId}`)
      yield* asSystem((sql) => sql`
        UPDATE organisations SET offboarding_retention_months = 6 WHERE id = ${admin.orgId}`)
      yield* as(admin).put("/api/audit-log/retention", { audit_retention_months: 3 })
      const jobs = yield* Jobs
      yield* clockTo("2026-07-25T09:00:00Z")
      yield* asSystem((sql) => sql`DELETE FROM revocation_schedules WHERE org_id = ${admin.orgId}`)
      yield* jobs.run("offboarding-retention", admin.orgId)
      yield* sync(admin)
      assert.deepInclude((yield* tested(admin, january)).completeness, { complete: false, deleted_cases: 1 })
      yield* clockTo("2026-11-10T09:00:00Z")
      yield* jobs.run("audit-retention", admin.orgId)
      const gone = yield* asSystem((sql) => sql`
        SELECT FROM audit_entries WHERE org_id = ${admin.orgId} AND action = 'offboarding_deleted'`)
      assert.isEmpty(gone)
      yield* sync(admin)
      assert.deepInclude((yield* tested(admin, january)).completeness, { complete: false, deleted_cases: 1 })
    })
  )

  it.effect("of two sources one was last read months ago: the other does not make up for it", () =>
    Effect.gen(function* () {
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
  )
})
