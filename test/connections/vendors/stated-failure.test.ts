import { assert, describe, it } from "@effect/vitest"
import { Option } from "effect"
import { statedFailure } from "#connections/vendors/protocol/stated-failure"

const said = (body: unknown, status = 200) =>
  Option.getOrNull(
    statedFailure({
      status,
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: {},
      truncated: false
    })
  )

describe("a failure that the body of a success states", () => {
  const failures: ReadonlyArray<readonly [unknown, string]> = [
    [{ status: "error", code: "busy" }, ": busy"],
    [{ status: "failed" }, ""],
    [{ ok: false, error: "not_authed" }, ": not_authed"],
    [{ success: false, error: "A sentence is no code" }, ""],
    [{ errors: [{ type: "FORBIDDEN" }] }, ": FORBIDDEN"],
    [{ errors: ["anything"] }, ""],
    [
      { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "409", scimType: "uniqueness" },
      ": uniqueness"
    ]
  ]
  it("is seen in each of the closed list of forms, with the vendor's code where it is one word", () => {
    for (const [body, code] of failures) {
      assert.strictEqual(said(body), `200 OK with an error in its answer${code}`, JSON.stringify(body))
    }
  })

  // connectors-18
  it("is not guessed from anything else", () => {
    for (const body of [
      "",
      "error: not allowed",
      "<html>error</html>",
      [],
      null,
      {},
      { ok: true },
      { success: true, errors: [] },
      { status: "ok" },
      { status: "ACTIVE", error: "the last sign-in failed" },
      { status: "ERRORS_SEEN" },
      { success: "false" },
      { message: "error" },
      { schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"], active: false }
    ]) {
      assert.isNull(said(body), JSON.stringify(body))
    }
  })

  it("is nothing besides the status where that is a refusal", () => {
    assert.isNull(said({ ok: false }, 403))
  })
})
