import { assert, layer } from "#test/support/suite"
import { OffboardingId, type OrgId } from "@svc/contract/kernel/ids"
import { OffboardingDetails, OffboardingPage, OffboardingStatus } from "@svc/contract/offboardings/schema"
import { Text } from "@svc/contract/kernel/text"
import { Arbitrary, DateTime, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { randomUUID } from "node:crypto"
import { PersonKeys } from "#audit/record/person-keys"
import { ReadSql } from "#platform/database/db"
import { start } from "#test/support/TestApp"
import { inTables } from "#test/support/tables"
import { withKey, withStatus } from "#test/support/requests"
import {
  aCase,
  aCaseWithoutApps,
  anIntegrator,
  apiText,
  type Integrator,
  moveThrough,
  OffboardingsSurface,
  patch
} from "./support.ts"

const path = "/api/v1/offboardings"
const Page = Schema.toCodecJson(OffboardingPage)
const decodePage = Schema.decodeUnknownEffect(Page)
const page = (from: Integrator, query = "") =>
  Effect.flatMap(withKey(from.key).get(`${path}${query}`), ({ body }) => decodePage(body))
const names = (from: Integrator, query: string) =>
  Effect.map(page(from, query), ({ data, meta }) => [data.map((row) => row.employee_name), meta.total])

/** Rows as other routes may leave them, with this text in every free field. */
const rowsWith = Effect.fnUntraced(function* (orgId: OrgId, texts: ReadonlyArray<string>) {
  const keys = yield* PersonKeys
  yield* inTables(orgId, (sql) =>
    Effect.gen(function* () {
      const personKeyId = yield* keys.forPerson(orgId, null)
      for (const [index, text] of texts.entries()) {
        const at = DateTime.toDateUtc(DateTime.add(start, { milliseconds: index }))
        yield* sql`INSERT INTO offboardings ${sql.insert({
          org_id: orgId,
          id: randomUUID(),
          employee_name: text,
          employee_email: index % 2 === 0 ? null : `${index}@acme.test`,
          employee_role: text,
          employee_department: text,
          exit_date: "2026-03-31",
          status: "pending",
          separation_type: "layoff",
          manager_email: index % 3 === 0 ? null : text,
          source: "csv",
          person_key_id: personKeyId,
          created_at: at,
          updated_at: at
        })}`
      }
    })
  )
})

layer(OffboardingsSurface)("GET /api/v1/offboardings", (it) => {
  // cases-1: `GET /api/v1/offboardings` answers `{ data, meta }`, newest first, 20 a page and at most 100, filtered by
  //   `status` and by the exact `department`.
  it.status(200, "the list fields, newest first, with meta", function* () {
    const from = yield* anIntegrator()
    const first = yield* aCase(from, { employee_name: "First", employee_email: "first@acme.test" })
    yield* TestClock.adjust("1 second")
    const second = yield* aCase(from, { employee_name: "Second", manager_email: "grace@acme.test" })
    const { body } = yield* withStatus(200, withKey(from.key).get(path))
    assert.deepStrictEqual(body, {
      data: [
        {
          id: second.id,
          employee_name: "Second",
          employee_email: null,
          employee_role: "",
          employee_department: "",
          exit_date: "2026-03-31",
          status: "pending",
          separation_type: "resignation",
          manager_email: "grace@acme.test",
          created_at: DateTime.formatIso(second.created_at)
        },
        {
          id: first.id,
          employee_name: "First",
          employee_email: "first@acme.test",
          employee_role: "",
          employee_department: "",
          exit_date: "2026-03-31",
          status: "pending",
          separation_type: "resignation",
          manager_email: null,
          created_at: DateTime.formatIso(first.created_at)
        }
      ],
      meta: { page: 1, limit: 20, total: 2, total_pages: 1, has_next: false }
    })
  })

  it.status(200, "an organisation without offboardings has an empty page", function* () {
    const from = yield* anIntegrator()
    const { contentType, text } = yield* apiText(from, path)
    assert.strictEqual(contentType, "application/json")
    assert.strictEqual(text, `{"data":[],"meta":{"page":1,"limit":20,"total":0,"total_pages":0,"has_next":false}}`)
  })

  it.status(
    200,
    "the text is what the contract's encoder writes, byte for byte, whatever the fields hold",
    function* () {
      const from = yield* anIntegrator()
      yield* rowsWith(from.orgId, [
        `quote " backslash \\ slash / tab \t newline \n return \r`,
        "control \u0001\u0008\u000b\u000c\u001f\u007f",
        "separators \u2028\u2029, accents é, Zoë, 漢字, emoji 👩🏽‍💻, RTL \u202eabc",
        `</script><img onerror="x">`,
        `{"a": [1, 2]}`,
        "null",
        ""
      ])
      const { text } = yield* apiText(from, `${path}?limit=100`)
      const decoded = yield* decodePage(JSON.parse(text))
      assert.lengthOf(decoded.data, 7)
      assert.strictEqual(text, JSON.stringify(yield* Schema.encodeEffect(Page)(decoded)))
    }
  )

  it.status(200, "the text is what the encoder writes, for any names", function* () {
    const from = yield* anIntegrator()
    const texts = yield* Arbitrary.sampleEffect(Arbitrary.schema(Text(100)), { count: 60, seed: 7 })
    yield* rowsWith(from.orgId, texts)
    const { text } = yield* apiText(from, `${path}?limit=100`)
    assert.strictEqual(text, JSON.stringify(yield* Schema.encodeEffect(Page)(yield* decodePage(JSON.parse(text)))))
  })

  it.status(200, "pages of a thousand cases hold each once, in order, with an exact total", function* () {
    const from = yield* anIntegrator()
    yield* rowsWith(
      from.orgId,
      Array.from({ length: 1105 }, (_, n) => `Person ${n}`)
    )
    const pages = yield* Effect.forEach(
      Array.from({ length: 12 }, (_, n) => n + 1),
      (number) => page(from, `?page=${number}&limit=100`)
    )
    assert.deepStrictEqual(
      pages.flatMap(({ data }) => data.map((row) => row.employee_name)),
      Array.from({ length: 1105 }, (_, n) => `Person ${1104 - n}`)
    )
    assert.deepStrictEqual(pages[11]?.meta, { page: 12, limit: 100, total: 1105, total_pages: 12, has_next: false })
    assert.deepStrictEqual(pages[0]?.meta, { page: 1, limit: 100, total: 1105, total_pages: 12, has_next: true })
    const beyond = yield* page(from, "?page=13&limit=100")
    assert.deepStrictEqual(beyond, {
      data: [],
      meta: { page: 13, limit: 100, total: 1105, total_pages: 12, has_next: false }
    })
  })

  it.status(200, "cases of the same millisecond are in the order of their ids, the highest first", function* () {
    const from = yield* anIntegrator()
    const made = yield* Effect.all(
      Array.from({ length: 6 }, () => aCase(from)),
      { concurrency: "unbounded" }
    )
    const { data } = yield* page(from)
    assert.deepStrictEqual(
      data.map(({ id }) => id),
      made
        .map(({ id }) => id)
        .toSorted()
        .toReversed()
    )
  })

  // cases-1
  it.status(200, "status and department filter, alone and together; the department matches exactly", function* () {
    const from = yield* anIntegrator()
    const sales = yield* aCase(from, { employee_name: "Sales", employee_department: "Sales" })
    yield* TestClock.adjust("1 second")
    yield* aCase(from, { employee_name: "Sales too", employee_department: "Sales" })
    yield* TestClock.adjust("1 second")
    yield* aCase(from, { employee_name: "Research", employee_department: "Research" })
    yield* moveThrough(from, sales.id, "notice_period")
    assert.deepStrictEqual(yield* names(from, "?department=Sales"), [["Sales too", "Sales"], 2])
    assert.deepStrictEqual(yield* names(from, "?department=sales"), [[], 0])
    assert.deepStrictEqual(yield* names(from, "?status=pending"), [["Research", "Sales too"], 2])
    assert.deepStrictEqual(yield* names(from, "?status=pending&department=Sales"), [["Sales too"], 1])
    assert.deepStrictEqual(yield* names(from, "?status=notice_period&department=Research"), [[], 0])
  })

  // cases-33: The filter `department` compares character by character; an empty one finds offboardings without a
  //   department.
  it.status(
    200,
    "department is an exact match: of case, accents, form and spaces; empty finds those without one",
    function* () {
      const from = yield* anIntegrator()
      const departments = ["Café", "Cafe\u0301", "café", "Cafe", "R&D", "R&D ", "100%", "a+b", "a b", "_", "Ünï ☂", ""]
      yield* rowsWith(from.orgId, departments)
      for (const department of departments) {
        const { data, meta } = yield* page(from, `?${new URLSearchParams({ department })}`)
        assert.deepStrictEqual(
          data.map((row) => row.employee_department),
          [department]
        )
        assert.strictEqual(meta.total, 1, department)
      }
      assert.deepStrictEqual(yield* names(from, "?department="), [[""], 1])
      for (const department of ["Cafè", "%", "R&d", " R&D", "null"])
        assert.deepStrictEqual(yield* names(from, `?${new URLSearchParams({ department })}`), [[], 0], department)
    }
  )

  // cases-34: A page after the last one is empty, and its totals are exact.
  it.status(
    200,
    "filters on an empty result, and pages beyond the end, have total_pages and has_next to match",
    function* () {
      const from = yield* anIntegrator()
      yield* rowsWith(from.orgId, ["Sales", "Sales", "Sales", "Legal"])
      const metas = [
        ["?status=cancelled", { page: 1, limit: 20, total: 0, total_pages: 0, has_next: false }],
        ["?status=pending&department=Sales&limit=2", { page: 1, limit: 2, total: 3, total_pages: 2, has_next: true }],
        [
          "?status=pending&department=Sales&limit=2&page=2",
          { page: 2, limit: 2, total: 3, total_pages: 2, has_next: false }
        ],
        ["?department=Sales&limit=2&page=3", { page: 3, limit: 2, total: 3, total_pages: 2, has_next: false }],
        ["?limit=4", { page: 1, limit: 4, total: 4, total_pages: 1, has_next: false }],
        ["?page=1000000&limit=100", { page: 1_000_000, limit: 100, total: 4, total_pages: 1, has_next: false }]
      ] as const
      for (const [query, meta] of metas) {
        const answer = yield* page(from, query)
        assert.deepStrictEqual(answer.meta, meta, query)
        assert.lengthOf(
          answer.data,
          Math.max(0, Math.min(meta.limit, meta.total - (meta.page - 1) * meta.limit)),
          query
        )
      }
    }
  )

  it.status(200, "the totals stay exact through creates, moves and deletions at once", function* () {
    const from = yield* anIntegrator()
    const made = yield* Effect.all(
      Array.from({ length: 24 }, (_, n) => aCase(from, { employee_department: `D${n % 3}` })),
      { concurrency: "unbounded" }
    )
    yield* Effect.forEach(
      made,
      ({ id }, n) =>
        n % 4 === 0
          ? patch(from, id, { status: "cancelled", reason: "stays with us" })
          : patch(from, id, { status: n % 4 === 1 ? "notice_period" : "it_revocation" }),
      { concurrency: "unbounded" }
    )
    const gone = made.slice(0, 5).map(({ id }) => id)
    yield* inTables(
      from.orgId,
      (sql) => sql`DELETE FROM offboardings WHERE org_id = ${from.orgId} AND id = ANY(${gone}::uuid[])`
    )
    const left = yield* Effect.map(page(from, "?limit=100"), ({ data }) => data)
    assert.lengthOf(left, 19)
    for (const status of OffboardingStatus.literals) {
      for (const department of ["D0", "D1", "D2"]) {
        const { meta } = yield* page(from, `?status=${status}&department=${department}`)
        const counted = left.filter((row) => row.status === status && row.employee_department === department)
        assert.strictEqual(meta.total, counted.length, `${status} ${department}`)
      }
    }
    assert.strictEqual((yield* page(from)).meta.total, 19)
  })

  it.status(200, "a page and its total are of one moment, also while cases are created and moved", function* () {
    const from = yield* anIntegrator()
    const writing = Effect.forEach(
      Array.from({ length: 24 }),
      () => Effect.flatMap(aCase(from), ({ id }) => patch(from, id, { status: "notice_period" })),
      { concurrency: 4 }
    )
    const reading = Effect.forEach(
      Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? "?limit=100" : "?limit=100&status=notice_period")),
      (query) => Effect.map(page(from, query), ({ data, meta }) => [data.length, meta.total] as const),
      { concurrency: 2 }
    )
    const [, seen] = yield* Effect.all([writing, reading], { concurrency: 2 })
    for (const [rows, total] of seen) assert.strictEqual(rows, total)
    assert.strictEqual((yield* page(from, "?status=notice_period")).meta.total, 24)
  })

  it.status(200, "another organisation's offboardings are neither listed nor counted", function* () {
    const from = yield* anIntegrator()
    const other = yield* anIntegrator()
    yield* aCase(other)
    assert.strictEqual((yield* page(from)).meta.total, 0)
  })

  it.status(200, "two organisations that read at the same time over shared connections see their own", function* () {
    const organisations = yield* Effect.all([anIntegrator(), anIntegrator(), anIntegrator()])
    for (const [n, from] of organisations.entries()) yield* aCase(from, { employee_name: `Of ${n}` })
    const readings = Array.from({ length: 90 }, (_, n) => n % 3)
    yield* Effect.forEach(
      readings,
      (n) =>
        Effect.gen(function* () {
          const from = organisations[n] ?? organisations[0]
          assert.deepStrictEqual(yield* names(from, ""), [[`Of ${n}`], 1])
        }),
      { concurrency: 30 }
    )
  })

  it.status(200, "row-level security stays on: without its own context a read sees nothing", function* () {
    const from = yield* anIntegrator()
    yield* aCase(from)
    const sql = yield* ReadSql
    assert.lengthOf(yield* sql`SELECT 1 FROM offboardings`, 0)
    assert.lengthOf(yield* sql`SELECT 1 FROM offboarding_counts`, 0)
  })

  it.status(
    400,
    "a page size over the maximum names the maximum; other wrong parameters name themselves",
    function* () {
      const from = yield* anIntegrator()
      const wrong = [
        ["limit=101", "limit: must be a whole number from 1 to 100"],
        ["limit=0", "limit: must be a whole number from 1 to 100"],
        ["limit=1e2", "limit: must be a whole number from 1 to 100"],
        ["page=0", "page: must be a whole number from 1 to"],
        ["page=-1", "page: "],
        ["page=9e15", "page: must be a whole number from 1 to 1000000"],
        ["page=9000000000000000", "page: must be a whole number from 1 to 1000000"],
        ["page=1000001", "page: must be a whole number from 1 to 1000000"],
        ["page=", "page: "],
        ["limit=", "limit: "],
        ["status=", "status: "],
        ["status=Pending", "status: "],
        ["status=done", "status: "],
        ["status=pending&status=completed", "status: "],
        [`department=${"x".repeat(101)}`, "department: must be at most 100 characters"],
        ["department=%00", "department: "]
      ]
      for (const [query, message = ""] of wrong) {
        const { body, status } = yield* withKey(from.key).get(`${path}?${query}`)
        assert.strictEqual(status, 400, query)
        assert.include(JSON.stringify(body), `{"error":"${message}`, query)
      }
    }
  )
})

