// As the service itself starts: its decoders are compiled.
import "effect/schema/SchemaJITCompiler/enable"
import { assert, layer } from "#test/support/suite"
import { Arbitrary, Array as Arr, Effect, Layer, Predicate, Schema } from "effect"
import { type ContractRoute, contractRoutes } from "#test/support/contract-routes"
import { cardOf, reachOf } from "#test/support/route-cards"
import { TestApp } from "#test/support/TestApp"
import { DatabaseReader } from "./database-digest.ts"
import { aFixture, credentialOf, type Fixture, idIn, pathOf } from "./fixture.ts"
import { checkDocumented, checkSame, checkSentence, checkTaken } from "./invariants.ts"
import { bodyMutations, fieldMutations, largeMutations, type Mutation, type RawBody, textOf } from "./mutations.ts"
import { refusalsOf } from "./refusals.ts"
import { type Answer, sendHostile } from "./requests.ts"

/** Stands in every failure; another one, given in the environment, tries other bodies. */
const seed = process.env["ROBUSTNESS_SEED"] ?? "1"
const bodiesPerRoute = 2
/** With the reads, within what a key and a member may ask in a minute; an organisation holds 20 keys. */
const requestsPerFixture = (route: ContractRoute) =>
  route.surface === "public" || route.name === "POST /api/keys" ? 50 : 140

/** Bodies derived from the schema of the route's payload. */
const derivedBodies = Effect.fnUntraced(function* (route: ContractRoute, fixture: Fixture) {
  const payload = route.payloads[0] ?? Schema.Struct({})
  const sampled = yield* Arbitrary.sampleEffect(Arbitrary.schema(Schema.toEncoded(payload)), {
    count: bodiesPerRoute,
    size: 8,
    seed
  })
  return sampled.map((body): RawBody => {
    const fields = { ...(Predicate.isObject(body) ? body : {}), ...reachOf(route, fixture) }
    const given = Object.entries(fields).filter(([, value]) => value !== undefined)
    return new Map(given.map(([name, value]) => [name, JSON.stringify(value)]))
  })
})

const checkReadBack = Effect.fnUntraced(function* (route: ContractRoute, fixture: Fixture, answer: Answer, at: string) {
  const { read: pathOfRecord } = cardOf(route)
  if (pathOfRecord === undefined) return
  const id = yield* idIn(answer)
  const read = yield* sendHostile({ method: "GET", path: pathOfRecord(id), bearer: credentialOf(route, fixture) })
  const records: ReadonlyArray<unknown> = Array.isArray(read.body) ? read.body : [read.body]
  checkSame(
    records.find((record) => Predicate.hasProperty(record, "id") && record.id === id),
    answer.body,
    at
  )
})

/** What is tried with a derived body: of the second, the fields that only it has. */
const mutationsOf = (body: RawBody, index: number, first: RawBody): ReadonlyArray<Mutation> =>
  index === 0
    ? [...fieldMutations(body), ...largeMutations(body), ...bodyMutations(body)]
    : fieldMutations(body).filter(({ field }) => field === undefined || !first.has(field))

const withBody = contractRoutes.filter(({ payloads }) => payloads.length > 0)

/** Whoever is not signed in sends forms of a few fields: 16 kB, as `open-bodies.test.ts` has it. */
const isOpen = ({ middlewares }: ContractRoute) => middlewares.includes("svc/OpenAccess")
const isOverAForm = (body: Mutation["body"]) => Buffer.byteLength(body) > 16_000

// One reader, as its first look at every table takes longest.
const Suite = DatabaseReader.layer.pipe(Layer.provideMerge(TestApp))

