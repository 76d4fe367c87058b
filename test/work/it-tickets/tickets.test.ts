import { assert, layer } from "#test/support/suite"
import { jira } from "@svc/lab/jira"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TicketCalls } from "#work/it-tickets/ticket-calls"
import { running } from "#test/support/vendor-work"
import { systemSql } from "#test/support/tables"
import { aDesk, aJira, App, everySystem, jiraAt } from "./support.ts"

const ofIt = ["Collect company equipment", "Forward or archive the mailbox and files"]

layer(App)("tickets for the tasks of IT", (it) => {
  for (const [provider, system] of Object.entries(everySystem)) {
    // tickets-1: A new case's tasks of IT become tickets, once, and a resolved one closes its task.
    it.effect(
      `${provider}: a new case's tasks of IT become tickets, once, and a resolved one closes its task`,
      function* () {
        const desk = yield* aDesk(yield* system)
        const id = yield* desk.aCase()
        assert.deepStrictEqual(
          (yield* desk.tickets(id)).map(({ status, task }) => [task, status]),
          ofIt.map((task) => [task, "queued"])
        )
        yield* desk.work
        const made = desk.system.made()
        assert.sameMembers(
          made.map(({ summary }) => summary),
          ofIt.map((task) => `Offboarding of Ann Lee: ${task}`)
        )
        const open = yield* desk.tickets(id)
        assert.isTrue(
          open.every(
            ({ key, provider: by, status, url }) => status === "open" && by === provider && key !== null && url !== null
          )
        )
        assert.lengthOf(yield* desk.audited("it_ticket_created"), 2)
        yield* desk.work
        assert.lengthOf(desk.system.made(), 2)

        // What a callback claims is not believed.
        const claimed = yield* desk.call(made[0]?.callback)
        assert.deepStrictEqual([claimed.status, claimed.body], [200, { received: true, result: "open" }])
        desk.system.resolveAll()
        const told = yield* desk.call(made[0]?.callback)
        assert.deepStrictEqual([told.status, told.body], [200, { received: true, result: "resolved" }])
        const closed = (yield* desk.openTasks(id)).map(({ task }) => task)
        assert.lengthOf(
          closed.filter((task) => ofIt.includes(task)),
          1
        )
        assert.include((yield* desk.audited("checklist_item_completed"))[0]?.details ?? "", "by the resolved ticket")
        // Once more it changes nothing, even where somebody opened the task again.
        const ticket = (yield* desk.tickets(id)).find(({ status }) => status === "resolved")
        yield* desk.ask("PATCH", `/api/employees/checklist/${ticket?.task_id}`, { completed: false })
        assert.deepStrictEqual((yield* desk.call(made[0]?.callback)).body, { received: true, result: "resolved" })
        assert.include(
          (yield* desk.openTasks(id)).map((task) => task.id),
          ticket?.task_id
        )
      }
    )
  }

  // tickets-5: A create whose response was lost makes no second ticket; a ticket is recognized by its mark.
  it.effect("a create whose answer was lost makes no second ticket", function* () {
    for (const system of Object.values(everySystem)) {
      const desk = yield* aDesk(yield* system)
      const id = yield* desk.aCase()
      desk.system.vendor.faults.failsAfterWriting = true
      yield* desk.work
      assert.lengthOf(desk.system.made(), 2, desk.system.provider)
      assert.deepStrictEqual([...new Set((yield* desk.tickets(id)).map(({ status }) => status))], ["queued"])
      desk.system.vendor.behave()
      // Whoever ignores the search's filter must not have us take another's ticket for ours.
      desk.system.vendor.faults.ignoresFilter = true
      yield* TestClock.adjust("2 minutes")
      yield* desk.work
      assert.lengthOf(desk.system.made(), 2, desk.system.provider)
      assert.deepStrictEqual([...new Set((yield* desk.tickets(id)).map(({ status }) => status))], ["open"])
    }
  })

  // tickets-5
  it.effect(
    "a ticket that is found again is its own task's, by its mark, among all that the search may list",
    function* () {
      for (const system of Object.values(everySystem)) {
        const desk = yield* aDesk(yield* system)
        const id = yield* desk.aCase()
        desk.system.vendor.faults.failsAfterWriting = true
        yield* desk.work
        desk.system.vendor.behave()
        desk.system.vendor.faults.ignoresFilter = true
        yield* TestClock.adjust("2 minutes")
        yield* desk.work
        const tickets = yield* desk.tickets(id)
        assert.sameMembers(
          tickets.map(({ task }) => task),
          ofIt
        )
        for (const { key, task } of tickets) {
          const own = desk.system.made().find(({ summary }) => summary.endsWith(task))
          assert.match(JSON.stringify(own?.callback), new RegExp(`\\b${key?.replace("#", "")}"`), desk.system.provider)
        }
      }
    }
  )

  it.effect(
    "no tickets where no system is connected, nor under a plan without them, and nothing fails by it",
    function* () {
      const desk = yield* aDesk(yield* aJira)
      yield* systemSql`UPDATE organisations SET plan = 'starter' WHERE id = ${desk.orgId}`
      const starter = yield* desk.aCase()
      yield* systemSql`UPDATE organisations SET plan = 'team' WHERE id = ${desk.orgId}`
      assert.deepStrictEqual(yield* desk.tickets(starter), [])
      yield* desk.ask("DELETE", `/api/integrations/${desk.connection.id}`)
      const unconnected = yield* desk.aCase({ employee_email: "bo@acme.test" })
      assert.deepStrictEqual(yield* desk.tickets(unconnected), [])
      // What could not be handed out stays.
      const left = yield* systemSql`SELECT 1 FROM outbox_events WHERE org_id = ${desk.orgId}`
      assert.deepStrictEqual(left, [])
    }
  )

  it.effect("a ticket's key that could not be stored, or is none, is an answer that cannot be read", function* () {
    const vendor = yield* running(jira)
    const desk = yield* aDesk(jiraAt(vendor))
    const id = yield* desk.aCase()
    desk.system.vendor.faults.failsAfterWriting = true
    yield* desk.work
    desk.system.vendor.behave()
    for (const [name, issue] of vendor.state.issues) {
      vendor.state.issues.set(name, { ...issue, key: `${name}\u0000${"x".repeat(500)}` })
    }
    yield* TestClock.adjust("2 minutes")
    yield* desk.work
    const errors = (yield* desk.tickets(id)).map(({ last_error }) => last_error)
    assert.deepStrictEqual([...new Set(errors)], ["The ticket system gave an answer that cannot be read"])
  })

  it.status(
    401,
    "from the ticket system: tried again by a ladder, the connection is known to be refused, no secret is told",
    function* () {
      const desk = yield* aDesk(yield* aJira)
      const id = yield* desk.aCase()
      desk.system.vendor.faults.expiresToken = true
      yield* desk.work
      const [ticket] = yield* desk.tickets(id)
      assert.deepInclude(ticket, { status: "queued", last_error: "The ticket system answered 401 Unauthorized" })
      const refused =
        yield* systemSql`SELECT id FROM integrations WHERE org_id = ${desk.orgId} AND credential_refused_at IS NOT NULL`
      assert.lengthOf(refused, 1)
      desk.system.vendor.behave()
      yield* TestClock.adjust("2 minutes")
      yield* desk.work
      assert.lengthOf(desk.system.made(), 2)
    }
  )

  it.effect(
    "a task that was done, and a case that was cancelled, before the ticket was made: none is made",
    function* () {
      const desk = yield* aDesk(yield* aJira)
      const id = yield* desk.aCase()
      yield* desk.ask("PATCH", `/api/employees/${id}/status`, { status: "cancelled", reason: "stays with us" })
      yield* desk.work
      assert.lengthOf(desk.system.made(), 0)
      assert.deepStrictEqual(yield* desk.tickets(id), [])
    }
  )

  // tickets-7: An hourly check closes the tasks of resolved tickets that no callback reported.
  it.effect(
    "the hourly look closes what no callback told of; a completed or cancelled case stays as it is",
    function* () {
      const desk = yield* aDesk(yield* aJira)
      const calls = yield* TicketCalls
      const [first, second] = [yield* desk.aCase(), yield* desk.aCase({ employee_email: "bo@acme.test" })]
      yield* desk.work
      yield* desk.ask("PATCH", `/api/employees/${second}/status`, { status: "cancelled", reason: "stays with us" })
      desk.system.resolveAll()
      assert.deepStrictEqual(yield* calls.lookAtOpen(desk.orgId), { looked: 2, failed: 0 })
      assert.deepStrictEqual(
        (yield* desk.tickets(first)).map(({ status }) => status),
        ["resolved", "resolved"]
      )
      assert.lengthOf(
        (yield* desk.openTasks(first)).filter(({ task }) => ofIt.includes(task)),
        0
      )
      assert.lengthOf(
        (yield* desk.openTasks(second)).filter(({ task }) => ofIt.includes(task)),
        2
      )
      assert.deepStrictEqual(yield* calls.lookAtOpen(desk.orgId), { looked: 0, failed: 0 })
    }
  )

  it.effect("checklist.completed with source it_ticket when the last open task is closed, once", function* () {
    const desk = yield* aDesk(yield* aJira)
    const id = yield* desk.aCase()
    yield* desk.work
    const [ticket] = yield* desk.tickets(id)
    yield* systemSql`UPDATE checklist_items SET completed_at = created_at WHERE offboarding_id = ${id} AND id <> ${ticket?.task_id ?? ""}`
    desk.system.resolveAll()
    const callback = { issue: { key: ticket?.key } }
    yield* Effect.all([desk.call(callback), desk.call(callback), desk.call(callback)], { concurrency: 3 })
    const events = yield* systemSql<{
      readonly event: unknown
    }>`SELECT event FROM outbox_events WHERE org_id = ${desk.orgId} AND event ->> '_tag' = 'checklist.completed'`
    assert.deepStrictEqual(
      events.map(({ event }) => event),
      [{ _tag: "checklist.completed", offboardingId: id, employeeName: "Ann Lee", source: "it_ticket" }]
    )
    assert.deepStrictEqual(
      (yield* desk.audited("checklist_completed")).map(({ details }) => details),
      ["every task is done or not needed, the last one by its resolved ticket"]
    )
  })
})
