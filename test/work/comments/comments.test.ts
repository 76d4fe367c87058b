import { Comment, Comments } from "@svc/contract/comments/schema"
import { ChecklistItemId } from "@svc/contract/kernel/ids"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { assert, layer } from "#test/support/suite"
import { TestApp } from "#test/support/TestApp"
import { aPerson } from "#test/support/cases"
import { aMember, anOrganisation, type Member } from "#test/support/people"
import { entriesOf } from "#test/support/log"
import { as, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { aCase, path, withoutApproval } from "#test/offboarding/cases/support"

const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(Comments))
const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(Comment))

const write = (who: Member, id: string, text: string, more: object = {}) =>
  as(who).post(`${path}/${id}/comments`, { text, ...more })
/** A second after those before. */
const written = (who: Member, id: string, text: string, more: object = {}) =>
  Effect.andThen(
    TestClock.adjust("1 second"),
    Effect.flatMap(withStatus(201, write(who, id, text, more)), ({ body }) => decode(body))
  )
const read = (who: Member, id: string, query = "") =>
  Effect.flatMap(withStatus(200, as(who).get(`${path}/${id}/comments${query}`)), ({ body }) => decodePage(body))
const textsOf = (page: Comments) => page.rows.map(({ text }) => text)
const remove = (who: Member, commentId: string) => as(who).delete(`${path}/comments/${commentId}`)
const follow = (who: Member, id: string, following: boolean) => as(who).put(`${path}/${id}/following`, { following })
const aTask = Effect.fnUntraced(function* (who: Member, id: string, task: string) {
  const { body } = yield* withStatus(201, as(who).post(`${path}/${id}/checklist`, { task }))
  return (yield* Schema.decodeUnknownEffect(Schema.Struct({ id: ChecklistItemId }))(body)).id
})

const anOffice = Effect.gen(function* () {
  const orgId = yield* anOrganisation()
  yield* withoutApproval(orgId)
  const admin = yield* aMember(orgId)
  const hr = yield* aMember(orgId, "hr")
  return { orgId, admin, hr, ...(yield* aCase(admin)) }
})

/** Who is notified, by kind. */
const notified = Effect.fnUntraced(function* (orgId: Member["orgId"]) {
  const rows = yield* systemSql<{ event: { readonly _tag: string; readonly userIds: ReadonlyArray<string> } }>`
    SELECT event FROM outbox_events WHERE org_id = ${orgId} AND event ->> '_tag' LIKE 'comment.%' ORDER BY id`
  return rows.map(({ event: { _tag, userIds } }) => [_tag, ...userIds.toSorted()])
})
const forget = (orgId: Member["orgId"]) => systemSql`DELETE FROM outbox_events WHERE org_id = ${orgId}`

const notFound = { status: 404, body: { error: "Offboarding not found" } }

layer(TestApp)("GET /api/employees/{id}/comments", (it) => {
  // comments-1: Comments are on an offboarding or on one of its tasks, newest first, with how many each task has.
  it.status(200, "of the offboarding and its tasks, newest first, or of one task, by pages", function* () {
    const { admin, hr, id } = yield* anOffice
    const task = yield* aTask(admin, id, "Return the badge")
    yield* written(admin, id, "First")
    yield* written(hr, id, "Second", { task_id: task })
    yield* written(hr, id, "Third")
    const all = yield* read(admin, id)
    assert.deepStrictEqual([all.total, ...textsOf(all)], [3, "Third", "Second", "First"])
    assert.deepStrictEqual(all.tasks, [{ task_id: task, comments: 1 }])
    assert.deepInclude(all.rows[1]?.task, { id: task, task: "Return the badge" })
    assert.deepInclude(all.rows[1]?.author, { user_id: hr.userId, full_name: "The hr" })
    const onTask = yield* read(admin, id, `?task_id=${task}`)
    assert.deepStrictEqual([onTask.total, ...textsOf(onTask)], [1, "Second"])
    const second = yield* read(admin, id, "?limit=1&offset=1")
    assert.deepStrictEqual([second.total, ...textsOf(second)], [3, "Second"])
  })

  it.status(400, "a task that is no id, and more than 100 at once", function* () {
    const { admin, id } = yield* anOffice
    for (const query of ["?task_id=17", "?limit=101"]) {
      assert.strictEqual((yield* as(admin).get(`${path}/${id}/comments${query}`)).status, 400)
    }
  })

  // comments-2: Members see the comments of the offboardings that they see, and no member those of their own.
  it.status(404, "another organization's, one outside the record scope, and the member's own", function* () {
    const { admin, hr, orgId } = yield* anOffice
    const { id } = yield* aCase(admin, { employee_email: hr.email })
    const stranger = yield* aMember(yield* anOrganisation())
    for (const who of [stranger, yield* aMember(orgId, "manager"), hr]) {
      assert.deepInclude(yield* as(who).get(`${path}/${id}/comments`), notFound)
    }
  })
})

