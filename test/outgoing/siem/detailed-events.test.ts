import { assert, layer } from "#test/support/suite"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { StageChangeSource } from "@svc/contract/offboardings/schema"
import { DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Offboardings } from "#offboarding/offboardings/service"
import { SiemBatchExport } from "#outgoing/siem/batch-export"
import { cefOf } from "#outgoing/siem/cef"
import * as SiemDomain from "#outgoing/siem/index"
import { payloadOf } from "#outgoing/siem/payload"
import type { SiemEvent } from "#outgoing/siem/event"
import { aLeaver, erase } from "#test/erasure/support"
import { AppWithFolder } from "#test/exports/support"
import { aCase, aCaseWithoutApps, anIntegrator, patch } from "#test/offboarding/offboardings/support"
import { aKey, asCaller } from "#test/support/people"
import { as, withKey } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { aTarget, events, forward, queued, StreamApp } from "./streaming.ts"

const ofType = (sent: ReadonlyArray<SiemEvent>, ...types: ReadonlyArray<string>) =>
  sent.filter(({ type }) => types.includes(type))

const statusFieldsOf = (sent: ReadonlyArray<SiemEvent>) =>
  sent.flatMap(({ content }) => (content._tag === "StatusChanged" ? [content.fields] : []))

layer(StreamApp)("status_changed", (it) => {
  for (const source of StageChangeSource.literals) {
    // siem-events-6: `status_changed` is sent once for a move, and not again as its entry.
    it.effect(
      `an offboarding moves to another stage from the source ${source}: sent once, not again as its entry`,
      function* () {
        const from = yield* anIntegrator()
        const { id } = yield* aCase(from, { employee_email: "ada.lovelace@acme.test" })
        const target = yield* aTarget(from.orgId)
        const offboardings = yield* Offboardings
        yield* asCaller(from.admin)(
          offboardings.update(OffboardingId.make(id), { status: "notice_period" }, { source })
        )
        yield* TestClock.adjust("1 second")
        yield* forward(from.orgId)
        const sent = yield* events(from.orgId, target)
        assert.deepStrictEqual(
          sent.map(({ type }) => type),
          ["status_changed"]
        )
        assert.deepStrictEqual(statusFieldsOf(sent), [
          {
            offboarding_id: id,
            new_status: "notice_period",
            previous_status: "pending",
            employee_name: "Ada Lovelace",
            employee_email: "ada.lovelace@acme.test",
            exit_date: "2026-03-31",
            actor_id: from.admin.userId,
            trigger: source,
            ...(source === "bulk" ? { bulk: true } : {})
          }
        ])
      }
    )
  }

  it.effect(
    "over the routes: app, bulk and api; cancelled, completed, reopened; nothing for what changed nothing",
    function* () {
      const from = yield* anIntegrator()
      const { id } = yield* aCaseWithoutApps(from)
      const cancelled = yield* aCase(from, { employee_email: "grace@acme.test" })
      const target = yield* aTarget(from.orgId, { events: ["status_changed"] })
      const move = (status: string) => as(from.admin).patch(`/api/employees/${id}/status`, { status })
      yield* move("notice_period")
      yield* move("notice_period")
      yield* as(from.admin).post("/api/employees/bulk-status", { ids: [id], status: "it_revocation" })
      yield* patch(from, id, { status: "pending" })
      yield* patch(from, id, { manager_email: "boss@acme.test" })
      yield* patch(from, cancelled.id, { status: "cancelled", reason: "stays with us" })
      yield* forward(from.orgId)
      assert.deepStrictEqual(
        statusFieldsOf(yield* events(from.orgId, target)).map(
          ({ bulk, new_status, offboarding_id, previous_status, trigger }) =>
            `${offboarding_id === id ? "one" : "other"}: ${previous_status} -> ${new_status} by ${trigger}${bulk === true ? ", bulk" : ""}`
        ),
        [
          "one: pending -> notice_period by app",
          "one: notice_period -> it_revocation by bulk, bulk",
          "one: it_revocation -> pending by api",
          "other: pending -> cancelled by api"
        ]
      )
    }
  )

  it.effect("a stage entry older than its facts goes as nothing live, and never under its own action", function* () {
    const { orgId } = yield* anIntegrator()
    const target = yield* aTarget(orgId)
    yield* systemSql`
          SELECT append_audit_entry(${orgId}::uuid, gen_random_uuid(), now(), NULL, 'offboarding_status_changed', 't',
            'pending -> notice_period', repeat('0', 64), NULL, NULL, NULL, NULL, false)`
    assert.strictEqual(yield* forward(orgId), 0)
    assert.lengthOf(yield* queued(orgId, target), 0)
  })

  // siem-events-12: If an offboarding is deleted before its event is sent, its name, address and last day are null.
  it.effect("of a case that was deleted meanwhile: its name, address and last day are null", function* () {
    const from = yield* anIntegrator()
    const { id } = yield* aCase(from)
    const target = yield* aTarget(from.orgId, { events: ["status_changed"] })
    yield* patch(from, id, { status: "notice_period" })
    yield* forward(from.orgId)
    yield* as(from.admin).delete(`/api/employees/${id}`, { reason: "was entered by mistake" })
    assert.deepInclude(statusFieldsOf(yield* events(from.orgId, target))[0], {
      offboarding_id: id,
      employee_name: null,
      employee_email: null,
      exit_date: null,
      new_status: "notice_period"
    })
  })
})

