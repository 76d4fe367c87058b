import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  aLog,
  anExport,
  failuresOf,
  hashed,
  rechained,
  said,
  skeletonOf,
  verified,
  type WrittenRow
} from "./writing.ts"

const rows = aLog(12)
const at = (seq: number) => {
  const row = rows[seq - 1]
  if (row === undefined) throw new Error(`No entry ${seq}`)
  return row
}
const ofRows = (changed: ReadonlyArray<unknown>, skeleton?: ReadonlyArray<unknown>) =>
  verified({ "export.json": anExport(changed, skeleton) })
const whereOf = (row: WrittenRow) => ({ file: "export.json", seq: row.seq, id: row.id })
const shownAt = (...seqs: ReadonlyArray<number>) => rows.filter(({ seq }) => seqs.includes(seq))
const hiddenBetween = (...seqs: ReadonlyArray<number>) =>
  rows.filter(({ seq }) => !seqs.includes(seq) && seq > (seqs[0] ?? 0) && seq < (seqs.at(-1) ?? 0))

const hashedFields = [
  "org_id",
  "seq",
  "id",
  "created_at",
  "actor_id",
  "action",
  "target",
  "details",
  "content_hash",
  "prev_hash",
  "entry_hash"
] as const

/** The row with one bit of one character of one field turned. */
const flipped = (row: WrittenRow, name: (typeof hashedFields)[number], where: number, bit: number) => {
  const text = String(row[name])
  const index = where % text.length
  const code = text.charCodeAt(index) ^ (1 << bit)
  const changed = text.slice(0, index) + String.fromCharCode(code) + text.slice(index + 1)
  return { ...row, [name]: name === "seq" ? Number(changed) : changed }
}

