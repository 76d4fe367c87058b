import { assert, describe, it } from "@effect/vitest"
import { DateTime, Option, Result, Schema } from "effect"
import { judge } from "#organisation/global-token-revocation/provider-token"
import { memberKeyOf, readSubject } from "#organisation/global-token-revocation/rules"

const here = "https://svc.example.com/api/global-token-revocation/org"
const now = DateTime.makeUnsafe("2026-03-02T09:00:00Z")
const seconds = now.epochMilliseconds / 1000

const judged = (claims: Readonly<Record<string, number>> = {}, header: { readonly typ?: string } = {}, aud = [here]) =>
  Result.match(
    judge(
      {
        header: { alg: "RS256", ...header },
        claims: { iss: "https://idp", sub: "app", aud, jti: "1", iat: seconds, exp: seconds + 300, ...claims }
      },
      here,
      now
    ),
    { onFailure: ({ flaw }) => flaw, onSuccess: () => "taken" }
  )

const NearNow = Schema.Int.check(Schema.isBetween({ minimum: -400, maximum: 8000 }))

describe("a token of the provider", () => {
  // universal-logout-8: A token lives an hour at most, and clocks may differ by one minute.
  it.prop(
    "is taken from a minute before it begins to a minute after it ends, and lives an hour at most",
    [NearNow, NearNow, NearNow],
    ([iat, nbf, exp]) => {
      const taken = judged({ iat: seconds + iat, nbf: seconds + nbf, exp: seconds + exp }) === "taken"
      assert.strictEqual(taken, exp > -60 && iat <= 60 && nbf <= 60 && exp <= 3660)
    }
  )

  it("is told what is wrong with it", () => {
    assert.strictEqual(judged({ exp: seconds - 60 }), "expired")
    assert.strictEqual(judged({ exp: seconds - 59 }), "taken")
    assert.strictEqual(judged({ iat: seconds + 61 }), "not yet valid")
    assert.strictEqual(judged({ nbf: seconds + 61 }), "not yet valid")
    assert.strictEqual(judged({ exp: seconds + 3661 }), "lives too long")
    for (const aud of [[], [here, here], [`${here}/`], ["x"]]) assert.strictEqual(judged({}, {}, aud), "audience")
    for (const typ of ["global-token-revocation+jwt", "JWT", "application/global-token-revocation+jwt"]) {
      assert.strictEqual(judged({}, { typ }), "taken", typ)
    }
    for (const typ of ["at+jwt", "application/at+jwt", "logout+jwt", ""]) {
      assert.strictEqual(judged({}, { typ }), "type", typ)
    }
  })
})

describe("whom a body names", () => {
  const id = "7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e"
  const named = (sub_id: unknown) =>
    Option.getOrNull(
      Option.flatMap(readSubject(JSON.stringify({ sub_id })), (subject) => memberKeyOf(subject, ["https://idp"]))
    )

  // universal-logout-9: A member is named by email, by an ID of this service, or by the ID that the provider uses.
  it("is an address, an id of this service's, or the provider's own under its name; of others it is nobody", () => {
    assert.deepStrictEqual(named({ format: "email", email: "a@b.test" }), { email: "a@b.test" })
    assert.deepStrictEqual(named({ format: "iss_sub", iss: "https://idp", sub: "a@b.test" }), { email: "a@b.test" })
    assert.deepStrictEqual(named({ format: "iss_sub", iss: "https://idp", sub: id }), { id })
    assert.isNull(named({ format: "iss_sub", iss: "https://other", sub: id }))
    assert.deepStrictEqual(named({ format: "iss_sub", iss: "https://idp", sub: "00u1" }), { externalId: "00u1" })
    assert.isNull(named({ format: "opaque", id: "00u1" }))
    assert.deepStrictEqual(named({ format: "opaque", id }), { id })
    assert.isNull(named({ format: "opaque", id: "a@b.test" }))
  })
})
