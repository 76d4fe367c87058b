import { assert, layer } from "#test/support/suite"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Layer } from "effect"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { Outbox } from "#outgoing/outbox/service"
import { queuedMails } from "#test/support/mails"
import { aMember, type Member } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"
import { annAtNotion, carryOut } from "./carrying-out.ts"
import { aCase, connect, RevocationsSurface, send } from "./support.ts"

const Surface = NotificationsDomain.reactions.pipe(Layer.provideMerge(RevocationsSurface))

const told = Effect.fnUntraced(function* (member: Member) {
  const outbox = yield* Outbox
  yield* Effect.repeat(outbox.dispatch(member.orgId), { until: (dispatched) => dispatched === 0 })
  const notices =
    yield* systemSql`SELECT id FROM notifications WHERE user_id = ${member.userId} AND type = 'integration.credential_refused'`
  const mails = (yield* queuedMails).filter(
    ({ subject, to }) => to === member.email && subject === "Notion: credentials rejected"
  )
  return { inApp: notices.length, mails: mails.length }
})

const integration = Effect.fnUntraced(function* (orgId: OrgId) {
  const [row] = yield* systemSql<{
    connected: boolean
    refused: boolean
  }>`SELECT connection_status AS connected, credential_refused_at IS NOT NULL AS refused FROM integrations WHERE org_id = ${orgId}`
  return row
})

layer(Surface)("a credential that the vendor refuses", (it) => {
  it.effect(
    "is told to the administrators once, audited, and asked for anew by the next run; a success ends it",
    function* () {
      const { admin, vendor } = yield* annAtNotion
      const hr = yield* aMember(admin.orgId, "hr")
      vendor.add({ userName: "zoe.roe@acme.test" })
      const offboardingId = yield* aCase(admin.orgId, { email: "zoe.roe@acme.test", apps: ["Notion"] })
      const run = Effect.gen(function* () {
        yield* send(admin, "POST", "/api/revoke-access", { offboardingId, apps: ["Notion"] })
        yield* carryOut(admin.orgId)
      })
      vendor.behaviour.refusesWith = 401
      yield* run
      assert.deepStrictEqual(yield* told(admin), { inApp: 1, mails: 1 })
      assert.deepStrictEqual(yield* told(hr), { inApp: 0, mails: 0 })
      assert.deepStrictEqual(yield* integration(admin.orgId), { connected: true, refused: true })
      const before = vendor.requests.length
      yield* run
      assert.isAbove(vendor.requests.length, before)
      assert.deepStrictEqual(yield* told(admin), { inApp: 1, mails: 1 })
      const entries = yield* entriesOf(admin.orgId, { action: "integration_credential_refused" })
      assert.lengthOf(entries, 1)
      assert.include(entries[0]?.target, "Notion")

      vendor.behave()
      yield* run
      assert.deepStrictEqual(yield* integration(admin.orgId), { connected: true, refused: false })
      vendor.behaviour.refusesWith = 401
      yield* run
      assert.deepStrictEqual(yield* told(admin), { inApp: 2, mails: 2 })
    }
  )

  it.effect("is not what a 403 or a vendor that fails says", function* () {
    const { admin, offboardingId, vendor } = yield* annAtNotion
    for (const status of [403, 500]) {
      vendor.behaviour.refusesWith = status
      yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
      yield* carryOut(admin.orgId)
    }
    assert.deepStrictEqual(yield* integration(admin.orgId), { connected: true, refused: false })
  })

  it.effect("is forgotten when the app is connected again", function* () {
    const { admin, offboardingId, vendor } = yield* annAtNotion
    vendor.behaviour.refusesWith = 401
    yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
    yield* carryOut(admin.orgId)
    vendor.behave()
    yield* connect(admin, { service_name: "Notion", protocol: "scim", base_url: vendor.baseUrl, token: vendor.token })
    assert.deepStrictEqual(yield* integration(admin.orgId), { connected: true, refused: false })
  })
})
