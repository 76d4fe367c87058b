import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { guardedPath } from "#access/blocked-addresses"
import { addressBlock } from "#access/client-address"
import { checkSameOrigin } from "#access/same-origin"

describe("addressBlock", () => {
  const blocks: Readonly<Record<string, string>> = {
    "203.0.113.9": "203.0.113.9",
    "::ffff:203.0.113.9": "203.0.113.9",
    "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
    "2001:DB8:1:2::9%eth0": "2001:db8:1:2::/64",
    "::1": "::/64",
    unknown: "unknown"
  }
  for (const [address, block] of Object.entries(blocks)) {
    it(`${address} counts as ${block}`, () => assert.strictEqual(addressBlock(address), block))
  }
})

describe("guardedPath", () => {
  const guarded = [
    "/api",
    "/api/",
    "/api?x",
    "/api/v1/x",
    "/API/x",
    "//api/x",
    "/%61pi/x",
    "/a%70i",
    "/scim",
    "/scim/v2/Users",
    "/mcp",
    "//%6dcp",
    "//scim//v2"
  ]
  for (const url of guarded) it(`${url} is guarded`, () => assert.isDefined(guardedPath(url)))
  for (const url of ["/", "/apis", "/portal/api", "/docs", "/x?/api/", "/scimitar", "/%zz"]) {
    it(`${url} is not`, () => assert.isUndefined(guardedPath(url)))
  }

  it.prop("any text is read without failing", [Schema.String], ([text]) => {
    guardedPath(`/${text}`)
    addressBlock(text)
    checkSameOrigin({ method: "POST", headers: { origin: text, host: text } }, "http://svc.test")
    return true
  })
})

describe("checkSameOrigin", () => {
  const check = (headers: Readonly<Record<string, string>>) =>
    checkSameOrigin({ method: "POST", headers }, "https://svc.test")._tag

  // browsers-4: Without `Sec-Fetch-Site`, `Origin` is that of `BASE_URL` or names the host of the request.
  it("the name by which the browser reached the service is its own, too", () => {
    assert.strictEqual(check({ origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" }), "Success")
    assert.strictEqual(check({ origin: "http://127.0.0.1:3001", host: "127.0.0.1:3000" }), "Failure")
    assert.strictEqual(check({ origin: "http://evil.test/@127.0.0.1:3000", host: "127.0.0.1:3000" }), "Failure")
    assert.strictEqual(check({ origin: "file://", host: "" }), "Failure")
    assert.strictEqual(check({ origin: "null", host: "null" }), "Failure")
  })

  it("by its own name the scheme is part of the origin", () => {
    assert.strictEqual(check({ origin: "https://svc.test", host: "svc.test" }), "Success")
    assert.strictEqual(check({ origin: "http://svc.test", host: "svc.test" }), "Failure")
    assert.strictEqual(check({ origin: "http://svc.test", host: "SVC.test" }), "Failure")
  })
})
