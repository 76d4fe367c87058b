import { assert, layer } from "#test/support/suite"
import { Effect, Predicate } from "effect"
import { TestApp } from "#test/support/TestApp"
import { withStatus } from "#test/support/requests"
import { aKey, aSuperAdmin } from "#test/support/people"
import { sendHostile } from "./requests.ts"

const aBearer = Effect.gen(function* () {
  return yield* aKey(yield* aSuperAdmin())
})

const create = (bearer: string, fields: Readonly<Record<string, unknown>>) =>
  sendHostile({
    method: "POST",
    path: "/api/v1/offboardings",
    bearer,
    body: JSON.stringify({ employee_name: "Ada", exit_date: "2026-04-30", ...fields })
  })

const textIn = (body: unknown, field: string) => {
  const found = Predicate.isObject(body) ? new Map<string, unknown>(Object.entries(body)).get(field) : undefined
  return typeof found === "string" ? found : assert.fail(`no ${field} in ${JSON.stringify(body)}`)
}

/** Field -> values that are taken, and read back as they were sent. */
const taken: Readonly<Record<string, ReadonlyArray<string>>> = {
  employee_name: [
    "محمد بن علي",
    "\u202eevil\u202c",
    "שרה \u2066Levi\u2069",
    "👩‍👩‍👧‍👦",
    "Zo\u00eb",
    "Zoe\u0308",
    " Ada ",
    "Ada\nLovelace",
    "Null",
    "<script>alert(1)</script>",
    "Robert'); DROP TABLE offboardings;--",
    "x".repeat(200),
    "😀".repeat(200),
    "e\u0301".repeat(100)
  ],
  employee_role: ["", "👩‍💻".repeat(33), "😀".repeat(100)],
  employee_department: ["", "研究開発", "😀".repeat(100)],
  employee_email: [
    "Ada.Lovelace+offboarding@Example.COM",
    "o'brien@example.com",
    "a@xn--bcher-kva.example",
    `${"a".repeat(64)}@${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(57)}.ex`
  ],
  exit_date: ["2028-02-29", "1900-01-01", "9999-12-31"]
}

const date = "exit_date: must be a date that exists, as YYYY-MM-DD, from 1900-01-01 on"
const zone = "timezone: must be an IANA time zone, for example Europe/Berlin"
const address = "employee_email: must be an email address, for example name@example.com"
const form = "jurisdiction: must be an ISO 3166 code of a country or region, for example DE or US-CA"
const unknown = "jurisdiction must be an existing ISO 3166 code of a country or region, for example DE or US-CA"

/** Field -> values that are refused, each with the sentence. */
const refused: Readonly<Record<string, ReadonlyArray<readonly [unknown, string]>>> = {
  employee_name: [
    ["x".repeat(201), "employee_name: must be at most 200 characters"],
    ["😀".repeat(201), "employee_name: must be at most 200 characters"],
    ["", "employee_name: must not be blank"],
    ["\u200b\u202e\ufeff", "employee_name: must not be blank"],
    ["a\u0000", "employee_name: must not contain the NUL character"],
    ["\ud83d", "employee_name: must not contain half of a surrogate pair (\\ud800 to \\udfff alone)"],
    [["Ada"], "employee_name: must be a string"]
  ],
  employee_email: [
    [" ada@example.com", address],
    ["ada@example.com ", address],
    ["Ada <ada@example.com>", address],
    ['"ada"@example.com', address],
    ["ada@bücher.example", address],
    ["ädä@example.com", address],
    ["ada@example", address],
    ["ada@example.com.", address],
    ["ada@[127.0.0.1]", address],
    [`${"a".repeat(65)}@example.com`, address],
    ["", address],
    [7, "employee_email: must be a string or null"]
  ],
  exit_date: [
    ["0000-01-01", date],
    ["1899-12-31", date],
    ["10000-01-01", date],
    ["2026-02-29", date],
    ["2026-1-5", date],
    ["2026-04-31", date],
    ["30.04.2026", date],
    ["2026-04-30T00:00:00Z", date],
    [" 2026-04-30", date],
    ["٢٠٢٦-٠٤-٣٠", date],
    [20260430, "exit_date: must be a string"],
    [null, "exit_date: must be a string"]
  ],
  timezone: [
    ["+02:00", zone],
    ["UTC+2", zone],
    ["Mars/Olympus", zone],
    ["Europe/Berlin\u0000", zone],
    ["", zone]
  ],
  jurisdiction: [
    ["XX", unknown],
    ["UK", unknown],
    ["DE-ZZ", unknown],
    ["DEU", form],
    ["", form],
    ["Germany", form]
  ],
  separation_type: [
    [
      "Resignation",
      "separation_type: must be one of resignation, termination, layoff, redundancy, retirement, contract_end, other"
    ]
  ]
}

