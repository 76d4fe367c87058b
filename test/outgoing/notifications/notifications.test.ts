import { assert } from "#test/support/suite"
import { CalendarDate } from "@svc/contract/kernel/dates"
import type { DomainEvent } from "@svc/contract/events"
import {
  DocumentId,
  EmployeeId,
  InitiationId,
  IntegrationId,
  OffboardingId,
  type OrgId,
  UserId,
  WebhookId
} from "@svc/contract/kernel/ids"
import type { RunRetries } from "@svc/contract/revocations/events"
import { NotificationType } from "@svc/contract/notifications/schema"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import * as NotificationsDomain from "#outgoing/notifications/index"
import { Notifications } from "#outgoing/notifications/service"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { TestApp } from "#test/support/TestApp"
import {
  aKey,
  aMember,
  anOrganisation,
  asCaller,
  aSession,
  asSystemCaller,
  aSuperAdmin,
  type Member
} from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { asSystem, systemSql, untilItWaits } from "#test/support/tables"
import { mailsTo, subjectsTo } from "#test/support/log"
import { layerOfFile } from "#test/support/layer-of-file"
import { handOut } from "./support.ts"

const Surface = NotificationsDomain.reactions.pipe(Layer.provideMerge(TestApp))

const happen = Effect.fnUntraced(function* (orgId: OrgId, event: DomainEvent) {
  const outbox = yield* Outbox
  const db = yield* Db
  yield* db.transact(outbox.append(orgId, event)).pipe(asSystemCaller(orgId))
  yield* handOut(orgId)
  yield* TestClock.adjust("1 second")
})

const created = (name = "Ada Lovelace", id: string = randomUUID()): DomainEvent => ({
  _tag: "offboarding.created",
  offboardingId: OffboardingId.make(id),
  employeeName: name,
  source: "api"
})

const moved = (id: string): DomainEvent => ({
  _tag: "offboarding.stage_changed",
  offboardingId: OffboardingId.make(id),
  employeeName: "Ada Lovelace",
  status: "notice_period",
  previousStatus: "pending",
  source: "api"
})

const revoked = (failed: number, manualRequired: number, retries?: RunRetries): DomainEvent => ({
  _tag: "revocation.completed",
  offboardingId: OffboardingId.make(randomUUID()),
  employeeName: "Ada Lovelace",
  source: "schedule",
  counts: { revoked: 2, failed, manualRequired, skipped: 0 },
  results: [],
  ...(retries === undefined ? {} : { retries })
})

const breached = (): DomainEvent => ({
  _tag: "checklist.sla_breached",
  offboardingId: OffboardingId.make(randomUUID()),
  employeeName: "Ada Lovelace",
  task: "Collect the badge",
  assignedTo: "HR"
})

const paused = (): DomainEvent => ({
  _tag: "webhook.auto_disabled",
  webhookId: WebhookId.make(randomUUID()),
  host: "hooks.example.com"
})

const overdue = (): DomainEvent => ({
  _tag: "asset.overdue",
  assetId: randomUUID(),
  itemName: "MacBook Pro",
  serialNumber: "SN-1",
  category: "laptop",
  employeeId: null,
  returnDeadline: CalendarDate.make("2026-03-01"),
  daysOverdue: 1
})

const announced = (): DomainEvent => ({
  _tag: "asset.shipment_announced",
  assetId: randomUUID(),
  itemName: "MacBook Pro",
  serialNumber: "SN-1",
  offboardingId: OffboardingId.make(randomUUID()),
  employeeName: "Ada Lovelace",
  carrier: "UPS",
  trackingNumber: "1Z 999"
})

const refused = (): DomainEvent => ({
  _tag: "integration.credential_refused",
  integrationId: IntegrationId.make(randomUUID()),
  service: "github"
})

const activeAgain = (): DomainEvent => ({
  _tag: "residual_access.found",
  offboardingId: OffboardingId.make(randomUUID()),
  employeeName: "Ada Lovelace",
  service: "github"
})

const stopped = (): DomainEvent => ({
  _tag: "left_behind.stops_the_cut",
  offboardingId: OffboardingId.make(randomUUID()),
  employeeName: "Ada Lovelace",
  service: "github"
})