layer(TestApp)("POST /api/employees/{id}/comments", (it) => {
  // comments-3: The text is sealed under the departing person's key, the audit log has an entry without it, and erasing
  //   the person erases it.
  it.status(201, "sealed in the table, an entry without the text, and gone with the person", function* () {
    const { admin, orgId } = yield* anOffice
    const person = yield* aPerson(admin, "Grace Hopper")
    const { id } = yield* aCase(admin, { org_employee_id: person.id, employee_name: "Grace Hopper" })
    yield* written(admin, id, "Their badge is at reception")
    const stored = yield* systemSql<{ row: string }>`
      SELECT row_to_json(c)::text AS row FROM comments c WHERE org_id = ${orgId}
      UNION ALL SELECT row_to_json(e)::text FROM audit_entries e WHERE org_id = ${orgId}
      UNION ALL SELECT event::text FROM outbox_events WHERE org_id = ${orgId}`
    assert.notInclude(JSON.stringify(stored), "reception")
    const [entry] = (yield* entriesOf(orgId, { offboardingId: id })).filter(({ action }) => action === "comment_added")
    assert.match(entry?.details ?? "", /^on the offboarding, comment [0-9a-f-]{36}$/)
    yield* withStatus(
      200,
      as(admin).patch(`${path}/${id}/status`, { status: "cancelled", reason: "entered by mistake" })
    )
    yield* withStatus(200, as(admin).post(`/api/org-employees/${person.id}/erase`, { reason: "asked for by them" }))
    assert.deepStrictEqual(textsOf(yield* read(admin, id)), ["[erased]"])
  })

  // comments-4: Mentioned members are notified, then other followers; the author is not. The owner, and members who commented
  //   or were mentioned, follow until they unfollow. The text is in no notification.
  it.status(201, "who is mentioned, then who follows, without the author", function* () {
    const { admin, hr, id, orgId } = yield* anOffice
    const owner = yield* aMember(orgId, "hr")
    yield* withStatus(200, as(admin).put(`${path}/${id}/owner`, { owner_id: owner.userId }))
    yield* forget(orgId)
    const mentioning = yield* written(admin, id, "Look", { mentions: [hr.userId, hr.userId, admin.userId] })
    assert.deepStrictEqual(
      mentioning.mentions.map(({ user_id }) => user_id).toSorted(),
      [admin.userId, hr.userId].toSorted()
    )
    assert.deepStrictEqual(yield* notified(orgId), [
      ["comment.mentioned", hr.userId],
      ["comment.added", owner.userId]
    ])
    yield* forget(orgId)
    yield* withStatus(200, follow(owner, id, false))
    yield* written(hr, id, "Done")
    assert.deepStrictEqual(yield* notified(orgId), [["comment.added", admin.userId]])
    assert.isTrue((yield* read(admin, id)).following)
    assert.isFalse((yield* read(owner, id)).following)
  })

  // comments-5: At any stage of the offboarding, also under legal hold.
  it.status(201, "on a closed offboarding under legal hold", function* () {
    const { admin, hr, id } = yield* anOffice
    yield* withStatus(
      200,
      as(admin).patch(`${path}/${id}/status`, { status: "cancelled", reason: "entered by mistake" })
    )
    yield* withStatus(200, as(admin).put(`${path}/${id}/legal-hold`, { held: true, reason: "a lawsuit is pending" }))
    const comment = yield* written(hr, id, "Asked by the auditor")
    assert.isFalse(comment.can_delete)
  })

  it.status(400, "blank or too long, a task of another offboarding, and members who cannot see it", function* () {
    const { admin, id, orgId } = yield* anOffice
    const other = yield* aCase(admin)
    const task = yield* aTask(admin, other.id, "Return the badge")
    const stranger = yield* aMember(yield* anOrganisation())
    const manager = yield* aMember(orgId, "manager")
    for (const text of ["", " \n", "x".repeat(4001)]) assert.strictEqual((yield* write(admin, id, text)).status, 400)
    const ofTask = yield* withStatus(400, write(admin, id, "Hello", { task_id: task }))
    assert.deepInclude(ofTask.body, { code: "task_unknown" })
    for (const userId of [stranger.userId, manager.userId, randomUUID()]) {
      const refused = yield* withStatus(400, write(admin, id, "Hello", { mentions: [admin.userId, userId] }))
      assert.deepInclude(refused.body, { code: "mention_unknown" })
    }
    const many = Array.from({ length: 21 }, () => admin.userId)
    assert.strictEqual((yield* write(admin, id, "Hello", { mentions: many })).status, 400)
    assert.strictEqual((yield* read(admin, id)).total, 0)
    assert.deepStrictEqual(yield* notified(orgId), [])
  })

  it.status(404, "another organization's offboarding, and one outside the record scope", function* () {
    const { id, orgId } = yield* anOffice
    for (const who of [yield* aMember(yield* anOrganisation()), yield* aMember(orgId, "manager")]) {
      assert.deepInclude(yield* write(who, id, "Hello"), notFound)
    }
  })
})

