import { assert } from "#test/support/suite"
import { CaseLeftBehind, LeftBehindItem, LeftBehindPage } from "@svc/contract/left-behind/schema"
import { Effect, Schema } from "effect"
import { randomUUID } from "node:crypto"
import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { aMember, anAdmin, anOrganisation, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { systemSql } from "#test/support/tables"
import { aCase } from "#test/access-removal/revocations/support"
import { aLeftBehind, looksForIt } from "./item.ts"

const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(LeftBehindPage))
const decodeCase = Schema.decodeUnknownEffect(Schema.toCodecJson(CaseLeftBehind))
const decodeItem = Schema.decodeUnknownEffect(Schema.toCodecJson(LeftBehindItem))

const list = Effect.fnUntraced(function* (member: Member, query = "") {
  const answer = yield* withStatus(200, as(member).get(`/api/left-behind${query}`))
  return yield* decodePage(answer.body)
})

/** An admin, a case that has `crm` selected, and something of it. */
const aWorld = Effect.fnUntraced(function* (more: Readonly<Record<string, string>> = {}) {
  const admin = yield* aSuperAdmin()
  yield* looksForIt(admin.orgId)
  const offboardingId = yield* aCase(admin.orgId, { apps: ["crm"] })
  const id = yield* aLeftBehind(admin.orgId, offboardingId, more)
  const act = (verb: string, body?: unknown, member = admin) => as(member).post(`/api/left-behind/${id}/${verb}`, body)
  return { admin, offboardingId, id, act }
})

const cancel = (id: string) => systemSql`UPDATE offboardings SET status = 'cancelled' WHERE id = ${id}`
const settle = (id: string) =>
  systemSql`UPDATE left_behind_items SET disposition = 'accepted', settled_at = now() WHERE id = ${id}`

/** Unknown, another organisation's, and of a case that the caller does not see. */
const notFound = Effect.fnUntraced(function* (verb: string, body?: unknown) {
  const { act, admin } = yield* aWorld()
  const stranger = yield* aSuperAdmin()
  const outside = yield* aMember(admin.orgId, {
    permissions: ["offboardings_view", "access_revoke"],
    scope: "departments"
  })
  const answers = [
    yield* as(admin).post(`/api/left-behind/${randomUUID()}/${verb}`, body),
    yield* act(verb, body, stranger),
    ...(verb === "go" ? [] : [yield* act(verb, body, outside)])
  ]
  assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [404])
})

const refusedOnceSettled = Effect.fnUntraced(function* (verb: string, body?: unknown) {
  const { act, id, offboardingId } = yield* aWorld({ stops_the_cut: "Last owner", new_owner_email: "x@else.test" })
  yield* settle(id)
  yield* withStatus(409, act(verb, body))
  yield* cancel(offboardingId)
  const cancelled = yield* withStatus(409, act(verb, body))
  assert.include(cancelled.error, "canceled")
})

const badReasons = Effect.fnUntraced(function* (verb: string) {
  const { act } = yield* aWorld({ stops_the_cut: "Last owner" })
  for (const body of [{}, { reason: "no" }, { reason: "x".repeat(501) }]) {
    assert.strictEqual((yield* act(verb, body)).status, 400)
  }
})

const reason = "Kept for the handover"

const withTestApp = layerOfFile(TestApp)

