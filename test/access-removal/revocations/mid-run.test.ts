import { assert, layer } from "#test/support/suite"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { Effect, Fiber } from "effect"
import { RevocationRuns } from "#access-removal/revocations/runs"
import { systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { annAtNotion, quick, within } from "./carrying-out.ts"
import { aCase, aScimVendor, connect, revocationEvents, RevocationsSurface, send } from "./support.ts"

/** A run over Notion and Wiki that stands still while Notion is asked. */
const underWay = Effect.gen(function* () {
  const { admin, vendor } = yield* annAtNotion
  const wiki = yield* aScimVendor([{ userName: "zoe.roe@acme.test" }])
  const connected = yield* connect(admin, {
    service_name: "Wiki",
    protocol: "scim",
    base_url: wiki.baseUrl,
    token: wiki.token
  })
  const wikiAsked = wiki.requests.length
  const notion = vendor.add({ userName: "zoe.roe@acme.test" })
  const offboardingId = yield* aCase(admin.orgId, { email: "zoe.roe@acme.test", apps: ["Notion", "Wiki"] })
  yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
  vendor.behaviour.neverAnswersWrites = true
  const runs = yield* RevocationRuns
  const run = yield* runs.settleScheduled(admin.orgId).pipe(within({ ...quick, call: "1 second" }), Effect.forkChild)
  yield* Effect.repeat(systemSql`SELECT 1`, { until: () => vendor.writes() === 1 })
  return { admin, offboardingId, run, vendor, notion, wiki, wikiAsked, connected }
})

const outcomes = (offboardingId: OffboardingId) =>
  Effect.map(revocationEvents(offboardingId), (events) =>
    events.map(({ results }) => results.map(({ outcome, service }) => `${service} ${outcome}`))
  )

layer(RevocationsSurface)("in the middle of a run", (it) => {
  // revocation-31
  it.effect("an app that is disconnected asks for a removal by hand, and is not called", function* () {
    const { admin, offboardingId, run, wiki, wikiAsked } = yield* underWay
    yield* systemSql`DELETE FROM integrations WHERE org_id = ${admin.orgId} AND service_name = 'Wiki'`
    yield* Fiber.join(run)
    assert.deepStrictEqual(yield* outcomes(offboardingId), [["Notion revoked", "Wiki manual_required"]])
    assert.lengthOf(wiki.requests, wikiAsked)
  })

  // revocation-45: A legal hold does not stop a revocation; a cancellation stops further calls.
  it.effect("a case that is cancelled calls nobody any more; what had begun is told as it ended", function* () {
    const { offboardingId, run, wiki, wikiAsked } = yield* underWay
    yield* systemSql`UPDATE offboardings SET status = 'cancelled' WHERE id = ${offboardingId}`
    yield* Fiber.join(run)
    assert.deepStrictEqual(yield* outcomes(offboardingId), [["Notion revoked", "Wiki failed"]])
    assert.lengthOf(wiki.requests, wikiAsked)
  })

  it.effect("a case that is deleted ends the run, which tells of nothing and stays with nobody", function* () {
    const { admin, offboardingId, run, wiki, wikiAsked } = yield* underWay
    yield* systemSql`DELETE FROM offboardings WHERE id = ${offboardingId}`
    yield* Fiber.join(run)
    assert.deepStrictEqual(yield* outcomes(offboardingId), [])
    assert.lengthOf(yield* entriesOf(admin.orgId, { action: "access_revoked" }), 0)
    assert.lengthOf(wiki.requests, wikiAsked)
  })

  // revocation-45
  it.effect("a legal hold changes nothing: access is revoked", function* () {
    const { notion, offboardingId, run, vendor } = yield* underWay
    yield* systemSql`UPDATE offboardings SET legal_hold = true WHERE id = ${offboardingId}`
    yield* Fiber.join(run)
    assert.deepStrictEqual(yield* outcomes(offboardingId), [["Notion revoked", "Wiki revoked"]])
    assert.isFalse(vendor.find(notion)?.active)
  })
})
