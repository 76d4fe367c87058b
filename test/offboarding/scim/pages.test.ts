import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Db } from "#platform/database/db"
import { TestApp } from "#test/support/TestApp"
import { asCaller } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { withScim, withStatus } from "#test/support/requests"
import { aProvider, aUser, decodePage, refusal } from "./support.ts"

const people = 205

/** An organisation with more people than a page holds. */
const aCrowd = Effect.gen(function* () {
  const provider = yield* aProvider()
  const key = yield* asCaller(provider.admin)(
    Db.use((db) => db.transact(PersonKeys.use((keys) => keys.forPerson(provider.orgId, "person@acme.test"))))
  )
  yield* systemSql`
      INSERT INTO org_employees (org_id, id, full_name, email, person_key_id, created_at, updated_at)
      SELECT ${provider.orgId}, gen_random_uuid(), 'Person ' || n, 'person' || n || '@acme.test', ${key},
        timestamptz '2026-01-01' + n * interval '1 second', now() FROM generate_series(1, ${people}) n`
  const page = (query: string) =>
    Effect.flatMap(withScim(provider.token).get(`/Users${query}`), ({ body }) => decodePage(body))
  return { page, provider }
})

layer(TestApp)("GET /scim/v2/Users, page by page", (it) => {
  // scim-users-1
  it.status(200, "count is 100 by default and 200 at most", function* () {
    const { page } = yield* aCrowd
    const first = yield* page("")
    assert.deepInclude(first, { totalResults: people, startIndex: 1, itemsPerPage: 100 })
    assert.lengthOf(first.Resources, 100)
    for (const query of ["?count=200", "?count=201", "?count=100000"]) {
      const largest = yield* page(query)
      assert.deepInclude(largest, { totalResults: people, itemsPerPage: 200 }, query)
      assert.lengthOf(largest.Resources, 200)
    }
  })

  it.status(200, "by the default pages everybody is seen once, active or not", function* () {
    const { page, provider } = yield* aCrowd
    yield* systemSql`UPDATE org_employees SET status = 'inactive' WHERE org_id = ${provider.orgId} AND email < 'person2'`
    const seen: Array<string> = []
    for (let startIndex = 1; startIndex <= people; startIndex += 100) {
      seen.push(...(yield* page(`?startIndex=${startIndex}`)).Resources.map(({ userName }) => userName))
    }
    assert.deepStrictEqual(
      seen,
      Array.from({ length: people }, (_, index) => `person${index + 1}@acme.test`)
    )
  })

  // scim-7
  it.status(500, "internal error: in this surface's shape, with nothing of what went wrong", function* () {
    const provider = yield* aProvider()
    const { id } = yield* aUser(provider)
    // What cannot be read back stands for any failure within.
    yield* systemSql`UPDATE org_employees SET created_at = 'infinity' WHERE id = ${id}`
    for (const path of ["/Users", `/Users/${id}`]) {
      const answer = yield* withStatus(500, withScim(provider.token).get(path))
      assert.deepStrictEqual(answer.body, refusal(500, "Server error"))
      assert.match(answer.headers["content-type"] ?? "", /^application\/scim\+json/)
    }
  })
})