withTestApp("GET /api/left-behind", (it) => {
  it.status(200, "within the caller's records, by app, kind, case and what became of it, page by page", function* () {
    const admin = yield* aSuperAdmin()
    const manager = yield* aMember(admin.orgId, "manager")
    const own = yield* aCase(admin.orgId, { managerEmail: manager.email })
    const other = yield* aCase(admin.orgId)
    const ids = [
      yield* aLeftBehind(admin.orgId, own),
      yield* aLeftBehind(admin.orgId, other, { kind: "ssh_key", service_name: "github" })
    ]
    assert.sameMembers(
      (yield* list(admin)).rows.map(({ id }) => id),
      ids
    )
    assert.deepStrictEqual(
      (yield* list(manager)).rows.map(({ offboarding_id }) => offboarding_id),
      [own]
    )
    for (const query of ["?kind=ssh_key", "?service=github", `?offboarding_id=${other}`]) {
      assert.deepStrictEqual(
        (yield* list(admin, query)).rows.map(({ id }) => id),
        [ids[1]],
        query
      )
    }
    assert.strictEqual((yield* list(admin, "?disposition=accepted")).total, 0)
    assert.deepInclude(yield* list(admin, "?disposition=all&limit=1&offset=1"), { total: 2, limit: 1, offset: 1 })
    const cancelled = yield* as(admin).patch(`/api/employees/${other}/status`, {
      status: "cancelled",
      reason: "She stays"
    })
    assert.strictEqual(cancelled.status, 200, cancelled.text)
    assert.strictEqual((yield* list(admin)).total, 1, "none of a cancelled case")
  })

  // left-behind-9: Whoever is asked to take something over finds it, also of a case that they do not see.
  it.status(200, "offered_to_me: what waits for the caller's yes, also of a case that they do not see", function* () {
    const admin = yield* aSuperAdmin()
    const colleague = yield* aMember(admin.orgId, "manager")
    const theirs = yield* aCase(admin.orgId, { managerEmail: colleague.email })
    const other = yield* aCase(admin.orgId)
    const offered = yield* aLeftBehind(admin.orgId, other, {
      new_owner_email: colleague.email.toUpperCase(),
      new_owner_named_by: admin.userId
    })
    yield* aLeftBehind(admin.orgId, theirs)
    yield* aLeftBehind(admin.orgId, other, { new_owner_email: "somebody@else.test" })
    yield* aLeftBehind(admin.orgId, other, { new_owner_email: colleague.email, owner_accepted_at: new Date() })
    const mine = yield* list(colleague, "?offered_to_me=true")
    assert.deepStrictEqual([mine.total, mine.rows.map(({ id }) => id)], [1, [offered]])
    assert.strictEqual((yield* list(colleague, "?offered_to_me=false")).total, 1, "as if left out")
    assert.strictEqual((yield* list(admin, "?offered_to_me=true")).total, 0)
    assert.strictEqual((yield* list(yield* aSuperAdmin(), "?offered_to_me=true")).total, 0)
    assert.strictEqual((yield* as(colleague).post(`/api/left-behind/${offered}/accept-transfer`)).status, 200)
    assert.strictEqual((yield* list(colleague, "?offered_to_me=true")).total, 0)
  })

  it.status(400, "a kind that there is not, a limit over 100", function* () {
    const admin = yield* aSuperAdmin()
    for (const query of ["?kind=secret", "?limit=101", "?disposition=gone"]) {
      assert.strictEqual((yield* as(admin).get(`/api/left-behind${query}`)).status, 400)
    }
  })
})

withTestApp("GET /api/employees/{id}/left-behind", (it) => {
  it.status(400, "an id that is none", function* () {
    assert.strictEqual((yield* as(yield* anAdmin()).get("/api/employees/ada/left-behind")).status, 400)
  })

  it.status(200, "by app, with what could not be seen and why, and what was found", function* () {
    const { admin, id, offboardingId } = yield* aWorld()
    const answer = yield* withStatus(200, as(admin).get(`/api/employees/${offboardingId}/left-behind`))
    const shown = yield* decodeCase(answer.body)
    assert.deepInclude(shown, { looking: false, looked_at: null, total: 1 })
    assert.deepStrictEqual(
      shown.items.map((item) => item.id),
      [id]
    )
    assert.strictEqual(shown.apps[0]?.service, "crm")
    assert.include(shown.apps[0]?.note, "No longer connected")
  })

  it.status(404, "an unknown offboarding, another organisation's", function* () {
    const { admin, offboardingId } = yield* aWorld()
    assert.strictEqual((yield* as(admin).get(`/api/employees/${randomUUID()}/left-behind`)).status, 404)
    const stranger = yield* aSuperAdmin()
    assert.strictEqual((yield* as(stranger).get(`/api/employees/${offboardingId}/left-behind`)).status, 404)
  })
})

