import { assert, layer } from "#test/support/suite"
import { AuditChainEntry } from "@svc/contract/audit-log/entry-schema"
import { contentLines, genesisHash, linkLines } from "@svc/contract/audit/chain"
import { DateTime, Effect, Schema } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { auditText } from "#audit/record/text"
import { AuditSurface, record } from "#test/support/audit-surface"
import { aCase } from "#test/support/cases"
import { labelled } from "#test/support/labelled"
import { aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"

const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(AuditChainEntry))
const Page = Schema.Struct({ rows: Schema.Array(Schema.Struct({ id: Schema.String, details: Schema.String })) })

/** The ids of the log, oldest first. */
const idsOf = (member: Member) =>
  Effect.flatMap(as(member).get("/api/audit-log?limit=100"), ({ body }) =>
    Effect.map(Schema.decodeUnknownEffect(Page)(body), ({ rows }) => rows.map(({ id }) => id).toReversed())
  )

const entry = (member: Member, id: string | undefined) =>
  Effect.flatMap(as(member).get(`/api/audit-log/entries/${id}`), ({ body }) => decode(body))

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

const hashesOf = ({ orgId }: Member, of: AuditChainEntry) => {
  const contentHash = sha256(
    contentLines({
      orgId,
      id: of.id,
      createdAt: DateTime.formatIso(of.created_at),
      actorId: of.actor.id,
      action: of.action,
      target: of.stored_target,
      details: of.stored_details
    })
  )
  return [contentHash, sha256(linkLines({ orgId, seq: of.seq, contentHash, prevHash: of.prev_hash }))]
}

layer(AuditSurface)("GET /api/audit-log/entries/{id}", (it) => {
  // log-14: `GET /api/audit-log/entries/{id}` shows one entry with its hashes, what is stored and hashed of it, its
  //   neighbours in the chain and when it was first anchored; an entry that the caller would not be listed is 404.
  it.status(200, "as people read it and as it is stored, with hashes that anybody can compute anew", function* () {
    const member = yield* aSuperAdmin()
    const { id: caseId } = yield* aCase(member, { employee_name: "Ada Lovelace" })
    const ids = yield* idsOf(member)
    const of = yield* entry(member, ids.at(-1))
    assert.include(of.target, "Ada Lovelace")
    assert.notInclude(of.stored_target, "Lovelace")
    assert.include(of.stored_details, `| case ${caseId}`)
    assert.notInclude(of.details, caseId)
    assert.strictEqual(of.offboarding_id, caseId)
    assert.strictEqual(of.actor.full_name, "The superadmin")
    assert.isNull(of.anchored_at)
    assert.deepStrictEqual(hashesOf(member, of), [of.content_hash, of.entry_hash])
  })

  // log-14
  it.status(200, "with the entries before and after it, whose hashes make the chain", function* () {
    const member = yield* aSuperAdmin()
    for (const text of ["one", "two"]) {
      yield* record(member, { action: labelled("noted"), target: auditText`thing`, details: auditText`${text}` })
    }
    const [first, second, third] = yield* idsOf(member)
    const [of, last] = [yield* entry(member, second), yield* entry(member, third)]
    assert.deepStrictEqual(of.previous, { seq: 1, id: first ?? "", entry_hash: of.prev_hash })
    assert.deepStrictEqual(of.next, { seq: 3, id: third ?? "", entry_hash: last.entry_hash })
    assert.strictEqual(last.prev_hash, of.entry_hash)
    assert.isNull(last.next)
    const begin = yield* entry(member, first)
    assert.deepInclude(begin, { seq: 1, previous: null, prev_hash: genesisHash })
  })

  it.status(400, "an id that is none", function* () {
    const { body } = yield* withStatus(400, as(yield* aSuperAdmin()).get("/api/audit-log/entries/first"))
    assert.property(body, "error")
  })

  // log-14
  it.status(404, "an unknown one, another organisation's, and one about what the caller does not see", function* () {
    const member = yield* aSuperAdmin()
    yield* aCase(member, { employee_name: "Somebody of Sales", employee_department: "Sales" })
    yield* record(member, { action: labelled("noted"), target: auditText`thing` })
    const seller = yield* aMember(member.orgId, {
      permissions: ["audit_view"],
      scope: "departments",
      departments: ["Sales"]
    })
    const ids = yield* idsOf(member)
    const [shown] = yield* idsOf(seller)
    // What stands beside an entry that they see is named by its hash alone.
    const of = yield* entry(seller, shown)
    assert.isNull(of.next?.id)
    assert.match(of.next?.entry_hash ?? "", /^[0-9a-f]{64}$/)
    const asked = [
      [member, randomUUID()],
      [yield* aSuperAdmin(), shown],
      [seller, ids.at(-1)]
    ] as const
    for (const [who, id] of asked) {
      const { body } = yield* withStatus(404, as(who).get(`/api/audit-log/entries/${id}`))
      assert.deepStrictEqual(body, { error: "Audit entry not found" })
    }
  })
})
