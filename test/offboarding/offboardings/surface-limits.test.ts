import { assert, describe, it, layer } from "#test/support/suite"
import { PublicApi } from "@svc/contract/public-api"
import { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { contractRoutes } from "#test/support/contract-routes"
import { TestApp } from "#test/support/TestApp"
import { aKey, aSuperAdmin } from "#test/support/people"
import { send } from "#test/support/requests"

/** Every value that some `code` of the document may have. */
const codesIn = (value: unknown): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap(codesIn)
  if (!Schema.is(Schema.Record(Schema.String, Schema.Unknown))(value)) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "code" && Schema.is(Schema.Struct({ enum: Schema.Array(Schema.String) }))(inner)
      ? inner.enum
      : codesIn(inner)
  )
}

// cases-18: The public API's codes and routes are those that are documented, and no other.
describe("the public surface", () => {
  it("codes in use: those that are documented, the duplicate's, and that of a member's handover", () => {
    assert.deepStrictEqual([...new Set(codesIn(OpenApi.fromApi(PublicApi)))].toSorted(), [
      "PLAN_LIMIT_REACHED",
      "duplicate",
      "manager_email_is_employee",
      "member_handover",
      "read_only",
      "stage_gate",
      "unknown_apps"
    ])
  })

  it("the routes on cases and people are the documented ones, and no other", () => {
    const routes = contractRoutes
      .filter(({ path, surface }) => surface === "public" && /offboardings|employees/.test(path))
      .map(({ name, requires }) => [name, requires?.scope])
    assert.deepStrictEqual(
      routes.toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
      [
        ["GET /api/v1/employees", "employees:read"],
        ["GET /api/v1/offboardings", "offboardings:read"],
        ["GET /api/v1/offboardings/{id}", "offboardings:read"],
        ["PATCH /api/v1/offboardings/{id}", "offboardings:write"],
        ["POST /api/v1/offboardings", "offboardings:write"]
      ]
    )
  })
})

layer(TestApp)("the public API with every scope", (it) => {
  // cases-17: The public API neither deletes, nor revokes, nor records returns.
  it.effect("cannot delete an offboarding, revoke access or record asset returns", function* () {
    const member = yield* aSuperAdmin()
    const bearer = yield* aKey(member)
    const created = yield* send("POST", "/api/v1/offboardings", {
      bearer,
      body: { employee_name: "Ada Lovelace", exit_date: "2026-03-31" }
    })
    const { id } = yield* Schema.decodeUnknownEffect(Schema.Struct({ id: Schema.String }))(created.body)
    const path = `/api/v1/offboardings/${id}`
    const refused = [
      ["DELETE", path, 405],
      ["PUT", path, 405],
      ["DELETE", "/api/v1/offboardings", 405],
      ["POST", "/api/v1/employees", 405],
      ["POST", `${path}/revoke-access`, 404],
      ["POST", "/api/v1/revoke-access", 404],
      ["POST", "/api/v1/assets", 404],
      ["POST", "/api/revoke-access", 401],
      ["POST", `/api/employees/${id}/confirm-asset-return`, 401]
    ] as const
    for (const [method, target, status] of refused) {
      const answer = yield* send(method, target, { bearer, body: { offboardingId: id } })
      assert.strictEqual(answer.status, status, `${method} ${target}`)
      assert.property(answer.body, "error")
    }
    assert.strictEqual((yield* send("GET", path, { bearer })).status, 200)
  })
})
