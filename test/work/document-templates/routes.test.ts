import { assert, describe, it, layer } from "#test/support/suite"
import { mergeFields } from "@svc/contract/document-templates/schema"
import { Effect, Predicate, Result } from "effect"
import { randomUUID } from "node:crypto"
import { judgeTemplate, renderDocument } from "#work/document-templates/rendering"
import { appWithStorage, nowhere } from "#test/support/app-with-storage"
import { anOffice, idOf } from "#test/work/documents/support"
import { TestApp } from "#test/support/TestApp"
import { aMember, aSession } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { layerOfFile } from "#test/support/layer-of-file"

const letter = {
  name: "Reference letter",
  doc_type: "Letter",
  body: "<p>{{employee_name}} left on {{ exit_date }}.</p>"
}

const create = (bearer: string, body: object = letter) => send("POST", "/api/document-templates", { bearer, body })
const generate = (bearer: string, id: string, offboardingId: string) =>
  send("POST", `/api/document-templates/${id}/generate`, { bearer, body: { offboardingId } })
const remove = (bearer: string, id: string) => send("DELETE", `/api/document-templates/${id}`, { bearer })

/** What the signed link of the answer leads to. */
const fetched = (body: unknown) =>
  Predicate.hasProperty(body, "signed_url")
    ? send("GET", new URL(String(body.signed_url)).pathname)
    : Effect.die("A signed link was expected")

const withTestApp = layerOfFile(TestApp)

withTestApp("GET /api/document-templates", (it) => {
  it.status(200, "by name, with the merge fields that there are; managers may look", function* () {
    const { orgId, session } = yield* anOffice()
    yield* create(session, { ...letter, name: "b" })
    yield* create(session, { ...letter, name: "A" })
    const answer = yield* withStatus(200, as(yield* aMember(orgId, "manager")).get("/api/document-templates"))
    assert.deepInclude(answer.body, { total: 2, limit: 100, offset: 0, merge_fields: [...mergeFields] })
    assert.match(answer.text, /"name":"A".*"name":"b"/)
    const other = yield* send("GET", "/api/document-templates", { bearer: (yield* anOffice()).session })
    assert.deepInclude(other.body, { rows: [], total: 0 })
  })

  it.status(400, "more than 500 at once", function* () {
    const { session } = yield* anOffice()
    const answer = yield* withStatus(400, send("GET", "/api/document-templates?limit=501", { bearer: session }))
    assert.include(answer.text, "500")
  })
})

withTestApp("GET /api/document-templates/{id}", (it) => {
  it.status(200, "the template", function* () {
    const { session } = yield* anOffice()
    const created = yield* create(session)
    const answer = yield* send("GET", `/api/document-templates/${yield* idOf(created)}`, { bearer: session })
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.body, created.body)
  })

  it.status(400, "an id that is none", function* () {
    const { session } = yield* anOffice()
    assert.strictEqual((yield* send("GET", "/api/document-templates/7", { bearer: session })).status, 400)
  })

  it.status(404, "unknown, or another organisation's", function* () {
    const { session } = yield* anOffice()
    const id = yield* idOf(yield* create((yield* anOffice()).session))
    for (const one of [id, randomUUID()]) {
      assert.strictEqual((yield* send("GET", `/api/document-templates/${one}`, { bearer: session })).status, 404)
    }
  })
})

withTestApp("POST /api/document-templates", (it) => {
  it.status(201, "the template, its kind Other unless given", function* () {
    const { session } = yield* anOffice()
    const answer = yield* withStatus(201, create(session, { name: "Plain", body: "<p>Bye</p>" }))
    assert.deepStrictEqual(answer.body, {
      id: yield* idOf(answer),
      name: "Plain",
      doc_type: "Other",
      body: "<p>Bye</p>",
      created_at: "2026-03-02T09:00:00.000Z",
      updated_at: "2026-03-02T09:00:00.000Z"
    })
  })

  // letters-4: A template body takes known merge fields only; unknown ones are named, and other template syntax is 400.
  it.status(400, "fields that do not exist, by name, and whatever is more than a merge field", function* () {
    const { session } = yield* anOffice()
    for (const body of [
      "{{salary}}",
      "{{employee_name | upcase}}",
      "{% for i in (1..9) %}{% endfor %}",
      "{{{employee_name}}}"
    ]) {
      const answer = yield* create(session, { ...letter, body })
      assert.strictEqual(answer.status, 400, `${body}: ${answer.text}`)
      assert.include(answer.text, "body: ")
    }
    assert.include((yield* create(session, { ...letter, body: "{{salary}} {{bonus}}" })).text, "salary, bonus")
    assert.strictEqual((yield* create(session, { body: "x" })).status, 400)
  })

  // letters-3: Managing them needs `compliance_manage`.
  it.status(403, "managers may not manage templates", function* () {
    const { orgId } = yield* anOffice()
    assert.strictEqual((yield* create(yield* aSession(yield* aMember(orgId, "manager")))).status, 403)
  })

  // letters-6: Template names are unique in an organization, without regard to case: 409.
  it.status(409, "a name that another has, compared without case", function* () {
    const { session } = yield* anOffice()
    yield* create(session)
    const answer = yield* withStatus(409, create(session, { ...letter, name: "REFERENCE LETTER" }))
    assert.deepInclude(answer.body, { code: "name_taken" })
  })
})

