import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { Files } from "#platform/files/files"
import { AppWithFolder } from "#test/exports/support"
import { aCaseOf, aHolder } from "#test/work/assets/support"
import { entriesOf, mailsTo } from "#test/support/log"
import { aMember, aSuperAdmin } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { start } from "#test/support/TestApp"
import { aDocument, aLeaver, aMailedLink, mailedPortalToken, open, pageOf, shownForTests } from "./support.ts"

const to = "ada.lovelace@acme.test"

const linkOf = (id: string) => `/api/employees/${id}/portal-link`

const visits = (orgId: Parameters<typeof entriesOf>[0], action = "portal%") =>
  Effect.map(entriesOf(orgId, { action }), (entries) =>
    entries.filter(({ action }) => /_viewed|_downloaded|_opened/.test(action))
  )

const download = (token: string, id: string) =>
  send("GET", `/portal/${token}/documents/${id}`).pipe(
    Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual" })
  )

const aStored = Effect.fnUntraced(function* (leaver: Effect.Success<ReturnType<typeof aLeaver>>) {
  const files = yield* Files
  const key = `documents/${leaver.by.orgId}/${randomUUID()}.pdf`
  yield* files.put(key, new TextEncoder().encode("%PDF-"), { contentType: "application/pdf" })
  return yield* aDocument(leaver, "NDA", key)
})

layer(AppWithFolder)("the portal belongs to the departing person: who gets the URL", (it) => {
  it.status(201, "mailed to the person, and answered to no member without a reason", function* () {
    const { by, offboardingId } = yield* aLeaver()
    for (const body of [undefined, {}, { send: true }]) {
      const answer = yield* withStatus(201, as(by).post(linkOf(offboardingId), body))
      assert.deepInclude(answer.body, { url: null, sent_to: "work" })
      assert.notInclude(answer.text, yield* mailedPortalToken(to))
    }
    assert.deepInclude((yield* as(by).get(linkOf(offboardingId))).body, { active: true, delivery: "mailed" })
    assert.strictEqual((yield* open(yield* mailedPortalToken(to))).status, 200)
  })

  it.status(403, "without compliance_manage the URL is not shown, whatever the reason; 201 mails it", function* () {
    const { by, offboardingId } = yield* aLeaver()
    const manager = yield* aMember(by.orgId, "manager")
    yield* systemSql`UPDATE offboardings SET manager_email = ${manager.email} WHERE id = ${offboardingId}`
    for (const body of [{ send: false }, shownForTests, { ...shownForTests, send: true }]) {
      const answer = yield* withStatus(403, as(manager).post(linkOf(offboardingId), body))
      assert.deepInclude(answer.body, { permission: "compliance_manage" })
    }
    assert.deepInclude((yield* as(manager).post(linkOf(offboardingId), {})).body, { url: null, sent_to: "work" })
  })

  it.status(400, "reason_required: a URL without a reason, or with one that is too short", function* () {
    const { by, offboardingId } = yield* aLeaver()
    const answer = yield* withStatus(400, as(by).post(linkOf(offboardingId), { send: false }))
    assert.deepInclude(answer.body, { code: "reason_required" })
    for (const reason of ["four", " ".repeat(9), "x".repeat(501)]) {
      assert.strictEqual((yield* as(by).post(linkOf(offboardingId), { reason })).status, 400)
    }
  })

  it.status(201, "with compliance_manage and a reason, which stands in the audit entry", function* () {
    const { by, offboardingId } = yield* aLeaver()
    const hr = yield* aMember(by.orgId, "hr")
    const answer = yield* as(hr).post(linkOf(offboardingId), { reason: "Handed over in person" })
    assert.match(String(Object(answer.body).url), /\/portal\/[\w-]{43}$/)
    const entry = (yield* entriesOf(by.orgId, { action: "portal_link_created" })).at(-1)
    assert.include(entry?.details, "URL shown to the member, reason: Handed over in person")
    assert.notInclude(entry?.stored, "Handed over in person")
    assert.deepInclude((yield* as(by).get(linkOf(offboardingId))).body, { delivery: "shown" })
  })
})

