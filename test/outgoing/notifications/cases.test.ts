import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Mails } from "#outgoing/mails/service"
import { Outbox } from "#outgoing/outbox/service"
import {
  aCase,
  aCaseWithoutApps,
  anIntegrator,
  memberOf,
  moveThrough,
  patch
} from "#test/offboarding/offboardings/support"
import { queuedMails, sentMailsWith } from "#test/support/mails"
import { aMember } from "#test/support/people"
import { handOut, noticesOf, NotificationsSurface } from "./support.ts"

/** An organisation with a member of each role; the manager is the one of the case. */
const aTeam = Effect.fnUntraced(function* () {
  const from = yield* anIntegrator()
  const told = [from.admin, yield* memberOf(from, "admin"), yield* memberOf(from, "hr"), yield* memberOf(from, "hr")]
  return { from, told, manager: yield* memberOf(from, "manager") }
})

const sentence = "The offboarding of Ada Lovelace moved from Pending to Notice period through the API."

const ids = (members: ReadonlyArray<{ readonly userId: string }>) => members.map(({ userId }) => userId).toSorted()
const mailsOf = (orgId: string) => Effect.map(queuedMails, (mails) => mails.filter((mail) => mail.orgId === orgId))
const addresses = (members: ReadonlyArray<{ readonly email: string }>) => members.map(({ email }) => email).toSorted()

layer(NotificationsSurface)("what members are told of an offboarding", (it) => {
  // notices-1: Of a new case Admins and HR are told in the app.
  it.effect("created: admin and HR users are notified in-app, without a mail; the case's manager is not", function* () {
    const { from, manager, told } = yield* aTeam()
    const stranger = yield* Effect.flatMap(anIntegrator(), ({ orgId }) => aMember(orgId, "admin"))
    const { id } = yield* aCase(from, { manager_email: manager.email })
    yield* handOut(from.orgId)
    const notices = yield* noticesOf(from.orgId)
    assert.deepStrictEqual(notices.map(({ user_id }) => user_id).toSorted(), ids(told))
    for (const notice of notices) {
      assert.deepInclude(notice, {
        type: "offboarding.created",
        title: "New offboarding: Ada Lovelace, last day Mar 31",
        body: "An offboarding for Ada Lovelace was created through the API. Last day: Mar 31, 2026. Check its apps and tasks.",
        data: { offboardingId: id },
        read_at: null
      })
    }
    assert.lengthOf(yield* mailsOf(from.orgId), 0)
    assert.lengthOf(yield* noticesOf(stranger.orgId), 0)
  })

  // notices-2: Every effective change of the stage sends the stage's mail and notice, once; the same status sends
  //   nothing.
  it.effect(
    "every effective change sends the stage e-mail and notification, once to each; the same status nothing",
    function* () {
      const { from, told } = yield* aTeam()
      const { id } = yield* aCaseWithoutApps(from)
      yield* handOut(from.orgId)
      yield* TestClock.adjust("1 minute")
      yield* moveThrough(from, id, "notice_period", "notice_period")
      yield* handOut(from.orgId)
      const notices = (yield* noticesOf(from.orgId)).filter(({ type }) => type === "offboarding.stage_changed")
      assert.deepStrictEqual(notices.map(({ user_id }) => user_id).toSorted(), ids(told))
      for (const notice of notices) {
        assert.deepInclude(notice, {
          title: "Ada Lovelace: moved to Notice period",
          body: `${sentence} Open the offboarding to see its tasks.`,
          data: { offboardingId: id, status: "notice_period" }
        })
      }
      const mails = yield* mailsOf(from.orgId)
      assert.deepStrictEqual(mails.map(({ to }) => to).toSorted(), addresses(told))
      for (const mail of mails) {
        assert.include(mail, { subject: "Ada Lovelace: moved to Notice period" })
        assert.include(mail.text, sentence)
        assert.include(mail.text, `Open Ada’s offboarding:\nhttp://svc.test/offboardings/${id}\n`)
      }

      const { sendDue } = yield* Mails
      assert.deepStrictEqual(yield* sendDue(from.orgId), { sent: told.length, failed: 0 })
      assert.deepStrictEqual(yield* sendDue(from.orgId), { sent: 0, failed: 0 })
      assert.lengthOf(yield* mailsOf(from.orgId), 0)
      for (const { email } of told) assert.lengthOf(yield* sentMailsWith(`To: ${email}`), 1)
    }
  )

  it.effect(
    "moves forward, back, to cancelled: each is told once, also when only the manager changed beside it",
    function* () {
      const { from, told } = yield* aTeam()
      const { id } = yield* aCaseWithoutApps(from)
      const moves = ["asset_recovery", "pending", "it_revocation"]
      yield* moveThrough(from, id, ...moves)
      yield* patch(from, id, { status: "it_revocation", manager_email: "grace@acme.test" })
      yield* patch(from, id, { status: "cancelled", reason: "stays with us" })
      yield* patch(from, id, { status: "cancelled", reason: "stays with us" })
      yield* handOut(from.orgId)
      const statuses = (yield* noticesOf(from.orgId))
        .filter(({ user_id }) => user_id === told[1]?.userId)
        .flatMap(({ data }) => (data["status"] === undefined ? [] : [data["status"]]))
      assert.sameMembers(statuses, [...moves, "cancelled"])
      assert.lengthOf(yield* mailsOf(from.orgId), 4 * told.length)
      for (const { text } of yield* mailsOf(from.orgId)) assert.notInclude(text, "stays with us")
    }
  )

  it.effect("told once, also when the hand-out is cut off and repeated, and by several at once", function* () {
    const { from, told } = yield* aTeam()
    const outbox = yield* Outbox
    let crashes = 2
    yield* outbox.react(({ orgId }) =>
      orgId === from.orgId && crashes-- > 0 ? Effect.die("the process ends here") : Effect.void
    )
    const { id } = yield* aCase(from)
    yield* moveThrough(from, id, "notice_period")
    yield* handOut(from.orgId)
    yield* TestClock.adjust("1 minute")
    yield* Effect.all(
      Array.from({ length: 8 }, () => handOut(from.orgId)),
      { concurrency: "unbounded" }
    )
    assert.isBelow(crashes, 0)
    assert.lengthOf(yield* noticesOf(from.orgId), 2 * told.length)
    assert.lengthOf(yield* mailsOf(from.orgId), told.length)
  })
})
