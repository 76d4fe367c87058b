import { assert, layer } from "#test/support/suite"
import { ScimClinicReport } from "@svc/contract/scim/clinic-schema"
import { Effect, Schema } from "effect"
import { TestApp } from "#test/support/TestApp"
import { aMember, anOrganisation, aSuperAdmin } from "#test/support/people"
import { as, withScim, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { aProvider, aUser, casesOf, type Provisioned } from "./support.ts"

const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(ScimClinicReport))

const play = Effect.fnUntraced(function* (
  { admin }: Pick<Provisioned, "admin">,
  asked: { readonly provider: "okta" | "entra"; readonly token?: string; readonly base_url?: string }
) {
  const answer = yield* withStatus(200, as(admin).post("/api/integrations/scim/clinic", asked))
  return yield* decode(answer.body)
})

/** All that a real call would have left. */
const traces = (orgId: string) =>
  systemSql<{
    readonly people: number
    readonly cases: number
    readonly entries: number
    readonly events: number
  }>`
      SELECT (SELECT count(*)::int FROM org_employees WHERE org_id = ${orgId}) AS people,
        (SELECT count(*)::int FROM offboardings WHERE org_id = ${orgId}) AS cases,
        (SELECT count(*)::int FROM audit_entries WHERE org_id = ${orgId}) AS entries,
        (SELECT count(*)::int FROM outbox_events WHERE org_id = ${orgId}) AS events`

