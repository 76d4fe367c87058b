import { assert, describe, it, layer } from "#test/support/suite"
import { everyPage } from "@svc/client/every-page"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { DateTime, Effect, Stream } from "effect"
import { TestClock } from "effect/testing"
import { Employees } from "#work/employees/service"
import { Webhooks } from "#outgoing/webhooks/service"
import { TestApp } from "#test/support/TestApp"
import * as events from "#test/outgoing/webhooks/events"
import { asCaller } from "#test/support/people"
import { asSystem } from "#test/support/tables"
import { aCustomer } from "./support.ts"

interface Row {
  readonly id: string
}

/** A list that is read by page numbers, and may change between two pages. */
const aList = (count: number) => {
  const rows: Array<Row> = Array.from({ length: count }, (_, index) => ({ id: `row ${index}` }))
  const pages: Array<number> = []
  const read = ({ limit, page }: { readonly page: number; readonly limit: number }) =>
    Effect.sync(() => {
      pages.push(page)
      return {
        data: rows.slice((page - 1) * limit, page * limit),
        meta: { page, limit, total: rows.length, total_pages: Math.ceil(rows.length / limit) }
      }
    })
  return { rows, pages, stream: everyPage(read) }
}

const ids = (rows: ReadonlyArray<Row>) => rows.map(({ id }) => id)

describe("everyPage", () => {
  it.effect.each([
    [0, [1]],
    [1, [1]],
    [100, [1]],
    [101, [1, 2]],
    [250, [1, 2, 3]]
  ] as const)("%i records, and not a page more", function* ([count, expected]) {
    const { pages, rows, stream } = aList(count)
    assert.deepStrictEqual(ids(yield* Stream.runCollect(stream)), ids(rows))
    assert.deepStrictEqual(pages, [...expected])
  })

  it.effect("lazily: a page is read when somebody asks for its first record", function* () {
    const { pages, stream } = aList(1_000)
    assert.lengthOf(yield* Stream.runCollect(Stream.take(stream, 150)), 150)
    assert.deepStrictEqual(pages, [1, 2])
  })

  it.effect("a stream may be run again, from the beginning", function* () {
    const { stream } = aList(150)
    assert.lengthOf(yield* Stream.runCollect(stream), 150)
    assert.lengthOf(yield* Stream.runCollect(stream), 150)
  })

  it.effect(
    "records put in front meanwhile double nothing and hide nothing, also more than a page of them",
    function* () {
      const { rows, stream } = aList(250)
      const before = ids(rows)
      const read = yield* stream.pipe(
        Stream.tap(({ id }) =>
          Effect.sync(() => {
            if (id !== "row 50" && id !== "row 150") return
            rows.unshift(...Array.from({ length: 130 }, (_, index) => ({ id: `${id} new ${index}` })))
          })
        ),
        Stream.runCollect
      )
      assert.deepStrictEqual(
        ids(read).filter((id) => !id.includes("new")),
        before
      )
      assert.strictEqual(new Set(ids(read)).size, read.length)
    }
  )

  it.effect("whoever takes each record out of the list as it comes gets every one", function* () {
    const { rows, stream } = aList(450)
    const before = ids(rows)
    const read = yield* stream.pipe(
      Stream.tap(({ id }) =>
        Effect.sync(
          () =>
            void rows.splice(
              rows.findIndex((row) => row.id === id),
              1
            )
        )
      ),
      Stream.runCollect
    )
    assert.deepStrictEqual(ids(read), before)
    assert.lengthOf(rows, 0)
  })

  it.effect("records taken out by others while the last page is read hide nothing", function* () {
    const { rows, stream } = aList(150)
    const kept = ids(rows.slice(30))
    const read = yield* stream.pipe(
      Stream.tap(({ id }) =>
        Effect.sync(() => {
          if (id === "row 99") rows.splice(0, 30)
        })
      ),
      Stream.runCollect
    )
    assert.deepStrictEqual(
      kept.filter((id) => !ids(read).includes(id)),
      []
    )
  })
})

const leaver = { employee_name: "Ada Lovelace", exit_date: CalendarDate.make("2026-03-31") }

layer(TestApp)("the lists of the public API as streams", (it) => {
  it.effect("offboardings by status and department, over several pages", function* () {
    const { client } = yield* aCustomer()
    const created = yield* Effect.forEach(
      Array.from({ length: 101 }),
      () => client.offboardings.create({ payload: { ...leaver, employee_department: "Research" } }),
      { concurrency: 8 }
    )
    // So many requests in one minute, and no more.
    yield* TestClock.adjust("1 minute")
    const other = yield* client.offboardings.create({ payload: leaver })
    const [first] = created
    if (first === undefined) return assert.fail("nothing was created")
    yield* client.offboardings.update({ params: { id: first.id }, payload: { status: "notice_period" } })

    const all = yield* Stream.runCollect(client.offboardings.stream())
    assert.lengthOf(all, 102)
    assert.strictEqual(all[0]?.id, other.id)
    const research = yield* Stream.runCollect(client.offboardings.stream({ department: "Research" }))
    assert.deepStrictEqual(new Set(ids(research)), new Set(ids(created)))
    const noticed = yield* Stream.runCollect(client.offboardings.stream({ status: "notice_period" }))
    assert.deepStrictEqual(ids(noticed), [first.id])
  })

  it.effect("each pending case moved on as it comes: none is passed over", function* () {
    const { client } = yield* aCustomer()
    yield* Effect.forEach(Array.from({ length: 110 }), () => client.offboardings.create({ payload: leaver }), {
      concurrency: 8
    })
    yield* TestClock.adjust("1 minute")
    const moved = yield* client.offboardings.stream({ status: "pending" }).pipe(
      Stream.mapEffect(({ id }) =>
        client.offboardings.update({ params: { id }, payload: { status: "notice_period" } })
      ),
      Stream.runCount
    )
    assert.strictEqual(moved, 110)
  })

  it.effect("employees, by name", function* () {
    const { client, member } = yield* aCustomer()
    const employees = yield* Employees
    const names = Array.from({ length: 105 }, (_, index) => `Person ${String(index).padStart(3, "0")}`)
    yield* Effect.forEach(names, (fullName, index) =>
      asCaller(member)(
        employees.add({
          fullName,
          email: `person-${index}@acme.test`,
          role: "Engineer",
          department: "Research",
          managerEmail: null,
          timezone: null
        })
      )
    )
    const read = yield* Stream.runCollect(client.employees.stream())
    assert.deepStrictEqual(
      read.map(({ full_name }) => full_name),
      names
    )
  })

  it.effect("the deliveries of an endpoint, of one status or all", function* () {
    const { client, orgId } = yield* aCustomer()
    const { id } = yield* client.webhooks.create({
      payload: { url: "https://127.0.0.1:8443/hooks", events: ["offboarding.created"] }
    })
    const webhooks = yield* Webhooks
    const envelope = { orgId, event: events.created, recordedAt: yield* DateTime.now }
    yield* asSystem(() =>
      Effect.forEach(Array.from({ length: 103 }), () => webhooks.announce(envelope), { discard: true })
    )
    const all = yield* Stream.runCollect(client.webhooks.streamDeliveries(id))
    assert.strictEqual(new Set(ids(all)).size, 103)
    assert.lengthOf(yield* Stream.runCollect(client.webhooks.streamDeliveries(id, { status: "dead" })), 0)
  })
})