layer(TestApp)("DELETE /api/employees/comments/{commentId}", (it) => {
  // comments-6: Only the author, a Super Admin or an Admin deletes a comment, with an entry; not under legal hold.
  it.status(
    200,
    "by its author or an Admin, with an entry each; deleted with its task it moves to the offboarding",
    function* () {
      const { admin, hr, id, orgId } = yield* anOffice
      const task = yield* aTask(admin, id, "Return the badge")
      const [one, two, three] = [
        yield* written(hr, id, "One"),
        yield* written(hr, id, "Two"),
        yield* written(hr, id, "Three", { task_id: task })
      ]
      assert.isTrue(one.can_delete)
      yield* withStatus(200, remove(hr, one.id))
      yield* withStatus(200, remove(admin, two.id))
      yield* withStatus(200, as(admin).delete(`${path}/checklist/${task}`, { reason: "not for this person" }))
      const left = yield* read(admin, id)
      assert.deepStrictEqual(
        left.rows.map((comment) => [comment.id, comment.task]),
        [[three.id, null]]
      )
      const entries = (yield* entriesOf(orgId, { offboardingId: id })).filter(
        ({ action }) => action === "comment_deleted"
      )
      assert.lengthOf(entries, 2)
    }
  )

  it.status(403, "another member's", function* () {
    const { admin, hr, id } = yield* anOffice
    const { id: commentId } = yield* written(admin, id, "Mine")
    yield* withStatus(403, remove(hr, commentId))
    assert.isFalse((yield* read(hr, id)).rows[0]?.can_delete)
  })

  it.status(400, "no id", function* () {
    const { admin } = yield* anOffice
    assert.strictEqual((yield* remove(admin, "17")).status, 400)
  })

  it.status(404, "unknown, deleted, another organization's, and outside the record scope", function* () {
    const { admin, id, orgId } = yield* anOffice
    const { id: commentId } = yield* written(admin, id, "Mine")
    const missing = { status: 404, body: { error: "Comment not found" } }
    for (const who of [yield* aMember(yield* anOrganisation()), yield* aMember(orgId, "manager")]) {
      assert.deepInclude(yield* remove(who, commentId), missing)
    }
    yield* withStatus(200, remove(admin, commentId))
    for (const unknown of [commentId, randomUUID()]) assert.deepInclude(yield* remove(admin, unknown), missing)
  })

  it.status(409, "under legal hold", function* () {
    const { admin, id } = yield* anOffice
    const { id: commentId } = yield* written(admin, id, "Evidence")
    yield* withStatus(200, as(admin).put(`${path}/${id}/legal-hold`, { held: true, reason: "a lawsuit is pending" }))
    const { body } = yield* withStatus(409, remove(admin, commentId))
    assert.deepInclude(body, { code: "legal_hold" })
  })
})

layer(TestApp)("PUT /api/employees/{id}/following", (it) => {
  it.status(200, "follows and unfollows; the owner follows unless they chose not to", function* () {
    const { admin, hr, id } = yield* anOffice
    assert.isFalse((yield* read(hr, id)).following)
    yield* withStatus(200, as(admin).put(`${path}/${id}/owner`, { owner_id: hr.userId }))
    assert.isTrue((yield* read(hr, id)).following)
    assert.deepInclude((yield* withStatus(200, follow(hr, id, false))).body, { id, following: false })
    assert.isFalse((yield* read(hr, id)).following)
    yield* withStatus(200, follow(hr, id, true))
    assert.isTrue((yield* read(hr, id)).following)
  })

  it.status(400, "neither true nor false", function* () {
    const { admin, id } = yield* anOffice
    assert.strictEqual((yield* as(admin).put(`${path}/${id}/following`, { following: "yes" })).status, 400)
  })

  it.status(404, "another organization's offboarding, and one outside the record scope", function* () {
    const { id, orgId } = yield* anOffice
    for (const who of [yield* aMember(yield* anOrganisation()), yield* aMember(orgId, "manager")]) {
      assert.deepInclude(yield* follow(who, id, true), notFound)
    }
  })
})