withTestApp("POST /api/employees/{id}/left-behind/look", (it) => {
  it.status(400, "an id that is none", function* () {
    assert.strictEqual((yield* as(yield* anAdmin()).post("/api/employees/ada/left-behind/look")).status, 400)
  })

  it.status(202, "a look is due, and is told of", function* () {
    const { admin, offboardingId } = yield* aWorld()
    const path = `/api/employees/${offboardingId}/left-behind`
    const answer = yield* withStatus(202, as(admin).post(`${path}/look`))
    assert.deepStrictEqual(answer.body, { status: "queued" })
    assert.isTrue((yield* decodeCase((yield* as(admin).get(path)).body)).looking)
  })

  it.status(404, "an unknown offboarding, another organisation's", function* () {
    const { offboardingId } = yield* aWorld()
    const stranger = yield* aSuperAdmin()
    assert.strictEqual((yield* as(stranger).post(`/api/employees/${offboardingId}/left-behind/look`)).status, 404)
  })

  it.status(409, "where it is turned off; a cancelled offboarding", function* () {
    const { admin, offboardingId } = yield* aWorld()
    yield* as(admin).put("/api/left-behind/settings", { on: false })
    const off = yield* withStatus(409, as(admin).post(`/api/employees/${offboardingId}/left-behind/look`))
    assert.include(off.error, "Turn it on first")
    yield* cancel(offboardingId)
    assert.strictEqual((yield* as(admin).post(`/api/employees/${offboardingId}/left-behind/look`)).status, 409)
  })
})

withTestApp("GET /api/left-behind/settings", (it) => {
  it.status(200, "off, until it is turned on", function* () {
    const answer = yield* as(yield* anAdmin()).get("/api/left-behind/settings")
    assert.deepStrictEqual([answer.status, answer.body], [200, { on: false }])
  })
})

withTestApp("PUT /api/left-behind/settings", (it) => {
  // left-behind-7
  // left-behind-20: Turning it on scans the open offboardings; once it is off, no found item holds back a revocation.
  it.status(200, "on makes a look due at the open cases; off holds up no cut; audited once each", function* () {
    const admin = yield* aSuperAdmin()
    const offboardingId = yield* aCase(admin.orgId, { apps: ["crm"] })
    yield* aLeftBehind(admin.orgId, offboardingId, { stops_the_cut: "Last owner of acme" })
    const turn = (on: boolean) => as(admin).put("/api/left-behind/settings", { on })
    const shown = () =>
      Effect.flatMap(as(admin).get(`/api/employees/${offboardingId}/left-behind`), ({ body }) => decodeCase(body))
    assert.deepInclude(yield* shown(), { on: false, looking: false })
    for (const _ of [1, 2]) assert.deepStrictEqual((yield* turn(true)).body, { on: true })
    assert.deepInclude(yield* shown(), { on: true, looking: true })
    assert.strictEqual((yield* as(admin).post("/api/revoke-access", { offboardingId })).status, 409)
    assert.strictEqual((yield* turn(false)).status, 200)
    const preview = yield* as(admin).post("/api/revoke-access/preview", { offboardingId })
    assert.deepInclude(preview.body, { blockers: [] })
    assert.strictEqual((yield* as(admin).post("/api/revoke-access", { offboardingId })).status, 202)
    assert.deepStrictEqual(
      (yield* entriesOf(admin.orgId, { action: "left_behind_settings_updated" })).map(({ details }) => details),
      ["The scan for orphaned items is on", "The scan for orphaned items is off"]
    )
  })

  it.status(400, "neither on nor off", function* () {
    assert.strictEqual((yield* as(yield* anAdmin()).put("/api/left-behind/settings", { on: "yes" })).status, 400)
  })
})

withTestApp("GET /api/left-behind/successors", (it) => {
  it.status(200, "none but the manager, at first", function* () {
    const answer = yield* as(yield* anAdmin()).get("/api/left-behind/successors")
    assert.deepStrictEqual([answer.status, answer.body], [200, { successors: [] }])
  })
})

withTestApp("PUT /api/left-behind/successors", (it) => {
  it.status(200, "all of them at once, audited without an address", function* () {
    const admin = yield* anAdmin()
    const successors = [{ kind: "agent", email: "platform@acme.test" }]
    const answer = yield* as(admin).put("/api/left-behind/successors", { successors })
    assert.deepStrictEqual([answer.status, answer.body], [200, { successors }])
    assert.deepStrictEqual((yield* as(admin).put("/api/left-behind/successors", { successors: [] })).body, {
      successors: []
    })
    const [entry] = yield* entriesOf(admin.orgId, { action: "left_behind_successors_updated" })
    assert.strictEqual(entry?.details, "named for: agent")
  })

  it.status(400, "a kind twice, an address that is none", function* () {
    const admin = yield* anAdmin()
    const one = { kind: "agent", email: "platform@acme.test" }
    for (const successors of [[one, one], [{ ...one, email: "nobody" }]]) {
      assert.strictEqual((yield* as(admin).put("/api/left-behind/successors", { successors })).status, 400)
    }
  })
})