/** What these members are told of an initiation. */
const initiated = (...members: ReadonlyArray<Member>): ReadonlyArray<DomainEvent> => {
  const about = { initiationId: InitiationId.make(randomUUID()), userIds: members.map(({ userId }) => userId) }
  return [
    { _tag: "initiation.waiting", ...about, delegated: false },
    { _tag: "initiation.decided", ...about, outcome: "approved" },
    { _tag: "hris.review_waiting", items: 2 }
  ]
}

const skipped = (): DomainEvent => ({
  _tag: "scim.deprovision_skipped",
  employeeId: EmployeeId.make(randomUUID()),
  reason: "At most 3 offboardings can be open"
})

/** A request that ended without a signature. */
const unsigned = (outcome: "declined" | "expired" | "voided" | "failed" = "declined"): DomainEvent => ({
  _tag: "esignature.ended",
  documentId: DocumentId.make(randomUUID()),
  offboardingId: OffboardingId.make(randomUUID()),
  documentName: "Severance agreement",
  employeeName: "Ada Lovelace",
  provider: "docusign",
  outcome
})

const signedOut = (): DomainEvent => ({
  _tag: "member.signed_out",
  userId: UserId.make(randomUUID()),
  sessions: 2,
  apiKeys: 1
})

const promoted = (): DomainEvent => ({
  _tag: "member.became_superadmin",
  userId: UserId.make(randomUUID()),
  member: "Ada Lovelace (ada@acme.test)",
  grantedBy: "Grace Hopper (grace@acme.test)",
  how: "role_change"
})

const assigned = ({ userId }: Member): DomainEvent => ({
  _tag: "offboardings.assigned",
  ownerId: userId,
  offboardingIds: [OffboardingId.make(randomUUID())]
})

const ofTask = ({ userId }: Member) => ({
  offboardingId: OffboardingId.make(randomUUID()),
  employeeName: "Ada Lovelace",
  ownerId: userId,
  task: "Collect the badge",
  dueDate: CalendarDate.make("2026-03-02")
})

const ofTasks = (member: Member): ReadonlyArray<DomainEvent> => [
  { _tag: "task.assigned", ...ofTask(member) },
  { _tag: "task.due", ...ofTask(member) }
]

const commented = ({ userId }: Member): ReadonlyArray<DomainEvent> => {
  const about = { offboardingId: OffboardingId.make(randomUUID()), userIds: [userId] }
  return [
    { _tag: "comment.mentioned", ...about },
    { _tag: "comment.added", ...about }
  ]
}

const ofEveryKind = (...told: ReadonlyArray<Member>) => [
  created(),
  moved(randomUUID()),
  revoked(1, 0),
  breached(),
  overdue(),
  announced(),
  paused(),
  refused(),
  activeAgain(),
  stopped(),
  skipped(),
  unsigned(),
  signedOut(),
  promoted(),
  ...told.map(assigned),
  ...told.flatMap(ofTasks),
  ...told.flatMap(commented),
  ...initiated(...told)
]

interface Listed {
  readonly data: ReadonlyArray<{
    readonly id: string
    readonly type: string
    readonly title: string
    readonly read_at: string | null
  }>
  readonly meta: {
    readonly page: number
    readonly limit: number
    readonly total: number
    readonly total_pages: number
    readonly has_next: boolean
  }
  readonly unread: number
}

const list = Effect.fnUntraced(function* (member: Member, query = "") {
  const answer = yield* withStatus(200, as(member).get(`/api/notifications${query}`))
  const page: Listed = JSON.parse(answer.text)
  return page
})

const typesOf = (member: Member) => Effect.map(list(member, "?limit=100"), ({ data }) => data.map(({ type }) => type))

const choose = Effect.fnUntraced(function* (member: Member, preferences: unknown) {
  return yield* as(member).patch("/api/auth/notification-preferences", { preferences })
})

const withSurface = layerOfFile(Surface)

