import { assert } from "#test/support/suite"
import type { DomainEvent } from "@svc/contract/events"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { InitiationId, IntegrationId, OffboardingId, WebhookId } from "@svc/contract/kernel/ids"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { TestApp } from "#test/support/TestApp"
import { aMember, asCaller, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { mailsTo } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import { handOut, noticesOf } from "./support.ts"

const withSurface = layerOfFile(NotificationsDomain.reactions.pipe(Layer.provideMerge(TestApp)))

const happen = Effect.fnUntraced(function* (by: Member, event: DomainEvent) {
  const outbox = yield* Outbox
  const db = yield* Db
  yield* db.transact(outbox.append(by.orgId, event)).pipe(asCaller(by))
  yield* handOut(by.orgId)
  yield* TestClock.adjust("1 second")
})

const failed = (offboardingId: string): DomainEvent => ({
  _tag: "revocation.completed",
  offboardingId: OffboardingId.make(offboardingId),
  employeeName: "Jonas Berg",
  source: "app",
  counts: { revoked: 0, failed: 1, manualRequired: 0, skipped: 0 },
  results: [{ service: "Corporate Directory", outcome: "failed", message: "503", vendorStatus: 503, verified: false }]
})

const aCase = Effect.fnUntraced(function* (by: Member, name: string) {
  const answer = yield* withStatus(201, as(by).post("/api/employees", { employee_name: name, exit_date: "2026-11-30" }))
  const { id }: { readonly id: string } = JSON.parse(answer.text)
  yield* handOut(by.orgId)
  return id
})

const newest = Effect.fnUntraced(function* (to: Member) {
  const mail = (yield* mailsTo(to.email)).at(-1)
  return mail ?? (yield* Effect.die("no mail waits"))
})

withSurface("an email about a record", (it) => {
  // notices-8: An email names the person and the fact, links to the record and gives the reason for sending it.
  it.effect("names person and fact, links to the record, and says why it was sent", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aCase(admin, "Jonas Berg")
    yield* happen(admin, failed(id))
    const mail = yield* newest(admin)
    assert.strictEqual(mail.subject, "Jonas Berg still has access: Corporate Directory")
    assert.include(mail.text, `Open Jonas’s access:\nhttp://svc.test/offboardings/${id}/access\n`)
    assert.match(mail.text, /You get this email because you can revoke access at .+\. You can turn off/)
    const stored = yield* systemSql<{
      subject: string
    }>`SELECT subject FROM mail_outbox WHERE recipient = ${admin.email}`
    assert.notInclude(JSON.stringify(stored), "Berg")
  })

  // notices-9: An email and its notification in the app use the language of the reader.
  it.effect("is written in the reader's language, like the notice in the app", function* () {
    const admin = yield* aSuperAdmin()
    yield* as(admin).patch("/api/auth/profile", { language: "de" })
    const id = yield* aCase(admin, "Jonas Berg")
    yield* happen(admin, failed(id))
    const mail = yield* newest(admin)
    assert.strictEqual(mail.subject, "Jonas Berg hat noch Zugriff: Corporate Directory")
    assert.include(mail.html, '<html lang="de">')
    assert.include((yield* noticesOf(admin.orgId)).at(-1)?.title, "Jonas Berg hat noch Zugriff")
  })

  // notices-10: An organization can keep names out of emails; a name that looks like a link is always omitted.
  it.effect(
    "leaves out the name where the organization does not want it, and one that looks like a link",
    function* () {
      const admin = yield* aSuperAdmin()
      yield* happen(admin, failed(yield* aCase(admin, "evil.example/login")))
      assert.strictEqual((yield* newest(admin)).subject, "An employee still has access: Corporate Directory")
      yield* withStatus(200, as(admin).patch("/api/organizations/me", { name: "Acme", namesInNotifications: false }))
      yield* happen(admin, failed(yield* aCase(admin, "Jonas Berg")))
      const mail = yield* newest(admin)
      assert.notInclude(mail.subject + mail.text + mail.html, "Jonas")
      assert.include((yield* noticesOf(admin.orgId)).at(-1)?.title, "Jonas Berg")
    }
  )

  it.effect("says who did it", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aCase(admin, "Jonas Berg")
    yield* as(admin).patch(`/api/employees/${id}/status`, { status: "notice_period" })
    yield* handOut(admin.orgId)
    const mail = yield* newest(admin)
    assert.match(mail.text, /\S+ moved the offboarding of Jonas Berg from Pending to Notice period\./)
  })

  it.effect("says what to do, or that nothing is left to do", function* () {
    const admin = yield* aSuperAdmin()
    const id = yield* aCase(admin, "Jonas Berg")
    const about = { employeeName: "Jonas Berg", offboardingId: OffboardingId.make(id) }
    const asked = { initiationId: InitiationId.make(randomUUID()), userIds: [admin.userId] }
    const cases: ReadonlyArray<readonly [DomainEvent, RegExp]> = [
      [
        { _tag: "offboarding.created", ...about, source: "app" },
        / started an offboarding .* Check its apps and tasks\.$/
      ],
      [{ _tag: "initiation.decided", ...asked, outcome: "approved" }, /You don’t need to do anything\.$/],
      [
        { _tag: "member.signed_out", userId: admin.userId, sessions: 2, apiKeys: 1 },
        /^The identity provider signed out .+: 2 sessions and 1 API key ended\. If you did not expect this, check/
      ],
      [
        failed(id),
        /^The revocation that .+ started is incomplete: access of Jonas Berg could not be revoked in 1 app\. Open/
      ]
    ]
    for (const [event, body] of cases) {
      yield* happen(admin, event)
      assert.match((yield* noticesOf(admin.orgId)).at(-1)?.body ?? "", body, event._tag)
    }
  })

  it.effect("leads to the page of each kind of record", function* () {
    const admin = yield* aSuperAdmin()
    const id = randomUUID()
    const about = { employeeName: "Jonas Berg", offboardingId: OffboardingId.make(id), service: "github" }
    const ofTask = { ...about, ownerId: admin.userId, task: "Badge", dueDate: CalendarDate.make("2026-03-02") }
    const cases: ReadonlyArray<readonly [DomainEvent, string]> = [
      [{ _tag: "webhook.auto_disabled", webhookId: WebhookId.make(id), host: "hooks.acme.test" }, `/webhooks/${id}`],
      [
        {
          _tag: "initiation.waiting",
          initiationId: InitiationId.make(id),
          userIds: [admin.userId],
          delegated: false
        },
        `/initiations/${id}`
      ],
      [
        { _tag: "integration.credential_refused", integrationId: IntegrationId.make(id), service: "github" },
        "/integrations/github"
      ],
      [{ _tag: "residual_access.found", ...about }, `/offboardings/${id}/access`],
      [{ _tag: "left_behind.stops_the_cut", ...about }, `/offboardings/${id}/left-behind`],
      [{ _tag: "left_behind.offered", ...about, userIds: [admin.userId] }, "/left-behind?show=offered"],
      [{ _tag: "checklist.sla_breached", ...about, task: "Badge", assignedTo: "HR" }, `/offboardings/${id}/tasks`],
      [{ _tag: "task.assigned", ...ofTask }, `/offboardings/${id}/tasks`],
      [{ _tag: "task.due", ...ofTask }, `/offboardings/${id}/tasks`],
      [{ _tag: "comment.mentioned", ...about, userIds: [admin.userId] }, `/offboardings/${id}/activity`],
      [{ _tag: "comment.added", ...about, userIds: [admin.userId] }, `/offboardings/${id}/activity`],
      [
        { _tag: "offboardings.assigned", ownerId: admin.userId, offboardingIds: [OffboardingId.make(id)] },
        `/offboardings/${id}`
      ],
      [
        {
          _tag: "offboardings.assigned",
          ownerId: admin.userId,
          offboardingIds: [OffboardingId.make(id), OffboardingId.make(randomUUID())]
        },
        "/offboardings?owner=me"
      ]
    ]
    for (const [event, path] of cases) {
      yield* happen(admin, event)
      const mail = yield* newest(admin)
      assert.include(mail.text, `:\nhttp://svc.test${path}\n`, event._tag)
      assert.isAtMost(Array.from(mail.subject).length, 60, mail.subject)
    }
  })
})

