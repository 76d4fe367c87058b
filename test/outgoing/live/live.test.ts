import { assert, layer } from "#test/support/suite"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Context, Effect, Layer } from "effect"
import { Db } from "#platform/database/db"
import { Live } from "#outgoing/live/service"
import { aCase, aPerson } from "#test/support/cases"
import {
  aMember,
  anAdmin,
  anOrganisation,
  aSession,
  asSystemCaller,
  aSuperAdmin,
  type Member
} from "#test/support/people"
import { aServiceProcess, type ServiceProcess } from "#test/support/service-process"
import { systemSql } from "#test/support/tables"
import { LiveServices } from "#test/support/TestApp"
import { listen } from "./support.ts"

/** Two nodes over one database; the test is a third that writes. */
class Nodes extends Context.Service<Nodes, { readonly one: ServiceProcess; readonly other: ServiceProcess }>()(
  "test/live/Nodes"
) {
  static readonly layer = Layer.effect(
    Nodes,
    Effect.gen(function* () {
      const one = yield* aServiceProcess()
      return { one, other: yield* aServiceProcess() }
    })
  ).pipe(Layer.provideMerge(LiveServices))
}

const listenAs = Effect.fnUntraced(function* (member: Member) {
  const { one } = yield* Nodes
  const stream = yield* listen(one.baseUrl, yield* aSession(member))
  yield* stream.says("opened")
  return stream
})

const manager = "line.manager@acme.test"

const aManager = Effect.fnUntraced(function* (orgId: Member["orgId"]) {
  const member = yield* aMember(orgId, "manager")
  yield* systemSql`UPDATE users SET email = ${`${member.userId}.${manager}`} WHERE id = ${member.userId}`
  return { ...member, email: `${member.userId}.${manager}` }
})