withSurface("GET /api/notifications", (it) => {
  // notices-3: One's own notices are listed newest first, and read one by one or all at once.
  it.status(200, "one's own of this organisation, newest first, page by page, with how many are unread", function* () {
    const orgId = yield* anOrganisation()
    const member = yield* aMember(orgId, "hr")
    const stranger = yield* aMember(yield* anOrganisation(), "hr")
    for (const name of ["Ada", "Grace", "Edsger"]) yield* happen(orgId, created(name))
    const all = yield* list(member)
    assert.deepInclude(all, { unread: 3 })
    assert.deepStrictEqual(all.meta, { page: 1, limit: 20, total: 3, total_pages: 1, has_next: false })
    const second = yield* list(member, "?page=2&limit=2")
    assert.deepStrictEqual(
      second.data.map(({ id }) => id),
      [all.data[2]?.id]
    )
    assert.isTrue((yield* list(member, "?limit=2")).meta.has_next)
    assert.deepInclude(yield* list(stranger), { data: [], unread: 0 })
  })

  it.status(400, "a page size over the maximum, and an `unread` that is neither true nor false, named", function* () {
    const bearer = yield* aSession(yield* aSuperAdmin())
    const size = yield* withStatus(400, send("GET", "/api/notifications?limit=101", { bearer }))
    assert.include(size.text, "limit: must be a whole number from 1 to 100")
    const unread = yield* withStatus(400, send("GET", "/api/notifications?unread=maybe", { bearer }))
    assert.include(unread.text, "unread")
  })
})

withSurface("POST /api/notifications/{id}/read", (it) => {
  it.status(
    200,
    "read once, at the moment it was read first; 404: somebody else's, like one that never was",
    function* () {
      const orgId = yield* anOrganisation()
      const [member, colleague] = [yield* aMember(orgId, "hr"), yield* aMember(orgId, "hr")]
      yield* happen(orgId, created("Ada"))
      yield* happen(orgId, created("Grace"))
      const [newest] = (yield* list(member)).data
      const path = `/api/notifications/${newest?.id}/read`
      const first = yield* withStatus(200, as(member).post(path))
      yield* TestClock.adjust("1 minute")
      const again = yield* as(member).post(path)
      assert.deepStrictEqual(again.body, first.body)
      const left = yield* list(member, "?unread=true")
      assert.deepInclude(left, { unread: 1 })
      assert.strictEqual(left.meta.total, 1)
      assert.strictEqual((yield* list(member)).meta.total, 2)

      const stranger = yield* aMember(yield* anOrganisation(), "hr")
      for (const [who, id] of [
        [colleague, newest?.id],
        [stranger, newest?.id],
        [member, randomUUID()]
      ] as const) {
        const answer = yield* withStatus(404, as(who).post(`/api/notifications/${id}/read`))
        assert.deepStrictEqual(answer.body, { error: "Notification not found" })
      }
      assert.deepInclude(yield* list(colleague), { unread: 2 })
    }
  )

  it.status(404, "the id of nobody's notification", function* () {
    const bearer = yield* aSession(yield* aSuperAdmin())
    assert.strictEqual((yield* send("POST", `/api/notifications/${randomUUID()}/read`, { bearer })).status, 404)
  })

  it.status(400, "an id that is not a UUID", function* () {
    const bearer = yield* aSession(yield* aSuperAdmin())
    const answer = yield* withStatus(400, send("POST", "/api/notifications/17/read", { bearer }))
    assert.deepStrictEqual(answer.body, { error: "Invalid id" })
  })
})

withSurface("POST /api/notifications/read-all", (it) => {
  // notices-3
  it.status(200, "how many were unread; the others' stay unread", function* () {
    const orgId = yield* anOrganisation()
    const [member, colleague] = [yield* aMember(orgId, "admin"), yield* aMember(orgId, "admin")]
    yield* happen(orgId, created("Ada"))
    yield* happen(orgId, paused())
    const readAll = Effect.flatMap(aSession(member), (bearer) =>
      send("POST", "/api/notifications/read-all", { bearer })
    )
    assert.deepStrictEqual((yield* readAll).body, { success: true, read: 2 })
    assert.strictEqual((yield* readAll).status, 200)
    assert.deepStrictEqual((yield* readAll).body, { success: true, read: 0 })
    assert.deepInclude(yield* list(member), { unread: 0 })
    assert.deepInclude(yield* list(colleague), { unread: 2 })
  })
})

