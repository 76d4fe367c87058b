import { assert, layer } from "#test/support/suite"
import { EvidenceManifest } from "@svc/contract/audit/files"
import { Effect, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { type Report, verify as verifyOffline } from "../../../packages/verify/src/verify.ts"
import { SigningApp, signingKey } from "#test/audit/log/exporting"
import { moveHead, rechain, rewrite, verify } from "#test/audit/verification/tampering"
import { aLeaver } from "#test/erasure/support"
import { filesOfZip } from "#test/support/zip"
import { aKey, aSession, type Member } from "#test/support/people"
import { withKey } from "#test/support/requests"
import { asOwner } from "#test/support/tables"

const evidence = Effect.fnUntraced(function* (member: Member, id: string) {
  const client = yield* HttpClient.HttpClient
  const response = yield* client.execute(
    HttpClientRequest.get(`/api/employees/${id}/evidence`).pipe(HttpClientRequest.bearerToken(yield* aSession(member)))
  )
  assert.strictEqual(response.status, 200)
  const bytes = Buffer.from(yield* response.arrayBuffer)
  const files = yield* filesOfZip(bytes)
  const manifest = yield* Schema.decodeUnknownEffect(Schema.toCodecJson(EvidenceManifest))(
    JSON.parse(files.get("manifest.json")?.toString() ?? "null")
  )
  const pem = Buffer.from(signingKey.publicKey.export({ format: "pem", type: "spki" }))
  const report = yield* Effect.promise(() =>
    verifyOffline([
      { name: "evidence.zip", bytes },
      { name: "key.pem", bytes: pem, as: "Key" }
    ])
  )
  return { manifest, report }
})

const statements = ({ findings }: Report, outcome: string) =>
  findings.flatMap((finding) => (finding.outcome === outcome ? [JSON.stringify(finding)] : [])).join("\n")

const aCancelledCase = Effect.gen(function* () {
  const leaver = yield* aLeaver
  const { status } = yield* withKey(yield* aKey(leaver.member)).patch(`/api/v1/offboardings/${leaver.offboardingId}`, {
    status: "cancelled",
    reason: "Ada withdrew it"
  })
  assert.strictEqual(status, 200)
  return leaver
})

const numberOf = (member: Member, action: string) =>
  Effect.map(
    asOwner(
      (sql) => sql<{ readonly seq: bigint; readonly id: string }>`
        SELECT seq, id FROM audit_entries WHERE org_id = ${member.orgId} AND action = ${action}`
    ),
    ([row]) => ({ seq: Number(row?.seq), id: row?.id ?? null })
  )

layer(SigningApp, { timeout: "120 seconds" })("What is about a case says so inside of the hash", (it) => {
  // evidence-5: The manifest lists the entries of the case, so that one that was emptied or moved is named.
  it.effect("the signed manifest lists the case's entries, and the verifier finds them all", function* () {
    const { member, offboardingId } = yield* aCancelledCase
    const { manifest, report } = yield* evidence(member, offboardingId)
    assert.include(manifest.entries ?? [], (yield* numberOf(member, "offboarding_created")).seq)
    assert.include(manifest.entries ?? [], (yield* numberOf(member, "offboarding_cancelled")).seq)
    assert.strictEqual(report.verdict, "proven")
    assert.include(statements(report, "proven"), "for this offboarding are all present")
    assert.notInclude(statements(report, "not_shown"), "about this offboarding")
  })

  // evidence-5
  it.effect("an entry whose column was emptied is named by verify and by the offline verifier", function* () {
    const { member, offboardingId } = yield* aCancelledCase
    const { id, seq } = yield* numberOf(member, "offboarding_cancelled")
    yield* asOwner(
      (sql) => sql`
          UPDATE audit_entries SET offboarding_id = NULL, facts = NULL WHERE org_id = ${member.orgId} AND seq = ${seq}`
    )
    const { broken, ok } = yield* verify(member.orgId)
    assert.isFalse(ok)
    assert.deepStrictEqual(broken, [{ seq, id, reason: "subject_mismatch" }])
    const { manifest, report } = yield* evidence(member, offboardingId)
    assert.include(manifest.entries ?? [], seq)
    assert.strictEqual(report.verdict, "failed")
    assert.include(statements(report, "failed"), `Entry ${seq} is missing from the evidence.`)
  })

  // verification-20: `subject_mismatch` reports an entry whose details name another offboarding or person than its
  //   columns.
  it.effect("an entry that was moved to another case or person is named too", function* () {
    const { member, offboardingId } = yield* aCancelledCase
    const { id, seq } = yield* numberOf(member, "employee_created")
    yield* asOwner(
      (sql) => sql`
          UPDATE audit_entries SET offboarding_id = ${offboardingId} WHERE org_id = ${member.orgId} AND seq = ${seq}`
    )
    assert.deepStrictEqual((yield* verify(member.orgId)).broken, [{ seq, id, reason: "subject_mismatch" }])
    const { report } = yield* evidence(member, offboardingId)
    assert.include(statements(report, "failed"), `Entry ${seq} is not about this offboarding.`)
  })

  // evidence-14: Old entries that name no offboarding are listed as not shown, without a failure.
  it.effect("entries from before say nothing of it: no failure, and said as not shown", function* () {
    const { member, offboardingId } = yield* aLeaver
    const { seq } = yield* numberOf(member, "offboarding_created")
    yield* asOwner((sql) =>
      Effect.gen(function* () {
        yield* rewrite(sql, member.orgId, seq, "source: api | and nothing else")
        yield* rechain(sql, member.orgId, seq)
        yield* moveHead(sql, member.orgId)
      })
    )
    assert.deepStrictEqual((yield* verify(member.orgId)).broken, [])
    const { report } = yield* evidence(member, offboardingId)
    assert.strictEqual(report.verdict, "proven")
    assert.include(statements(report, "not_shown"), `They were written before entries named their offboarding: ${seq}.`)
  })
})
