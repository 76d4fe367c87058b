import { assert, layer } from "#test/support/suite"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Jobs } from "#platform/jobs/jobs"
import * as RevocationsDomain from "#access-removal/revocations/index"
import { aCase, caseIn, expect, path } from "#test/offboarding/cases/support"
import { TestApp } from "#test/support/TestApp"
import { aMember, aSuperAdmin } from "#test/support/people"
import { as } from "#test/support/requests"
import { aScimVendor } from "./support.ts"

// revocation-4
layer(RevocationsDomain.loops.pipe(Layer.provideMerge(TestApp)))("the end of the last day, over HTTP", (it) => {
  it.effect(
    "in the night in which clocks move by half an hour access goes at the zone's midnight, not before",
    function* () {
      const admin = yield* aSuperAdmin()
      const vendor = yield* aScimVendor([{ userName: "ada@acme.test" }])
      const target = { protocol: "scim", base_url: vendor.baseUrl, token: vendor.token }
      const connected = (service_name: string, who = admin) =>
        expect(201, as(who).post("/api/integrations/saas-revocation/connect", { service_name, ...target }))
      yield* connected("Notion")
      const made = yield* aCase(admin, {
        employee_email: "ada@acme.test",
        exit_date: "2026-04-05",
        timezone: "Australia/Lord_Howe",
        apps_to_revoke: ["Notion"]
      })
      const jobs = yield* Jobs
      const due = jobs.run("scheduled-revocations", admin.orgId)
      yield* TestClock.setTime(Date.parse("2026-04-05T13:29:59Z"))
      assert.deepStrictEqual(yield* due, { queued: 0, taken_up: 0 })
      yield* TestClock.setTime(Date.parse("2026-04-05T13:30:00Z"))
      assert.deepStrictEqual(yield* due, { queued: 1, taken_up: 1 })

      // An app selected afterwards does not wait for somebody to remember it, and asks for the right to revoke.
      yield* connected("Wiki", admin)
      const body = { apps_to_revoke: ["Notion", "Wiki"] }
      const refused = yield* as(yield* aMember(admin.orgId, "hr")).patch(`${path}/${made.id}`, body)
      assert.deepInclude(refused.body, { code: "past_exit_date_permission" })
      yield* expect(200, as(admin).patch(`${path}/${made.id}`, body))
      assert.deepStrictEqual(yield* due, { queued: 1, taken_up: 1 })
      assert.deepStrictEqual(yield* due, { queued: 0, taken_up: 0 })
      const { apps } = yield* Effect.flatMap(expect(200, as(admin).get(`${path}/${made.id}`)), caseIn)
      assert.deepStrictEqual(
        apps.map(({ outcome, service_name, verified }) => [service_name, outcome, verified]),
        [
          ["Notion", "revoked", true],
          ["Wiki", "revoked", true]
        ]
      )
      assert.strictEqual(vendor.writes(), 1)
    }
  )
})