const WithFolder = SiemDomain.services.pipe(Layer.provideMerge(AppWithFolder))

layer(WithFolder)("entries about an erased former employee", (it) => {
  // siem-events-9: Entries about an erased person are sent with `[erased]`.
  it.effect(
    "queued before the erasure and sent after it, they read [erased] in place of personal details",
    function* () {
      const { member, offboardingId, person } = yield* aLeaver
      const target = yield* aTarget(member.orgId)
      yield* withKey(yield* aKey(member)).patch(`/api/v1/offboardings/${offboardingId}`, {
        status: "cancelled",
        reason: "Ada withdrew it"
      })
      yield* withKey(yield* aKey(member)).patch(`/api/v1/offboardings/${offboardingId}`, {
        manager_email: "lovelace@acme.test"
      })
      yield* forward(member.orgId)
      const before = yield* events(member.orgId, target)
      assert.include(JSON.stringify(before), "Ada Lovelace")
      assert.strictEqual((yield* erase(member, person.id)).status, 200)
      const after = yield* events(member.orgId, target)
      assert.lengthOf(after, before.length)
      assert.notMatch(JSON.stringify(after), /Ada |ada\.lovelace/i)
      assert.deepInclude(statusFieldsOf(after)[0], { employee_name: "[erased]", employee_email: null })
      // Nothing that waits holds anything of a person, erased or not.
      const stored = yield* systemSql<{ readonly row: string }>`
          SELECT to_jsonb(d)::text AS row FROM siem_deliveries d WHERE org_id = ${member.orgId}`
      assert.isAbove(stored.length, 0)
      for (const { row } of stored) assert.notMatch(row, /lovelace|\[\[aps/i)
    }
  )

  it.effect(
    "in a batch export after the erasure they are sent with [erased] in place of personal details",
    function* () {
      const { member, offboardingId, person } = yield* aLeaver
      yield* withKey(yield* aKey(member)).patch(`/api/v1/offboardings/${offboardingId}`, {
        status: "cancelled",
        reason: "Ada withdrew it"
      })
      const target = yield* aTarget(member.orgId, { chainFields: true })
      const now = yield* DateTime.now
      const replay = Effect.flatMap(SiemBatchExport, (batch) =>
        batch.queue({
          targetId: target,
          from: DateTime.subtract(now, { hours: 1 }),
          to: DateTime.add(now, { hours: 1 }),
          text: "these hours"
        })
      ).pipe(asCaller(member))
      yield* replay
      const before = JSON.stringify((yield* events(member.orgId, target)).map(payloadOf))
      assert.include(before, "Ada Lovelace")
      yield* systemSql`DELETE FROM siem_deliveries WHERE target_id = ${target}`
      assert.strictEqual((yield* erase(member, person.id)).status, 200)
      yield* replay
      const sent = yield* events(member.orgId, target)
      assert.isTrue(sent.every(({ chain, replayed }) => replayed && chain !== null))
      for (const text of [JSON.stringify(sent.map(payloadOf)), ...sent.map(cefOf)]) {
        assert.notMatch(text, /Ada |lovelace|\[\[aps/i)
      }
      const [cancelled] = ofType(sent, "offboarding_cancelled").map(payloadOf)
      assert.deepInclude(cancelled, { target: "Offboarding of [erased]", origin: "batch_export" })
    }
  )

  // siem-events-10: The actor of a streamed entry has the name of that time, also after the account was deleted.
  it.effect("of a user who is gone: the name of that time", function* () {
    const { member, offboardingId } = yield* aLeaver
    const target = yield* aTarget(member.orgId)
    yield* withKey(yield* aKey(member)).patch(`/api/v1/offboardings/${offboardingId}`, { manager_email: null })
    yield* forward(member.orgId)
    yield* systemSql`DELETE FROM users WHERE id = ${member.userId}`
    const names = (yield* events(member.orgId, target)).flatMap(({ content }) =>
      content._tag === "Entry" && content.entry.actor_id !== null ? [content.entry.actor_name] : []
    )
    assert.isAbove(names.length, 0)
    for (const name of names) assert.strictEqual(name, "The superadmin")
  })
})

layer(StreamApp)("chain fields", (it) => {
  const gaps = (copy: ReadonlyArray<SiemEvent>) => {
    const links = copy
      .flatMap(({ chain }) => (chain === null ? [] : [chain]))
      .filter(({ seq }, index, all) => all.findIndex((one) => one.seq === seq) === index)
      .toSorted((a, b) => a.seq - b.seq)
    return links.flatMap(({ prev_hash, seq }, index) => {
      const before = links[index - 1]
      return before === undefined || (before.seq === seq - 1 && before.entry_hash === prev_hash) ? [] : [seq]
    })
  }

  // siem-events-13: With chain fields, a deletion in the log shows in the SIEM copy.
  it.effect(
    "a deletion is noticed from the SIEM copy alone: by seq, and by prev_hash where numbers were closed up",
    function* () {
      const from = yield* anIntegrator()
      const target = yield* aTarget(from.orgId, { chainFields: true })
      const without = yield* aTarget(from.orgId)
      const { id } = yield* aCase(from)
      yield* patch(from, id, { status: "notice_period" })
      yield* patch(from, id, { manager_email: "boss@acme.test" })
      yield* patch(from, id, { status: "pending" })
      yield* forward(from.orgId)
      const copy = yield* events(from.orgId, target)
      assert.isAtLeast(copy.length, 4)
      assert.deepStrictEqual(gaps(copy), [])
      assert.isTrue((yield* events(from.orgId, without)).every(({ chain }) => chain === null))
      for (const [index, missing] of copy.slice(1, -1).entries()) {
        const rest = copy.filter((event) => event !== missing)
        assert.lengthOf(gaps(rest), 1, `entry ${index + 1}`)
        const closed = rest.map((event): SiemEvent => {
          const { chain } = event
          return chain !== null && chain.seq > (missing.chain?.seq ?? 0)
            ? { ...event, chain: { ...chain, seq: chain.seq - 1 } }
            : event
        })
        assert.lengthOf(gaps(closed), 1, `entry ${index + 1}, the numbers closed up`)
      }
      assert.lengthOf(ofType(copy, "status_changed"), 2)
    }
  )
})

layer(StreamApp)("the moments of an event", (it) => {
  it.effect(
    "timestamp and occurred_at are when the entry was written, so that events can be ordered by them",
    function* () {
      const from = yield* anIntegrator()
      const target = yield* aTarget(from.orgId)
      const written = yield* DateTime.now
      yield* aCase(from)
      yield* TestClock.adjust("20 seconds")
      yield* forward(from.orgId)
      for (const { content, timestamp } of yield* events(from.orgId, target)) {
        assert.deepStrictEqual(timestamp, written)
        if (content._tag === "Entry") assert.strictEqual(content.entry.occurred_at, DateTime.formatIso(written))
      }
    }
  )
})