layer(TestApp)("what a field takes", (it) => {
  // refusals-10: Text is stored as it was sent, not trimmed and not normalized.
  it.status(201, "text is kept as it was sent, whatever its script, direction or normal form", function* () {
    const bearer = yield* aBearer
    for (const [field, values] of Object.entries(taken)) {
      for (const value of values) {
        const created = yield* create(bearer, { [field]: value })
        assert.strictEqual(created.status, 201, `${field} ${value}: ${created.text}`)
        const path = `/api/v1/offboardings/${textIn(created.body, "id")}`
        const read = yield* sendHostile({ method: "GET", path, bearer })
        assert.strictEqual(textIn(read.body, field), value)
      }
    }
  })

  it.status(400, "what a field does not take is told in a sentence that names it", function* () {
    const bearer = yield* aBearer
    for (const [field, cases] of Object.entries(refused)) {
      for (const [value, error] of cases) {
        const answer = yield* create(bearer, { [field]: value })
        assert.deepStrictEqual([answer.status, answer.body], [400, { error }], `${field}: ${JSON.stringify(value)}`)
      }
    }
  })

  // refusals-5
  it.status(400, "every field that is wrong is named", function* () {
    const answer = yield* create(yield* aBearer, {
      employee_name: 1,
      exit_date: "soon",
      employee_role: "x".repeat(101),
      apps_to_revoke: ["", 4]
    })
    assert.deepStrictEqual(answer.body, {
      error: [
        "employee_name: must be a string",
        date,
        "employee_role: must be at most 100 characters",
        "apps_to_revoke.0: must not be blank",
        "apps_to_revoke.1: must be a string"
      ].join("; ")
    })
  })

  // refusals-13: A list of more than 10,000 items is refused before its items are checked.
  it.status(400, "a list of more than 10,000 items is refused before its items are judged", function* () {
    const answer = yield* create(yield* aBearer, { apps_to_revoke: Array.from({ length: 10_001 }, () => "") })
    assert.deepStrictEqual(
      [answer.status, answer.body],
      [400, { error: "apps_to_revoke: must be a list of at most 10000 items" }]
    )
  })

  // refusals-14: Time zones and jurisdictions are accepted in any case.
  it.effect("zones are taken in any case, jurisdictions too", function* () {
    const bearer = yield* aBearer
    for (const timezone of ["Europe/Kyiv", "Europe/Kiev", "europe/berlin", "utc", "EST5EDT", "Etc/GMT+12"]) {
      assert.strictEqual((yield* create(bearer, { timezone })).status, 201, timezone)
    }
    for (const jurisdiction of ["DE", "de", "DE-BY", "us-ca", "GB-ENG"]) {
      assert.strictEqual((yield* create(bearer, { jurisdiction })).status, 201, jurisdiction)
    }
  })

  // refusals-11: Email addresses are stored as they were sent and compared without case.
  it.status(409, "addresses are kept as they were sent and compared without case", function* () {
    const bearer = yield* aBearer
    assert.strictEqual((yield* create(bearer, { employee_email: "Ada@Example.COM" })).status, 201)
    assert.strictEqual((yield* create(bearer, { employee_email: "ada@example.com" })).status, 409)
  })

  // refusals-12: Of a repeated key in a JSON object the last value counts.
  it.effect("the last of a repeated key counts, and unknown fields are 400, each named", function* () {
    const bearer = yield* aBearer
    const create = (more: string) =>
      sendHostile({
        method: "POST",
        path: "/api/v1/offboardings",
        bearer,
        body: `{"employee_name":"First","exit_date":"2026-04-30","employee_name":"Last"${more}}`
      })
    const refused = yield* withStatus(400, create(',"id":"x","status":"completed","__proto__":{"employee_role":"x"}'))
    for (const name of ["id", "status", "__proto__"]) assert.include(refused.text, `${name}: `)
    const answer = yield* withStatus(201, create(""))
    assert.deepInclude(answer.body, { employee_name: "Last", status: "pending", employee_role: "" })
  })
})
