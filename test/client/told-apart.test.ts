import { assert, describe, it } from "#test/support/suite"
import { PublicApi } from "@svc/contract/public-api"
import { Arbitrary, Schema } from "effect"
import { HttpApi, type HttpApiGroup } from "effect/http-api"

interface Refusals {
  readonly name: string
  /** In the order in which a client tries them. */
  readonly classes: ReadonlyArray<Schema.Top>
}

/** What shares a status on a route. */
const refusalsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(api: HttpApi.HttpApi<Id, Groups>) => {
  const found: Array<Refusals> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, errors }) => {
      for (const [status, classes] of errors) {
        if (classes.length > 1) found.push({ name: `${endpoint.method} ${endpoint.path} ${status}`, classes })
      }
    }
  })
  return found
}

const wireOf = (schema: Schema.Top) => Schema.toEncoded(Schema.toCodecJson(schema))
const nameOf = (schema: Schema.Top) => String(schema.ast.annotations?.["identifier"])

/** No generator guesses an id. */
const written: Readonly<Record<string, unknown>> = {
  OffboardingDuplicate: {
    error: "This person already has an open offboarding",
    code: "duplicate",
    id: "0b9ad9ad-55e1-4c0c-9ef0-5c0d1c2b7f01"
  }
}

/** Bodies alike to the letter, so that only the sentence tells them apart. */
const alike = new Set([
  "POST /api/v1/webhooks 400: InvalidRequest is read as WebhookUrlRefused",
  "POST /api/v1/offboardings 400: AccessEndsAfterEmployment is read as EmploymentEndsBeforeExit",
  "POST /api/v1/offboardings 400: InvalidRequest is read as EmploymentEndsBeforeExit"
])

describe("the public client tells the refusals of one status apart", () => {
  it.effect.each(refusalsOf(PublicApi).map((route) => [route.name, route] as const))(
    "%s",
    function* ([, { classes, name }]) {
      const mistaken = new Set<string>()
      for (const own of classes) {
        const given = written[nameOf(own)]
        const bodies =
          given === undefined ? yield* Arbitrary.sampleEffect(Arbitrary.schema(wireOf(own)), { count: 20 }) : [given]
        for (const body of bodies) {
          const read = classes.find((schema) => Schema.is(wireOf(schema))(body))
          if (read !== own)
            mistaken.add(`${name}: ${nameOf(own)} is read as ${read === undefined ? "none" : nameOf(read)}`)
        }
      }
      assert.deepStrictEqual(
        [...mistaken].filter((one) => !alike.has(one)),
        []
      )
    }
  )
})
