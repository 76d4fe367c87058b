import { assert, describe, it } from "@effect/vitest"
import { OrgId, UserId } from "@svc/contract/kernel/ids"
import { Schema } from "effect"
import { type Candidate, judge, safeReturnTo } from "#organisation/google-sign-in/rules"

const identity = { sub: "google-1", email: "ada@acme.test" }
const orgId = OrgId.make("0b9ad9ad-55e1-4c0c-9ef0-5c0d1c2b7f01")
const userId = UserId.make("7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e")

const candidate: Candidate = {
  userId,
  email: "Ada@acme.test",
  emailVerified: true,
  totpEnabled: false,
  orgId,
  ssoEnforced: false,
  linkedSub: null
}
const member = { userId, orgId, email: candidate.email }

describe("the path to come back to", () => {
  const kept = ["/", "/cases", "/cases/17?tab=assets&x=%2F#top", "/a:b", "/search?q=https://other.test/"]
  for (const path of kept) it(`is kept: ${path}`, () => assert.strictEqual(safeReturnTo(path), path))

  it("is percent-encoded, so that it fits into a header", () =>
    assert.strictEqual(safeReturnTo("/fälle?q=日本"), "/f%C3%A4lle?q=%E6%97%A5%E6%9C%AC"))

  const others = [
    undefined,
    "",
    "cases",
    "//evil.test",
    "///evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/\t/evil.test",
    "\t//evil.test",
    "/\n/evil.test",
    "/\r\nSet-Cookie: a=b",
    "/.//evil.test",
    "/..//evil.test",
    "/cases/..//evil.test",
    "/%2e//evil.test",
    "https://evil.test",
    "http:evil.test",
    "javascript:alert(1)",
    "/ /evil.test",
    "/a\u0000b",
    `/${"x".repeat(1500)}`
  ]
  for (const path of others) {
    it(`is / instead of ${JSON.stringify(path?.slice(0, 40))}`, () => assert.strictEqual(safeReturnTo(path), "/"))
  }

  // sign-in-16: The return path never leads to another site.
  it.prop("never leads to another site, whatever was given", [Schema.String], ([text]) => {
    for (const given of [text, `/${text}`, `//${text}`, `/\\${text}`, `/.${text}`]) {
      const path = safeReturnTo(given)
      assert.isTrue(path.startsWith("/") && !path.startsWith("//"))
      assert.strictEqual(new URL(path, "https://svc.test").origin, "https://svc.test")
    }
  })
})

describe("whom Google's word lets in", () => {
  it("nobody without an account, or whose address was never confirmed here; whoever belongs to no organisation, to their account", () => {
    assert.strictEqual(judge(identity, null)._tag, "NoAccount")
    assert.strictEqual(judge(identity, { ...candidate, orgId: null })._tag, "SignIn")
    assert.strictEqual(judge(identity, { ...candidate, emailVerified: false })._tag, "NoAccount")
  })

  it("a member, linked on first use", () => {
    assert.deepInclude(judge(identity, candidate), { _tag: "SignIn", member, link: true })
    assert.deepInclude(judge(identity, { ...candidate, linkedSub: identity.sub }), { _tag: "SignIn", link: false })
  })

  it("not who is linked to another Google account, not even to the second factor or to single sign-on", () => {
    const linked = { ...candidate, linkedSub: "google-2", totpEnabled: true, ssoEnforced: true }
    assert.strictEqual(judge(identity, linked)._tag, "LinkedToAnother")
  })

  it("a member with a second factor to that, and one whose organisation enforces single sign-on to there first", () => {
    const careful = { ...candidate, totpEnabled: true }
    assert.deepInclude(judge(identity, careful), { _tag: "TwoFactor", member, link: true })
    assert.deepInclude(judge(identity, { ...careful, ssoEnforced: true }), { _tag: "SingleSignOn", orgId })
  })
})