withSurface("GET /api/auth/notification-preferences", (it) => {
  it.status(
    200,
    "for each kind whether it comes in the app and by mail; a create comes in the app alone",
    function* () {
      const answer = yield* withStatus(200, as(yield* aSuperAdmin()).get("/api/auth/notification-preferences"))
      assert.deepStrictEqual(answer.body, {
        preferences: {
          "offboarding.created": { in_app: true, email: false },
          "offboarding.stage_changed": { in_app: true, email: true },
          "offboarding.assigned": { in_app: true, email: true },
          "revocation.failed": { in_app: true, email: true },
          "checklist.sla_breached": { in_app: true, email: true },
          "task.assigned": { in_app: true, email: true },
          "task.due": { in_app: true, email: true },
          "comment.mentioned": { in_app: true, email: true },
          "comment.added": { in_app: true, email: false },
          "asset.overdue": { in_app: true, email: true },
          "asset.shipment_announced": { in_app: true, email: false },
          "webhook.auto_disabled": { in_app: true, email: true },
          "initiation.waiting": { in_app: true, email: true },
          "initiation.decided": { in_app: true, email: true },
          "integration.credential_refused": { in_app: true, email: true },
          "residual_access.found": { in_app: true, email: true },
          "left_behind.waiting": { in_app: true, email: true },
          "scim.deprovision_skipped": { in_app: true, email: true },
          "hris.review_waiting": { in_app: true, email: false },
          "esignature.ended": { in_app: true, email: true },
          "member.signed_out": { in_app: true, email: false },
          "member.became_superadmin": { in_app: true, email: true }
        }
      })
    }
  )
})

withSurface("PATCH /api/auth/notification-preferences", (it) => {
  it.status(200, "only what is sent changes; it holds for this member, in this organisation", function* () {
    const orgId = yield* anOrganisation()
    const [member, colleague] = [yield* aMember(orgId, "admin"), yield* aMember(orgId, "admin")]
    yield* withStatus(200, choose(member, { "offboarding.created": { email: true } }))
    const changed = yield* choose(member, {
      "offboarding.created": { in_app: false },
      "webhook.auto_disabled": { email: false },
      "no.such": { email: false }
    })
    assert.deepStrictEqual(changed.body, {
      preferences: {
        "offboarding.created": { in_app: false, email: true },
        "offboarding.stage_changed": { in_app: true, email: true },
        "offboarding.assigned": { in_app: true, email: true },
        "revocation.failed": { in_app: true, email: true },
        "checklist.sla_breached": { in_app: true, email: true },
        "task.assigned": { in_app: true, email: true },
        "task.due": { in_app: true, email: true },
        "comment.mentioned": { in_app: true, email: true },
        "comment.added": { in_app: true, email: false },
        "asset.overdue": { in_app: true, email: true },
        "asset.shipment_announced": { in_app: true, email: false },
        "webhook.auto_disabled": { in_app: true, email: false },
        "initiation.waiting": { in_app: true, email: true },
        "initiation.decided": { in_app: true, email: true },
        "integration.credential_refused": { in_app: true, email: true },
        "residual_access.found": { in_app: true, email: true },
        "left_behind.waiting": { in_app: true, email: true },
        "scim.deprovision_skipped": { in_app: true, email: true },
        "hris.review_waiting": { in_app: true, email: false },
        "esignature.ended": { in_app: true, email: true },
        "member.signed_out": { in_app: true, email: false },
        "member.became_superadmin": { in_app: true, email: true }
      }
    })
    yield* happen(orgId, created())
    yield* happen(orgId, paused())
    assert.deepStrictEqual(yield* typesOf(member), ["webhook.auto_disabled"])
    assert.deepStrictEqual(yield* subjectsTo(member.email), ["New offboarding: Ada Lovelace"])
    assert.deepStrictEqual(yield* typesOf(colleague), ["webhook.auto_disabled", "offboarding.created"])
    assert.deepStrictEqual(yield* subjectsTo(colleague.email), ["Webhook paused: hooks.example.com"])
  })

  // notices-4: Each member chooses for each kind whether it comes in the app and by mail.
  it.status(200, "honoured for every kind: in the app alone, by mail alone, neither and both", function* () {
    const orgId = yield* anOrganisation()
    const choices = [
      { in_app: true, email: false },
      { in_app: false, email: true },
      { in_app: false, email: false },
      { in_app: true, email: true }
    ]
    const members = yield* Effect.forEach(choices, (choice) =>
      Effect.gen(function* () {
        const member = yield* aMember(orgId)
        yield* choose(member, Object.fromEntries(NotificationType.literals.map((type) => [type, choice])))
        return { ...choice, member }
      })
    )
    const told = members.map(({ member }) => member)
    for (const event of ofEveryKind(...told)) yield* happen(orgId, event)
    for (const { email, in_app, member } of members) {
      assert.sameMembers(yield* typesOf(member), in_app ? [...NotificationType.literals] : [])
      assert.lengthOf(yield* subjectsTo(member.email), email ? NotificationType.literals.length : 0)
    }
  })

  it.status(400, "a choice that is no boolean, and a body without preferences, named", function* () {
    const member = yield* aSuperAdmin()
    const answer = yield* withStatus(400, choose(member, { "offboarding.created": { email: "yes" } }))
    assert.include(answer.text, "email")
    assert.strictEqual((yield* choose(member, 7)).status, 400)
  })

  it.effect("changes of different ways at the same time are both kept", function* () {
    const member = yield* aSuperAdmin()
    yield* Effect.all(
      [
        choose(member, { "offboarding.stage_changed": { email: false } }),
        choose(member, { "offboarding.stage_changed": { in_app: false } })
      ],
      { concurrency: "unbounded" }
    )
    const answer = yield* choose(member, {})
    assert.deepInclude(JSON.stringify(answer.body), '"offboarding.stage_changed":{"in_app":false,"email":false}')
  })
})