withTestApp("POST /api/left-behind/{id}/transfer", (it) => {
  it.status(200, "somebody is named, audited under their own key; whoever names themselves has accepted", function* () {
    const { act, admin } = yield* aWorld()
    const hr = yield* aMember(admin.orgId, "hr")
    const offered = yield* withStatus(200, act("transfer", { email: hr.email }))
    assert.deepInclude((yield* decodeItem(offered.body)).new_owner, { email: hr.email, accepted_at: null })
    const own = yield* decodeItem((yield* act("transfer", { email: admin.email })).body)
    assert.isNotNull(own.new_owner?.accepted_at)
    const [entry] = yield* entriesOf(admin.orgId, { action: "left_behind_offered" })
    assert.include(entry?.details, hr.email)
    assert.notInclude(entry?.stored, hr.email)
  })

  it.status(400, "no address, and the leaver's own", function* () {
    const { act, offboardingId } = yield* aWorld()
    assert.strictEqual((yield* act("transfer", { email: "nobody" })).status, 400)
    const own = yield* withStatus(400, act("transfer", { email: `${offboardingId.slice(0, 8)}@acme.test` }))
    assert.include(own.error, "The departing employee cannot be the new owner")
  })

  it.status(404, "an unknown one, another organisation's, one outside the caller's records", () =>
    notFound("transfer", { email: "grace@acme.test" })
  )

  it.status(409, "what is settled already, and of a cancelled offboarding", () =>
    refusedOnceSettled("transfer", { email: "grace@acme.test" })
  )
})

withTestApp("POST /api/left-behind/{id}/accept-transfer", (it) => {
  it.status(
    200,
    "by the member who is named, though they do not see the case; once more changes nothing",
    function* () {
      const { act, admin } = yield* aWorld()
      const manager = yield* aMember(admin.orgId, "manager")
      yield* act("transfer", { email: manager.email })
      const accepted = yield* withStatus(200, act("accept-transfer", undefined, manager))
      assert.isNotNull((yield* decodeItem(accepted.body)).new_owner?.accepted_at)
      assert.strictEqual((yield* act("accept-transfer", undefined, manager)).status, 200)
      assert.lengthOf(yield* entriesOf(admin.orgId, { action: "left_behind_taken_over" }), 1)
    }
  )

  it.status(400, "an id that is none", function* () {
    assert.strictEqual((yield* as(yield* anAdmin()).post("/api/left-behind/key/accept-transfer")).status, 400)
  })

  it.status(403, "for a member who is named nobody else; for others who lacks access_revoke", function* () {
    const { act, admin } = yield* aWorld()
    const hr = yield* aMember(admin.orgId, "hr")
    yield* act("transfer", { email: hr.email })
    assert.strictEqual((yield* act("accept-transfer")).status, 403)
    yield* act("transfer", { email: "partner@else.test" })
    assert.strictEqual((yield* act("accept-transfer", undefined, hr)).status, 403)
    assert.strictEqual((yield* act("accept-transfer")).status, 200)
  })

  it.status(404, "an unknown one, another organisation's, one outside the caller's records", () =>
    notFound("accept-transfer")
  )

  it.status(409, "nobody is named; what is settled already, and of a cancelled offboarding", function* () {
    const { act } = yield* aWorld()
    assert.strictEqual((yield* act("accept-transfer")).status, 409)
    yield* refusedOnceSettled("accept-transfer")
  })
})

const limited = {
  permissions: ["offboardings_view", "access_revoke", "settings_manage"],
  scope: "departments"
} as const

withTestApp("default owners and settings", (it) => {
  it.status(403, "a member who sees some records changes neither, as it counts for all", function* () {
    const orgId = yield* anOrganisation()
    const successors = [{ kind: "agent", email: "platform@acme.test" }]
    for (const scope of ["departments", "direct_reports"] as const) {
      const member = yield* aMember(orgId, { ...limited, scope, departments: ["Sales"] })
      for (const [path, body] of [
        ["settings", { on: true }],
        ["successors", { successors }]
      ] as const) {
        const answer = yield* withStatus(403, as(member).put(`/api/left-behind/${path}`, body), path)
        assert.include(answer.error, "you see only some of them")
        assert.strictEqual((yield* as(member).get(`/api/left-behind/${path}`)).status, 200)
      }
    }
  })
})