layer(TestApp)("POST /api/integrations/scim/clinic", (it) => {
  // scim-10: The clinic plays what Okta and Entra ID document, names what is wrong, and leaves nothing.
  it.status(200, "Okta's calls as documented, each as it must be answered", function* () {
    const provider = yield* aProvider("compat")
    const report = yield* play(provider, { provider: "okta", token: provider.token })
    assert.deepStrictEqual(
      report.steps.map(({ call, finding, method, status }) => [call, method, status, finding]),
      [
        ["test_page", "GET", 200, null],
        ["find", "GET", 200, null],
        ["create", "POST", 201, null],
        ["find_again", "GET", 200, null],
        ["read", "GET", 200, null],
        ["replace", "PUT", 200, null],
        ["deactivate", "PATCH", 200, null],
        ["read_again", "GET", 200, null],
        ["groups", "GET", 200, null]
      ]
    )
    assert.deepInclude(report, { ok: true, mode: "compat", findings: [], last_request_at: null })
    assert.match(report.endpoint, /\/scim\/v2$/)
  })

  // scim-10
  it.status(200, "Entra ID's calls as documented, with False as text and operations in capitals", function* () {
    const provider = yield* aProvider("compat")
    const report = yield* play(provider, { provider: "entra" })
    assert.deepStrictEqual(
      report.steps.map(({ call, finding, method, status }) => [call, method, status, finding]),
      [
        ["test_filter", "GET", 200, null],
        ["find", "GET", 200, null],
        ["create", "POST", 201, null],
        ["find_again", "GET", 200, null],
        ["read", "GET", 200, null],
        ["change", "PATCH", 200, null],
        ["deactivate_text", "PATCH", 200, null],
        ["read_again", "GET", 200, null],
        ["remove", "DELETE", 204, null]
      ]
    )
    const said = report.steps.map(({ note }) => note)
    assert.include(said, "offboarding created")
    assert.deepStrictEqual(report.steps.at(-1)?.note, "an offboarding is already open")
  })

  // scim-10
  it.status(200, "nothing of it stays: no person, no offboarding, no entry, no event", function* () {
    const provider = yield* aProvider("compat")
    yield* aUser(provider)
    const before = yield* traces(provider.orgId)
    yield* play(provider, { provider: "okta" })
    yield* play(provider, { provider: "entra" })
    assert.deepStrictEqual(yield* traces(provider.orgId), before)
    assert.lengthOf(yield* casesOf(provider.orgId), 0)
    const { body } = yield* withScim(provider.token).get("/Users")
    assert.deepInclude(body, { totalResults: 1 })
  })

  it.status(
    200,
    "the mode that answers every look-up with everybody is named, and nobody else is told of",
    function* () {
      const provider = yield* aProvider("literal")
      yield* aUser(provider, "ann.lee@acme.test")
      const report = yield* play(provider, { provider: "okta" })
      assert.deepInclude(report, { ok: false, mode: "literal", findings: ["mode_literal"] })
      const found = report.steps.flatMap(({ call, finding }) => (finding === null ? [] : [[call, finding]]))
      assert.deepStrictEqual(found, [
        ["find", "answered_everybody"],
        ["find_again", "answered_everybody"],
        ["replace", "route_missing"],
        ["read_again", "still_active"],
        ["groups", "route_missing"]
      ])
      assert.notInclude(JSON.stringify(report), "ann.lee")
    }
  )

  // scim-10
  it.status.each([
    ["none", "not-a-token", undefined, ["token_malformed"]],
    ["another's or an old one", "0".repeat(64), undefined, ["token_unknown"]],
    ["another host", undefined, "https://elsewhere.example/scim/v2", ["address_other"]],
    ["the site alone", undefined, "/", ["address_without_path"]],
    ["too much of it", undefined, "/scim/v2/Users", ["address_beyond_path"]]
  ] as const)(200, "a misconfiguration is named: %s", function* ([, token, address, findings]) {
    const provider = yield* aProvider("compat")
    const { endpoint } = yield* play(provider, { provider: "entra" })
    const report = yield* play(provider, {
      provider: "entra",
      ...(token === undefined ? {} : { token }),
      ...(address === undefined ? {} : { base_url: new URL(address, endpoint).toString() })
    })
    assert.deepInclude(report, { ok: false, findings: [...findings] })
  })

  it.status(200, "a token with something around it, of another organisation, or as it is", function* () {
    const provider = yield* aProvider("compat")
    const other = yield* aProvider("compat")
    const findingsOf = (token: string) =>
      Effect.map(play(provider, { provider: "okta", token }), ({ findings }) => findings)
    assert.deepStrictEqual(yield* findingsOf(provider.token), [])
    assert.deepStrictEqual(yield* findingsOf(`Bearer ${provider.token}`), ["token_padded"])
    assert.deepStrictEqual(yield* findingsOf(` ${provider.token}\n`), ["token_padded"])
    assert.deepStrictEqual(yield* findingsOf(other.token), ["token_unknown"])
  })

  it.status(200, "without a token that works there is nothing to play", function* () {
    const admin = yield* aSuperAdmin()
    const none = yield* play({ admin }, { provider: "okta" })
    assert.deepInclude(none, { ok: false, mode: null, findings: ["not_set_up"], steps: [] })
    const provider = yield* aProvider("compat")
    yield* systemSql`UPDATE integrations SET connection_status = false WHERE org_id = ${provider.orgId}`
    const off = yield* play(provider, { provider: "okta" })
    assert.deepInclude(off, { ok: false, findings: ["switched_off"], steps: [] })
  })

  it.status(403, "a plan without provisioning", function* () {
    const provider = yield* aProvider("compat")
    yield* systemSql`UPDATE organisations SET plan = 'none', plan_status = 'active' WHERE id = ${provider.orgId}`
    yield* withStatus(403, as(provider.admin).post("/api/integrations/scim/clinic", { provider: "okta" }))
  })

  it.status(400, "a provider that is none of the two", function* () {
    const provider = yield* aProvider("compat")
    yield* withStatus(400, as(provider.admin).post("/api/integrations/scim/clinic", { provider: "ping" }))
  })

  it.status(403, "whoever may not manage integrations", function* () {
    const member = yield* aMember(yield* anOrganisation({ plan: "enterprise" }), "hr")
    yield* withStatus(403, as(member).post("/api/integrations/scim/clinic", { provider: "okta" }))
  })
})
