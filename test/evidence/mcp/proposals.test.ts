import { assert, layer } from "#test/support/suite"
import { InitiationProposal } from "@svc/contract/initiations/schema"
import { EmailAddress } from "@svc/contract/kernel/text"
import { InitiationId } from "@svc/contract/kernel/ids"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { Initiations } from "#offboarding/initiations/service"
import { aCase, aPerson } from "#test/support/cases"
import { entriesOf } from "#test/support/log"
import { aKey, asCaller, type Member } from "#test/support/people"
import { as, withStatus } from "#test/support/requests"
import { TestApp } from "#test/support/TestApp"
import { asSystem, systemSql } from "#test/support/tables"
import {
  anInitiation,
  anOffice,
  approve,
  casesOf,
  connects,
  edit,
  reject,
  seen
} from "#test/offboarding/initiations/support"
import { aLeftBehind, looksForIt } from "#test/access-removal/left-behind/item"
import { aClient, aClientWith, readProposal, scopes } from "./support.ts"

const decodeProposal = Schema.decodeUnknownEffect(Schema.toCodecJson(InitiationProposal))
const proposalOf = (by: Member, id: string) =>
  Effect.flatMap(as(by).get(`/api/offboarding-initiations/${id}/proposal`), ({ body }) => decodeProposal(body))

const withoutStepUp = (by: Member, id: string) =>
  as(by, { steppedUp: false }).post(`/api/offboarding-initiations/${id}/approve`, {})

/** An office with a connected app, somebody in its directory, and an assistant with a Super Admin's key. */
const anAssistedOffice = Effect.gen(function* () {
  const office = yield* anOffice()
  yield* connects(office.superadmin, "Wiki")
  const person = yield* aPerson(office.superadmin, "Grace Hopper")
  const key = yield* aKey(office.superadmin, scopes)
  const client = yield* aClientWith(key, { clientInfo: { name: "Claude\u0007 [[aps:v1:x]]", version: "9.9" } })
  const propose = (more: Readonly<Record<string, unknown>> = {}) =>
    Effect.flatMap(
      client.call("propose_offboarding", { employee_id: person.id, exit_date: "2026-04-30", apps: ["wiki"], ...more }),
      ({ data }) => readProposal(data)
    )
  return { ...office, person, client, propose }
})

const runsOf = (orgId: Member["orgId"]) => systemSql`SELECT 1 FROM revocation_runs WHERE org_id = ${orgId}`