layer(Nodes.layer, { excludeTestServices: true, timeout: 120_000 })("GET /api/events", (it) => {
  // live-1: Whoever looks is told what others change, on whatever node, and nothing of what they may not read.
  it.status(200, "says what changed and nothing of it, to be kept by nobody on its way", function* () {
    const admin = yield* aSuperAdmin()
    const colleague = yield* aMember(admin.orgId, "hr")
    const stream = yield* listenAs(colleague)
    assert.strictEqual(stream.headers.get("content-type"), "text/event-stream")
    assert.strictEqual(stream.headers.get("cache-control"), "no-store")
    assert.strictEqual(stream.headers.get("x-accel-buffering"), "no")
    const { id } = yield* aCase(admin)
    assert.deepStrictEqual(yield* stream.hears({ resource: "case" }), { resource: "case", id })
    // The log itself has an entry more.
    yield* stream.hears({ resource: "audit_log" })
    assert.notInclude(stream.text(), "Ada")
    const own = yield* aCase(colleague)
    assert.deepStrictEqual(yield* stream.hears({ id: own.id }), { resource: "case", id: own.id, own: true })
  })

  it.status(
    200,
    "what changed just before it was opened is told; without its type in Accept that is all",
    function* () {
      const { one } = yield* Nodes
      const admin = yield* aSuperAdmin()
      const { id } = yield* aCase(admin)
      const bearer = yield* aSession(admin)
      const text = yield* Effect.promise(async () =>
        (await fetch(`${one.baseUrl}/api/events`, { headers: { authorization: `Bearer ${bearer}` } })).text()
      )
      assert.match(text, /^event: opened\ndata: \[\]\n\nevent: changed\n/)
      assert.include(text, id)
    }
  )

  // live-1
  it.status(
    200,
    "nobody is told of another organisation's, of what their role may not read or their records lack",
    function* () {
      const admin = yield* aSuperAdmin()
      const stranger = yield* listenAs(yield* aSuperAdmin())
      const boss = yield* aManager(admin.orgId)
      const ofManager = yield* listenAs(boss)
      const ofDepartment = yield* listenAs(
        yield* aMember(admin.orgId, {
          permissions: ["offboardings_view", "audit_view"],
          scope: "departments",
          departments: ["Research"]
        })
      )
      const ofAssets = yield* listenAs(yield* aMember(admin.orgId, { permissions: ["assets_view"] }))
      const hidden = yield* aCase(admin, { employee_department: "Sales" })
      const person = yield* aPerson(admin, "Grace Hopper", { department: "Sales" })
      const research = yield* aCase(admin, { employee_name: "Alan", employee_department: "Research" })
      const report = yield* aCase(admin, { employee_name: "Edsger", manager_email: boss.email })
      yield* ofManager.hears({ id: report.id })
      yield* ofDepartment.hears({ id: research.id })
      const live = yield* Live
      const db = yield* Db
      const members = [boss.userId]
      yield* live.noticesWritten(admin.orgId, members).pipe(db.transact, asSystemCaller(admin.orgId))
      yield* ofManager.hears({ resource: "notifications" })
      for (const stream of [ofManager, ofDepartment, ofAssets, stranger]) {
        assert.notInclude(stream.text(), hidden.id)
        assert.notInclude(stream.text(), person.id)
      }
      assert.notInclude(ofManager.text(), research.id)
      assert.notInclude(ofDepartment.text(), report.id)
      assert.deepStrictEqual(ofAssets.changes(), [])
      // That their own organisation began.
      assert.deepStrictEqual(
        stranger.changes().filter(({ resource }) => resource !== "audit_log"),
        []
      )
      const ofOthers = ["notifications", "audit_log"]
      assert.isUndefined(ofDepartment.changes().find(({ resource }) => ofOthers.includes(resource)))
    }
  )

  // live-1
  it.status(200, "what another node writes is told, and each step of a run to whoever sees the case", function* () {
    const { other } = yield* Nodes
    const admin = yield* aSuperAdmin()
    const stream = yield* listenAs(yield* aMember(admin.orgId, "hr"))
    const blind = yield* listenAs(yield* aManager(admin.orgId))
    const bearer = yield* aSession(admin)
    const made = yield* Effect.promise(async () => {
      const response = await fetch(`${other.baseUrl}/api/employees`, {
        method: "POST",
        headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
        body: JSON.stringify({ employee_name: "Ada Lovelace", exit_date: "2027-03-31" })
      })
      return (await response.json()) as { readonly id: string }
    })
    yield* stream.hears({ resource: "case", id: made.id })
    const { id } = yield* aCase(admin)
    const live = yield* Live
    const db = yield* Db
    yield* live.runMoved(admin.orgId, id).pipe(db.transact, asSystemCaller(admin.orgId))
    yield* stream.hears({ resource: "revocation_run", id })
    assert.deepStrictEqual(blind.changes(), [])
  })

  // live-2: A stream ends with the session, with what its caller may see, and with the service.
  it.status(
    200,
    "ends with the session and the organisation's suspension; with another role, to begin anew",
    function* () {
      const admin = yield* aSuperAdmin()
      const [ended, changed] = [yield* aMember(admin.orgId, "hr"), yield* aMember(admin.orgId, "admin")]
      const ofEnded = yield* listenAs(ended)
      const ofChanged = yield* listenAs(changed)
      yield* systemSql`
          UPDATE sessions SET revoked_at = now() WHERE user_id = ${ended.userId}`
      yield* systemSql`UPDATE memberships SET role = 'manager' WHERE user_id = ${changed.userId}`
      const { id } = yield* aCase(admin)
      yield* ofEnded.ends
      yield* ofChanged.ends
      assert.notInclude(ofEnded.text() + ofChanged.text(), id)
      assert.deepStrictEqual(
        [ofEnded.text().includes("everything"), ofChanged.text().includes("everything")],
        [false, true]
      )
      const last = yield* listenAs(admin)
      yield* systemSql`UPDATE organisations SET suspended = true WHERE id = ${admin.orgId}`
      yield* aCase(admin, { employee_name: "Grace" })
      yield* last.ends
    }
  )

  it.status(401, "without a session", function* () {
    const { one } = yield* Nodes
    assert.strictEqual((yield* listen(one.baseUrl, "no-token")).status, 401)
  })

  it.status(403, "while the organisation is suspended", function* () {
    const { one } = yield* Nodes
    const member = yield* aMember(yield* anOrganisation({ suspended: true }))
    assert.strictEqual((yield* listen(one.baseUrl, yield* aSession(member))).status, 403)
  })

  // live-5: A session has at most four streams.
  it.status(429, "for a fifth stream of a session, and room again when one is left", function* () {
    const { one } = yield* Nodes
    const bearer = yield* aSession(yield* anAdmin())
    const open = Effect.tap(listen(one.baseUrl, bearer), ({ says, status }) =>
      status === 200 ? says("opened") : Effect.void
    )
    const [first] = [yield* open, yield* open, yield* open, yield* open]
    const fifth = yield* open
    assert.deepStrictEqual([fifth.status, fifth.headers.get("retry-after")], [429, "60"])
    yield* first.leave
    const again = yield* Effect.repeat(open, { until: ({ status }) => status === 200 })
    assert.include(again.text(), "event: opened")
  })

  // live-2
  it.effect("ends its streams at once when the service stops", function* () {
    const service = yield* aServiceProcess()
    const stream = yield* listen(service.baseUrl, yield* aSession(yield* anAdmin()))
    yield* stream.says("opened")
    const begun = performance.now()
    assert.strictEqual(yield* service.stop("SIGTERM"), 0)
    yield* stream.ends
    // Requests under way are waited for twenty seconds.
    assert.isBelow(performance.now() - begun, 15_000)
  })

  // live-6: A stream contains nothing about a member's own offboarding.
  it.status(200, "nothing of a member's own offboarding, also not that they no longer see it", function* () {
    const admin = yield* aSuperAdmin()
    const leaving = yield* aMember(admin.orgId, "superadmin")
    const stream = yield* listenAs(leaving)
    const own = yield* aCase(admin, { employee_name: "Grace", employee_email: EmailAddress.make(leaving.email) })
    const db = yield* Db
    const live = yield* Live
    yield* db.transact(live.runMoved(admin.orgId, own.id)).pipe(asSystemCaller(admin.orgId))
    const other = yield* aCase(admin, { employee_name: "Ada" })
    // What comes first is the other one: nothing of their own was told before.
    assert.deepStrictEqual(yield* stream.hears({ resource: "case" }), { resource: "case", id: other.id })
  })
})
