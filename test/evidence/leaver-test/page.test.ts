import { assert, layer } from "#test/support/suite"
import { DateTime, Effect } from "effect"
import { HttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { createHash, randomUUID } from "node:crypto"
import { Files } from "#platform/files/files"
import { AppWithBucket, AppWithFolder } from "#test/exports/support"
import { aCase, aPerson } from "#test/support/cases"
import { entriesOf } from "#test/support/log"
import { aMember, aSuperAdmin, type Member } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { asOwner, systemSql } from "#test/support/tables"
import { start } from "#test/support/TestApp"
import { anAuditorLink, anException, aResult, aStoredTest, opened } from "./stored.ts"

/** Somebody who left late, shown by a link. */
const aRoom = Effect.fnUntraced(function* (name = "Ada Lovelace") {
  const by = yield* aSuperAdmin()
  const { id: leaverId } = yield* aCase(by, { employee_name: name })
  const test = yield* aStoredTest(by.orgId, { result: aResult({ exceptions: [anException(leaverId)] }) })
  return { by, leaverId, test, link: yield* anAuditorLink(by, test.id, { label: "KPMG" }) }
})

const zipOf = (token: string) => send("GET", `/auditor/${token}/leaver-test.zip`)

const visits = (by: Member) =>
  Effect.map(entriesOf(by.orgId, { action: "auditor_link_%ed" }), (entries) =>
    entries.filter(({ action }) => /viewed|downloaded/.test(action))
  )

layer(AppWithFolder)("GET /auditor/{token}", (it) => {
  // leaver-links-5: The page runs no script, loads nothing and sets no cookie; it reads by day, by night, at 390 px and
  //   on paper.
  it.status(
    200,
    "the test to somebody without an account, and nothing that a browser could run, load, keep or tell",
    function* () {
      const { link, test } = yield* aRoom()
      const page = yield* withStatus(200, opened(link.token))
      assert.strictEqual(page.headers["content-type"], "text/html; charset=utf-8")
      assert.match(
        page.headers["content-security-policy"] ?? "",
        /^default-src 'none'; img-src data:; style-src 'sha256-[A-Za-z0-9+/=]+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/
      )
      const style = /<style>([^]*)<\/style>/.exec(page.text)?.[1] ?? ""
      assert.include(page.headers["content-security-policy"], createHash("sha256").update(style).digest("base64"))
      assert.deepInclude(page.headers, {
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "x-robots-tag": "noindex"
      })
      assert.notProperty(page.headers, "set-cookie")
      assert.notMatch(page.text, /<script|<img|<iframe|\sstyle="|\son\w+=|@import|url\(/)
      assert.deepStrictEqual(
        [...page.text.matchAll(/\b(?:href|src)="([^"#][^"]*)"/g)].map(([, address]) => address),
        ["data:,", `http://svc.test/auditor/${link.token}/leaver-test.zip`]
      )
      assert.include(page.text, test.sha256)
      assert.include(page.text, "Ada Lovelace")
      assert.include(page.text, "11.3%")
      assert.include(page.text, "70 removals were not observed.")
    }
  )

  // leaver-links-2: Unknown, altered, expired and revoked links, and those of a test or an organisation that shows
  //   nothing, are answered by one page.
  it.status(404, "every link that opens nothing is answered alike, to the letter, and leaves no entry", function* () {
    const unknown = yield* withStatus(404, opened("a".repeat(43)))
    assert.include(unknown.text, "Ask the sender for a new one")
    const bare = ({ headers, ...answer }: typeof unknown) => {
      const { "x-request-id": _own, ...rest } = headers
      return { ...answer, headers: rest }
    }
    const set = (by: Member, table: string, what: string) =>
      asOwner(
        (sql) =>
          sql`UPDATE ${sql(table)} SET ${sql.literal(what)} WHERE ${sql(table === "organisations" ? "id" : "org_id")} = ${by.orgId}`
      )
    const ended = {
      expired: (by: Member) => set(by, "leaver_test_links", "expires_at = '2026-03-02T09:00:00Z'"),
      revoked: (by: Member) => set(by, "leaver_test_links", "revoked_at = '2026-03-02T08:00:00Z'"),
      "of a suspended organisation": (by: Member) => set(by, "organisations", "suspended = true"),
      "of an organisation that is being deleted": (by: Member) =>
        set(by, "organisations", "deletion_started_at = '2026-03-02T08:00:00Z'"),
      "of a test that was withdrawn": (by: Member) => set(by, "leaver_tests", "status = 'withdrawn'"),
      "of a test that has expired": (by: Member) => set(by, "leaver_tests", "status = 'expired'"),
      "of a test that ends now": (by: Member) => set(by, "leaver_tests", "expires_at = '2026-03-02T09:00:00Z'"),
      "of a test that was deleted": (by: Member) => systemSql`DELETE FROM leaver_tests WHERE org_id = ${by.orgId}`
    }
    for (const [why, end] of Object.entries(ended)) {
      const { by, link } = yield* aRoom()
      assert.strictEqual((yield* opened(link.token)).status, 200, why)
      yield* end(by)
      assert.deepStrictEqual(bare(yield* opened(link.token)), bare(unknown), why)
      assert.deepStrictEqual(bare(yield* zipOf(link.token)), bare(unknown), `${why}: the ZIP`)
      assert.lengthOf(yield* visits(by), 1, why)
    }
    const { by, link } = yield* aRoom()
    const flipped = `${link.token.startsWith("A") ? "B" : "A"}${link.token.slice(1)}`
    for (const token of [
      flipped,
      link.token.slice(1),
      `${link.token}A`,
      link.token.toLowerCase() === link.token ? link.token.toUpperCase() : link.token.toLowerCase(),
      `${link.token}/other.zip`,
      `${link.token}%00`,
      "x".repeat(5000),
      ""
    ]) {
      assert.deepStrictEqual(bare(yield* opened(token)), bare(unknown), token.slice(0, 60))
    }
    assert.isEmpty(yield* visits(by))
    assert.strictEqual((yield* send("POST", `/auditor/${link.token}`)).status, 405)
  })

  // leaver-links-3
  it.status(503, "a view that cannot be recorded is not shown, and not counted", function* () {
    const { by, link } = yield* aRoom()
    // Without its head the chain takes no further entry.
    yield* asOwner((sql) => sql`DELETE FROM audit_heads WHERE org_id = ${by.orgId}`)
    for (const answer of [yield* opened(link.token), yield* zipOf(link.token)]) {
      assert.strictEqual(answer.status, 503)
      for (const told of ["Ada", "Acme", "sha256"]) assert.notInclude(answer.text, told)
    }
    const rows = yield* systemSql`SELECT views, last_viewed_at FROM leaver_test_links WHERE id = ${link.id}`
    assert.deepStrictEqual(rows, [{ views: 0, last_viewed_at: null }])
  })

  // leaver-links-3: Each view and download is counted and recorded before anything is shown; without the entry nothing
  //   is.
  it.status(
    200,
    "each view and download is counted and recorded by link and test, without an actor and without the token",
    function* () {
      const { by, link, test } = yield* aRoom()
      yield* opened(link.token)
      yield* TestClock.adjust("1 minute")
      yield* zipOf(link.token)
      const entries = yield* visits(by)
      const told = `test: ${test.id}, link: ${link.id}, label: KPMG`
      assert.deepStrictEqual(
        entries.map(({ action, actor_id, details, target }) => [action, actor_id, target, details]),
        [
          ["auditor_link_viewed", null, "Leaver access test", told],
          ["auditor_link_downloaded", null, "Leaver access test", told]
        ]
      )
      const stored = yield* systemSql<{ details: string }>`
            SELECT details FROM audit_entries
            WHERE org_id = ${by.orgId} AND action IN ('auditor_link_viewed', 'auditor_link_downloaded')`
      assert.lengthOf(stored, 2)
      for (const { details } of stored) {
        assert.include(details, "by the auditor link")
        assert.notInclude(details, link.token)
      }
      const rows = yield* systemSql<{ views: number; last_viewed_at: Date }>`
          SELECT views, last_viewed_at FROM leaver_test_links WHERE id = ${link.id}`
      assert.deepStrictEqual(rows, [
        { views: 2, last_viewed_at: DateTime.toDateUtc(DateTime.add(start, { minutes: 1 })) }
      ])
      yield* TestClock.setTime(start.epochMilliseconds)
    }
  )

  // leaver-links-6: People have their present names: `[erased]`, `[deleted]` where the case is gone; whatever a name
  //   says is text.
  it.status(
    200,
    "names as they are now: of cases and of directory records, [erased] and [deleted], each as text",
    function* () {
      const by = yield* aSuperAdmin()
      const hostile = `<img src=x onerror="alert(1)">&'`
      const { id: first } = yield* aCase(by, { employee_name: hostile })
      const { id: erased } = yield* aCase(by, { employee_name: "Bo Diddley" })
      const { id: unfiled } = yield* aPerson(by, "Grace Hopper")
      const result = aResult({
        exceptions: [
          anException(first),
          anException(erased),
          anException(unfiled, { app: null, result: "no_case", cause: "no_case", hours: null, allowed_hours: null }),
          anException(randomUUID(), { app: "<script>" })
        ]
      })
      const test = yield* aStoredTest(by.orgId, { result })
      const link = yield* anAuditorLink(by, test.id, { label: "<b>KPMG</b>" })
      yield* systemSql`UPDATE offboardings SET employee_name = '[erased]' WHERE id = ${erased}`
      const { text } = yield* opened(link.token)
      assert.notMatch(text, /<img|<script|<b>/)
      assert.include(text, "&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;")
      assert.include(text, "&lt;b&gt;KPMG&lt;/b&gt;")
      assert.notInclude(text, "Bo Diddley")
      for (const told of ["[erased]", "[deleted]", "Grace Hopper"]) assert.include(text, told)
    }
  )

  // leaver-links-4: A link never shows anything of another organisation or of another test.
  it.status(200, "nothing of another organisation, not even where a result names somebody of theirs", function* () {
    const theirs = yield* aRoom("Charles Babbage")
    const by = yield* aSuperAdmin()
    const test = yield* aStoredTest(by.orgId, { result: aResult({ exceptions: [anException(theirs.leaverId)] }) })
    const link = yield* anAuditorLink(by, test.id)
    const page = yield* withStatus(200, opened(link.token))
    assert.notInclude(page.text, "Babbage")
    assert.notInclude(page.text, theirs.test.id)
    assert.isEmpty(yield* visits(theirs.by))
    assert.strictEqual((yield* zipOf(link.token)).text, test.zip.toString())
  })

  it.status(200, "it says of when it is, that no HR system is connected, and that nothing was tested", function* () {
    const by = yield* aSuperAdmin()
    const full = aResult()
    const nothing = {
      ...full.statistics.leavers,
      tested: 0,
      exceptions: 0,
      exception_rate: null,
      exception_bound_95: null
    }
    const result = aResult({
      as_of: "2026-01-01T00:00:00.000Z",
      statistics: { ...full.statistics, leavers: nothing, curve: { leavers: [], removals: [] } },
      evidence: { read_back: 0, vendor_answer: 0, confirmed_by_hand: 0, not_observed: 0 },
      completeness: { ...full.completeness, complete: true, sources: [] },
      sample: { ...full.sample, size: 0, bound_without_exceptions: null, words: "" }
    })
    const test = yield* aStoredTest(by.orgId, { result })
    const { text } = yield* opened((yield* anAuditorLink(by, test.id)).token)
    for (const told of [
      "As of Jan 1, 2026, 12:00 AM UTC, 60 days ago.",
      "No HR system is connected, so the list of leavers cannot be proven complete.",
      "No leaver in this period has a result yet",
      "No sample was requested.",
      "This service has no signing key"
    ]) {
      assert.include(text.replaceAll(/\s+/g, " "), told)
    }
  })

  it.status(200, "dates follow the region of the browser", function* () {
    const { link } = yield* aRoom()
    const asked = { headers: { "accept-language": "en-GB" } }
    const british = yield* withStatus(200, send("GET", `/auditor/${link.token}`, asked))
    assert.include(british.text, "2 Mar 2026, 09:00 UTC")
    assert.include((yield* opened(link.token)).text, "Mar 2, 2026, 9:00 AM UTC")
  })

  // leaver-links-8: The page is limited like all requests without a session.
  it.status(429, "under the limit that all anonymous requests of one address share", function* () {
    const answers = yield* Effect.forEach(Array.from({ length: 301 }), () => opened("17"), { concurrency: 10 })
    const refused = answers.filter(({ status }) => status === 429)
    assert.isAbove(refused.length, 0)
    assert.property(refused[0]?.headers, "retry-after")
  })
})

for (const [storage, App] of [
  ["a folder", AppWithFolder],
  ["a bucket", AppWithBucket]
] as const) {
  layer(App)(`the ZIP by an auditor link, from ${storage}`, (it) => {
    it.effect("is what the test made, with its hash, as an attachment that no cache keeps", function* () {
      const { link, test } = yield* aRoom()
      const client = yield* HttpClient.HttpClient
      const answer = yield* client.get(`/auditor/${link.token}/leaver-test.zip`)
      const bytes = Buffer.from(yield* answer.arrayBuffer)
      assert.strictEqual(answer.status, 200)
      assert.isTrue(bytes.equals(test.zip))
      assert.deepInclude(answer.headers, {
        "content-type": "application/zip",
        "content-length": String(test.zip.length),
        "x-content-sha256": createHash("sha256").update(bytes).digest("hex"),
        "cache-control": "no-store",
        "referrer-policy": "no-referrer"
      })
      assert.include(
        answer.headers["content-disposition"],
        'attachment; filename="leaver-test-2025-03-01-to-2026-02-28.zip"'
      )
    })

    // leaver-links-9: A ZIP that the storage lacks is 503.
    it.effect("is refused with 503 where the storage does not have it", function* () {
      const { link, test } = yield* aRoom()
      yield* (yield* Files).delete(test.storageKey)
      assert.strictEqual((yield* zipOf(link.token)).status, 503)
    })
  })
}

layer(AppWithFolder)("GET /api/reports/leaver-test/{id}/page", (it) => {
  // leaver-links-7: Members see the same page; figures stay when the ZIP is gone.
  it.status(
    200,
    "the same page for a member, without a link's download and unrecorded; no frame, no cache",
    function* () {
      const { by, link, test } = yield* aRoom()
      const page = yield* withStatus(200, as(by).get(`${test.path}/page`))
      assert.strictEqual(page.headers["content-type"], "text/html; charset=utf-8")
      assert.include(page.headers["content-security-policy"], "frame-ancestors 'none'")
      assert.include(page.text, "Ada Lovelace")
      assert.notInclude(page.text, "/auditor/")
      const shared = (text: string) => /<nav aria-label="On this page">[^]*<section id="verify"/.exec(text)?.[0]
      assert.isDefined(shared(page.text))
      assert.strictEqual(shared(page.text), shared((yield* opened(link.token)).text))
      assert.lengthOf(yield* visits(by), 1)
    }
  )

  // leaver-links-7
  it.status(200, "figures stay when the ZIP has expired or was withdrawn, and it is said", function* () {
    for (const [status, told] of [
      ["expired", "expired and was deleted"],
      ["withdrawn", "was erased, so"]
    ] as const) {
      const by = yield* aSuperAdmin()
      const test = yield* aStoredTest(by.orgId, { status })
      const page = yield* withStatus(200, as(by).get(`${test.path}/page`))
      assert.include(page.text, told)
      assert.include(page.text, "462")
    }
  })

  it.status(400, "an id that is not a UUID", function* () {
    assert.strictEqual((yield* as(yield* aSuperAdmin()).get("/api/reports/leaver-test/17/page")).status, 400)
  })

  it.status(403, "a member who may not export, and one who sees some records only", function* () {
    const { by, test } = yield* aRoom()
    const permissions = ["compliance_view", "analytics_export"] as const
    for (const role of [
      { permissions: ["compliance_view"] },
      { permissions, scope: "departments", departments: ["Research"] }
    ] as const) {
      assert.strictEqual((yield* as(yield* aMember(by.orgId, role)).get(`${test.path}/page`)).status, 403)
    }
    assert.strictEqual((yield* as(yield* aMember(by.orgId, { permissions })).get(`${test.path}/page`)).status, 200)
  })

  it.status(404, "unknown, and another organisation's", function* () {
    const { by, test } = yield* aRoom()
    assert.strictEqual((yield* as(by).get(`/api/reports/leaver-test/${randomUUID()}/page`)).status, 404)
    assert.strictEqual((yield* as(yield* aSuperAdmin()).get(`${test.path}/page`)).status, 404)
  })

  it.status(409, "while it is made, and when it has failed", function* () {
    for (const [status, code] of [
      ["running", "leaver_test_not_ready"],
      ["failed", "leaver_test_failed"]
    ] as const) {
      const by = yield* aSuperAdmin()
      const test = yield* aStoredTest(by.orgId, { status, result: null })
      const answer = yield* withStatus(409, as(by).get(`${test.path}/page`))
      assert.deepInclude(answer.body, { code })
    }
  })
})
