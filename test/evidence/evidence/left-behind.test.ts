import { assert, layer } from "#test/support/suite"
import { EvidenceLeftBehind } from "@svc/contract/evidence/schema"
import { Effect, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { SigningApp } from "#test/audit/log/exporting"
import { aLeaver, erase } from "#test/erasure/support"
import { downloadReport } from "#test/reports/report-pdfs/downloading"
import { aConnection } from "#test/support/cases"
import { readPdf } from "#test/support/pdf"
import { aMember, aSession, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { filesOfZip } from "#test/support/zip"
import { aLeftBehind, looksForIt } from "#test/access-removal/left-behind/item"

const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(EvidenceLeftBehind), { onExcessProperty: "error" })

const evidenceOf = Effect.fnUntraced(function* (member: Member, id: string) {
  const client = yield* HttpClient.HttpClient
  const response = yield* client.execute(
    HttpClientRequest.get(`/api/employees/${id}/evidence`).pipe(HttpClientRequest.bearerToken(yield* aSession(member)))
  )
  assert.strictEqual(response.status, 200)
  return yield* filesOfZip(Buffer.from(yield* response.arrayBuffer))
})

const leftBehindIn = (files: Effect.Success<ReturnType<typeof evidenceOf>>) =>
  decode(JSON.parse(files.get("left-behind.json")?.toString() ?? "null"))

const lettersOf = Effect.fnUntraced(function* (member: Member, id: string) {
  const { bytes, status, text } = yield* downloadReport(member, `offboarding/${id}/pdf`)
  assert.strictEqual(status, 200, text.slice(0, 300))
  return (yield* readPdf(bytes)).letters
})

/** Ada, who left four things at GitHub, of which some were settled; what else there is there was not all seen. */
const whatAdaLeft = Effect.gen(function* () {
  const leaver = yield* aLeaver
  const { member, offboardingId } = leaver
  const { orgId } = member
  yield* looksForIt(orgId)
  yield* aConnection(orgId, "github")
  yield* systemSql`
      INSERT INTO revocation_apps (org_id, offboarding_id, service_name, position)
      VALUES (${orgId}, ${offboardingId}, 'github', 0), (${orgId}, ${offboardingId}, 'crm', 1)`
  yield* systemSql`
      INSERT INTO left_behind_sights (org_id, offboarding_id, service_name, kind, phase, looked_at, why)
      VALUES (${orgId}, ${offboardingId}, 'github', 'ssh_key', 'before_cut', '2026-03-02T09:00:00Z', NULL),
        (${orgId}, ${offboardingId}, 'github', 'personal_token', 'before_cut', '2026-03-02T09:00:00Z',
          'The connection needs a GitHub App')`
  const at = (more: Parameters<typeof aLeftBehind>[2]) =>
    aLeftBehind(orgId, offboardingId, { service_name: "github", ...more })
  yield* at({
    kind: "ssh_key",
    external_id: "authorized:1",
    label: "Ada's laptop",
    closing: "revoke",
    disposition: "revoked",
    evidence: "read_back",
    settled_at: "2026-03-02T09:01:00Z"
  })
  const stays = yield* at({ external_id: "web/71", label: "Deploy key of Ada" })
  const owned = yield* at({
    kind: "ownership",
    external_id: "org",
    label: "acme",
    stops_the_cut: "Ada is the last owner of acme"
  })
  const pending = yield* at({ external_id: "web/72", label: "Second key of Ada" })
  const post = Effect.fnUntraced(function* (id: string, verb: string, body?: object, by = member) {
    const answer = yield* as(by).post(`/api/left-behind/${id}/${verb}`, body)
    assert.strictEqual(answer.status, 200, JSON.stringify(answer.body))
  })
  yield* post(stays, "accept", { reason: "Ada gave it to the build server" })
  // What blocks revocation is accepted by whom another member named.
  yield* post(owned, "transfer", { email: member.email }, yield* aMember(orgId, "admin"))
  yield* post(owned, "accept-transfer")
  yield* post(owned, "go", { reason: "Ada said yes on the telephone" })
  return { ...leaver, pending }
})

/** So many fields that nobody filled. */
const none = (count: number) => Array.from({ length: count }, () => undefined)

layer(SigningApp)("what stays behind in the evidence of a case", (it) => {
  // evidence-11: It and the case's PDF say what stays behind: by app and kind what became of it, who answers for it,
  //   how that is known, and what was not seen; where it was never looked for, there is no part of it.
  it.effect(
    "by app and kind: what became of each and who answers for it, how it is known, and what was not seen",
    function* () {
      const { member, offboardingId, person } = yield* whatAdaLeft
      const found = yield* leftBehindIn(yield* evidenceOf(member, offboardingId))
      assert.isTrue(found.looked_for)
      const [github, crm] = [...found.apps].toSorted((one, other) => (one.service < other.service ? 1 : -1))
      assert.deepStrictEqual(
        github?.kinds.map(({ kind, pending, sight, total, why }) => [kind, sight, why, pending, total]),
        [
          ["personal_token", "not_visible", "The connection needs a GitHub App", 0, 0],
          ["ssh_key", "seen", null, 0, 1],
          ["deploy_key", "not_looked", "Not scanned yet. Start a scan", 1, 2],
          ["oauth_grant", "not_looked", "Not scanned yet. Start a scan", 0, 0],
          ["ownership", "not_looked", "Not scanned yet. Start a scan", 1, 1]
        ]
      )
      assert.deepStrictEqual(
        [crm?.service, crm?.kinds, crm?.note],
        ["crm", [], "No longer connected, so orphaned items there are not visible"]
      )
      const by = { id: member.userId, full_name: "The superadmin" }
      assert.deepStrictEqual(
        found.items.map((item) => [
          item.kind,
          item.external_id,
          item.disposition,
          item.evidence,
          item.settled_by,
          item.reason,
          item.new_owner?.email,
          item.taken_over?.by,
          item.let_go?.by,
          item.let_go?.reason
        ]),
        [
          ["deploy_key", "web/71", "accepted", "not_observed", by, "Ada gave it to the build server", ...none(4)],
          ["deploy_key", "web/72", "pending", "not_observed", null, null, ...none(4)],
          [
            "ownership",
            "org",
            "pending",
            "not_observed",
            null,
            null,
            member.email,
            by,
            by,
            "Ada said yes on the telephone"
          ],
          ["ssh_key", "authorized:1", "revoked", "read_back", null, null, ...none(4)]
        ]
      )
      const letters = yield* lettersOf(member, offboardingId)
      for (const part of [
        "Orphaneditems",
        "Sshkey:Ada'slaptopRevokedVerifiedTheservice",
        "Deploykey:DeploykeyofAdaAcceptedrisk:AdagaveittothebuildserverNotobservedThesuperadmin",
        "githubPersonaltokenTheconnectionneedsaGitHubApp",
        "crmEverythingNolongerconnected"
      ]) {
        assert.include(letters, part)
      }

      // Of who was erased it names nobody, and still says what was done.
      assert.strictEqual((yield* erase(member, person.id)).status, 200)
      const files = yield* evidenceOf(member, offboardingId)
      assert.notMatch(files.get("left-behind.json")?.toString() ?? "", /Ada/)
      assert.notMatch(yield* lettersOf(member, offboardingId), /Adas?laptop|KeyofAda|telephone/)
      const after = yield* leftBehindIn(files)
      assert.deepStrictEqual(
        after.items.map(({ disposition, evidence, label }) => [disposition, evidence, label]).toSorted(),
        [
          ["accepted", "not_observed", "[erased]"],
          ["pending", "not_observed", "[erased]"],
          ["pending", "not_observed", "[erased]"],
          ["revoked", "read_back", "[erased]"]
        ]
      )
    }
  )

  // evidence-11
  it.effect(
    "where it was never looked for there is no file and no part of it; turned off again, it says so",
    function* () {
      const { member, offboardingId } = yield* aLeaver
      assert.isFalse((yield* evidenceOf(member, offboardingId)).has("left-behind.json"))
      assert.notInclude(yield* lettersOf(member, offboardingId), "Orphaneditems")
      for (const on of [true, false]) {
        assert.strictEqual((yield* as(member).put("/api/left-behind/settings", { on })).status, 200)
      }
      const found = yield* leftBehindIn(yield* evidenceOf(member, offboardingId))
      assert.deepStrictEqual(found, { looked_for: false, looked_at: null, apps: [], items: [] })
      assert.include(yield* lettersOf(member, offboardingId), "Scanningfororphaneditemsisturnedoff")
    }
  )
})
