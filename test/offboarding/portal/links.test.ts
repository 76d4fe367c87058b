import { assert, layer } from "#test/support/suite"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import * as PortalDomain from "#offboarding/portal/index"
import { aCaseOf, aHolder, assetActions, assetEntries } from "#test/work/assets/support"
import { erase } from "#test/erasure/support"
import { handOut } from "#test/outgoing/notifications/support"
import { queuedMails } from "#test/support/mails"
import { start, TestApp } from "#test/support/TestApp"
import { aKey, aMember, aSuperAdmin } from "#test/support/people"
import { as, withKey, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { aLeaver, aLink, open, shownForTests } from "./support.ts"

const Surface = PortalDomain.reactions.pipe(Layer.provideMerge(TestApp))

layer(Surface)("POST /api/employees/{id}/portal-link", (it) => {
  // portal-1: A link of 256 random bits leads the departing person to their own page; a new one replaces it.
  it.status(
    201,
    "256 random bits, shown once, of which only a keyed hash is kept; audited without the token",
    function* () {
      const { by, link, offboardingId } = yield* aLeaver()
      assert.match(link.url, /^http:\/\/svc\.test\/portal\/[A-Za-z0-9_-]{43}$/)
      assert.strictEqual(DateTime.formatIso(link.expires_at), "2026-05-31T00:00:00.000Z")
      assert.isNull(link.sent_to)
      const rows = yield* systemSql<{ row: string }>`
          SELECT row_to_json(l)::text AS row FROM portal_links l WHERE offboarding_id = ${offboardingId}
          UNION ALL SELECT row_to_json(e)::text FROM audit_entries e WHERE org_id = ${by.orgId}`
      assert.notInclude(JSON.stringify(rows), link.token)
      assert.deepInclude((yield* assetEntries(by)).at(-1), {
        action: "portal_link_created",
        target: "Offboarding of Ada Lovelace",
        details:
          "valid until 2026-05-31, not emailed, URL shown to the member, reason: No mailbox; handed over on paper",
        actor_id: by.userId
      })
    }
  )

  // portal-1
  it.status(201, "a new one replaces the one before, which stops working", function* () {
    const { by, link, offboardingId } = yield* aLeaver()
    const next = yield* aLink(by, offboardingId)
    assert.strictEqual((yield* open(link.token)).status, 404)
    assert.strictEqual((yield* open(next.token)).status, 200)
  })

  // portal-7: A portal link is emailed to the personal address, else to the work address.
  it.status(201, "mailed to the personal address, else to the one at work", function* () {
    const { by, offboardingId } = yield* aLeaver()
    const work = yield* aLink(by, offboardingId, {})
    assert.deepInclude(work, { sent_to: "work", url: "" })
    yield* systemSql`UPDATE offboardings SET employee_personal_email = 'ada@home.test' WHERE id = ${offboardingId}`
    const personal = yield* aLink(by, offboardingId, { ...shownForTests, send: true })
    assert.strictEqual(personal.sent_to, "personal")
    assert.match(
      (yield* assetEntries(by)).at(-1)?.details ?? "",
      /, emailed to: ada@home\.test, URL shown to the member/
    )
    const mails = (yield* queuedMails).filter(({ orgId }) => orgId === by.orgId)
    assert.sameMembers(
      mails.map(({ to }) => to),
      ["ada.lovelace@acme.test", "ada@home.test"]
    )
    assert.include(mails.find(({ to }) => to === "ada@home.test")?.text, personal.url)
  })

  // portal-8: A portal link is valid for at least seven days, however long ago the last day was.
  it.status(201, "good for seven days at least, however long ago the exit was", function* () {
    const { by, offboardingId } = yield* aLeaver()
    yield* systemSql`UPDATE offboardings SET exit_date = '2025-01-01' WHERE id = ${offboardingId}`
    const { expires_at, token } = yield* aLink(by, offboardingId)
    assert.strictEqual(DateTime.formatIso(expires_at), DateTime.formatIso(DateTime.add(start, { days: 7 })))
    yield* TestClock.setTime(DateTime.add(start, { days: 7 }).epochMilliseconds - 1)
    assert.strictEqual((yield* open(token)).status, 200)
    yield* TestClock.adjust("1 milli")
    assert.strictEqual((yield* open(token)).status, 404)
    yield* TestClock.setTime(start.epochMilliseconds)
  })

  it.status(400, "no_address: nowhere to mail it to; an id that is not a UUID", function* () {
    const { by, offboardingId } = yield* aLeaver()
    yield* systemSql`UPDATE offboardings SET employee_email = NULL WHERE id = ${offboardingId}`
    const answer = yield* withStatus(400, as(by).post(`/api/employees/${offboardingId}/portal-link`))
    assert.deepInclude(answer.body, {
      code: "no_address",
      error:
        "This offboarding has no email address to send the link to. Add the email address of the person, then try again"
    })
    assert.strictEqual((yield* as(by).post("/api/employees/17/portal-link", {})).status, 400)
  })

  it.status(404, "another organisation's, and one outside a manager's scope", function* () {
    const { by, offboardingId } = yield* aLeaver()
    const manager = yield* aMember(by.orgId, "manager")
    for (const [who, id] of [
      [manager, offboardingId],
      [yield* aSuperAdmin(), offboardingId],
      [by, randomUUID()]
    ] as const) {
      assert.strictEqual((yield* as(who).post(`/api/employees/${id}/portal-link`, {})).status, 404)
    }
    yield* systemSql`UPDATE offboardings SET manager_email = ${manager.email} WHERE id = ${offboardingId}`
    assert.strictEqual((yield* as(manager).post(`/api/employees/${offboardingId}/portal-link`, {})).status, 201)
  })

  // portal-2: A cancelled case has no page.
  it.status(409, "a cancelled offboarding has no page", function* () {
    const { by, offboardingId } = yield* aLeaver()
    yield* systemSql`UPDATE offboardings SET status = 'cancelled' WHERE id = ${offboardingId}`
    assert.strictEqual((yield* as(by).post(`/api/employees/${offboardingId}/portal-link`, {})).status, 409)
  })
})

layer(Surface)("GET /api/employees/{id}/portal-link", (it) => {
  it.status(200, "whether there is one, without its token; none once it is cancelled, and the row goes", function* () {
    const { by, link, offboardingId } = yield* aLeaver()
    const path = `/api/employees/${offboardingId}/portal-link`
    const { body } = yield* withStatus(200, as(by).get(path))
    assert.deepStrictEqual(body, {
      active: true,
      delivery: "shown",
      created_at: DateTime.formatIso(start),
      expires_at: "2026-05-31T00:00:00.000Z",
      former_person: false
    })
    yield* withKey(yield* aKey(by)).patch(`/api/v1/offboardings/${offboardingId}`, {
      status: "cancelled",
      reason: "stays with us"
    })
    assert.strictEqual((yield* open(link.token)).status, 404)
    assert.deepStrictEqual((yield* as(by).get(path)).body, {
      active: false,
      delivery: null,
      created_at: null,
      expires_at: null,
      former_person: false
    })
    yield* handOut(by.orgId)
    assert.isEmpty(yield* systemSql`SELECT 1 FROM portal_links WHERE offboarding_id = ${offboardingId}`)
  })

  it.status(200, "the case's own alone, and none from the moment on at which it expires", function* () {
    const { by, link, offboardingId } = yield* aLeaver()
    const without = yield* aCaseOf(by, (yield* aHolder(by, "Bo Diddley")).email)
    const none = { active: false, delivery: null, created_at: null, expires_at: null, former_person: false }
    const shownOf = (id: string) => Effect.map(as(by).get(`/api/employees/${id}/portal-link`), ({ body }) => body)
    assert.deepStrictEqual(yield* shownOf(without), none)
    // A session does not live so long: the link's end comes to the clock.
    const ends = (at: DateTime.Utc) =>
      systemSql`UPDATE portal_links SET expires_at = ${DateTime.toDateUtc(at)} WHERE offboarding_id = ${offboardingId}`
    yield* ends(DateTime.add(start, { seconds: 1 }))
    assert.deepInclude(yield* shownOf(offboardingId), { active: true })
    yield* ends(start)
    assert.deepStrictEqual(yield* shownOf(offboardingId), none)
    assert.strictEqual((yield* open(link.token)).status, 404)
  })

  it.status(400, "an id that is not a UUID", function* () {
    assert.strictEqual((yield* as(yield* aSuperAdmin()).get("/api/employees/17/portal-link")).status, 400)
  })

  it.status(404, "another organisation's", function* () {
    const { offboardingId } = yield* aLeaver()
    assert.strictEqual((yield* as(yield* aSuperAdmin()).get(`/api/employees/${offboardingId}/portal-link`)).status, 404)
  })
})

layer(Surface)("DELETE /api/employees/{id}/portal-link", (it) => {
  it.status(200, "it stops working at once; audited once, and without a link nothing changes", function* () {
    const { by, link, offboardingId } = yield* aLeaver()
    const path = `/api/employees/${offboardingId}/portal-link`
    for (let twice = 0; twice < 2; twice++) {
      const answer = yield* as(by).delete(path)
      assert.deepStrictEqual([answer.status, answer.body], [200, { success: true }])
    }
    assert.strictEqual((yield* open(link.token)).status, 404)
    assert.lengthOf(
      (yield* assetActions(by)).filter((action) => action === "portal_link_revoked"),
      1
    )
  })

  it.status(200, "whoever is erased, and a case that is deleted, has no page any more", function* () {
    const erased = yield* aLeaver()
    assert.strictEqual((yield* erase(erased.by, erased.ada.id)).status, 200)
    assert.strictEqual((yield* open(erased.link.token)).status, 404)
    const deleted = yield* aLeaver()
    yield* systemSql`DELETE FROM offboardings WHERE id = ${deleted.offboardingId}`
    assert.strictEqual((yield* open(deleted.link.token)).status, 404)
  })

  it.status(400, "an id that is not a UUID", function* () {
    assert.strictEqual((yield* as(yield* aSuperAdmin()).delete("/api/employees/17/portal-link")).status, 400)
  })

  it.status(404, "another organisation's", function* () {
    const by = yield* aSuperAdmin()
    const id = yield* aCaseOf(by, (yield* aHolder(by)).email)
    assert.strictEqual((yield* as(yield* aSuperAdmin()).delete(`/api/employees/${id}/portal-link`)).status, 404)
  })
})
