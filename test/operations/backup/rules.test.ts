import { assert, describe, it } from "@effect/vitest"
import type { BreakReason } from "@svc/contract/audit-verification/schema"
import { judge } from "#operations/backup/rules"

const at = (seq: number, reason: BreakReason) => ({ seq, id: null, reason })

describe("a chain after a restore", () => {
  // backup-8
  it.each([
    ["whole", true, [], "ok"],
    ["with anchors of after it", false, [at(8, "anchor_missing"), at(9, "rolled_back")], "behind"],
    ["with another entry under a later anchor", false, [at(8, "anchor_mismatch")], "behind"],
    ["with an anchored entry of before gone", false, [at(7, "anchor_missing"), at(9, "rolled_back")], "broken"],
    ["with an entry that was changed", false, [at(3, "content_mismatch"), at(9, "rolled_back")], "broken"],
    ["with a forged anchor of after it", false, [at(9, "anchor_forged")], "broken"]
  ] as const)("%s, whose last entry is the seventh", (_, ok, broken, verdict) => {
    assert.strictEqual(judge({ ok, broken }, 7n), verdict)
  })
})
