import { assert, layer } from "#test/support/suite"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Layer } from "effect"
import { Revocations } from "#access-removal/revocations/service"
import * as SiemDomain from "#outgoing/siem/index"
import type { SiemEvent } from "#outgoing/siem/event"
import { aReceiver, annAtNotion, carryOut } from "#test/access-removal/revocations/carrying-out"
import { aCase, connect, RevocationsSurface, send } from "#test/access-removal/revocations/support"
import { type Member } from "#test/support/people"
import { asSystem, systemSql } from "#test/support/tables"
import { aTarget, events, forward } from "./streaming.ts"

const Surface = SiemDomain.services.pipe(Layer.provideMerge(RevocationsSurface))

const run = Effect.fnUntraced(function* (admin: Member, offboardingId: OffboardingId) {
  yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
  yield* carryOut(admin.orgId)
  yield* forward(admin.orgId)
})

const revocations = (sent: ReadonlyArray<SiemEvent>) =>
  sent.flatMap(({ content, type }) => (content._tag === "Revocation" ? [{ type, ...content }] : []))

layer(Surface)("access_revoked and revocation_failed", (it) => {
  for (const outcome of ["revoked", "skipped"] as const) {
    // siem-events-5: `access_revoked` is sent after every run; `revocation_failed` beside it, with the same data, when
    //   an app failed or needs a hand.
    it.effect(
      `a run in which the app is ${outcome}: access_revoked alone, with its entry's fields in the same object`,
      function* () {
        const { admin, offboardingId, vendor } = yield* annAtNotion
        if (outcome === "revoked") vendor.add({ userName: "ann.lee@acme.test" })
        const target = yield* aTarget(admin.orgId)
        yield* run(admin, offboardingId)
        const sent = yield* events(admin.orgId, target)
        assert.deepStrictEqual(
          sent.map(({ type }) => type),
          ["access_revocation_started", "access_revoked"]
        )
        const [told] = revocations(sent)
        assert.include(told?.entry, {
          action: "access_revoked",
          actor_id: admin.userId,
          target: "Offboarding of Ann Lee"
        })
        assert.deepStrictEqual(told?.fields, {
          offboarding_id: offboardingId,
          employee_name: "Ann Lee",
          revoked_services: ["Notion"],
          revocation_results: [
            {
              service: "Notion",
              outcome,
              message: told?.fields.revocation_results[0]?.message ?? "",
              vendorStatus: null
            }
          ],
          actor_id: admin.userId,
          trigger: "app"
        })
      }
    )
  }

  const broken = [
    ["failed", "Locks"],
    ["needs manual removal", "Gone"]
  ] as const
  for (const [what, app] of broken) {
    // siem-events-5
    it.effect(`a run in which an app ${what}: revocation_failed alongside, with the same data`, function* () {
      const { admin } = yield* annAtNotion
      const receiver = yield* aReceiver
      receiver.answers.status = 403
      yield* connect(admin, { service_name: "Locks", protocol: "webhook", base_url: receiver.url, token: "t" })
      const offboardingId = yield* aCase(admin.orgId, { email: "zoe.roe@acme.test", apps: ["Notion", app] })
      const all = yield* aTarget(admin.orgId)
      const failures = yield* aTarget(admin.orgId, { events: ["revocation_failed"] })
      yield* run(admin, offboardingId)
      const told = revocations(yield* events(admin.orgId, all))
      assert.sameMembers(
        told.map(({ type }) => type),
        ["access_revoked", "revocation_failed"]
      )
      const [one, other] = told
      assert.deepStrictEqual(one?.fields, other?.fields)
      assert.deepStrictEqual(one?.fields.revoked_services, ["Notion", app])
      assert.isNull(told.find(({ type }) => type === "revocation_failed")?.entry)
      assert.include(
        one?.fields.revocation_results[1],
        app === "Locks" ? { outcome: "failed", vendorStatus: 403 } : { outcome: "manual_required", vendorStatus: null }
      )
      const only = yield* events(admin.orgId, failures)
      assert.deepStrictEqual(
        only.map(({ type }) => type),
        ["revocation_failed"]
      )
    })
  }

  it.effect("after a run by the end of the last day as well: trigger schedule, and nobody acted", function* () {
    const { admin, vendor } = yield* annAtNotion
    vendor.add({ userName: "zoe.roe@acme.test" })
    const revokeAt = DateTime.subtract(yield* DateTime.now, { hours: 1 })
    const target = yield* aTarget(admin.orgId, { events: ["access_revoked", "revocation_failed"] })
    const id = yield* aCase(admin.orgId, { email: "zoe.roe@acme.test", apps: ["Notion"], revokeAt })
    const due = yield* Revocations
    assert.strictEqual(yield* due.queueDue(admin.orgId), 1)
    yield* carryOut(admin.orgId)
    yield* forward(admin.orgId)
    const [told, ...more] = revocations(yield* events(admin.orgId, target))
    assert.lengthOf(more, 0)
    assert.strictEqual(told?.type, "access_revoked")
    assert.deepInclude(told?.fields, {
      offboarding_id: id,
      revoked_services: ["Notion"],
      actor_id: null,
      trigger: "schedule"
    })
    assert.deepInclude(told?.entry, { actor_id: null, actor_name: null })
  })

  it.effect("a run whose app was stopped counts as one that failed", function* () {
    const { admin, offboardingId } = yield* annAtNotion
    const target = yield* aTarget(admin.orgId)
    yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
    // A call that its process did not survive, and the run's time is over.
    yield* asSystem((sql) =>
      Effect.andThen(
        sql`UPDATE revocation_runs SET started_at = created_at WHERE offboarding_id = ${offboardingId}`,
        sql`UPDATE revocation_results SET started_at = now() WHERE org_id = ${admin.orgId}`
      )
    )
    yield* carryOut(admin.orgId)
    yield* forward(admin.orgId)
    const told = revocations(yield* events(admin.orgId, target))
    assert.sameMembers(
      told.map(({ type }) => type),
      ["access_revoked", "revocation_failed"]
    )
    assert.include(told[0]?.fields.revocation_results[0], { service: "Notion", outcome: "stopped" })
  })

  it.effect(
    "of a case that was deleted before it is sent: no name and no results, and the entry's own fields",
    function* () {
      const { admin, offboardingId } = yield* annAtNotion
      const target = yield* aTarget(admin.orgId, { events: ["access_revoked"] })
      yield* run(admin, offboardingId)
      yield* systemSql`DELETE FROM offboardings WHERE id = ${offboardingId}`
      const [told] = revocations(yield* events(admin.orgId, target))
      assert.deepInclude(told?.fields, {
        offboarding_id: offboardingId,
        employee_name: null,
        revoked_services: [],
        revocation_results: [],
        trigger: "app"
      })
      assert.include(told?.entry, { action: "access_revoked" })
    }
  )
})
