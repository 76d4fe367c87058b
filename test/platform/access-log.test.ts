import { assert, describe, it } from "@effect/vitest"
import { accessLine } from "#platform/observability/access-log"

const addressOf = (address: string, keyId: string | undefined) =>
  accessLine({
    at: 0,
    request: { requestId: "r", method: "GET", route: undefined, orgId: undefined, userId: undefined, keyId },
    traceId: undefined,
    path: "/api/v1/offboardings",
    status: 200,
    milliseconds: 1,
    address
  }).fields?.["address"]

describe("the IP address in the access log", () => {
  it("is cut to /24 and /48 for a call with an API key, as in the key list", () => {
    assert.strictEqual(addressOf("203.0.113.77", "key"), "203.0.113.0/24")
    assert.strictEqual(addressOf("2001:db8:1:2:3:4:5:6", "key"), "2001:db8:1::/48")
  })

  it("is empty for a key whose call has none", () => assert.strictEqual(addressOf("", "key"), ""))

  it("is whole for other calls", () => assert.strictEqual(addressOf("203.0.113.77", undefined), "203.0.113.77"))
})