describe("the chain of an export", () => {
  it("a whole log: every entry, its order and its beginning are proven, and nothing else is claimed", async () => {
    const report = await ofRows(rows)
    assert.deepStrictEqual(failuresOf(report), [])
    assert.strictEqual(report.verdict, "unvouched")
    assert.include(said(report, "proven"), "12 entries are exactly as recorded.")
    assert.include(said(report, "proven"), "Nothing was inserted, removed, or reordered between entry 1 and entry 12.")
    assert.include(said(report, "proven"), "The file contains the log from its first entry on.")
    for (const open of [
      "That the log ended with entry 12.",
      "readable texts",
      "encrypted values",
      "Who made the files."
    ]) {
      assert.include(said(report, "not_shown"), open)
    }
  })

  it.effect.prop(
    "one turned bit in any hashed field of any entry is found and names that entry",
    {
      index: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 11 })),
      name: Schema.Literals(hashedFields),
      where: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 })),
      bit: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 6 }))
    },
    ({ bit, index, name, where }) =>
      Effect.gen(function* () {
        const row = rows[index]
        if (row === undefined || row[name] === null) return
        const changed = flipped(row, name, where, bit)
        if (Number.isNaN(changed.seq) || changed.seq === row.seq) assert.notDeepEqual(changed, row)
        const report = yield* Effect.promise(() => ofRows(rows.with(index, changed)))
        const failures = failuresOf(report)
        assert.strictEqual(report.verdict, "failed")
        // Where its number or id itself was changed, the other one still tells which entry it is.
        assert.isTrue(
          failures.some((failure) => failure.where?.id === row.id || failure.where?.seq === row.seq),
          JSON.stringify(failures)
        )
      }),
    { arbitrary: { runs: 300 } }
  )

  it("each field of each entry exchanged for another well-formed one is found, and only that entry is blamed", async () => {
    const other = aLog(1, { entry: () => ({ details: "another" }) })[0]
    if (other === undefined) return assert.fail("no entry")
    for (const name of hashedFields.filter((field) => field !== "seq")) {
      for (const index of [0, 5, 11]) {
        const row = rows[index]
        if (row === undefined || row[name] === null) continue
        const value =
          name === "prev_hash"
            ? other.entry_hash
            : name === "created_at"
              ? "2030-01-01T00:00:00.000Z"
              : name === "action"
                ? "x"
                : other[name]
        const failures = failuresOf(await ofRows(rows.with(index, { ...row, [name]: value })))
        assert.isAbove(failures.length, 0, name)
        assert.deepStrictEqual(
          new Set(failures.map(({ where }) => where?.seq)),
          new Set([row.seq]),
          `${name} of ${row.seq}: ${JSON.stringify(failures)}`
        )
      }
    }
  })

  it("fields that no hash covers may change without a failure", async () => {
    const report = await ofRows(rows.with(3, { ...at(4), target_text: "[erased]", actor_name: "x" }))
    assert.deepStrictEqual(failuresOf(report), [])
  })

  it("an entry left out is named by its number, wherever it stood", async () => {
    const report = await ofRows(rows.filter(({ seq }) => seq !== 6))
    assert.deepStrictEqual(
      failuresOf(report).map(({ what, where }) => ({ what, where })),
      [{ what: "Entry 6 is missing.", where: whereOf(at(7)) }]
    )
  })

  it("two entries that changed places are named, whether only moved or numbered anew", async () => {
    const moved = await ofRows(rows.with(4, at(6)).with(5, at(5)))
    assert.deepStrictEqual(
      failuresOf(moved).map(({ where }) => where),
      [whereOf(at(5))]
    )
    const numbered = await ofRows(rows.with(4, { ...at(6), seq: 5 }).with(5, { ...at(5), seq: 6 }))
    assert.includeMembers(
      failuresOf(numbered).map(({ where }) => where?.id),
      [at(5).id, at(6).id]
    )
  })

  it("an inserted entry is named, even with hashes of its own", async () => {
    const forged = hashed({ ...at(6), id: "00000000-0000-4000-8000-000000000001", details: "forged" })
    const report = await ofRows([...rows.slice(0, 6), forged, ...rows.slice(6)])
    assert.deepStrictEqual(failuresOf(report)[0]?.where, { file: "export.json", seq: 6, id: forged.id })
  })

  it("an entry replaced by a forger who makes its hashes anew breaks the link to the next", async () => {
    const report = await ofRows(rows.with(5, hashed({ ...at(6), details: "forged" })))
    assert.deepStrictEqual(
      failuresOf(report).map(({ what, where }) => ({ what, where })),
      [{ what: `Entry 7 (${at(7).id}) does not continue entry 6.`, where: whereOf(at(7)) }]
    )
  })

  it("an entry of another organisation, or one that stands twice, is named", async () => {
    const stranger = hashed({ ...at(6), org_id: "00000000-0000-4000-8000-000000000001" })
    assert.include(
      said(await ofRows(rows.with(5, stranger)), "failed"),
      `Entry 6 (${stranger.id}) belongs to another organization.`
    )
    assert.include(said(await ofRows([...rows, at(12)]), "failed"), `Entry 12 (${at(12).id}) appears twice.`)
  })

  it("a first entry that names a predecessor, a wrong count and a malformed entry are failures", async () => {
    const first = rechained([{ ...at(1), prev_hash: "1".repeat(64) }, ...rows.slice(1)])
    assert.include(said(await ofRows(first), "failed"), "cannot be the first")
    const short = await verified({ "export.json": { ...anExport(rows), row_count: 11 } })
    assert.include(said(short, "failed"), "It says 11 and holds 12.")
    for (const wrong of [null, 7, [], {}, { ...at(4), seq: "4" }, { ...at(4), id: at(4).id.toUpperCase() }]) {
      const report = await ofRows(rows.with(3, wrong as WrittenRow))
      assert.include(said(report, "failed"), "is malformed", JSON.stringify(wrong))
    }
  })
})

