import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { TestApp } from "#test/support/TestApp"
import { aMember, aSession, aSuperAdmin, type Member } from "#test/support/people"
import { as } from "#test/support/requests"
import { added, imported, listed, namesOf, path, told } from "./support.ts"

const header = "full_name,email,role,department,manager_email,employee_id"

/** A form as a client sends it, part by part. */
const form = Effect.fnUntraced(function* (
  by: Member,
  parts: ReadonlyArray<string>,
  contentType = "multipart/form-data; boundary=xx"
) {
  const client = yield* HttpClient.HttpClient
  const text = parts.map((part) => `--xx\r\nContent-Disposition: form-data; ${part}\r\n`).join("")
  const response = yield* client.execute(
    HttpClientRequest.post(`${path}/import`).pipe(
      HttpClientRequest.bodyText(`${text}--xx--\r\n`, contentType),
      HttpClientRequest.bearerToken(yield* aSession(by))
    )
  )
  return { status: response.status, body: yield* response.json }
})

const bytes = Effect.fnUntraced(function* (by: Member, content: Uint8Array) {
  const client = yield* HttpClient.HttpClient
  const response = yield* client.execute(
    HttpClientRequest.post(`${path}/import`).pipe(
      HttpClientRequest.bodyUint8Array(content, "text/csv"),
      HttpClientRequest.bearerToken(yield* aSession(by))
    )
  )
  return { status: response.status, body: yield* response.json }
})