// After every change the whole database is read: a fresh one for every few routes is soon read.
for (const routes of Arr.chunksOf(withBody, 8)) {
  layer(Suite)("whatever body, on every route that takes one", (it) => {
    for (const route of routes) {
      // refusals-2
      it.effect(`${route.name}: documented answers, the field named, and nothing half written`, function* () {
        const digest = yield* DatabaseReader
        let fixture = yield* aFixture(route)
        let requests = 0
        let known: string | undefined

        /** Answers the error sentence. A refusal leaves the database as it was, and what is taken is what was sent. */
        const attempt = Effect.fnUntraced(function* (mutation: Mutation, at: string) {
          if (++requests % requestsPerFixture(route) === 0) {
            fixture = yield* aFixture(route)
            known = undefined
          }
          const before = known ?? (yield* digest)
          const answer = yield* sendHostile({
            method: route.method,
            path: pathOf(route, { id: fixture.id, service: "crm" }),
            bearer: credentialOf(route, fixture),
            body: mutation.body,
            headers: mutation.headers ?? {}
          })
          const isTooLarge = mutation.tooLarge === true || (isOpen(route) && isOverAForm(mutation.body))
          const error = checkDocumented(route, answer, at, isTooLarge ? [413] : [])
          known = answer.status < 400 ? undefined : yield* digest
          if (answer.status === 400 || answer.status === 413) assert.strictEqual(known, before, at)
          if (answer.status < 300) {
            if (typeof mutation.body === "string") {
              checkTaken(JSON.parse(mutation.body.replace(/^\ufeff/, "") || "null"), answer, at)
            }
            yield* checkReadBack(route, fixture, answer, at)
          }
          return { status: answer.status, error }
        })

        let taken = 0
        const refusalOf = refusalsOf(route)
        /** What has been answered of which field. */
        const answered = new Set<string>()
        const bodies = yield* derivedBodies(route, fixture)
        const [first = new Map<string, string>()] = bodies
        for (const [index, derived] of bodies.entries()) {
          const at = (label: string) => `${route.name}, seed ${seed}, body ${index}, ${label}`
          // One open case per address, so that every body has its own. Employment ends after everything else, and
          // of two letters most are no country.
          const body = new Map([
            ...derived,
            ...(derived.has("employee_email") ? [["employee_email", `"person${index}@example.com"`] as const] : []),
            ...(derived.has("jurisdiction") ? [["jurisdiction", '"DE"'] as const] : []),
            ...(derived.has("employment_ends_on") || derived.has("access_ends_at")
              ? [["employment_ends_on", '"2199-12-31"'] as const]
              : [])
          ])
          const plain = yield* attempt({ label: "as derived", body: textOf(body) }, at("as derived"))
          if (plain.status < 300) taken += 1
          const fits = refusalOf(textOf(body)) === undefined
          for (const mutation of mutationsOf(body, index, first)) {
            const { body: sent, plain: isPlain } = mutation
            const refusal = isPlain === true && typeof sent === "string" ? refusalOf(sent) : undefined
            if (refusal !== undefined) {
              checkSentence(refusal, at(mutation.label))
              if (fits) assert.include(refusal, mutation.field ?? "", at(mutation.label))
              // Every value that does not fit ends in the same place: each sentence of a field goes there once.
              const sentence = `${mutation.field} ${refusal}`
              if (answered.has(sentence) && mutation.sampled !== true) continue
              answered.add(sentence)
            }
            const { error, status } = yield* attempt(mutation, at(mutation.label))
            if (refusal !== undefined) assert.deepStrictEqual([status, error], [400, refusal], at(mutation.label))
            if (mutation.unreadable === true) {
              assert.include([400, 413, 429], status, at(mutation.label))
              if (status === 400) assert.match(error ?? "", /body/i, at(mutation.label))
            }
            // A body that was good but for this field is refused for this field, in a sentence that says so.
            if (mutation.field !== undefined && status === 400 && plain.status < 300) {
              assert.include(error ?? "", mutation.field, at(mutation.label))
            }
          }
        }
        // Where a good body can be told, one was taken, or the cases above would say little.
        const reachable = route.surface === "public" || cardOf(route).reach !== undefined
        if (reachable) assert.isAbove(taken, 0, route.name)
      })
    }
  })
}
