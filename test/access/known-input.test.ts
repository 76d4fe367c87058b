import { assert, describe, it } from "#test/support/suite"
import { nearestName } from "#access/nearest-name"
import { aKey, anAdmin } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { layerOfFile } from "#test/support/layer-of-file"
import { TestApp } from "#test/support/TestApp"

const someId = "0b9ad9ad-55e1-4c0c-9ef0-5c0d1c2b7f01"
const offboardings = "/api/v1/offboardings"
const leaver = { employee_name: "Ada Lovelace", exit_date: "2031-05-20" }

describe("The name that was meant", () => {
  const known = ["apps_to_revoke", "exit_date", "employee_email", "status", "page"]
  it.each([
    ["appsToRevoke", "apps_to_revoke"],
    ["apps-to-revoke", "apps_to_revoke"],
    ["EXIT_DATE", "exit_date"],
    ["exitdat", "exit_date"],
    ["stauts", "status"],
    ["pages", "page"],
    ["sort", undefined],
    ["employee", undefined],
    ["", undefined],
    ["x".repeat(5_000), undefined]
  ])("%s", (name, meant) => assert.strictEqual(nearestName(name, known), meant))
})

const withTestApp = layerOfFile(TestApp)

withTestApp("What the public API does not know", (it) => {
  const refusedQueries: ReadonlyArray<readonly [path: string, error: string]> = [
    [`${offboardings}?employee_email=ada@acme.test`, "employee_email: is unknown"],
    [`${offboardings}?stauts=completed`, "stauts: is unknown; did you mean status?"],
    [`${offboardings}?sort=updated_at&limit=0`, "sort: is unknown; limit: must be a whole number from 1 to 100"],
    [`${offboardings}?status[]=completed`, "status: must be sent once, as status=value"],
    [`${offboardings}/${someId}?fields=id`, "fields: is unknown"],
    ["/api/v1/employees?email=ada@acme.test", "email: is unknown"],
    ["/api/v1/webhooks?page=1&limit=2", "page: is unknown; limit: is unknown"],
    [`/api/v1/webhooks/${someId}/deliveries?event=asset.returned`, "event: is unknown"],
    [`/api/v1/webhooks/${someId}/deliveries/${someId}?x=1`, "x: is unknown"]
  ]

  it.status.each(refusedQueries)(400, "GET %s", function* ([path, error]) {
    const bearer = yield* aKey(yield* anAdmin())
    const { body } = yield* withStatus(400, send("GET", path, { bearer }))
    const sentences = (text: string) =>
      text
        .split("; ")
        .filter((part) => !part.startsWith("did you mean"))
        .toSorted()
    assert.deepStrictEqual(sentences(String(Object(body).error)), sentences(error))
    for (const part of error.split("; ")) assert.include(Object(body).error, part)
  })

  // refusals-5: Every wrong field is named, in at most ten sentences; the public API names unknown fields too.
  it.status(
    400,
    "an unknown field of a POST, with the nearest known name, together with what else is wrong",
    function* () {
      const bearer = yield* aKey(yield* anAdmin())
      const post = (body: unknown) => send("POST", offboardings, { bearer, body })
      const camel = yield* post({ ...leaver, appsToRevoke: ["okta"] })
      assert.deepStrictEqual(
        [camel.status, camel.body],
        [400, { error: "appsToRevoke: is unknown; did you mean apps_to_revoke?" }]
      )
      const several = yield* withStatus(400, post({ employee_name: "", status: "completed", exit_date: "2031-02-30" }))
      for (const part of ["employee_name: ", "exit_date: ", "status: is unknown"]) {
        assert.include(several.error, part)
      }
      const secret = yield* post({ ...leaver, note: "never repeated" })
      assert.notInclude(secret.text, "never repeated")
      const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field ${index}`, 1]))
      assert.include((yield* post({ ...leaver, ...many })).error, "and 30 more")
      assert.strictEqual((yield* send("POST", `${offboardings}?dry_run=true`, { bearer, body: leaver })).status, 400)
      assert.include((yield* send("GET", offboardings, { bearer })).text, `"total":0`)
    }
  )

  it.status(400, "an unknown field of a PATCH, which changes nothing", function* () {
    const bearer = yield* aKey(yield* anAdmin())
    const { body } = yield* send("POST", offboardings, { bearer, body: leaver })
    const change = { status: "notice_period", exit_date: "2032-01-01" }
    const patched = yield* send("PATCH", `${offboardings}/${Object(body).id}`, { bearer, body: change })
    assert.deepStrictEqual([patched.status, patched.body], [400, { error: "exit_date: is unknown" }])
    const shown = yield* send("GET", `${offboardings}/${Object(body).id}`, { bearer })
    assert.include(shown.text, `"status":"pending"`)
  })

  it.status(400, "a body field of a POST that takes none; an empty object and no body pass", function* () {
    const bearer = yield* aKey(yield* anAdmin())
    const redeliver = (body?: unknown) =>
      send("POST", `/api/v1/webhooks/${someId}/deliveries/${someId}/redeliver`, { bearer, body })
    const refused = yield* redeliver({ force: true })
    assert.deepStrictEqual([refused.status, refused.body], [400, { error: "force: is unknown" }])
    for (const body of [undefined, {}, null]) assert.strictEqual((yield* redeliver(body)).status, 404)
  })

  it.effect("the app's own surface goes on leaving unknown fields and parameters aside", function* () {
    const admin = yield* anAdmin()
    assert.strictEqual((yield* as(admin).get("/api/webhooks?unknown=1")).status, 200)
    yield* withStatus(201, as(admin).post("/api/webhooks", { url: "https://8.8.8.8/", allEvents: true, unknown: 1 }))
  })
})