layer(TestApp)("POST /api/org-employees/import", (it) => {
  it.status(200, "the people of the file are in the directory, each recorded, and the import too", function* () {
    const by = yield* aSuperAdmin()
    const report = yield* imported(
      by,
      `${header}\r\nAnn Lee,ann@acme.test,Engineer,"Research, Berlin",boss@acme.test,E-17\r\n\r\n=1+1,bob@acme.test,,,,\r\n`
    )
    assert.deepStrictEqual(report, {
      dry_run: false,
      total: 2,
      imported: 2,
      updated: 0,
      errors: [],
      ignored_columns: []
    })
    const { rows } = yield* listed(by)
    assert.deepStrictEqual(
      rows.map(({ department, employee_id, full_name, manager_email, role, status }) => [
        full_name,
        role,
        department,
        manager_email,
        employee_id,
        status
      ]),
      [
        ["=1+1", "", "", null, null, "active"],
        ["Ann Lee", "Engineer", "Research, Berlin", "boss@acme.test", "E-17", "active"]
      ]
    )
    assert.lengthOf(yield* told(by, "employee_created"), 2)
    assert.deepStrictEqual(yield* told(by, "employees_imported"), ["Directory: added: 2, changed: 0, refused: 0"])
  })

  // directory-14: An import reads UTF-8 or UTF-16 with commas, semicolons or tabs, as JSON, text or a form.
  it.status(
    200,
    "as JSON, as a form's file with or without its name, with a BOM, semicolons and any case",
    function* () {
      const by = yield* aSuperAdmin()
      const json = yield* as(by).post(`${path}/import`, { csv: "\uFEFFE-Mail;EMAIL;Full Name\nx;a@acme.test;A B" })
      assert.deepInclude(json.body, { imported: 1, ignored_columns: ["E-Mail"] })
      const named = yield* form(by, [
        'name="note"\r\n\r\nhello',
        'name="file"; filename="people.csv"\r\nContent-Type: text/csv\r\n\r\nemail,full_name\r\nb@acme.test,B C'
      ])
      assert.deepInclude(named.body, { imported: 1 })
      const nameless = yield* form(by, ['name="file"\r\n\r\nemail,full_name\r\nc@acme.test,C D'])
      assert.deepInclude(nameless.body, { imported: 1 })
      const utf16 = yield* bytes(by, Buffer.from("\uFEFFemail\tfull_name\r\nd@acme.test\tÖzgür", "utf16le"))
      assert.deepInclude(utf16.body, { imported: 1 })
      assert.deepStrictEqual(namesOf(yield* listed(by)), ["A B", "B C", "C D", "Özgür"])
    }
  )

  // directory-8: A CSV file is imported row by row, each that cannot be is told with its line and field.
  it.status(200, "a row that cannot be imported is told with line and field, the others are imported", function* () {
    const by = yield* aSuperAdmin()
    yield* added(by, "Known", { email: "known@acme.test", employee_id: "E-1" })
    const report = yield* imported(
      by,
      [
        "full_name,email,phone,manager_email,employee_id,shoe size",
        ",nobody,call me,,,41",
        "Ann Lee,ann@acme.test,,ANN@acme.test,,",
        "Dup,KNOWN@acme.test,,,,",
        "Number,n@acme.test,,,E-1,",
        '"Two\nlines",two@acme.test,,,E-2,',
        "Again,TWO@acme.test,,,,",
        "Same number,same@acme.test,,,E-2,",
        "Wide,wide@acme.test,,,,,extra",
        "Last,last@acme.test,,,,"
      ].join("\n")
    )
    assert.deepStrictEqual([report.total, report.imported], [9, 2])
    assert.deepStrictEqual(report.ignored_columns, ["shoe size"])
    assert.deepStrictEqual(report.errors, [
      { line: 2, field: "full_name", error: "is required" },
      { line: 2, field: "email", error: "must be an email address, for example name@example.com" },
      {
        line: 2,
        field: "phone",
        error: "must be a phone number of 5 to 31 characters, for example +49 30 1234567"
      },
      {
        line: 3,
        field: "manager_email",
        error: "manager_email: a person cannot be their own manager. Send another email address, or null for none"
      },
      { line: 4, field: "email", error: "Another person in the directory already has this email address" },
      { line: 5, field: "employee_id", error: "employee_id: another person in the directory already has this number" },
      { line: 8, field: "email", error: "line 6 already has this email address" },
      { line: 9, field: "employee_id", error: "line 6 already has this number" },
      { line: 10, field: null, error: "has more cells than the first line has columns" }
    ])
  })

  // directory-16: `?update=true` changes known people; an empty cell leaves the value, and people out of scope or
  //   erased stay as they are.
  it.status(200, "?update=true changes known people, an empty cell leaving what is there", function* () {
    const by = yield* aSuperAdmin()
    yield* added(by, "Ann Lee", { role: "Engineer", department: "Research" })
    yield* added(by, "Bob Ost")
    const csv = "full_name,email,role,department\nAnn Ray,ANN.lee@acme.test,Lead,\nBob Ost,bob.ost@acme.test,,\n"
    assert.deepInclude(yield* imported(by, csv, "?update=true&dry_run=true"), { imported: 0, updated: 1 })
    assert.deepInclude(yield* imported(by, csv, "?update=true"), { imported: 0, updated: 1, errors: [] })
    const [ann] = (yield* listed(by)).rows
    assert.deepInclude(ann, { full_name: "Ann Ray", role: "Lead", department: "Research" })
    assert.deepStrictEqual(yield* told(by, "employee_updated"), [
      "Employee Ann Ray: full_name: Ann Lee -> Ann Ray, email: ann.lee@acme.test -> ANN.lee@acme.test, role: Engineer -> Lead"
    ])
  })

  // directory-16
  it.status(200, "?update=true changes nobody out of the caller's scope, and nobody who was erased", function* () {
    const by = yield* aSuperAdmin()
    yield* added(by, "Ann Lee", { department: "Sales" })
    const { id } = yield* added(by, "Bob Ost")
    yield* as(by).post(`${path}/${id}/erase`)
    const elsewhere = yield* aMember(by.orgId, {
      permissions: ["employees_manage"],
      scope: "departments",
      departments: ["Research"]
    })
    const csv = `full_name,email\nX,ann.lee@acme.test\nY,erased-${id}@erased.invalid\n`
    assert.deepInclude(yield* imported(elsewhere, csv, "?update=true"), { updated: 0, imported: 0 })
    const report = yield* imported(by, csv.replace("X,", "Ann Lee,"), "?update=true")
    assert.deepStrictEqual(
      report.errors.map(({ line }) => line),
      [3]
    )
  })

  // directory-17: An import stops adding when the plan is full, in the order of the file; a dry run writes nothing.
  it.status(200, "as many as the plan has room for, in the order of the file, the rest told", function* () {
    const by = yield* aSuperAdmin({ plan: "none" })
    for (let n = 0; n < 8; n += 1) yield* added(by, `Person ${n}`)
    const csv = [
      "full_name,email,status",
      "A,a@acme.test,",
      "Former,f@acme.test,inactive",
      "B,b@acme.test,active",
      "C,c@acme.test,"
    ].join("\n")
    const dry = yield* imported(by, csv, "?dry_run=true")
    assert.strictEqual((yield* listed(by)).total, 8)
    const report = yield* imported(by, csv)
    assert.deepStrictEqual({ ...report, dry_run: true }, dry)
    assert.strictEqual(report.imported, 3)
    assert.deepStrictEqual(
      report.errors.map(({ field, line }) => [line, field]),
      [[5, null]]
    )
    assert.match(report.errors[0]?.error ?? "", /allows 10 active people/)
  })

  // directory-17
  it.status(200, "a dry run writes nothing, not even to the log", function* () {
    const by = yield* aSuperAdmin()
    const report = yield* imported(by, "full_name,email\nAnn Lee,ann@acme.test", "?dry_run=true")
    assert.deepInclude(report, { dry_run: true, imported: 1 })
    assert.strictEqual((yield* listed(by)).total, 0)
    assert.deepStrictEqual(yield* told(by, "employees_imported"), [])
  })

  // directory-15: A file that is not valid CSV, lacks a column, names one twice or has over 2,000 rows is 400 as a
  //   whole.
  it.status(400, "what is no CSV of people is refused as a whole, with a sentence", function* () {
    const by = yield* aSuperAdmin()
    const cases: ReadonlyArray<readonly [string, string]> = [
      ["", "The file is empty. Its first line must name the columns"],
      ["name,e-mail\nA,a@acme.test", "The first line must name the columns of the file. Missing: full_name, email"],
      ["email,Email,full_name\na,b,c", "The first line has the column email twice"],
      ['email,full_name\na@acme.test,"A\n', "Line 2: a quotation mark is not closed"],
      ["email,full_name\na@acme.test,A\u0000", "The file must not contain the NUL character"],
      [`email,full_name${",".repeat(499)}\n`, "The file has more than 500 columns"],
      [`email,full_name\n${"x,y\n".repeat(2001)}`, "The file has more than 2000 rows. Split it"]
    ]
    for (const [csv, sentence] of cases) {
      const { error, status } = yield* as(by).post(`${path}/import`, csv, { "content-type": "text/csv" })
      assert.deepStrictEqual([status, error], [400, sentence])
    }
    assert.deepStrictEqual(yield* bytes(by, Buffer.from("email,full_name\na@acme.test,\xfc", "latin1")), {
      status: 400,
      body: { error: "The file is not UTF-8. Save it as CSV in UTF-8" }
    })
  })

  it.status(400, "a form without the file, with two, without a boundary; 413 with a thousand parts", function* () {
    const by = yield* aSuperAdmin()
    const file = 'name="file"; filename="a.csv"\r\n\r\nemail,full_name'
    const oneFile = { error: "Send the CSV file as one part of the form, named file" }
    assert.deepStrictEqual(yield* form(by, ['name="note"\r\n\r\nx']), { status: 400, body: oneFile })
    assert.deepStrictEqual(yield* form(by, [file, file]), { status: 400, body: oneFile })
    assert.strictEqual((yield* form(by, [file], "multipart/form-data")).status, 400)
    assert.strictEqual(
      (yield* form(
        by,
        Array.from({ length: 1000 }, () => 'name="x"\r\n\r\ny')
      )).status,
      413
    )
  })
})
