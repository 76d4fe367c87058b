import { assert, describe, it } from "@effect/vitest"
import { lineOf, mutantsOf, planted } from "../scripts/mutants.ts"

const becomes = (source: string) => mutantsOf(source).map((mutant) => planted(source, mutant))

describe("what npm run plant changes", () => {
  it("operators, one at a time, in order", () => {
    assert.deepStrictEqual(becomes("const x = a === 1 && b < c + d"), [
      "const x = a !== 1 && b < c + d",
      "const x = a === 1 || b < c + d",
      "const x = a === 1 && b <= c + d",
      "const x = a === 1 && b < c - d"
    ])
    assert.deepStrictEqual(becomes("f({ held: true }, !done)"), [
      "f({ held: false }, !done)",
      "f({ held: true }, done)"
    ])
    assert.deepStrictEqual(becomes("const x = isOpen(a) ? b : c"), ["const x = !(isOpen(a)) ? b : c"])
  })

  it("an early return is dropped, and its condition turned", () => {
    assert.sameMembers(becomes("const f = () => { if (done) return 1 }"), [
      "const f = () => { if (!(done)) return 1 }",
      "const f = () => { if (false) return 1 }"
    ])
    assert.lengthOf(mutantsOf("if (done) { tell() }"), 1)
  })

  it("nothing of comments, imports, types, texts and what joins them", () => {
    for (const source of [
      "// a && b === true, NOT c\n/* x < y */",
      'import { and } from "a && b"',
      'type A = { readonly of: true; as: "x && y" } & (B | false)',
      "const f = (x: boolean | true): x is true => g<false>(x)",
      'const x = "a && b === true FOR UPDATE"',
      "const x = `NOT ${a} AND ${b} FOR UPDATE` + c + `.`",
      "audit`status AND ${a} IS NULL`"
    ]) {
      assert.deepStrictEqual(becomes(source), [], source)
    }
  })

  it("of SQL: conditions, locks, order and kinds of join", () => {
    assert.deepStrictEqual(becomes("sql`SELECT 1 FROM a WHERE x = ${y} AND NOT z ORDER BY d DESC FOR UPDATE OF a`"), [
      "sql`SELECT 1 FROM a WHERE x = ${y} OR NOT z ORDER BY d DESC FOR UPDATE OF a`",
      "sql`SELECT 1 FROM a WHERE x = ${y} AND z ORDER BY d DESC FOR UPDATE OF a`",
      "sql`SELECT 1 FROM a WHERE x = ${y} AND NOT z ORDER BY d ASC FOR UPDATE OF a`",
      "sql`SELECT 1 FROM a WHERE x = ${y} AND NOT z ORDER BY d DESC `"
    ])
    assert.deepStrictEqual(becomes("sql<{ a: true }>`a LEFT JOIN b ON x IS NOT NULL`"), [
      "sql<{ a: true }>`a JOIN b ON x IS NOT NULL`",
      "sql<{ a: true }>`a LEFT JOIN b ON x IS NULL`"
    ])
    assert.deepStrictEqual(becomes("sql`WHERE EXISTS (SELECT) AND a > ${b} - c`"), [
      "sql`WHERE NOT EXISTS (SELECT) AND a > ${b} - c`",
      "sql`WHERE EXISTS (SELECT) OR a > ${b} - c`",
      "sql`WHERE EXISTS (SELECT) AND a >= ${b} - c`",
      "sql`WHERE EXISTS (SELECT) AND a > ${b} + c`"
    ])
    assert.deepStrictEqual(becomes('sql.literal("FOR NO KEY UPDATE SKIP LOCKED")'), [
      'sql.literal("")',
      'sql.literal("FOR NO KEY UPDATE")'
    ])
  })

  it("of SQL: neither its texts and comments, nor a BETWEEN, an arrow or a NOT NULL", () => {
    for (const text of [
      "'a AND b'",
      "-- a AND b",
      "a BETWEEN ${b} AND ${c}",
      "a ->> 'b' <@ c",
      "x int NOT NULL",
      "WITH a AS NOT MATERIALIZED (b)"
    ]) {
      assert.deepStrictEqual(becomes(`sql\`${text}\``), [], text)
    }
  })

  it("what is planted within a statement is code again", () => {
    assert.deepStrictEqual(becomes("sql`WHERE ${a && sql`b OR c`}`"), [
      "sql`WHERE ${a || sql`b OR c`}`",
      "sql`WHERE ${a && sql`b AND c`}`"
    ])
  })

  it("the place of a mutant is its line, whatever stands before it", () => {
    const source = "// é 😀\nconst a = 1\nconst b = a === 1"
    assert.deepStrictEqual(
      mutantsOf(source).map((mutant) => lineOf(source, mutant)),
      [3]
    )
    assert.throws(() => mutantsOf("const = 1"))
  })
})