layer(OffboardingsSurface)("GET /api/v1/offboardings/{id}", (it) => {
  // cases-2: `GET /api/v1/offboardings/{id}` adds `updated_at`; an id that is no UUID is 400, one of another
  //   organisation 404.
  it.status(200, "the list fields plus updated_at", function* () {
    const from = yield* anIntegrator()
    const created = yield* aCaseWithoutApps(from, { employee_email: "ada@acme.test" })
    yield* TestClock.adjust("1 minute")
    yield* moveThrough(from, created.id, "asset_recovery")
    const { body } = yield* withStatus(200, withKey(from.key).get(`${path}/${created.id}`))
    const listed = (yield* page(from)).data[0]
    const shown = yield* Schema.decodeUnknownEffect(Schema.toCodecJson(OffboardingDetails))(body)
    const { updated_at, ...rest } = shown
    assert.deepStrictEqual(rest, listed)
    assert.strictEqual(updated_at.epochMilliseconds, created.created_at.epochMilliseconds + 60_000)
    assert.strictEqual(Object.keys(Schema.is(Schema.Record(Schema.String, Schema.Json))(body) ? body : {}).length, 11)
  })

  it.status(400, "an id that is not a UUID", function* () {
    const from = yield* anIntegrator()
    assert.deepInclude(yield* withKey(from.key).get(`${path}/42`), { status: 400, body: { error: "Invalid id" } })
  })

  // cases-2
  it.status(404, "an unknown id and another organisation's, answered alike", function* () {
    const from = yield* anIntegrator()
    const foreign = yield* Effect.flatMap(anIntegrator(), (other) => aCase(other))
    const expected = { status: 404, body: { error: "Offboarding not found" } }
    assert.deepInclude(yield* withKey(from.key).get(`${path}/${foreign.id}`), expected)
    assert.deepInclude(yield* withKey(from.key).get(`${path}/${OffboardingId.make(randomUUID())}`), expected)
  })
})