withTestApp("who may take over outside of their records", (it) => {
  const listed = (member: Member) => Effect.map(list(member, "?offered_to_me=true"), ({ total }) => total)

  // left-behind-14: Outside of their records members see and take over only what another member named them for.
  it.effect(
    "only whom another member named who sees the case; a default owner whom nobody named does not see it",
    function* () {
      const { admin, offboardingId } = yield* aWorld()
      const member = yield* aMember(admin.orgId, limited)
      const offered = (namedBy: string | null) =>
        aLeftBehind(admin.orgId, offboardingId, { new_owner_email: member.email, new_owner_named_by: namedBy })
      for (const id of [yield* offered(null), yield* offered(member.userId)]) {
        assert.strictEqual((yield* as(member).post(`/api/left-behind/${id}/accept-transfer`)).status, 404)
        assert.strictEqual(yield* listed(member), 0)
      }
      const id = yield* offered(admin.userId)
      assert.strictEqual(yield* listed(member), 1)
      assert.strictEqual((yield* as(member).post(`/api/left-behind/${id}/accept-transfer`)).status, 200)
    }
  )

  it.effect("whom a member who sees every record set as default owner was named by that member", function* () {
    const { admin } = yield* aWorld()
    const successors = [{ kind: "agent", email: "platform@acme.test" }]
    assert.strictEqual((yield* as(admin).put("/api/left-behind/successors", { successors })).status, 200)
    const [row] = yield* systemSql`SELECT set_by FROM left_behind_successors WHERE org_id = ${admin.orgId}`
    assert.deepStrictEqual(row, { set_by: admin.userId })
  })
})

withTestApp("what blocks revocation", (it) => {
  const blocking = { stops_the_cut: "Last owner of acme" }

  // left-behind-13: What blocks revocation is lifted with a step-up, by its new owner only where another member named
  //   that person.
  it.status(428, "is taken over, kept, marked as done and overridden with a step-up only", function* () {
    for (const verb of ["accept-transfer", "accept", "done", "go"]) {
      const { act, admin, id } = yield* aWorld(blocking)
      const owner = yield* aMember(admin.orgId, "hr")
      const caller = verb === "accept-transfer" ? owner : admin
      yield* act("transfer", { email: owner.email })
      const body = verb === "accept-transfer" ? undefined : { reason }
      const refused = yield* as(caller, { steppedUp: false }).post(`/api/left-behind/${id}/${verb}`, body)
      assert.deepStrictEqual([verb, refused.status, refused.error], [verb, 428, "step_up_required"])
      yield* withStatus(200, act(verb, body, caller))
    }
  })

  // left-behind-21: Items that block nothing are resolved without a step-up; the leaver resolves none of their own.
  it.status(200, "without a step-up: what blocks nothing", function* () {
    for (const verb of ["accept", "done"]) {
      const { admin, id } = yield* aWorld()
      yield* withStatus(200, as(admin, { steppedUp: false }).post(`/api/left-behind/${id}/${verb}`, { reason }))
    }
  })

  // left-behind-13
  it.status(403, "is not lifted by its new owner alone, whom no other member named", function* () {
    const { act, admin, offboardingId } = yield* aWorld(blocking)
    const self = yield* withStatus(403, act("transfer", { email: admin.email }))
    assert.include(self.error, "no other member has assigned its new owner")
    for (const namedBy of [null, admin.userId]) {
      const id = yield* aLeftBehind(admin.orgId, offboardingId, {
        ...blocking,
        new_owner_email: admin.email,
        new_owner_named_by: namedBy
      })
      for (const [verb, body] of [
        ["accept-transfer", undefined],
        ["accept", { reason }],
        ["done", { reason }]
      ] as const) {
        assert.strictEqual((yield* as(admin).post(`/api/left-behind/${id}/${verb}`, body)).status, 403, verb)
      }
    }
  })

  it.status(
    403,
    "nor for a new owner who is no member, by the member who named that person; another one may",
    function* () {
      const { act, admin } = yield* aWorld(blocking)
      yield* act("transfer", { email: "partner@else.test" })
      assert.strictEqual((yield* act("accept-transfer")).status, 403)
      const second = yield* aMember(admin.orgId, "admin")
      assert.strictEqual((yield* act("accept-transfer", undefined, second)).status, 200)
    }
  )

  // left-behind-21
  it.status(404, "never by the leaver, also of what blocks nothing", function* () {
    const { admin, offboardingId } = yield* aWorld()
    const leaver = yield* aMember(admin.orgId, "admin")
    yield* systemSql`UPDATE offboardings SET employee_email = ${leaver.email.toUpperCase()} WHERE id = ${offboardingId}`
    for (const more of [{}, blocking]) {
      const id = yield* aLeftBehind(admin.orgId, offboardingId, more)
      for (const verb of ["accept", "done"]) {
        assert.strictEqual((yield* as(leaver).post(`/api/left-behind/${id}/${verb}`, { reason })).status, 404)
      }
    }
  })
})

