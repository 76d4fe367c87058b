import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { stringify } from "csv-stringify/sync"
import { parseCsv } from "#platform/input/csv-records"

const cellsOf = (text: string) => Result.map(parseCsv(text, 5000), (records) => records.map(({ cells }) => cells))

/** What matters in a cell of CSV, and anything else. */
const Cell = Schema.String.check(Schema.isPattern(/^[a-z",;\t\r\n =+@'é😀-]{0,8}$/u))
const Row = Schema.Array(Cell).check(Schema.isMinLength(1), Schema.isMaxLength(5))

describe("parseCsv", () => {
  it.prop(
    "whatever csv-stringify writes reads back the same, with any separator, line end and quoting",
    {
      header: Schema.Array(Schema.String.check(Schema.isPattern(/^[a-z_]{1,10}$/))).check(
        Schema.isMinLength(2),
        Schema.isMaxLength(5)
      ),
      rows: Schema.Array(Row).check(Schema.isMaxLength(6)),
      delimiter: Schema.Literals([",", ";", "\t"]),
      lineEnd: Schema.Literals(["\n", "\r\n", "\r"]),
      quoted: Schema.Boolean,
      bom: Schema.Boolean
    },
    ({ bom, delimiter, header, lineEnd, quoted, rows }) => {
      const records = [header, ...rows]
      const text = stringify(
        records.map((row) => [...row]),
        { delimiter, record_delimiter: lineEnd, quoted, quoted_empty: true, bom, quoted_match: /[\r\n]/ }
      )
      assert.deepStrictEqual(cellsOf(text), Result.succeed(records))
    }
  )

  it("a record's line is where it begins in the file, whatever stands before it", () => {
    const text = '\r\n\nname,note\r\n\r\nAnn,"two\nlines\r\nthree"\r\n\rBob,x\nCy,y'
    assert.deepStrictEqual(
      Result.map(parseCsv(text, 10), (records) => records.map(({ line }) => line)),
      Result.succeed([3, 5, 9, 10])
    )
  })

  it.each([
    ['a,b\n1,2\n3,"x\n4,5\n', "Line 3: a quotation mark is not closed"],
    ['a,b\r\n1,"x"y\r\n', "Line 2: text follows a closing quotation mark. Inside quotes, write a quotation mark twice"],
    [
      'a,b\n\n1,5" disk\n',
      "Line 3: a cell without quotes contains a quotation mark. Quote the cell and write the mark twice"
    ]
  ])("a quotation mark that does not fit: the line is named (%#)", (text, sentence) => {
    assert.deepStrictEqual(
      Result.mapError(cellsOf(text), ({ error }) => error),
      Result.fail(sentence)
    )
  })

  it("formulas are text, and stay as they stand", () => {
    assert.deepStrictEqual(
      cellsOf("a,b\n=1+1,@x"),
      Result.succeed([
        ["a", "b"],
        ["=1+1", "@x"]
      ])
    )
  })

  it("an empty text has no records", () => {
    for (const text of ["", "\uFEFF", "\n\r\n"]) assert.deepStrictEqual(cellsOf(text), Result.succeed([]))
  })
})
