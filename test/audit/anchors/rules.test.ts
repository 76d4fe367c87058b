import { assert, describe, it } from "@effect/vitest"
import type { NumberedAnchor } from "@svc/contract/audit/files"
import { OrgId } from "@svc/contract/kernel/ids"
import { DateTime } from "effect"
import { messageTemplate, servingOf, signedBytes, sorted, united } from "#audit/anchors/rules"

const orgId = OrgId.make("7B0E9C52-6A54-4F0E-9D0F-6B8F4D6C1A2E")
const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`

const anchorOf = (seq: number, change: Partial<NumberedAnchor> = {}): NumberedAnchor => ({
  id: uuid(seq),
  org_id: orgId,
  seq,
  entry_id: uuid(seq + 1_000_000),
  entry_hash: String(seq).padStart(64, "0"),
  entry_created_at: DateTime.makeUnsafe(seq),
  anchored_at: DateTime.makeUnsafe(seq),
  source: "hourly",
  signature: null,
  key_id: null,
  signed_at: null,
  ...change
})

const many = (from: number, through: number) =>
  Array.from({ length: through - from + 1 }, (_, index) => anchorOf(from + index))
const seqsOf = (anchors: ReadonlyArray<NumberedAnchor>) => anchors.map(({ seq }) => seq)
const nothing = { anchors: [], contradicted: [] }

describe("the signed message", () => {
  // anchors-2: The signed message is five lines: the format, `org_id`, `entry_id`, `entry_hash`, `anchored_at`, each
  //   ending with a newline.
  it("is the five lines of the documents, each ending with a newline; ids are in lower case", () => {
    assert.strictEqual(
      new TextDecoder().decode(signedBytes(anchorOf(5))),
      "svc-audit-anchor/v1\n" +
        "org_id=7b0e9c52-6a54-4f0e-9d0f-6b8f4d6c1a2e\n" +
        "entry_id=00000000-0000-4000-8000-000001000005\n" +
        `entry_hash=${"5".padStart(64, "0")}\n` +
        "anchored_at=1970-01-01T00:00:00.005Z\n"
    )
    assert.strictEqual(messageTemplate.split("\n").length, 6)
  })
})

// anchors-6
describe("which signature is shown", () => {
  it.each([
    { key_id: "new", currentKeyId: "new", genuine: false, shown: "recorded" },
    { key_id: "old", currentKeyId: null, genuine: false, shown: "recorded" },
    { key_id: "old", currentKeyId: "new", genuine: true, shown: "recorded" },
    { key_id: "old", currentKeyId: "new", genuine: false, shown: "none" },
    { key_id: null, currentKeyId: "new", genuine: false, shown: "none" },
    { key_id: null, currentKeyId: null, genuine: false, shown: "none" }
  ] as const)("$shown for the key $key_id under $currentKeyId, made by it: $genuine", ({ shown, ...anchor }) => {
    assert.strictEqual(servingOf(anchor), shown)
  })
})

describe("what the file holds", () => {
  it("each anchor once, recorded or kept, the signed version before the unsigned", () => {
    const signed = anchorOf(2, { signature: "genuine", key_id: "now", signed_at: "recorded" })
    const forged = { ...signed, signature: "forged" }
    const kept = { anchors: [signed, anchorOf(1)], contradicted: [anchorOf(9)] }
    for (const recorded of [anchorOf(2), forged]) {
      assert.sameDeepMembers(
        [...united([anchorOf(3), recorded], kept, "now")],
        [anchorOf(3), signed, anchorOf(1), anchorOf(9)]
      )
    }
    // A signature of the current key takes the place of a former one.
    const former = { ...signed, key_id: "before" }
    assert.deepStrictEqual(united([signed], { anchors: [former], contradicted: [] }, "now"), [signed])
    // The same id with another entry is another anchor.
    assert.lengthOf(united([anchorOf(2)], { anchors: [anchorOf(2, { entry_hash: "f" })], contradicted: [] }, "now"), 2)
  })

  it("the newest 500 that the chain bears out, newest first", () => {
    const all = many(1, 600).map((anchor) => [anchor, "holds"] as const)
    const { anchors, contradicted } = sorted(all, nothing)
    assert.deepStrictEqual(seqsOf(anchors), seqsOf(many(101, 600)).toReversed())
    assert.deepStrictEqual(contradicted, [])
  })

  it("of too many contradicted ones the first that were noticed: nobody pushes them out", () => {
    const first = many(1, 3)
    const later = many(100, 700)
    const all = [...first, ...later].map((anchor) => [anchor, "contradicts"] as const)
    const { anchors, contradicted } = sorted(all, { anchors: later, contradicted: first })
    assert.deepStrictEqual(anchors, [])
    assert.lengthOf(contradicted, 500)
    assert.deepStrictEqual(seqsOf(contradicted.slice(0, 4)), [3, 2, 1, 700])
  })

  it("an anchor whose entry was purged stays where it was", () => {
    const kept = { anchors: [anchorOf(1)], contradicted: [anchorOf(2)] }
    const all = [anchorOf(1), anchorOf(2)].map((anchor) => [anchor, "purged"] as const)
    assert.deepStrictEqual(sorted(all, kept), kept)
  })
})
