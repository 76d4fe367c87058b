import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { entriesPerPart, EntrySet } from "#audit/log/entry-set"

const Numbers = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3 * entriesPerPart })))

/** As PostgreSQL reads it (`get_bit`). */
const bitAt = (bits: Uint8Array, at: number) => ((bits[at >> 3] ?? 0) >> (at & 7)) & 1

it.prop("a set of entries has each number once, in order", [Numbers], ([numbers]) => {
  const set = new EntrySet()
  for (const number of numbers) set.add(number)
  const once = [...new Set(numbers)].toSorted((one, other) => one - other)
  assert.strictEqual(set.size, once.length)
  assert.deepStrictEqual(set.tellable(), { _tag: "Numbers", numbers: once })
})

it("a large set is told by a bit each, from the first part that has one", () => {
  const set = new EntrySet()
  const isIn = (seq: number) => seq % 3 === 0 || seq === 7 * entriesPerPart - 1
  for (let seq = 2 * entriesPerPart; seq < 18 * entriesPerPart; seq++) if (isIn(seq)) set.add(seq)
  const told = set.tellable()
  if (told._tag !== "Bits") return assert.fail("told by its numbers")
  assert.strictEqual(told.first, 2 * entriesPerPart)
  assert.strictEqual(told.bits.length * 8, 16 * entriesPerPart)
  for (let at = 0; at < told.bits.length * 8; at++) {
    assert.strictEqual(bitAt(told.bits, at), isIn(told.first + at) ? 1 : 0, `${at}`)
  }
})

it("numbers far apart, which only a log has that was tampered with, take no more room than there are", () => {
  const set = new EntrySet()
  for (let number = 1; number <= 12_000; number++) set.add(number)
  set.add(Number.MAX_SAFE_INTEGER)
  const told = set.tellable()
  if (told._tag !== "Numbers") return assert.fail("told by bits")
  assert.lengthOf(told.numbers, 12_001)
  assert.strictEqual(told.numbers.at(-1), Number.MAX_SAFE_INTEGER)
})
