import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { liveServicesWithin } from "#test/support/TestApp"
import { judge } from "./histories/oracles.ts"
import { type Plan, planOf, type Step } from "./histories/plan.ts"
import { play } from "./histories/play.ts"
import { WithinTheWorld } from "./histories/world.ts"

/**
 * Random histories of edits, runs, pauses, looks, returns, lies and outages against the lab's Okta and SCIM (histories/).
 * Each seed is one history: it fixes the plan and the waits, but not the order of what runs at the same time. A failure names the seed and the shortest part of it that fails
 * in the same way. `HISTORIES=1000` plays so many, `HISTORIES_FROM=123` begins with another seed than 1:
 *
 *     HISTORIES=1000 npm test -- test/resilience/histories.test.ts
 *     HISTORIES=1 HISTORIES_FROM=17 npm test -- test/resilience/histories.test.ts
 */
const histories = Number(process.env["HISTORIES"] ?? "40")
const first = Number(process.env["HISTORIES_FROM"] ?? "1")

/** Failing seeds that are shortened and told in full; the others are counted. */
const toldInFull = Number(process.env["HISTORIES_TOLD"] ?? "2")

/** Trials to shorten one. */
const maxTrials = 40

/** A flaw without what it is about. */
const kindOf = (flaw: string) => flaw.split(" (")[0] ?? flaw

const flawsOf = (plan: Plan) => Effect.map(play(plan, judge), ({ flaws, notes }) => ({ flaws, notes }))

/** Leaves out what the flaw does not need: steps first, then what happens during them. */
const shortened = Effect.fnUntraced(function* (plan: Plan, kind: string) {
  let shortest = plan
  let trials = 0
  const stillFails = Effect.fnUntraced(function* (steps: ReadonlyArray<Step>) {
    if (trials >= maxTrials) return false
    trials++
    const { flaws } = yield* flawsOf({ ...plan, steps })
    if (!flaws.some((flaw) => kindOf(flaw) === kind)) return false
    shortest = { ...plan, steps }
    return true
  })
  for (const step of plan.steps.toReversed()) {
    yield* stillFails(shortest.steps.filter(({ id }) => id !== step.id))
  }
  for (const { id } of shortest.steps) {
    yield* stillFails(shortest.steps.map((step) => (step.id === id ? { ...step, during: [] } : step)))
  }
  return shortest
})

layer(liveServicesWithin(WithinTheWorld), { excludeTestServices: true, timeout: "180 seconds" })(
  "random histories",
  (it) => {
    it.effect(
      `of ${histories}, none writes to an account that was not authorized, none states what was not read, and each ends`,
      function* () {
        const counts = new Map<string, Array<number>>()
        const told: Array<string> = []
        for (let seed = first; seed < first + histories; seed++) {
          const plan = planOf(seed)
          const { flaws } = yield* flawsOf(plan)
          const kinds = new Set(flaws.map(kindOf))
          for (const kind of kinds) counts.set(kind, [...(counts.get(kind) ?? []), seed])
          const [kind] = kinds
          if (kind === undefined || told.length >= toldInFull) continue
          const shortest = yield* shortened(plan, kind)
          const again = yield* flawsOf(shortest)
          told.push([`seed ${seed}, steps ${shortest.steps.map(({ id }) => id).join()}`, ...again.notes].join("\n  "))
        }
        const summary = [...counts].map(
          ([kind, seeds]) => `${seeds.length} of ${histories}: ${kind} (seeds ${seeds.slice(0, 8).join()})`
        )
        assert.deepStrictEqual(summary, [], [...summary, ...told].join("\n\n"))
      },
      { timeout: 120_000 + histories * 20_000 }
    )
  }
)