withTestApp("POST /api/left-behind/{id}/accept", (it) => {
  it.status(200, "it stays, with who said so and why, sealed in the log", function* () {
    const { act, admin } = yield* aWorld()
    const answer = yield* withStatus(200, act("accept", { reason }))
    const item = yield* decodeItem(answer.body)
    assert.deepInclude(item, { disposition: "accepted", evidence: "not_observed", reason, settled_by: admin.userId })
    const [entry] = yield* entriesOf(admin.orgId, { action: "left_behind_accepted" })
    assert.include(entry?.details, reason)
    assert.notInclude(entry?.stored, reason)
  })

  it.status(400, "no reason of 5 to 500 characters", () => badReasons("accept"))

  it.status(404, "an unknown one, another organisation's, one outside the caller's records", () =>
    notFound("accept", { reason })
  )

  it.status(409, "what is settled already, and of a cancelled offboarding", () =>
    refusedOnceSettled("accept", { reason })
  )
})

withTestApp("POST /api/left-behind/{id}/done", (it) => {
  it.status(200, "ended, or handed over where somebody accepted it, as that person says", function* () {
    const first = yield* aWorld()
    const ended = yield* decodeItem((yield* first.act("done", { reason })).body)
    assert.deepInclude(ended, { disposition: "revoked", evidence: "confirmed_by_hand", reason })
    const second = yield* aWorld()
    yield* second.act("transfer", { email: second.admin.email })
    const handed = yield* decodeItem((yield* second.act("done", { reason })).body)
    assert.deepInclude(handed, { disposition: "transferred", evidence: "confirmed_by_hand" })
  })

  it.status(400, "no reason of 5 to 500 characters", () => badReasons("done"))

  it.status(404, "an unknown one, another organisation's, one outside the caller's records", () =>
    notFound("done", { reason })
  )

  it.status(409, "what is ended already, and of a cancelled offboarding", function* () {
    const { act, offboardingId } = yield* aWorld()
    yield* act("done", { reason })
    assert.strictEqual((yield* act("done", { reason })).status, 409)
    yield* cancel(offboardingId)
    assert.strictEqual((yield* act("done", { reason })).status, 409)
  })
})

withTestApp("POST /api/left-behind/{id}/go", (it) => {
  it.status(200, "with the reason, sealed in the log; the start is refused no more", function* () {
    const { act, admin, offboardingId } = yield* aWorld({ stops_the_cut: "Last owner of acme" })
    const refused = yield* withStatus(409, as(admin).post("/api/revoke-access", { offboardingId }))
    assert.deepInclude(refused.body, { code: "takeover_needed" })
    const preview = yield* as(admin).post("/api/revoke-access/preview", { offboardingId })
    assert.include(preview.text, "Last owner of acme")
    const answer = yield* withStatus(200, act("go", { reason }))
    assert.deepInclude((yield* decodeItem(answer.body)).go, { reason, by: admin.userId })
    const [entry] = yield* entriesOf(admin.orgId, { action: "left_behind_let_go" })
    assert.notInclude(entry?.stored, reason)
    assert.strictEqual((yield* as(admin).post("/api/revoke-access", { offboardingId })).status, 202)
  })

  it.status(400, "no reason of 5 to 500 characters", () => badReasons("go"))

  it.status(404, "an unknown one, another organisation's", () => notFound("go", { reason }))

  it.status(409, "what stops nothing, what is settled already, and of a cancelled offboarding", function* () {
    const { act } = yield* aWorld()
    assert.strictEqual((yield* act("go", { reason })).status, 409)
    yield* refusedOnceSettled("go", { reason })
  })
})
