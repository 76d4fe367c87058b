import { it as cases, layer as casesOver, type Vitest } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import type { TestAPI, TestContext, TestOptions } from "vitest"

export { afterAll, assert, beforeAll, describe, expect, vi } from "@effect/vitest"

/** What a case does: the generator of an effect, or what makes the effect. */
type Body<R, Args extends ReadonlyArray<unknown>> = (
  ...args: Args
) => Generator<Effect.Effect<unknown, unknown, R>, unknown, never> | Effect.Effect<unknown, unknown, R>

/** Milliseconds, or more than that. */
type Options = number | TestOptions

type OfCases<R, Named extends ReadonlyArray<unknown>> = {
  (...args: [...Named, body: Body<R, [TestContext]>, options?: Options]): void
  readonly each: <T>(
    given: ReadonlyArray<T>
  ) => (...args: [...Named, body: Body<R, [T, TestContext]>, options?: Options]) => void
}

/** `it.effect("a rule", function* () { … })`, and of each case or where a condition holds. */
type Tester<R> = OfCases<R, [rule: string]> & {
  readonly skipIf: (condition: unknown) => (rule: string, body: Body<R, [TestContext]>, options?: Options) => void
  readonly prop: Vitest.Tester<R>["prop"]
}

const effectOf =
  <R, Args extends ReadonlyArray<unknown>>(body: Body<R, Args>) =>
  (...args: Args): Effect.Effect<unknown, unknown, R> => {
    const made = body(...args)
    return Effect.isEffect(made) ? made : Effect.gen(() => made)
  }

const testerOf = <R>(tester: Vitest.Tester<R>): Tester<R> =>
  Object.assign(
    (rule: string, body: Body<R, [TestContext]>, options?: Options) => tester(rule, effectOf(body), options),
    {
      each:
        <T>(given: ReadonlyArray<T>) =>
        (rule: string, body: Body<R, [T, TestContext]>, options?: Options) =>
          tester.each(given)(rule, effectOf(body), options),
      skipIf: (condition: unknown) => (rule: string, body: Body<R, [TestContext]>, options?: Options) =>
        tester.skipIf(condition)(rule, effectOf(body), options),
      prop: tester.prop
    }
  )

/** `it.status(409, "a name that is taken", …)`: a case of a status of the route that its suite is named for. */
const statusesOf = <R>(tester: Tester<R>): OfCases<R, [status: number, rule: string]> =>
  Object.assign(
    (status: number, rule: string, body: Body<R, [TestContext]>, options?: Options) =>
      tester(`${status}: ${rule}`, body, options),
    {
      each:
        <T>(given: ReadonlyArray<T>) =>
        (status: number, rule: string, body: Body<R, [T, TestContext]>, options?: Options) =>
          tester.each(given)(`${status}: ${rule}`, body, options)
    }
  )

/** The methods of a suite with some of their own over them. */
const over = <Methods extends object>(methods: Methods): Methods => {
  const own = new Map<string | symbol, unknown>()
  return new Proxy(methods, {
    get: (target, name) => (own.has(name) ? own.get(name) : Reflect.get(target, name)),
    set: (_, name, value) => own.set(name, value).size > 0
  })
}

const ofSuite = <R>(methods: Vitest.MethodsNonLive<R>) => {
  const effect = testerOf(methods.effect)
  return Object.assign(over<TestAPI & Pick<Vitest.MethodsNonLive, "prop">>(methods), {
    effect,
    status: statusesOf(effect)
  })
}

/** What the cases of a layer are defined by. */
export type Suite<R> = ReturnType<typeof ofSuite<R>>

/** The cases of a file that need no layer. */
export const it = Object.assign(ofSuite(cases), { live: testerOf(cases.live) })

interface Suites<R> {
  (named: string, define: (it: Suite<R>) => void): void
  (define: (it: Suite<R>) => void): void
}

/** The cases that share a layer, built once for them: `layer(TestApp)("POST /api/assets", (it) => { … })`. */
export const layer = <R, E>(shared: Layer.Layer<R, E>, options?: Parameters<typeof casesOver>[1]): Suites<R> => {
  const suite = casesOver(shared, options)
  return (...args: [string, (it: Suite<R>) => void] | [(it: Suite<R>) => void]) =>
    args.length === 1
      ? suite((methods) => args[0](ofSuite(methods)))
      : suite(args[0], (methods) => args[1](ofSuite(methods)))
}