withTestApp("PATCH /api/document-templates/{id}", (it) => {
  const patch = (bearer: string, id: string, body: object) =>
    send("PATCH", `/api/document-templates/${id}`, { bearer, body })

  it.status(200, "what is given changes, and nothing else", function* () {
    const { session } = yield* anOffice()
    const id = yield* idOf(yield* create(session))
    const answer = yield* withStatus(200, patch(session, id, { body: "<p>{{today}}</p>" }))
    assert.deepInclude(answer.body, { ...letter, body: "<p>{{today}}</p>" })
  })

  it.status(400, "a field that does not exist", function* () {
    const { session } = yield* anOffice()
    const id = yield* idOf(yield* create(session))
    assert.strictEqual((yield* patch(session, id, { body: "{{salary}}" })).status, 400)
  })

  it.status(404, "unknown, or another organisation's", function* () {
    const { session } = yield* anOffice()
    const id = yield* idOf(yield* create((yield* anOffice()).session))
    for (const one of [id, randomUUID()]) assert.strictEqual((yield* patch(session, one, { name: "x" })).status, 404)
  })

  // letters-6
  it.status(409, "a name that another has", function* () {
    const { session } = yield* anOffice()
    yield* create(session)
    const id = yield* idOf(yield* create(session, { ...letter, name: "Second" }))
    assert.strictEqual((yield* patch(session, id, { name: letter.name })).status, 409)
  })
})

withTestApp("DELETE /api/document-templates/{id}", (it) => {
  it.status(200, "gone, once no document is left that was generated from it", function* () {
    const { offboardingId, session } = yield* anOffice()
    const id = yield* idOf(yield* create(session))
    const document = yield* idOf(yield* generate(session, id, offboardingId))
    assert.strictEqual((yield* remove(session, id)).status, 409)
    yield* send("DELETE", `/api/employees/compliance/${document}?reason=not%20needed`, { bearer: session })
    const answer = yield* withStatus(200, remove(session, id))
    assert.deepStrictEqual(answer.body, { success: true })
    assert.strictEqual((yield* remove(session, id)).status, 404)
  })

  it.status(400, "an id that is none", function* () {
    const { session } = yield* anOffice()
    assert.strictEqual((yield* remove(session, "7")).status, 400)
  })

  it.status(404, "unknown, or another organisation's", function* () {
    const { session } = yield* anOffice()
    const id = yield* idOf(yield* create((yield* anOffice()).session))
    for (const one of [id, randomUUID()]) assert.strictEqual((yield* remove(session, one)).status, 404)
  })

  // letters-2: A template from which documents were made is not deleted: 409.
  it.status(409, "documents were generated from it, also at the same moment", function* () {
    const { offboardingId, session } = yield* anOffice()
    for (const round of [1, 2, 3, 4, 5]) {
      const id = yield* idOf(yield* create(session, { ...letter, name: `Round ${round}` }))
      const [made, deleted] = yield* Effect.all([generate(session, id, offboardingId), remove(session, id)], {
        concurrency: "unbounded"
      })
      assert.include([201, 404], made.status, made.text)
      assert.strictEqual(deleted.status, made.status === 201 ? 409 : 200, deleted.text)
    }
  })
})

