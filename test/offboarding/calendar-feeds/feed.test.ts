import { CreatedCalendarFeed } from "@svc/contract/calendar-feeds/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import ICAL from "ical.js"
import { assert, layer } from "#test/support/suite"
import { aCase } from "#test/support/cases"
import { aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { systemSql } from "#test/support/tables"
import { start, TestApp } from "#test/support/TestApp"

const decodeCreated = Schema.decodeUnknownEffect(Schema.toCodecJson(CreatedCalendarFeed))

/** The path of a fresh link. */
const aLink = Effect.fnUntraced(function* (by: Member) {
  const { body } = yield* withStatus(201, as(by).post("/api/calendar-feed"))
  return new URL((yield* decodeCreated(body)).url).pathname
})

const summariesOf = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((event) => new ICAL.Event(event).summary)

/** The summaries of the events that the link opens. */
const seenBy = (path: string) => Effect.map(withStatus(200, send("GET", path)), ({ text }) => summariesOf(text))

const leaving = (employee_name: string, exit_date: string, department = "Research") => ({
  employee_name,
  exit_date: CalendarDate.make(exit_date),
  employee_department: department,
  no_apps: true
})

layer(TestApp)("POST /api/calendar-feed", (it) => {
  // calendar-1: A calendar link has 256 random bits and is returned once; only a keyed hash is stored. Creating it needs
  //   offboardings_view and a step-up, and is recorded.
  it.status(201, "is returned once, stored as a keyed hash, and recorded", function* () {
    const by = yield* aSuperAdmin()
    yield* withStatus(428, as(by, { steppedUp: false }).post("/api/calendar-feed"))
    const path = yield* aLink(by)
    assert.match(path, /^\/calendar\/[A-Za-z0-9_-]{43}\.ics$/)
    const rows = yield* systemSql<{ row: string }>`
      SELECT row_to_json(f)::text AS row FROM calendar_feeds f WHERE org_id = ${by.orgId}
      UNION ALL SELECT row_to_json(e)::text FROM audit_entries e WHERE org_id = ${by.orgId}`
    assert.notInclude(JSON.stringify(rows), path.slice("/calendar/".length, -".ics".length))
    assert.lengthOf(yield* entriesOf(by.orgId, { action: "calendar_feed_created" }), 1)
  })
})

layer(TestApp)("GET /api/calendar-feed", (it) => {
  it.status(200, "whether there is a link, and when it was last loaded", function* () {
    const by = yield* aSuperAdmin()
    const none = yield* withStatus(200, as(by).get("/api/calendar-feed"))
    assert.deepEqual(none.body, { active: false, created_at: null, last_read_at: null })
    yield* aLink(by)
    const shown = yield* withStatus(200, as(by).get("/api/calendar-feed"))
    assert.deepInclude(shown.body, { active: true, last_read_at: null })
  })
})

layer(TestApp)("the calendar of a link", (it) => {
  // calendar-2: The calendar is iCalendar (RFC 5545): an event of a whole day for each last day from 31 days ago to 366
  //   days ahead, none for canceled offboardings, and the time at which access is set to end while it is open.
  it.effect("holds the last days around today, and the times set for the end of access", function* () {
    const by = yield* aSuperAdmin()
    const day = (days: number) => DateTime.formatIsoDateUtc(DateTime.add(start, { days }))
    const soon = yield* aCase(by, {
      ...leaving("Äda, née Löve; Lace", day(10)),
      access_ends_at: DateTime.add(start, { days: 9 })
    })
    yield* aCase(by, leaving("Tomorrow", day(1)))
    yield* aCase(by, leaving("Next year", day(400)))
    const canceled = yield* aCase(by, leaving("Stays", day(2)))
    yield* withStatus(
      200,
      as(by).patch(`/api/employees/${canceled.id}/status`, { status: "cancelled", reason: "stays with us" })
    )
    const path = yield* aLink(by)
    const { headers, text } = yield* withStatus(200, send("GET", path))
    assert.strictEqual(headers["content-type"], "text/calendar; charset=utf-8")
    assert.isTrue(text.endsWith("END:VCALENDAR\r\n"))
    assert.isTrue(text.split("\r\n").every((line) => Buffer.byteLength(line) <= 75))
    assert.deepStrictEqual(summariesOf(text), [
      "Last day: Tomorrow",
      "Last day: Äda, née Löve; Lace",
      "Access is scheduled to end: Äda, née Löve; Lace"
    ])
    const [, lastDay, accessEnds] = new ICAL.Component(ICAL.parse(text))
      .getAllSubcomponents("vevent")
      .map((event) => new ICAL.Event(event))
    assert.strictEqual(lastDay?.startDate.toString(), day(10))
    assert.strictEqual(lastDay?.endDate.toString(), day(11))
    assert.strictEqual(lastDay?.uid, `${soon.id}-last-day@svc.test`)
    assert.strictEqual(accessEnds?.startDate.toJSDate().getTime(), DateTime.add(start, { days: 9 }).epochMilliseconds)
  })

  // calendar-3: Role and record scope are read on every load: a calendar shows what its member may see at that moment.
  it.effect("shows what its member may see when it is loaded", function* () {
    const by = yield* aSuperAdmin()
    const scoped = yield* aMember(by.orgId, {
      permissions: ["offboardings_view"],
      scope: "departments",
      departments: ["Research"]
    })
    const day = DateTime.formatIsoDateUtc(DateTime.add(start, { days: 5 }))
    yield* aCase(by, leaving("Ada", day))
    yield* aCase(by, leaving("Bob", day, "Sales"))
    yield* aCase(yield* aSuperAdmin(), leaving("Of another organization", day))
    const [whole, part] = [yield* aLink(by), yield* aLink(scoped)]
    assert.sameMembers(yield* seenBy(whole), ["Last day: Ada", "Last day: Bob"])
    assert.deepStrictEqual(yield* seenBy(part), ["Last day: Ada"])
    yield* systemSql`UPDATE roles SET permissions = '{assets_view}' WHERE org_id = ${by.orgId}`
    yield* withStatus(404, send("GET", part))
    yield* withStatus(403, as(scoped).post("/api/calendar-feed"))
  })

  // calendar-5: Where notifications name no one, neither does a calendar. It is in the language of its member.
  it.effect("names no one where notifications do not, in its member's language", function* () {
    const by = yield* aSuperAdmin()
    yield* aCase(by, leaving("Ada", DateTime.formatIsoDateUtc(DateTime.add(start, { days: 5 }))))
    const path = yield* aLink(by)
    yield* systemSql`UPDATE users SET language = 'de' WHERE id = ${by.userId}`
    assert.deepStrictEqual(yield* seenBy(path), ["Letzter Tag: Ada"])
    yield* systemSql`UPDATE organisations SET names_in_notifications = false WHERE id = ${by.orgId}`
    assert.deepStrictEqual(yield* seenBy(path), ["Letzter Tag: Ausscheidende Person"])
  })

  // calendar-6: The time of the last load is kept to the hour.
  it.effect("says when it was last loaded, to the hour", function* () {
    const by = yield* aSuperAdmin({})
    const path = yield* aLink(by)
    const lastRead = Effect.map(
      systemSql<{ at: string }>`SELECT last_read_at::text AS at FROM calendar_feeds WHERE org_id = ${by.orgId}`,
      (rows) => rows[0]?.at
    )
    yield* seenBy(path)
    const first = yield* lastRead
    yield* TestClock.adjust("59 minutes")
    yield* seenBy(path)
    assert.strictEqual(yield* lastRead, first)
    yield* TestClock.adjust("1 minute")
    yield* seenBy(path)
    assert.notStrictEqual(yield* lastRead, first)
    assert.isString(first)
  })
})

layer(TestApp)("DELETE /api/calendar-feed", (it) => {
  // calendar-4: A new link replaces the previous one. A link ends when it is revoked, with its membership, and while the
  //   organization is suspended. What is not a link of this form, and what is unknown, are answered alike.
  it.status(200, "ends when it is replaced or revoked, and with the membership", function* () {
    const by = yield* aSuperAdmin()
    const first = yield* aLink(by)
    const second = yield* aLink(by)
    yield* withStatus(404, send("GET", first))
    yield* withStatus(200, send("GET", second))
    yield* withStatus(200, as(by).delete("/api/calendar-feed"))
    yield* withStatus(200, as(by).delete("/api/calendar-feed"))
    yield* withStatus(404, send("GET", second))
    assert.lengthOf(yield* entriesOf(by.orgId, { action: "calendar_feed_revoked" }), 1)

    const leaver = yield* aMember(by.orgId, "hr")
    const theirs = yield* aLink(leaver)
    yield* systemSql`DELETE FROM memberships WHERE org_id = ${by.orgId} AND user_id = ${leaver.userId}`
    const gone = yield* withStatus(404, send("GET", theirs))
    const unknown = yield* withStatus(404, send("GET", "/calendar/nothing"))
    assert.strictEqual(gone.text, unknown.text)

    const last = yield* aLink(by)
    yield* systemSql`UPDATE organisations SET suspended = true WHERE id = ${by.orgId}`
    yield* withStatus(404, send("GET", last))
  })
})
