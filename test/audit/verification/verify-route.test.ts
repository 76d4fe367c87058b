import { assert, layer } from "#test/support/suite"
import { TestClock } from "effect/testing"
import { auditText } from "#audit/record/text"
import { AuditSurface, record } from "#test/support/audit-surface"
import { aMember, anOrganisation, aSuperAdmin } from "#test/support/people"
import { asOwner } from "#test/support/tables"
import { as, withStatus } from "#test/support/requests"

const path = "/api/audit-log/verify"
layer(AuditSurface)("GET /api/audit-log/verify", (it) => {
  // verification-2: It answers `{ ok, checked, complete, broken, brokenCount, anchoredThrough }`.
  it.status(200, "ok, checked, complete, broken, brokenCount and anchoredThrough", function* () {
    const member = yield* aSuperAdmin()
    yield* record(member, {})
    const { body, status } = yield* as(member).get(path)
    assert.deepStrictEqual(
      { status, body },
      {
        status: 200,
        body: {
          ok: true,
          checked: 2,
          complete: true,
          broken: [],
          brokenCount: 0,
          anchoredThrough: null,
          witnesses: [{ name: "storage", checked: 0 }]
        }
      }
    )
  })

  it.status(200, "a broken link is listed with its number, its id and the reason", function* () {
    const member = yield* aSuperAdmin()
    yield* record(member, { details: auditText`true` })
    const [entry] = yield* asOwner(
      (sql) => sql<{ id: string }>`
          UPDATE audit_entries SET details = 'false' WHERE org_id = ${member.orgId} AND seq = 2 RETURNING id`
    )
    const { body } = yield* withStatus(200, as(member).get(path))
    assert.deepStrictEqual(body, {
      ok: false,
      checked: 2,
      complete: true,
      broken: [{ seq: 2, id: entry?.id, reason: "content_mismatch" }],
      brokenCount: 1,
      anchoredThrough: null,
      witnesses: [{ name: "storage", checked: 0 }]
    })
  })

  it.status(200, "the run is written back as audit_chain_verified by whoever asked", function* () {
    const member = yield* aSuperAdmin()
    const hr = yield* aMember(member.orgId, "hr")
    yield* as(hr).get(path)
    const { body } = yield* as(member).get("/api/audit-log?action=audit_chain_verified")
    assert.include(JSON.stringify(body), JSON.stringify({ id: hr.userId, full_name: "The hr" }))
  })

  // verification-10: It needs the tamper-evident log, of Team and Enterprise and of a trial.
  it.status(403, "a plan without the tamper-evident audit log", function* () {
    const orgId = yield* anOrganisation()
    const member = yield* aMember(orgId)
    yield* asOwner((sql) => sql`UPDATE organisations SET plan = 'starter' WHERE id = ${orgId}`)
    const { body } = yield* withStatus(403, as(member).get(path))
    assert.include(JSON.stringify(body), '"feature":"tamperEvidentAudit"')
  })

  // verification-9: Two runs a minute per organisation.
  it.status(
    429,
    "the third run of an organisation within a minute, whoever asks; the next minute has room again",
    function* () {
      const member = yield* aSuperAdmin()
      const other = yield* aMember(member.orgId, "hr")
      assert.strictEqual((yield* as(member).get(path)).status, 200)
      assert.strictEqual((yield* as(other).get(path)).status, 200)
      const { body, headers, status } = yield* as(member).get(path)
      assert.deepStrictEqual({ status, body }, { status: 429, body: { error: "Too many requests. Please slow down." } })
      assert.strictEqual(headers["retry-after"], "60")
      assert.strictEqual((yield* as(yield* aSuperAdmin()).get(path)).status, 200)
      yield* TestClock.adjust("60 seconds")
      assert.strictEqual((yield* as(member).get(path)).status, 200)
    }
  )
})
