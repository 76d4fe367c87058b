import { assert, layer } from "#test/support/suite"
import { Effect, Option } from "effect"
import { InitiationId } from "@svc/contract/kernel/ids"
import { Caller } from "@svc/contract/kernel/access"
import { Sessions } from "#access/sessions"
import { Initiations } from "#offboarding/initiations/service"
import { eventsOf } from "#test/support/log"
import { as } from "#test/support/requests"
import { TestApp } from "#test/support/TestApp"
import {
  aChain,
  anInitiation,
  anOffice,
  approve,
  delegate,
  edit,
  listed,
  reject,
  submit,
  view,
  withdraw
} from "./support.ts"

layer(TestApp)("a request about a member", (it) => {
  // initiations-25: A request about a member does not exist for that member: 404.
  it.status(404, "they neither see, decide, edit nor withdraw it, whatever their role", function* () {
    const office = yield* anOffice()
    for (const who of [office.superadmin, office.hr]) {
      const { id } = yield* anInitiation(office.manager, { employee_email: who.email.toUpperCase() })
      const answers = [
        yield* view(who, id),
        yield* approve(who, id),
        yield* reject(who, id),
        yield* delegate(who, id, office.admin.userId),
        yield* edit(who, id, { employee_name: "Another" }),
        yield* withdraw(who, id)
      ]
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        answers.map(() => 404)
      )
      const shown = (by: typeof who, query: string) =>
        Effect.map(listed(by, query), ({ rows }) => rows.some((row) => row.id === id))
      for (const query of ["", "?view=to_decide"]) {
        assert.isFalse(yield* shown(who, query), query)
        assert.isTrue(yield* shown(office.admin, query), query)
      }
      const log = (yield* as(who).get("/api/audit-log?limit=100&action=initiation_submitted")).body
      assert.notInclude(JSON.stringify(log), who.email.toUpperCase())
    }
  })

  it.status(403, "they submit none for themselves", function* () {
    const { manager } = yield* anOffice()
    assert.strictEqual((yield* submit(manager, { employee_email: manager.email })).status, 403)
  })

  it.effect("of those whose approval is waited for they are not told", function* () {
    const { hr, manager, orgId } = yield* anOffice()
    yield* anInitiation(manager, { employee_email: hr.email })
    const events = JSON.stringify(yield* eventsOf(orgId, { tag: "initiation.waiting" }))
    assert.notInclude(events, hr.userId)
  })

  // initiations-26: A step that only the departing member could decide falls to the Super Admins.
  it.effect("a step that only they could decide falls to the Super Admins", function* () {
    const { admin, hr, manager, orgId, superadmin } = yield* anOffice()
    for (const step of [{ approver_id: hr.userId }, { approver_role: "hr" }]) {
      const chain = yield* aChain(superadmin, [step])
      const { id } = yield* anInitiation(manager, { employee_email: hr.email, chain_id: chain.id })
      const events = JSON.stringify(yield* eventsOf(orgId, { tag: "initiation.waiting" }))
      assert.include(events, superadmin.userId)
      assert.notInclude(events, hr.userId)
      assert.strictEqual((yield* approve(admin, id)).status, 403)
      const decided = yield* reject(superadmin, id)
      assert.strictEqual(decided.status, 200, JSON.stringify(decided.body))
    }
  })

  it.status(400, "no step of it is handed over to them", function* () {
    const { admin, hr, manager, superadmin } = yield* anOffice()
    const chain = yield* aChain(superadmin, [{ approver_id: admin.userId }])
    const { id } = yield* anInitiation(manager, { employee_email: hr.email, chain_id: chain.id })
    assert.strictEqual((yield* delegate(admin, id, hr.userId)).status, 400)
    const { body } = yield* view(admin, id)
    assert.notInclude(JSON.stringify(body), hr.userId)
  })

  it.effect("what they press in Slack is refused as unknown", function* () {
    const { hr, manager, orgId } = yield* anOffice()
    const { id } = yield* anInitiation(manager, { employee_email: hr.email })
    const initiations = yield* Initiations
    const member = yield* Sessions.use((sessions) => sessions.memberOf({ orgId, email: hr.email }))
    const pressed = yield* initiations
      .approve(InitiationId.make(id), {}, { source: "slack", revision: 1 })
      .pipe(Effect.provideService(Caller, Option.getOrThrow(member).caller), Effect.flip)
    assert.strictEqual(pressed._tag, "InitiationNotFound")
  })
})