withSurface("an import", (it) => {
  const csv = (count: number) =>
    ["employee_name,employee_department,exit_date"]
      .concat(Array.from({ length: count }, (_, n) => `Person ${n},${n === 0 ? "Sales" : "Ops"},2026-11-30`))
      .join("\n")

  // notices-11: An import is one notification for each member, about the offboardings that they see.
  it.effect("notifies each member once, of what they see, and still tells of each offboarding", function* () {
    const admin = yield* aSuperAdmin()
    const hr = yield* aMember(admin.orgId, "hr")
    const sales = yield* aMember(admin.orgId, "hr")
    yield* systemSql`
          UPDATE memberships SET scope = 'departments', departments = '{Sales}'
          WHERE org_id = ${admin.orgId} AND user_id = ${sales.userId}`
    yield* withStatus(200, as(admin).post("/api/employees/import", { csv: csv(3) }))
    const events = yield* systemSql<{ tag: string }>`
          SELECT event ->> '_tag' AS tag FROM outbox_events WHERE org_id = ${admin.orgId} ORDER BY id`
    assert.deepStrictEqual(
      events.map(({ tag }) => tag),
      ["offboarding.created", "offboarding.created", "offboarding.created", "offboardings.imported"]
    )
    yield* handOut(admin.orgId)
    const notices = yield* noticesOf(admin.orgId)
    const titles = new Map(notices.map(({ title, user_id }) => [user_id, title]))
    assert.lengthOf(notices, 3)
    for (const { userId } of [admin, hr]) assert.match(titles.get(userId) ?? "", / imported 3 offboardings$/)
    assert.match(titles.get(sales.userId) ?? "", / imported 1 offboarding$/)
    assert.deepStrictEqual(notices[0]?.data["source"], "csv")
  })

  it.effect("of several forms at once is told once too", function* () {
    const admin = yield* aSuperAdmin()
    const employees = ["Ada", "Grace"].map((employee_name) => ({ employee_name, exit_date: "2026-11-30" }))
    yield* as(admin).post("/api/employees/bulk", { employees: [...employees, { employee_name: "" }] })
    yield* handOut(admin.orgId)
    const notices = yield* noticesOf(admin.orgId)
    assert.lengthOf(notices, 1)
    assert.match(notices[0]?.title ?? "", / created 2 offboardings$/)
  })
})