describe("the skeleton of a filtered export", () => {
  const shown = [2, 5, 6, 10]
  const skeleton = skeletonOf(hiddenBetween(...shown))

  it("carries the chain from entry to entry over those that are not shown", async () => {
    const report = await ofRows(shownAt(...shown), skeleton)
    assert.deepStrictEqual(failuresOf(report), [])
    assert.include(said(report, "proven"), "links 5 entries that are not shown")
    assert.include(said(report, "not_shown"), "What 5 entries between those shown say.")
    assert.include(said(report, "not_shown"), "What came before entry 2.")
  })

  it("goes on behind the last entry that is shown", async () => {
    const report = await ofRows(shownAt(1, 2), skeletonOf(rows.slice(2)))
    assert.deepStrictEqual(failuresOf(report), [])
    assert.include(said(report, "proven"), "between entry 1 and entry 12")
  })

  it("a link that was changed is named by its number, and only that", async () => {
    for (const [index, link] of skeleton.entries()) {
      for (const name of ["content_hash", "entry_hash"]) {
        const report = await ofRows(shownAt(...shown), skeleton.with(index, { ...link, [name]: "a".repeat(64) }))
        assert.deepStrictEqual(
          failuresOf(report).map(({ where }) => where),
          [{ file: "export.json", seq: link.seq }],
          `${name} of ${link.seq}`
        )
      }
    }
  })

  it("a link left out, added or malformed is found", async () => {
    assert.include(said(await ofRows(shownAt(...shown), skeleton.slice(1)), "failed"), "Entry 3 is missing.")
    assert.include(
      said(await ofRows(shownAt(...shown), [...skeleton, { ...skeletonOf([at(5)])[0] }]), "failed"),
      "The number 5 appears twice."
    )
    assert.include(
      said(
        await ofRows(shownAt(...shown), skeleton.with(0, { ...skeletonOf([at(3)])[0], seq: 3.5 } as never)),
        "failed"
      ),
      "no valid link"
    )
  })

  it("without it, a filtered export does not hold", async () => {
    assert.include(said(await ofRows(shownAt(...shown)), "failed"), "Entries 3 to 4 are missing.")
  })
})

describe("what came before", () => {
  const details = (through: number, hash: string) => ({
    action: "audit_retention_applied",
    details: `removed: ${through}, through: ${through}, hash: ${hash}`
  })

  // verification-26: Missing oldest entries are explained only by a retention entry with the hash of the last removed
  //   one.
  it("a retention entry with the hash of the last removed entry explains that the oldest are missing", async () => {
    const kept = aLog(8, { entry: (seq, before) => (seq === 6 ? details(3, before[2]?.entry_hash ?? "") : {}) }).slice(
      3
    )
    const report = await ofRows(kept)
    assert.deepStrictEqual(failuresOf(report), [])
    assert.include(said(report, "proven"), "Entries 1 to 3 were removed by retention")
  })

  it("a retention entry with another hash does not", async () => {
    const kept = aLog(8, { entry: (seq) => (seq === 6 ? details(3, "a".repeat(64)) : {}) }).slice(3)
    assert.include(said(await ofRows(kept), "failed"), "Entry 4 does not follow what retention removed.")
  })

  it("without one, what came before is not shown", async () => {
    assert.include(said(await ofRows(rows.slice(3)), "not_shown"), "What came before entry 4.")
  })

  it("several files are held against each other: joints, gaps, and two histories", async () => {
    const joined = await verified({ "a.json": anExport(rows.slice(0, 5)), "b.json": anExport(rows.slice(5)) })
    assert.include(said(joined, "proven"), "Entry 6 continues a.json without a gap.")
    const apart = await verified({ "a.json": anExport(rows.slice(0, 4)), "b.json": anExport(rows.slice(6)) })
    assert.include(said(apart, "not_shown"), "What is between entry 4 and entry 7.")
    const rewritten = rechained([...rows.slice(0, 5), { ...at(6), details: "rewritten" }, ...rows.slice(6)])
    const two = await verified({ "a.json": anExport(rows), "b.json": anExport(rewritten) })
    assert.include(said(two, "failed"), "Two files have different histories from entry 6 on.")
    const torn = await verified({ "a.json": anExport(rows.slice(0, 6)), "b.json": anExport(rewritten.slice(6)) })
    assert.include(said(torn, "failed"), "Entry 7 does not continue a.json.")
  })
})
