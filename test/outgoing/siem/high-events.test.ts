import { assert, layer } from "#test/support/suite"
import { severityOf } from "@svc/contract/siem/events"
import { Effect } from "effect"
import { Accounts } from "#organisation/accounts/service"
import { payloadOf } from "#outgoing/siem/payload"
import { aUser, logIn } from "#test/organisation/accounts/support"
import { aCaseWith, patch } from "#test/work/checklists/support"
import { aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { aCase } from "#test/support/cases"
import { aTarget, events, forward, StreamApp } from "./streaming.ts"

const sentOf = Effect.fnUntraced(function* (
  admin: Pick<Member, "orgId">,
  target: Effect.Success<ReturnType<typeof aTarget>>
) {
  yield* forward(admin.orgId)
  return (yield* events(admin.orgId, target)).map(payloadOf)
})

/** Of this name once, and as high; the entry's own name is the event's. */
const isHigh = (sent: ReadonlyArray<ReturnType<typeof payloadOf>>, name: string) =>
  assert.deepStrictEqual(
    sent
      .filter(({ event_type }) => event_type === name)
      .map(({ event_type, severity, ...fields }) => [
        event_type,
        severity,
        Object.entries(fields).find(([key]) => key === "action")?.[1]
      ]),
    [[name, "high", name]]
  )

// siem-events-8: Eight are of high severity, everything else is info.
layer(StreamApp)("what is of severity high is sent when it happens", (it) => {
  it.effect("offboarding_deleted: a case is deleted", function* () {
    const admin = yield* aSuperAdmin()
    const { id } = yield* aCase(admin)
    const target = yield* aTarget(admin.orgId)
    assert.strictEqual((yield* as(admin).delete(`/api/employees/${id}`, { reason: "by mistake" })).status, 200)
    isHigh(yield* sentOf(admin, target), "offboarding_deleted")
  })

  it.effect("member_removed: a member is removed", function* () {
    const admin = yield* aSuperAdmin()
    const member = yield* aMember(admin.orgId, "hr")
    const target = yield* aTarget(admin.orgId)
    assert.strictEqual((yield* as(admin).delete(`/api/members/${member.userId}`)).status, 200)
    isHigh(yield* sentOf(admin, target), "member_removed")
  })

  it.effect("audit_log_exported: the log is exported", function* () {
    const admin = yield* aSuperAdmin()
    const target = yield* aTarget(admin.orgId)
    assert.strictEqual((yield* as(admin).get("/api/audit-log/export?format=json")).status, 200)
    isHigh(yield* sentOf(admin, target), "audit_log_exported")
  })

  it.effect("login_failed: a wrong password", function* () {
    const user = yield* aUser()
    const target = yield* aTarget(user.orgId)
    assert.strictEqual((yield* logIn(user.email, "a wrong password")).status, 401)
    yield* Accounts.use((accounts) => accounts.settled)
    isHigh(yield* sentOf(user, target), "login_failed")
  })

  // siem-events-11: `checklist_completed` is sent when the last open task is completed, and not before.
  it.effect("checklist_completed: the last open task is ticked, and not before", function* () {
    const admin = yield* aSuperAdmin()
    const { ids } = yield* aCaseWith(admin, ["Laptop", "Badge"])
    const target = yield* aTarget(admin.orgId)
    const [first = "", last = ""] = ids
    assert.strictEqual((yield* patch(admin, first, { completed: true })).status, 200)
    const before = yield* sentOf(admin, target)
    assert.notInclude(
      before.map(({ event_type }) => event_type),
      "checklist_completed"
    )
    assert.strictEqual((yield* patch(admin, last, { completed: true })).status, 200)
    isHigh(yield* sentOf(admin, target), "checklist_completed")
  })

  it.effect("and whatever else is written goes along as info", function* () {
    const admin = yield* aSuperAdmin()
    const target = yield* aTarget(admin.orgId)
    yield* aCase(admin)
    const sent = yield* sentOf(admin, target)
    assert.isNotEmpty(sent)
    for (const { event_type, severity } of sent) {
      assert.strictEqual(severity, severityOf(event_type))
      assert.strictEqual(severity, "info", event_type)
    }
  })
})