withSurface("what a member chooses while they are removed", (it) => {
  it.effect("is waited with, then kept by nobody, and fails nothing", function* () {
    const { orgId } = yield* aSuperAdmin()
    const member = yield* aMember(orgId, "hr")
    const notifications = yield* Notifications
    const gone = yield* Deferred.make<void>()
    const choosing = yield* Deferred.await(gone).pipe(
      Effect.andThen(notifications.choose({ preferences: { "offboarding.created": { email: true } } })),
      asCaller(member),
      Effect.forkChild
    )
    yield* asSystem((sql) =>
      Effect.gen(function* () {
        yield* sql`DELETE FROM memberships WHERE org_id = ${orgId} AND user_id = ${member.userId}`
        yield* Deferred.succeed(gone, undefined)
        yield* untilItWaits(sql, choosing)
        assert.isUndefined(choosing.pollUnsafe())
      })
    )
    const { preferences } = yield* Fiber.join(choosing)
    assert.deepStrictEqual(preferences["offboarding.created"], { in_app: true, email: false })
  })
})

/** A case with a department and a manager, written past the service: only its scope matters here. */
const aCase = Effect.fnUntraced(function* (orgId: OrgId, department: string, managerEmail: string | null) {
  const member = yield* aMember(orgId)
  const key = yield* aKey(member)
  const answer = yield* send("POST", "/api/v1/offboardings", {
    bearer: key,
    body: {
      employee_name: "Ada Lovelace",
      exit_date: "2026-04-30",
      employee_department: department,
      ...(managerEmail === null ? {} : { manager_email: managerEmail })
    }
  })
  const { id }: { readonly id: string } = JSON.parse(answer.text)
  return id
})

const limitTo = (member: Member, scope: string, departments: ReadonlyArray<string> | null) =>
  systemSql`
    UPDATE memberships SET scope = ${scope}, departments = ${departments}::text[]
    WHERE org_id = ${member.orgId} AND user_id = ${member.userId}`

