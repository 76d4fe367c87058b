import { assert, describe, it } from "@effect/vitest"
import { hash } from "node:crypto"
import { contentLines, genesisHash, linkLines } from "@svc/contract/audit/chain"

const orgId = "11111111-2222-4333-8444-555555555555"
const id = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"

// The expected digests were computed by `sha256sum` over the lines typed out by hand.
// chain-2: `content_hash` and `entry_hash` are lower-case hex SHA-256 of the documented lines, each ending with a
//   newline.
describe("content_hash and entry_hash are the SHA-256 of the documented lines", () => {
  const spoken = {
    orgId,
    id,
    createdAt: "2026-03-02T09:00:00.123Z",
    actorId: "99999999-8888-4777-8666-555555555555",
    action: "offboarding_created",
    target: 'Offboarding of "Zoë"',
    details: "line 1\nline 2 😀"
  }
  const spokenHash = "2c04eadbaa9a272a97f5eb2fe4406d9c54b8b7527d56ce9e2b953913ca3aadc0"

  // chain-3: `target` and `details` are hashed as JSON strings, exactly as stored.
  it("target and details are JSON strings, so no line break of theirs ends a line", () => {
    assert.strictEqual(hash("sha256", contentLines(spoken)), spokenHash)
  })

  // chain-1: Each organisation has one chain; every entry names the hash of the one before, the first one 64 zeros.
  it("a later entry names the hash of the one before", () => {
    const lines = linkLines({ orgId, seq: 7, contentHash: spokenHash, prevHash: "f".repeat(64) })
    assert.strictEqual(hash("sha256", lines), "50726340699858f0e45a5b15c118dc5215753da571e8d8d3c85acd989eee5b2c")
  })

  // chain-1
  it("an entry of the service itself has an empty actor, and the first one 64 zeros before it", () => {
    const silent = {
      orgId,
      id,
      createdAt: "2026-12-31T23:59:59.999Z",
      actorId: null,
      action: "x",
      target: "",
      details: ""
    }
    const contentHash = hash("sha256", contentLines(silent))
    assert.strictEqual(contentHash, "7ea427e8bb91262c5a435c81cfda27c6de433beea9fc453b2e2d194df2d4765a")
    const lines = linkLines({ orgId, seq: 1, contentHash, prevHash: genesisHash })
    assert.strictEqual(hash("sha256", lines), "ec18f02929bc1cce4cfa6084fcde0c74c74e1a0d9d75d9eb0944ec5a06ecc097")
  })

  it("an id is hashed in lower case, as the database gives it back", () => {
    const loud = { ...spoken, orgId: orgId.toUpperCase(), id: id.toUpperCase() }
    assert.strictEqual(contentLines(loud), contentLines(spoken))
  })
})