layer(AppWithFolder)("the portal belongs to the departing person: mails", (it) => {
  // portal-13: At most five emails an hour go to the departing person of an offboarding; the next is 429.
  it.status(429, "a sixth mail of a case within an hour, with Retry-After; another case is mailed", function* () {
    const { by, offboardingId } = yield* aLeaver()
    const statuses = yield* Effect.forEach(Array.from({ length: 5 }), () =>
      Effect.map(as(by).post(linkOf(offboardingId), {}), ({ status }) => status)
    )
    assert.deepStrictEqual(statuses, [201, 201, 201, 201, 201])
    const refused = yield* withStatus(429, as(by).post(linkOf(offboardingId), {}))
    assert.include(refused.text, "5 such emails within an hour")
    assert.isAbove(Number(refused.headers["retry-after"]), 3000)
    const other = yield* aCaseOf(by, (yield* aHolder(by, "Bo Diddley")).email)
    assert.strictEqual((yield* as(by).post(linkOf(other), {})).status, 201)
    assert.strictEqual((yield* as(by).post(linkOf(offboardingId), shownForTests)).status, 201)
    yield* TestClock.adjust("1 hour")
    assert.strictEqual((yield* as(by).post(linkOf(offboardingId), {})).status, 201)
    yield* TestClock.setTime(start.epochMilliseconds)
  })

  it.status(429, "the 51st mail of an organization within an hour", function* () {
    const by = yield* aSuperAdmin()
    const cases = yield* Effect.forEach(
      Array.from({ length: 11 }, (_, index) => index),
      (index) => Effect.flatMap(aHolder(by, `Ada Lovelace${index}`), ({ email }) => aCaseOf(by, email))
    )
    const statuses = yield* Effect.forEach(
      Array.from({ length: 55 }, (_, index) => index),
      (index) => Effect.map(as(by).post(linkOf(cases[index % 11] ?? ""), {}), ({ status }) => status)
    )
    assert.strictEqual(statuses.filter((status) => status === 201).length, 50)
    assert.deepStrictEqual(new Set(statuses.slice(50)), new Set([429]))
  })

  // portal-14: A name that an email program would turn into a link is omitted from the greeting.
  it.status(201, "a name that a mail program would make a link of is left out of the greeting", function* () {
    const { by, offboardingId } = yield* aLeaver()
    const name = "Your parcel is waiting, pay at evil.example"
    yield* systemSql`UPDATE offboardings SET employee_name = ${name}, employee_personal_email = 'stranger@home.test'
          WHERE id = ${offboardingId}`
    yield* systemSql`UPDATE organisations SET name = 'www.evil.example' WHERE id = ${by.orgId}`
    yield* as(by).post(linkOf(offboardingId), {})
    const [mail] = yield* mailsTo("stranger@home.test")
    assert.notInclude(`${mail?.subject}${mail?.text}`, "evil.example")
    assert.include(mail?.text, "Hello,")
    assert.strictEqual(mail?.subject, "Your offboarding at your organization")
  })
})

layer(AppWithFolder)("the portal belongs to the departing person: documents", (it) => {
  it.status(200, "only by a mailed link, or while its maker may see documents", function* () {
    const leaver = yield* aLeaver()
    const { by, offboardingId } = leaver
    const id = yield* aStored(leaver)
    const blind = yield* aMember(by.orgId, {
      permissions: ["offboardings_view", "offboardings_edit", "compliance_manage"]
    })
    const seeing = yield* aMember(by.orgId, "hr")
    const shownBy = Effect.fnUntraced(function* (who: typeof by) {
      const answer = yield* as(who).post(linkOf(offboardingId), shownForTests)
      return String(Object(answer.body).url).split("/").at(-1) ?? ""
    })
    const documents = (token: string) => Effect.map(pageOf(token), (page) => page.documents.length)
    const file = (token: string) => Effect.map(download(token, id), ({ status }) => status)

    const hidden = yield* shownBy(blind)
    assert.deepStrictEqual([yield* documents(hidden), yield* file(hidden)], [0, 404])
    const open = yield* shownBy(seeing)
    assert.deepStrictEqual([yield* documents(open), yield* file(open)], [1, 303])
    yield* systemSql`DELETE FROM memberships WHERE user_id = ${seeing.userId}`
    assert.deepStrictEqual([yield* documents(open), yield* file(open)], [0, 404])
    yield* withStatus(201, as(blind).post(linkOf(offboardingId), {}))
    const mailed = yield* mailedPortalToken(to)
    assert.deepStrictEqual([yield* documents(mailed), yield* file(mailed)], [1, 303])
  })

  it.status(
    200,
    "not by a mail to an address that a member who may not see documents could have entered",
    function* () {
      const leaver = yield* aLeaver()
      const { by, offboardingId } = leaver
      const id = yield* aStored(leaver)
      const blind = yield* aMember(by.orgId, { permissions: ["offboardings_view", "offboardings_edit"] })
      const hr = yield* aMember(by.orgId, "hr")
      const seen = Effect.fnUntraced(function* (who: typeof by, address: string) {
        const token = yield* aMailedLink(who, offboardingId, address)
        return [(yield* pageOf(token)).documents.length, (yield* download(token, id)).status]
      })
      const change = (body: object) => as(blind).patch(`/api/employees/${offboardingId}`, body)

      assert.deepStrictEqual(yield* seen(blind, to), [1, 303])
      const own = `own-${randomUUID()}@evil.test`
      assert.strictEqual((yield* change({ employee_personal_email: own })).status, 200)
      assert.deepStrictEqual(yield* seen(blind, own), [0, 404])
      assert.deepInclude((yield* as(by).get(linkOf(offboardingId))).body, { delivery: "mailed" })
      assert.deepStrictEqual(yield* seen(hr, own), [1, 303])

      yield* as(by).patch("/api/offboarding-initiations/settings", { require_initiation_approval: false })
      const another = `another-${randomUUID()}@evil.test`
      yield* withStatus(200, change({ employee_personal_email: null, employee_email: another }))
      assert.deepStrictEqual(yield* seen(blind, another), [0, 404])
    }
  )

  it.status(404, "a document of another case, without a file, or by a link that ended", function* () {
    const [leaver, other] = [yield* aLeaver(), yield* aLeaver()]
    const token = yield* aMailedLink(leaver.by, leaver.offboardingId, to)
    for (const id of [yield* aStored(other), yield* aDocument(leaver, "Hand-over"), randomUUID()]) {
      assert.strictEqual((yield* send("GET", `/portal/${token}/documents/${id}`)).status, 404)
    }
    const id = yield* aStored(leaver)
    yield* as(leaver.by).delete(linkOf(leaver.offboardingId))
    assert.strictEqual((yield* send("GET", `/portal/${token}/documents/${id}`)).status, 404)
    assert.isEmpty(yield* visits(leaver.by.orgId, "portal_document_downloaded"))
  })
})

