import { Context, Effect, Layer, Tracer } from "effect"

/** Every statement that the service sends, in order, as its tracer is told of it. */
export class Statements extends Context.Service<Statements, { readonly since: Effect.Effect<ReadonlyArray<string>> }>()(
  "test/Statements"
) {
  static readonly layer = Layer.effectContext(
    Effect.sync(() => {
      let seen: Array<string> = []
      class Recording extends Tracer.NativeSpan {
        override attribute(key: string, value: unknown) {
          super.attribute(key, value)
          if (key === "db.query.text") seen.push(String(value))
        }
      }
      const tracer = Tracer.make({ span: (options) => new Recording(options) })
      const since = Effect.sync(() => {
        const until = seen
        seen = []
        return until
      })
      return Context.make(Statements, Statements.of({ since })).pipe(Context.add(Tracer.Tracer, tracer))
    })
  )
}

/** What the service sends to the database while it answers. */
export const statementsOf = Effect.fnUntraced(function* <E, R>(
  request: Effect.Effect<{ readonly status: number }, E, R>
) {
  const { since } = yield* Statements
  yield* since
  const { status } = yield* request
  // The signals of what was written before leave when they leave, and wait for nobody.
  return { status, statements: (yield* since).filter((text) => !text.includes("pg_notify(")) }
})
