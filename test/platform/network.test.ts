import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { networkOf } from "#platform/addresses/network"

describe("the network of an IP address", () => {
  it.each([
    ["203.0.113.77", "203.0.113.0/24"],
    ["::ffff:203.0.113.77", "203.0.113.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
    ["fe80::1%eth0", "fe80::/48"],
    ["::1", "::/48"],
    ["unix", null],
    ["", null]
  ])("%s is kept as %s", (address, expected) => {
    assert.strictEqual(networkOf(address), expected)
  })

  // keys-22: `lastSeenFrom` never holds the last octet of an IPv4 address nor more than /48 of an IPv6 one, and goes
  //   after 30 days without use.
  it.prop(
    "the last octet of an IPv4 address is never kept",
    [Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))],
    ([octet]) => {
      assert.strictEqual(networkOf(`198.51.100.${octet}`), "198.51.100.0/24")
    }
  )
})