layer(AppWithFolder)("the portal belongs to the departing person: what is recorded", (it) => {
  // portal-12: Views are recorded once an hour for each link and IP address, and each download.
  it.effect(
    "a view once an hour for each link and address, each download; with the IP address, in the timeline",
    function* () {
      const leaver = yield* aLeaver()
      const { by, offboardingId } = leaver
      const id = yield* aStored(leaver)
      const token = yield* aMailedLink(by, offboardingId, to)
      const view = send("GET", `/portal/${token}`)
      yield* view
      yield* view
      yield* open(token)
      const first = yield* withStatus(303, download(token, id))
      const file = yield* send("GET", new URL(first.headers["location"] ?? "").pathname)
      assert.strictEqual(file.text, "%PDF-")
      assert.include(file.headers["content-disposition"], 'filename="NDA.pdf"')
      yield* download(token, id)
      yield* TestClock.adjust("1 hour")
      yield* view
      yield* TestClock.setTime(start.epochMilliseconds)
      const entries = yield* visits(by.orgId)
      assert.deepStrictEqual(
        entries.map(({ action, actor_id, details, target }) => [action, actor_id, target, details]),
        [
          ["portal_viewed", null, "Offboarding of Ada Lovelace", "from: 127.0.0.1"],
          ["portal_document_downloaded", null, "Document NDA of Ada Lovelace", `document: ${id}, from: 127.0.0.1`],
          ["portal_document_downloaded", null, "Document NDA of Ada Lovelace", `document: ${id}, from: 127.0.0.1`],
          ["portal_viewed", null, "Offboarding of Ada Lovelace", "from: 127.0.0.1"]
        ]
      )
      assert.isTrue(entries.every(({ stored }) => !stored.includes("127.0.0.1")))
      const timeline = yield* as(by).get(`/api/employees/${offboardingId}/timeline`)
      for (const action of ["portal_viewed", "portal_document_downloaded"]) assert.include(timeline.text, action)
    }
  )
})

layer(AppWithFolder)("the portal belongs to the departing person: a change of the person", (it) => {
  // portal-15: A portal link ends when the offboarding gets another address or another directory record.
  it.status(404, "the link ends with another address, and with another record of the directory", function* () {
    for (const change of ["address", "record"] as const) {
      const { by, offboardingId } = yield* aLeaver()
      const token = yield* aMailedLink(by, offboardingId, to)
      assert.strictEqual((yield* open(token)).status, 200)
      const grace = yield* aHolder(by, "Grace Hopper")
      const edited = yield* as(by).patch(`/api/employees/${offboardingId}`, {
        employee_email: change === "address" ? `other-${randomUUID()}@acme.test` : grace.email
      })
      assert.strictEqual(edited.status, 200, edited.text)
      assert.deepInclude(Object(edited.body).person_changed, { portal_link_ended: true })
      assert.strictEqual((yield* open(token)).status, 404)
      const stateOf = Effect.map(as(by).get(linkOf(offboardingId)), ({ body }) => body)
      const ended = { active: false, delivery: null, created_at: null, expires_at: null }
      assert.deepStrictEqual(yield* stateOf, { ...ended, former_person: true })
      assert.strictEqual((yield* as(by).post(linkOf(offboardingId), {})).status, 201)
      assert.deepInclude(yield* stateOf, { active: true, delivery: "mailed", former_person: false })
    }
  })
})
