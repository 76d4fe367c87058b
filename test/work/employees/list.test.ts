import { assert, layer } from "#test/support/suite"
import { EmployeePage } from "@svc/contract/employees/schema"
import { DateTime, Effect, Schema } from "effect"
import { Employees } from "#work/employees/service"
import { Db } from "#platform/database/db"
import { start } from "#test/support/TestApp"
import { aMember, anOrganisation, asCaller } from "#test/support/people"
import { withKey, withStatus } from "#test/support/requests"
import { aPerson } from "#test/support/cases"
import { aReader, EmployeesSurface, type Reader } from "./support.ts"

const someone = anOrganisation().pipe(
  Effect.flatMap((orgId) => aMember(orgId)),
  Effect.flatMap(aReader)
)

const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(EmployeePage))
const page = (member: Reader, query = "") =>
  Effect.flatMap(withKey(member.key).get(`/api/v1/employees${query}`), ({ body }) => decode(body))

layer(EmployeesSurface)("GET /api/v1/employees", (it) => {
  // directory-2: It shows `id`, `full_name`, `email`, `role`, `department` and `created_at`, and nothing else.
  it.status(200, "id, full_name, email, role, department and created_at, nothing else", function* () {
    const member = yield* someone
    const { id } = yield* aPerson(member, "Ann Lee", { managerEmail: "boss@acme.test", timezone: "Europe/Berlin" })
    assert.deepInclude(yield* withKey(member.key).get("/api/v1/employees"), {
      status: 200,
      body: {
        data: [
          {
            id,
            full_name: "Ann Lee",
            email: "ann.lee@acme.test",
            role: "Engineer",
            department: "Research",
            created_at: DateTime.formatIso(start)
          }
        ],
        meta: { page: 1, limit: 20, total: 1, total_pages: 1, has_next: false }
      }
    })
  })

  // directory-1: `GET /api/v1/employees` lists everyone of the directory, by name, 20 a page and at most 100.
  it.status(200, "everyone in the directory, sorted alphabetically by name without regard to case", function* () {
    const member = yield* someone
    const names = ["zoe", "Émile", "bob", "Ann", "anna", "Bobby", "frank", "ann b"]
    for (const name of names) yield* aPerson(member, name)
    const employees = yield* Employees
    const db = yield* Db
    const found = yield* asCaller(member)(db.transact(employees.holdByAddress("bob@acme.test")))
    const bob = yield* Effect.fromOption(found)
    yield* asCaller(member)(db.transact(employees.setStatus(bob.id, "inactive")))

    const { data, meta } = yield* page(member)
    assert.deepStrictEqual(
      data.map(({ full_name }) => full_name),
      ["Ann", "ann b", "anna", "bob", "Bobby", "Émile", "frank", "zoe"]
    )
    assert.strictEqual(meta.total, 8)
  })

  it.status(200, "people of the same name are in the order of their ids, on every page once", function* () {
    const member = yield* someone
    for (let n = 0; n < 7; n++) yield* aPerson(member, n % 2 === 0 ? "Kim" : "KIM", { email: `kim${n}@acme.test` })
    const pages = yield* Effect.forEach([1, 2, 3], (number) => page(member, `?page=${number}&limit=3`))
    const ids = pages.flatMap(({ data }) => data.map(({ id }) => id))
    assert.deepStrictEqual(ids, [...new Set(ids)].toSorted())
    assert.deepStrictEqual(
      pages.map(({ data, meta }) => [data.length, meta.page, meta.limit, meta.total, meta.total_pages, meta.has_next]),
      [
        [3, 1, 3, 7, 3, true],
        [3, 2, 3, 7, 3, true],
        [1, 3, 3, 7, 3, false]
      ]
    )
  })

  it.status(200, "an empty directory, and a page after the last", function* () {
    const member = yield* someone
    assert.deepStrictEqual((yield* withKey(member.key).get("/api/v1/employees")).body, {
      data: [],
      meta: { page: 1, limit: 20, total: 0, total_pages: 0, has_next: false }
    })
    yield* aPerson(member, "Ann")
    const { data, meta } = yield* page(member, "?page=1000000&limit=100")
    assert.lengthOf(data, 0)
    assert.strictEqual(meta.total, 1)
  })

  // directory-3: People of another organisation are not listed.
  it.status(200, "the people of another organisation are not listed, many readers at once", function* () {
    const ours = yield* someone
    const theirs = yield* someone
    yield* aPerson(ours, "Ours")
    yield* aPerson(theirs, "Theirs")
    const seen = yield* Effect.forEach(
      Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? ours : theirs)),
      (member) =>
        Effect.map(page(member), ({ data, meta }) => ({
          member,
          names: data.map(({ full_name }) => full_name),
          meta
        })),
      { concurrency: 30 }
    )
    for (const { member, meta, names } of seen) {
      assert.deepStrictEqual(names, [member === ours ? "Ours" : "Theirs"])
      assert.strictEqual(meta.total, 1)
    }
  })

  // directory-1
  it.status(400, "page and limit outside their limits are refused by name", function* () {
    const member = yield* someone
    for (const [name, value] of [
      ["page", "0"],
      ["page", "1e2"],
      ["page", "-1"],
      ["page", "1000001"],
      ["page", "9000000000000000"],
      ["limit", "101"],
      ["limit", "0"],
      ["limit", "ten"]
    ] as const) {
      const { body } = yield* withStatus(400, withKey(member.key).get(`/api/v1/employees?${name}=${value}`))
      assert.include(JSON.stringify(body), name)
    }
  })
})
