import { assert, describe, it } from "@effect/vitest"
import { CreateApiKey } from "@svc/contract/api-keys/schema"
import { ApiKeyId } from "@svc/contract/kernel/ids"
import { DateTime, Option, Schema } from "effect"
import { isKeyForm, keyFrom, prefixOf, present, type StoredKey } from "#organisation/api-keys/rules"

const hex = "0123456789abcdef0123456789abcdef"

describe("the form of a key", () => {
  it.each([
    [`svc_live_${hex}`, true],
    [`old_live_${hex}`, true],
    [`svc_test_${hex}`, false],
    [`svc_live_${hex.toUpperCase()}`, false],
    [`svc_live_${hex.slice(1)}`, false],
    [`svc_live_${hex}0`, false],
    [`svc_live_${hex}\n`, false],
    [` svc_live_${hex}`, false],
    ["", false]
  ])("%j: %s", (text, expected) => {
    assert.strictEqual(isKeyForm(text), expected)
  })

  it("a new key is the prefix svc_live_ and 32 hex characters, of which 12 are kept for display", () => {
    assert.isTrue(isKeyForm(keyFrom(hex)))
    assert.strictEqual(prefixOf(keyFrom(hex)), "svc_live_012")
  })
})

// keys-6: `name` (at most 80 characters), `scopes` (at least one) and `expires_at` (a future moment, or null for never)
//   are required, and the 400 names the field.
describe("the body of a new key", () => {
  const decode = Schema.decodeUnknownOption(CreateApiKey)
  const good = { name: "CI", scopes: ["employees:read"], expires_at: "2027-01-31T12:00:00Z" }

  it.each([
    ["all three fields", good, true],
    ["expires_at null is never", { ...good, expires_at: null }, true],
    ["an offset and a fraction", { ...good, expires_at: "2027-01-31T12:00:00.123456+05:30" }, true],
    ["80 characters of name", { ...good, name: "n".repeat(80) }, true],
    ["81 characters of name", { ...good, name: "n".repeat(81) }, false],
    ["a blank name", { ...good, name: " \t" }, false],
    ["no name", { scopes: good.scopes, expires_at: null }, false],
    ["no scopes", { name: "CI", expires_at: null }, false],
    ["an empty list of scopes", { ...good, scopes: [] }, false],
    ["an unknown scope", { ...good, scopes: ["employees:write"] }, false],
    ["scopes as text", { ...good, scopes: "employees:read" }, false],
    ["no expires_at", { name: "CI", scopes: good.scopes }, false],
    ["a date without a time", { ...good, expires_at: "2027-01-31" }, false],
    ["a date-time without a zone", { ...good, expires_at: "2027-01-31T12:00:00" }, false],
    ["a day that does not exist", { ...good, expires_at: "2027-02-30T12:00:00Z" }, false],
    ["an hour that does not exist", { ...good, expires_at: "2027-01-31T24:00:00Z" }, false],
    ["expires_at as a number", { ...good, expires_at: 1_800_000_000 }, false],
    ["expires_at as empty text", { ...good, expires_at: "" }, false]
  ])("%s", (_, body, accepted) => {
    assert.strictEqual(Option.isSome(decode(body)), accepted)
  })
})

describe("the list representation", () => {
  const now = DateTime.makeUnsafe("2026-03-02T09:00:00Z")
  const before = DateTime.subtract(now, { hours: 1 })
  const after = DateTime.add(now, { hours: 1 })
  const rotated: StoredKey = {
    id: ApiKeyId.make("00000000-0000-4000-8000-000000000001"),
    name: "CI",
    key_prefix: "svc_live_bbb",
    scopes: ["employees:read"],
    last_used_at: before,
    expires_at: null,
    revoked_at: null,
    created_at: before,
    created_by_name: "Ann",
    rotated_at: before,
    previous_key_prefix: "svc_live_aaa",
    previous_valid_until: after,
    last_status: 200,
    last_seen_from: "203.0.113.0/24",
    calls7d: [1, 0, 0, 0, 0, 0, 2],
    errors7d: 1
  }

  it.each([
    ["within the grace", rotated, "svc_live_aaa"],
    ["when the grace ends now", { ...rotated, previous_valid_until: now }, null],
    ["when the key is revoked", { ...rotated, revoked_at: before }, null],
    ["when the key has expired", { ...rotated, expires_at: now }, null]
  ])("previous_key_prefix is set only while the previous secret still authenticates: %s", (_, key, expected) => {
    const shown = present(key, now)
    assert.strictEqual(shown.previous_key_prefix, expected)
    assert.strictEqual(shown.previous_valid_until === null, expected === null)
  })

  it("callsTotal7d is the sum of calls7d", () => {
    assert.strictEqual(present(rotated, now).usage.callsTotal7d, 3)
  })

  // keys-22
  it("lastSeenFrom is cleared after 30 days without use", () => {
    const lately = DateTime.subtract(now, { days: 30, seconds: -1 })
    assert.strictEqual(present({ ...rotated, last_used_at: lately }, now).usage.lastSeenFrom, "203.0.113.0/24")
    const long = DateTime.subtract(now, { days: 30 })
    assert.isNull(present({ ...rotated, last_used_at: long }, now).usage.lastSeenFrom)
  })
})
