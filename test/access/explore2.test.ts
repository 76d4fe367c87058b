import { it } from "@effect/vitest"
import { Schema, SchemaIssue, Result } from "effect"
const list = SchemaIssue.makeFormatterStandardSchemaV1()
it("x", () => {
  const S = Schema.Struct({ a: Schema.String, tags: Schema.Array(Schema.String), n: Schema.NullOr(Schema.Int), l: Schema.Literals(["a", "b"]), o: Schema.Struct({ x: Schema.Boolean }), d: Schema.DateTimeUtcFromString, m: Schema.Array(Schema.String).check(Schema.isMaxLength(2)), u: Schema.Union([Schema.Struct({ allEvents: Schema.Literal(true) }), Schema.Struct({ events: Schema.Array(Schema.String) })]) })
  for (const errors of ["first", "all"] as const) {
    const r = Schema.decodeUnknownResult(S, { errors })({ tags: "x", n: "x", l: "c", o: 1, d: "x", m: ["a", "b", "c"], u: {} })
    if (Result.isFailure(r)) console.log(errors, list(r.failure.issue).issues)
    const big = { a: "x", tags: Array.from({ length: 250000 }, () => 1) }
    const t = performance.now()
    const r2 = Schema.decodeUnknownResult(S, { errors })(big)
    const t2 = performance.now()
    if (Result.isFailure(r2)) console.log(errors, t2 - t, list(r2.failure.issue).issues.length, performance.now() - t2)
  }
})