layer(TestApp)("what an assistant proposes", (it) => {
  // initiations-15: What an assistant proposes waits, whoever's key it is, and is approved in the app with a recent
  //   step-up; a revocation by whoever may revoke. The entries name agent, key, plan and approver.
  it.effect("an offboarding waits, whoever's key it is, until a person approves it with a step-up", function* () {
    const { orgId, person, propose, superadmin } = yield* anAssistedOffice
    const { proposal_id: id, plan_sha256 } = yield* propose({ reason: "She said so" })
    assert.strictEqual((yield* seen(superadmin, id)).status, "pending")
    assert.deepStrictEqual(yield* casesOf(orgId), [])
    const { proposal } = yield* proposalOf(superadmin, id)
    assert.deepInclude(proposal, {
      kind: "offboarding",
      agent: "Claude aps v1 x 9.9",
      plan_digest: plan_sha256,
      changes: []
    })

    const refused = yield* withoutStepUp(superadmin, id)
    assert.deepInclude(refused, { status: 428, error: "step_up_required" })
    assert.deepStrictEqual(yield* casesOf(orgId), [])

    assert.strictEqual((yield* approve(superadmin, id)).status, 200)
    const [created] = yield* casesOf(orgId)
    assert.deepInclude(created, { employee_email: person.email, exit_date: "2026-04-30", apps: ["Wiki"] })
  })

  // initiations-15
  it.effect("the entries name agent, key, plan and approver", function* () {
    const { orgId, propose, superadmin } = yield* anAssistedOffice
    const { proposal_id: id, plan_sha256 } = yield* propose()
    yield* approve(superadmin, id)
    const words = /offboarding proposed by Claude aps v1 x 9\.9 with the API key .+, plan /
    const [submitted] = yield* entriesOf(orgId, { action: "initiation_submitted" })
    assert.match(submitted?.details ?? "", words)
    assert.strictEqual(submitted?.actor_id, null)
    const [approved] = yield* entriesOf(orgId, { action: "initiation_approved" })
    assert.match(approved?.details ?? "", words)
    assert.include(approved?.details ?? "", plan_sha256)
    assert.strictEqual(approved?.actor_id, superadmin.userId)
  })

  // initiations-17: The same plan again is the proposal that waits, and 50 of an organisation wait at most.
  it.effect(
    "the same plan again is the proposal that waits, and a second one is written for another day",
    function* () {
      const { client, propose, person, superadmin } = yield* anAssistedOffice
      const first = yield* propose()
      const again = yield* propose()
      assert.deepInclude(again, { proposal_id: first.proposal_id, state: "was already pending a person's approval" })
      assert.notStrictEqual((yield* propose({ exit_date: "2026-05-29" })).proposal_id, first.proposal_id)
      yield* approve(superadmin, first.proposal_id)
      const late = yield* client.call("propose_offboarding", {
        employee_id: person.id,
        exit_date: "2026-06-30",
        no_apps: true
      })
      assert.include(late.refusal ?? "", "already")
    }
  )

  // initiations-16: It is approved as it was proposed, or refused with what is another by now.
  it.status(409, "plan_changed with what changed, when an app would be treated otherwise by now", function* () {
    const { orgId, propose, superadmin } = yield* anAssistedOffice
    const { proposal_id: id } = yield* propose()
    yield* systemSql`DELETE FROM integrations WHERE org_id = ${orgId}`
    const refused = yield* approve(superadmin, id)
    assert.deepInclude(refused.body, { code: "plan_changed" })
    assert.include(refused.error, "app Wiki (was POST, is No longer connected")
    assert.deepStrictEqual(yield* casesOf(orgId), [])
    assert.strictEqual((yield* proposalOf(superadmin, id)).proposal?.changes.length, 1)
    assert.strictEqual((yield* reject(superadmin, id)).status, 200)
  })

  it.status(409, "plan_changed, when the person is another by the directory, or the day has passed", function* () {
    const { person, propose, superadmin } = yield* anAssistedOffice
    const { proposal_id: id } = yield* propose({ exit_date: "2026-03-03" })
    yield* as(superadmin).patch(`/api/org-employees/${person.id}`, { full_name: "Grace Murray" })
    yield* TestClock.adjust("2 days")
    const refused = yield* withStatus(409, approve(superadmin, id))
    assert.include(refused.error, "last day (was 2026-03-03, is 2026-03-03, which has passed)")
  })

  it.status(403, "it is not decided in Slack, where nobody is asked for a password", function* () {
    const { orgId, propose, superadmin } = yield* anAssistedOffice
    const { proposal_id } = yield* propose()
    const initiations = yield* Initiations
    const refused = yield* Effect.flip(
      asCaller(superadmin)(initiations.approve(InitiationId.make(proposal_id), {}, { source: "slack", revision: 1 }))
    )
    assert.include(refused.error, "Approve it in the app")
    assert.deepStrictEqual(yield* casesOf(orgId), [])
  })

  // initiations-16
  it.status(403, "nobody edits it or approves it with other apps", function* () {
    const { propose, superadmin } = yield* anAssistedOffice
    const { proposal_id: id } = yield* propose()
    assert.strictEqual((yield* edit(superadmin, id, { exit_date: "2026-05-01" })).status, 403)
    assert.strictEqual((yield* approve(superadmin, id, { no_apps: true })).status, 403)
    assert.strictEqual((yield* approve(superadmin, id)).status, 200)
  })

  // initiations-15
  it.effect("the revocation of a case's access begins when somebody approves it who may revoke", function* () {
    const { client, hr, orgId, superadmin } = yield* anAssistedOffice
    const { id } = yield* aCase(superadmin, {
      employee_email: EmailAddress.make("leaver@acme.test"),
      apps_to_revoke: ["Wiki"]
    })
    const { data } = yield* client.call("propose_revocation", { offboarding_id: id })
    const { proposal_id } = yield* readProposal(data)
    assert.deepStrictEqual(yield* runsOf(orgId), [])
    const refused = yield* approve(hr, proposal_id)
    assert.deepInclude(refused.body, { permission: "access_revoke" })
    assert.strictEqual((yield* withoutStepUp(superadmin, proposal_id)).status, 428)
    assert.deepStrictEqual(yield* runsOf(orgId), [])

    const approved = yield* approve(superadmin, proposal_id)
    assert.deepInclude(approved.body, { status: "approved", offboarding_id: id, apps_to_revoke: ["Wiki"] })
    assert.strictEqual((yield* runsOf(orgId)).length, 1)
    assert.strictEqual((yield* casesOf(orgId)).length, 1)
  })

  // left-behind-12: An assistant's proposal is refused once the run would end or hand over something else.
  it.status(409, "plan_changed, when the run would end another orphaned item by now", function* () {
    const { client, orgId, superadmin } = yield* anAssistedOffice
    const connected = yield* as(superadmin).post("/api/integrations", {
      service_name: "github",
      connection_status: true,
      config: { access_token: "ghp_lab", organization: "acme" }
    })
    assert.strictEqual(connected.status, 201, connected.text)
    yield* looksForIt(orgId)
    const { id } = yield* aCase(superadmin, {
      employee_email: EmailAddress.make("leaver@acme.test"),
      apps_to_revoke: ["github"]
    })
    const aToken = (number: number) =>
      aLeftBehind(orgId, id, {
        service_name: "github",
        kind: "personal_token",
        external_id: `fine-grained:${number}`,
        label: `Fine-grained token "nightly ${number}"`,
        closing: "revoke"
      })
    yield* aToken(1)
    const preview = yield* client.call("preview_revocation", { offboarding_id: id })
    assert.include(preview.text, "/orgs/acme/personal-access-tokens/1")
    const { data, text } = yield* client.call("propose_revocation", { offboarding_id: id })
    assert.include(text, "orphaned items: 1")
    const { proposal_id } = yield* readProposal(data)
    assert.deepStrictEqual((yield* proposalOf(superadmin, proposal_id)).proposal?.changes, [])
    yield* aToken(2)
    const refused = yield* approve(superadmin, proposal_id)
    assert.deepInclude(refused.body, { code: "plan_changed" })
    assert.include(refused.error, "orphaned items: 2")
    assert.deepStrictEqual(yield* runsOf(orgId), [])
  })

  it.status(409, "plan_changed, when the case was cancelled meanwhile", function* () {
    const { client, orgId, superadmin } = yield* anAssistedOffice
    const { id } = yield* aCase(superadmin, {
      employee_email: EmailAddress.make("leaver@acme.test"),
      apps_to_revoke: ["Wiki"]
    })
    const { data } = yield* client.call("propose_revocation", { offboarding_id: id })
    const { proposal_id } = yield* readProposal(data)
    yield* systemSql`UPDATE offboardings SET status = 'cancelled' WHERE id = ${id}`
    assert.deepInclude((yield* approve(superadmin, proposal_id)).body, { code: "plan_changed" })
    assert.deepStrictEqual(yield* runsOf(orgId), [])
  })

  it.effect("refused: a day that is past, an app that is not connected, no choice of apps", function* () {
    const { client, orgId, person } = yield* anAssistedOffice
    const asked = { employee_id: person.id, exit_date: "2026-04-30" }
    const refusalOf = (more: object) =>
      Effect.map(client.call("propose_offboarding", { ...asked, ...more }), ({ refusal }) => refusal ?? "")
    assert.include(yield* refusalOf({ exit_date: "2026-01-01", apps: ["wiki"] }), "has passed")
    assert.include(yield* refusalOf({ apps: ["Nowhere"] }), "not connected")
    assert.include(yield* refusalOf({}), "No app is selected")
    assert.strictEqual((yield* casesOf(orgId)).length, 0)
  })

  // initiations-17
  it.effect("50 of an organisation wait at most", function* () {
    const { orgId, propose, client, person } = yield* anAssistedOffice
    const { proposal_id: id } = yield* propose()
    yield* asSystem(
      Effect.fnUntraced(function* (sql) {
        yield* sql`
            INSERT INTO offboarding_initiations (org_id, id, initiated_by, employee_name, employee_role, employee_department,
              exit_date, separation_type, apps_to_revoke, no_apps, status, current_step, person_key_id, created_at, updated_at)
            SELECT org_id, gen_random_uuid(), initiated_by, 'Many', '', '', exit_date, separation_type, apps_to_revoke, no_apps,
              status, 0, person_key_id, created_at, updated_at
            FROM offboarding_initiations, generate_series(1, 49) WHERE org_id = ${orgId} AND id = ${id}`
        yield* sql`
            INSERT INTO initiation_proposals (org_id, initiation_id, kind, plan_digest, plan_parts, agent, api_key_id,
              api_key_name, created_at)
            SELECT i.org_id, i.id, 'offboarding', i.id::text, p.plan_parts, p.agent, p.api_key_id, p.api_key_name, p.created_at
            FROM offboarding_initiations i JOIN initiation_proposals p ON p.org_id = i.org_id AND p.initiation_id = ${id}
            WHERE i.org_id = ${orgId} AND i.id <> ${id}`
      })
    )
    const refused = yield* client.call("propose_offboarding", {
      employee_id: person.id,
      exit_date: "2026-06-30",
      no_apps: true
    })
    assert.include(refused.refusal ?? "", "50 proposals")
  })
})