withTestApp("POST /api/document-templates/{id}/generate", (it) => {
  // letters-7: A template with too many or too deeply nested tags is 400, also when it was stored earlier.
  it.status(400, "nested too deep or too many tags, at save, and of a template that was stored before", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    const deep = "<b>".repeat(66_000)
    const refused = yield* create(session, { ...letter, body: deep })
    assert.deepStrictEqual(
      [refused.status, refused.body],
      [400, { error: "body: nests tags deeper than 100. Use fewer" }]
    )
    const id = yield* idOf(yield* create(session))
    assert.strictEqual(
      (yield* send("PATCH", `/api/document-templates/${id}`, {
        bearer: session,
        body: { body: "<br>".repeat(5_001) }
      })).status,
      400
    )
    yield* systemSql`UPDATE document_templates SET body = ${deep} WHERE org_id = ${orgId}`
    const old = yield* generate(session, id, offboardingId)
    assert.deepStrictEqual(
      [old.status, old.body],
      [400, { error: "The body of this template nests tags deeper than 100. Edit it first" }]
    )
  })

  // letters-1: A template is filled in to an HTML file and a document, with a short-lived link.
  // papers-19
  it.status(201, "the document and a link to the letter, which is a download that runs nothing", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    const id = yield* idOf(yield* create(session))
    const answer = yield* withStatus(201, generate(session, id, offboardingId))
    const document = yield* idOf(answer)
    assert.deepInclude(answer.body, {
      offboarding_id: offboardingId,
      name: letter.name,
      doc_type: letter.doc_type,
      status: "pending",
      file_url: `documents/${orgId}/${offboardingId}/${document}.html`
    })
    const file = yield* fetched(answer.body)
    assert.include(file.text, "<p>Ada Lovelace left on 2026-04-30.</p>")
    assert.strictEqual(file.headers["content-type"], "text/html; charset=utf-8")
    assert.match(file.headers["content-disposition"] ?? "", /^attachment; filename="Reference letter\.html"/)
    assert.match(file.headers["content-security-policy"] ?? "", /sandbox; default-src 'none'/)
  })

  // letters-5: Values of merge fields are text, never HTML and never a template.
  it.status(201, "values are text, never HTML and never a template", function* () {
    const { offboardingId, session } = yield* anOffice()
    yield* systemSql`UPDATE offboardings SET employee_name = ${`<script>alert(1)</script>{{exit_date}}"><img src=x onerror=alert(1)>`}
          WHERE id = ${offboardingId}`
    const id = yield* idOf(
      yield* create(session, { ...letter, body: '<p title="{{employee_name}}">{{employee_name}}</p>' })
    )
    const file = yield* fetched((yield* generate(session, id, offboardingId)).body)
    assert.notMatch(file.text, /<script|<img|2026-04-30/)
    assert.include(file.text, "&lt;script&gt;alert(1)&lt;/script&gt;{{exit_date}}")
  })

  it.status(400, "no offboardingId", function* () {
    const { session } = yield* anOffice()
    const id = yield* idOf(yield* create(session))
    assert.strictEqual((yield* generate(session, id, "7")).status, 400)
  })

  it.status(404, "no such template or case, another organisation's, outside the caller's scope", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    const other = yield* anOffice()
    const id = yield* idOf(yield* create(session))
    const outsider = yield* aSession(
      yield* aMember(orgId, { permissions: ["compliance_manage"], scope: "departments", departments: ["Sales"] })
    )
    for (const [bearer, template, of] of [
      [session, randomUUID(), offboardingId],
      [session, id, randomUUID()],
      [session, id, other.offboardingId],
      [other.session, id, other.offboardingId],
      [outsider, id, offboardingId]
    ] as const) {
      assert.strictEqual((yield* generate(bearer, template, of)).status, 404)
    }
  })
})

layer(appWithStorage(nowhere))("POST /api/document-templates/{id}/generate", (it) => {
  it.status(503, "storage is not configured", function* () {
    const { offboardingId, session } = yield* anOffice()
    const id = yield* idOf(yield* create(session))
    assert.strictEqual((yield* generate(session, id, offboardingId)).status, 503)
  })
})

describe("what a letter may hold", () => {
  const values = {
    employee_name: "Ada",
    employee_email: "javascript:alert(1)",
    employee_role: "",
    employee_department: "",
    manager_email: "",
    exit_date: "2026-04-30",
    separation_type: "resignation",
    jurisdiction: "",
    organisation_name: "Acme",
    today: "2026-03-02"
  }
  const rendered = (body: string) => renderDocument({ name: "<b>Letter</b>", body }, values)
  /** By the processor's time, which nothing else on the machine makes longer: milliseconds, but for what does not scale. */
  const atOnce = <A>(work: () => A) => {
    const before = process.threadCpuUsage()
    const done = work()
    assert.isBelow(process.threadCpuUsage(before).user, 5_000_000, "microseconds")
    return done
  }

  it.each([
    "<script>alert(1)</script>",
    '<p onclick="alert(1)">x</p>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="{{employee_email}}">x</a>',
    '<img src="https://tracker.example.com/x.png">',
    '<iframe src="https://example.com"></iframe>',
    '<form action="https://example.com"><input name="x"></form>',
    "<style>@import url(https://example.com)</style>",
    '<p style="background-image: url(https://example.com/x)">x</p>',
    '<meta http-equiv="refresh" content="0;url=https://example.com">',
    "<svg onload=alert(1)>",
    '<base href="https://example.com">',
    "<object data=x></object>"
  ])("%s: nothing of it runs, loads or leads away", (body) => {
    const content = rendered(body).split("<body>")[1] ?? ""
    assert.notMatch(
      content,
      /<script|onclick|onload|javascript:|example\.com|<iframe|<form|<input|<style|<meta|<svg|<base|<object/i
    )
  })

  it("keeps what a letter needs", () => {
    const body = '<h1 style="text-align:center">Acme</h1><table><tr><td colspan="2">{{employee_name}}</td></tr></table>'
    assert.include(rendered(body), body.replace("{{employee_name}}", "Ada").replace("<table><tr>", "<table><tr>"))
    assert.include(rendered('<a href="https://example.com">x</a>'), 'href="https://example.com"')
  })

  it("its title is text", () => assert.include(rendered("x"), "<title>&lt;b&gt;Letter&lt;/b&gt;</title>"))

  it("a field of 190,000 spaces is judged at once", () => {
    const judged = atOnce(() => judgeTemplate(`{{ "${" ".repeat(190_000)}{" }}`))
    assert.isTrue(Result.isFailure(judged))
  })

  it.each([
    ["66,000 open tags", "<b>".repeat(66_000), "body: nests tags deeper than 100"],
    ["101 open tags", "<b>".repeat(101), "body: nests tags deeper than 100"],
    ["ends that end nothing", "<b>".repeat(28_000) + "</i>".repeat(28_000), "body: nests tags deeper than 100"],
    ["ends of others between", "<b></i>".repeat(101), "body: nests tags deeper than 100"],
    ["5,001 tags", "<br>".repeat(5_001), "body: has more than 5,000 tags"],
    ["5,001 comments", "<!---->".repeat(5_001), "body: has more than 5,000 tags"],
    ["66,000 comments without an end", "<!--".repeat(50_000), undefined],
    ["as many as there may be", `${"<b>".repeat(100)}${"</b>".repeat(100)}${"<br>".repeat(4_800)}`, undefined],
    [
      "paragraphs, rows and items without their ends",
      "<p>a<ul><li>b<li>c</ul><table><tr><td>d<td>e<tr><td>f</table>".repeat(300),
      undefined
    ],
    ["text that is no tag", "1 < 2 <> 3 ".repeat(9_000), undefined]
  ])("%s: judged at once, and what is taken is cleaned at once", (_, body, sentence) => {
    const judged = atOnce(() => judgeTemplate(body))
    if (sentence === undefined) {
      assert.isTrue(Result.isSuccess(judged))
      assert.isString(atOnce(() => rendered(body)))
    } else assert.include(Result.isFailure(judged) ? judged.failure : "", sentence)
  })

  it.each(mergeFields)("{{%s}} is a merge field", (field) => {
    assert.isTrue(Result.isSuccess(judgeTemplate(`{{${field}}} {{ ${field} }}`)))
  })

  it.each([
    "{{constructor}}",
    "{{__proto__}}",
    "{{employee_name.length}}",
    "{{employee_name or today}}",
    '{{ "text" }}',
    "{{>partial}}",
    "{{#section}}x{{/section}}",
    "{{& employee_name}}",
    "{% include 'x' %}",
    "{% raw %}{{salary}}{% endraw %}",
    "{{employee_name",
    "{{}}",
    "{%"
  ])("%s is refused", (body) => {
    assert.isTrue(Result.isFailure(judgeTemplate(body)))
  })
})