withSurface("who is told", (it) => {
  // notices-6: An unfinished revocation notifies members who can revoke access, also by email.
  it.effect(
    "an unfinished revocation goes to those who may revoke, by mail too; a complete one to nobody",
    function* () {
      const orgId = yield* anOrganisation()
      const [admin, hr] = [yield* aMember(orgId, "admin"), yield* aMember(orgId, "hr")]
      const revoker = yield* aMember(orgId, { permissions: ["access_revoke"] })
      yield* happen(orgId, revoked(0, 0))
      assert.deepStrictEqual(yield* typesOf(admin), [])
      yield* happen(orgId, revoked(1, 2))
      for (const told of [admin, revoker]) {
        assert.deepStrictEqual(yield* typesOf(told), ["revocation.failed"])
        assert.deepStrictEqual(yield* subjectsTo(told.email), ["Ada Lovelace still has access: 3 apps failed"])
      }
      assert.deepStrictEqual(yield* typesOf(hr), [])
    }
  )

  it.effect(
    "a failure that is retried is told at first, with its next try, and when it is given up, not between",
    function* () {
      const orgId = yield* anOrganisation()
      const admin = yield* aMember(orgId, "admin")
      const next = "2026-03-02T00:01:00.000Z"
      yield* happen(orgId, revoked(2, 0, { number: 0, again: 2, next_try_at: next, given_up: 0 }))
      yield* happen(orgId, revoked(1, 1, { number: 1, again: 1, next_try_at: next, given_up: 1 }))
      yield* happen(orgId, revoked(1, 0, { number: 2, again: 1, next_try_at: next, given_up: 0 }))
      yield* happen(orgId, revoked(0, 0, { number: 3, again: 0, next_try_at: null, given_up: 0 }))
      const mails = yield* mailsTo(admin.email)
      assert.deepStrictEqual(
        mails.map(({ subject }) => subject),
        ["Ada Lovelace still has access: 2 apps failed", "Retries ended: Ada Lovelace still has access"]
      )
      assert.include(mails[0]?.text, "2 are retried automatically, next at Mar 2, 2026, 12:01")
      assert.include(mails[1]?.text, "Access of Ada Lovelace could not be revoked in 1 app")
    }
  )

  // notices-7: Members with a custom role are notified of what their permissions cover; managers of no offboarding.
  it.effect("holders of an own role are told of what its permissions are about, managers of no case", function* () {
    const orgId = yield* anOrganisation()
    const caseworker = yield* aMember(orgId, { permissions: ["offboardings_edit"] })
    const administrator = yield* aMember(orgId, { permissions: ["settings_manage"] })
    const manager = yield* aMember(orgId, "manager")
    yield* happen(orgId, created())
    yield* happen(orgId, paused())
    assert.deepStrictEqual(yield* typesOf(caseworker), ["offboarding.created"])
    assert.deepStrictEqual(yield* typesOf(administrator), ["webhook.auto_disabled"])
    assert.deepStrictEqual(yield* typesOf(manager), [])
  })

  // notices-5: Nobody is told of a case outside of their scope.
  it.effect("nobody is told of a case outside their scope: departments, direct reports", function* () {
    const orgId = yield* anOrganisation()
    const [sales, reports, all] = [
      yield* aMember(orgId, "hr"),
      yield* aMember(orgId, "hr"),
      yield* aMember(orgId, "hr")
    ]
    const ops = yield* aMember(orgId, {
      permissions: ["offboardings_edit"],
      scope: "departments",
      departments: ["Ops"]
    })
    yield* limitTo(sales, "departments", ["Sales"])
    yield* limitTo(reports, "direct_reports", null)
    const inSales = yield* aCase(orgId, "Sales", null)
    const inOps = yield* aCase(orgId, "Ops", reports.email.toUpperCase())
    yield* happen(orgId, moved(inSales))
    yield* happen(orgId, moved(inOps))
    const movesOf = (member: Member) =>
      Effect.map(typesOf(member), (types) => types.filter((type) => type === "offboarding.stage_changed").length)
    assert.strictEqual(yield* movesOf(sales), 1)
    assert.strictEqual(yield* movesOf(ops), 1)
    assert.strictEqual(yield* movesOf(reports), 1)
    assert.strictEqual(yield* movesOf(all), 2)
    assert.lengthOf(yield* subjectsTo(sales.email), 1)
    // A case that is gone is in no department.
    yield* limitTo(all, "departments", ["Nowhere"])
    yield* happen(orgId, moved(randomUUID()))
    assert.strictEqual(yield* movesOf(all), 2)
  })

  it.effect("every kind of notice has a sentence in English and in German, and no other is stored", function* () {
    const orgId = yield* anOrganisation()
    const [admin, german] = [yield* aMember(orgId), yield* aMember(orgId)]
    yield* systemSql`UPDATE users SET language = 'de' WHERE id = ${german.userId}`
    for (const event of ofEveryKind(admin, german)) yield* happen(orgId, event)
    const [english, translated] = [(yield* list(admin, "?limit=100")).data, (yield* list(german, "?limit=100")).data]
    for (const { title, type } of translated) {
      assert.isAtMost(title.length, 60, title)
      assert.notInclude(
        english.filter((one) => one.type === type).map((one) => one.title),
        title
      )
    }
    for (const { title } of english) assert.isAtMost(title.length, 60, title)
    for (const told of [admin, german]) assert.sameMembers(yield* typesOf(told), [...NotificationType.literals])
  })
})