layer(TestApp)("GET /api/offboarding-initiations/{id}/proposal", (it) => {
  it.status(200, "null for what a member submitted", function* () {
    const { manager, superadmin } = yield* anOffice()
    const { id } = yield* anInitiation(manager)
    assert.isNull((yield* proposalOf(superadmin, id)).proposal)
  })

  it.status(400, "what is no id", function* () {
    const { superadmin } = yield* anOffice()
    assert.strictEqual((yield* as(superadmin).get("/api/offboarding-initiations/none/proposal")).status, 400)
  })

  it.status(200, "goes with the person who is erased, also once it is decided", function* () {
    const { person, propose, superadmin } = yield* anAssistedOffice
    const { proposal_id: id } = yield* propose()
    yield* reject(superadmin, id)
    assert.isNotNull((yield* proposalOf(superadmin, id)).proposal)
    assert.strictEqual((yield* as(superadmin).post(`/api/org-employees/${person.id}/erase`)).status, 200)
    assert.isNull((yield* proposalOf(superadmin, id)).proposal)
  })

  it.status(404, "another organisation's, which nobody approves either", function* () {
    const { propose } = yield* anAssistedOffice
    const { proposal_id: id } = yield* propose()
    const { superadmin } = yield* anOffice()
    assert.strictEqual((yield* as(superadmin).get(`/api/offboarding-initiations/${id}/proposal`)).status, 404)
    assert.strictEqual((yield* approve(superadmin, id)).status, 404)
    assert.strictEqual((yield* (yield* aClient(superadmin)).call("verify")).refusal, null)
  })
})
