import { assert, layer } from "#test/support/suite"
import { identityProviders } from "@svc/contract/integrations/connect-bodies"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { ResidualAccessPage } from "@svc/contract/residual-access/schema"
import { Effect, Layer, Schema } from "effect"
import type { HttpMethod } from "effect/http"
import { TestClock } from "effect/testing"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { Outbox } from "#outgoing/outbox/service"
import { Jobs } from "#platform/jobs/jobs"
import * as ResidualAccessDomain from "#access-removal/residual-access/index"
import { RevocationRuns } from "#access-removal/revocations/runs"
import { VendorLimits } from "#connections/vendors/protocol/limits"
import { quick } from "#test/access-removal/revocations/carrying-out"
import { forms, TenVendors, TenVendorsApp } from "#test/connections/vendors/ten-vendors"
import { aKey, aSession, aSuperAdmin, type Member } from "#test/support/people"
import { send, withKey } from "#test/support/requests"
import { systemSql } from "#test/support/tables"

const Surface = Layer.mergeAll(
  NotificationsDomain.reactions,
  ResidualAccessDomain.reactions,
  ResidualAccessDomain.loops
).pipe(Layer.provideMerge(TenVendorsApp))

const decodeCase = Schema.decodeUnknownEffect(Schema.Struct({ id: OffboardingId }))
const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(ResidualAccessPage))

const ask = Effect.fnUntraced(function* (
  member: Member,
  status: number,
  method: HttpMethod.HttpMethod,
  path: string,
  body?: unknown
) {
  const bearer = yield* aSession(member)
  const answer = yield* send(method, path, { bearer, ...(body === undefined ? {} : { body }) })
  assert.strictEqual(answer.status, status, `${method} ${path}: ${answer.text}`)
  return answer.body
})

const findingsOf = (member: Member) =>
  Effect.map(Effect.flatMap(ask(member, 200, "GET", "/api/residual-access?status=all"), decodePage), ({ rows }) => rows)

/** The job as the operator runs it, a night after the one before. */
const aNight = Effect.fnUntraced(function* (member: Member) {
  yield* TestClock.adjust("1 day")
  const jobs = yield* Jobs
  return yield* jobs.run("residual-access", member.orgId)
})

const noticesOf = Effect.fnUntraced(function* (member: Member) {
  const outbox = yield* Outbox
  yield* Effect.repeat(outbox.dispatch(member.orgId), { until: (dispatched) => dispatched === 0 })
  const rows =
    yield* systemSql`SELECT id FROM notifications WHERE user_id = ${member.userId} AND type = 'residual_access.found'`
  return rows.length
})

layer(Surface)("the nightly look through the vendors' own connectors", (it) => {
  it.effect(
    "somebody is let in again at Okta after the case was completed: found, told, resolved; nothing is written",
    function* () {
      const vendors = yield* TenVendors
      const admin = yield* aSuperAdmin()
      const apps = [...identityProviders, "slack", "Notion", "Intranet"] as const
      for (const [path, body] of forms(vendors)) yield* ask(admin, 201, "POST", `/api/integrations${path}`, body)
      const created = yield* withKey(yield* aKey(admin)).post("/api/v1/offboardings", {
        employee_name: "Ann Lee",
        employee_email: "ann.lee@acme.test",
        exit_date: "2026-03-20",
        apps_to_revoke: apps
      })
      assert.strictEqual(created.status, 201, created.text)
      const { id } = yield* decodeCase(created.body)
      yield* ask(admin, 202, "POST", "/api/revoke-access", { offboardingId: id })
      const runs = yield* RevocationRuns
      // On the test's clock: what the run recorded is older than what is seen later.
      yield* runs.settleScheduled(admin.orgId).pipe(Effect.provideService(VendorLimits, quick))
      yield* ask(admin, 200, "POST", `/api/employees/${id}/confirm-asset-return`, {})
      yield* ask(admin, 200, "PATCH", `/api/employees/${id}/status`, {
        status: "completed",
        override: true,
        reason: "everything is done"
      })

      const writes = () => apps.map((name) => vendors[name].writes())
      const written = writes()
      assert.deepStrictEqual(yield* aNight(admin), { checked: apps.length, found: 0 })

      const account = vendors.okta.state.accounts.find(({ email }) => email === "ann.lee@acme.test")
      if (account === undefined) return assert.fail("Okta does not know Ann")
      assert.strictEqual(account.status, "SUSPENDED")
      account.status = "ACTIVE"
      assert.deepStrictEqual(yield* aNight(admin), { checked: apps.length, found: 1 })
      // The news of the run is handed out only now: what was seen since is not ended by it.
      assert.strictEqual(yield* noticesOf(admin), 1)
      const [found, ...more] = yield* findingsOf(admin)
      assert.lengthOf(more, 0)
      assert.deepInclude(found, { offboarding_id: id, service: "okta", employee_name: "Ann Lee", status: "open" })

      account.status = "SUSPENDED"
      yield* ask(admin, 200, "POST", `/api/residual-access/${found?.id}/resolve`, {
        reason: "suspended at Okta again"
      })
      assert.deepStrictEqual(yield* aNight(admin), { checked: apps.length, found: 0 })
      assert.deepStrictEqual(
        (yield* findingsOf(admin)).map(({ resolution, resolved_by }) => ({ resolution, resolved_by })),
        [{ resolution: "removed", resolved_by: admin.userId }]
      )
      assert.strictEqual(yield* noticesOf(admin), 1)
      assert.deepStrictEqual(writes(), written)
    }
  )
})
