import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { TestApp } from "#test/support/TestApp"
import { send, withStatus } from "#test/support/requests"

const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" }

layer(TestApp, { timeout: "120 seconds" })("what a person opens in a browser", (it) => {
  // surfaces-10: `/` is a page for a browser and JSON for any other client.
  it.effect("/ says what this is and where to go on: a page for a browser, JSON for anybody else", function* () {
    const page = yield* withStatus(200, send("GET", "/", { headers: browser }))
    assert.match(page.headers["content-type"] ?? "", /^text\/html/)
    assert.include(page.headers["content-security-policy"], "default-src 'none'")
    for (const place of ["/docs", "/docs/app", "/docs/scim", "/health/ready"]) {
      assert.include(page.text, `href="${place}"`)
      assert.strictEqual((yield* send("GET", place)).status, 200, place)
    }
    const plain = yield* send("GET", "/")
    assert.deepStrictEqual(plain.body, {
      name: "Offboarding service",
      status: "ok",
      documentation: { public: "/docs", app: "/docs/app", scim: "/docs/scim" },
      health: "/health/ready"
    })
    assert.strictEqual((yield* send("GET", "/nope", { headers: browser })).status, 404)
    assert.strictEqual((yield* send("POST", "/")).status, 405)
  })

  it.effect("a mail's link says what to send with its token, and does nothing; a program gets 404", function* () {
    for (const [path, call] of [
      ["/verify-email", "/api/auth/verify-email"],
      ["/reset-password", "/api/auth/reset-password"],
      ["/accept-invite", "/api/auth/accept-invite"]
    ] as const) {
      const page = yield* withStatus(200, send("GET", `${path}?token=AbC_-9`, { headers: browser }), path)
      assert.include(page.text, `curl -X POST http://svc.test${call} `)
      assert.include(page.text, "AbC_-9")
      assert.strictEqual(page.headers["referrer-policy"], "no-referrer")
      assert.strictEqual(page.headers["cache-control"], "no-store")
      const forged = yield* send("GET", `${path}?token=%27%3B%3Cscript%3E`, { headers: browser })
      assert.notInclude(forged.text, "<script>")
      assert.include(forged.text, "the token of the link in the email")
      const program = yield* send("GET", `${path}?token=AbC_-9`)
      assert.deepStrictEqual([program.status, program.body], [404, { error: "Not found" }], path)
    }
  })

  // refusals-7
  it.status(
    404,
    "an unknown address is a page with a way back in a browser, JSON for programs and below the APIs",
    function* () {
      for (const path of ["/nonsense", "/members/roles", "/reports/deadlines"]) {
        const page = yield* withStatus(404, send("GET", path, { headers: browser }), path)
        assert.match(page.headers["content-type"] ?? "", /^text\/html/, path)
        assert.include(page.text, 'href="/"', path)
        const german = yield* send("GET", path, { headers: { ...browser, "accept-language": "de-AT" } })
        assert.include(german.text, "Seite nicht gefunden", path)
        const program = yield* send("GET", path)
        assert.deepStrictEqual([program.status, program.body], [404, { error: "Not found" }], path)
        const sent = yield* send("POST", path, { headers: browser })
        assert.deepStrictEqual([sent.status, sent.body], [404, { error: "Not found" }], path)
      }
      for (const path of ["/api/nonsense", "/scim/v2/Nonsense", "/static/nonsense.js"]) {
        const answer = yield* withStatus(404, send("GET", path, { headers: browser }), path)
        assert.match(answer.headers["content-type"] ?? "", /json/, path)
      }
    }
  )

  it.status(404, "an expired portal link is a page for a browser, JSON for a program", function* () {
    const page = yield* withStatus(404, send("GET", `/portal/${"A".repeat(43)}`, { headers: browser }))
    assert.match(page.headers["content-type"] ?? "", /^text\/html/)
    assert.include(page.text, "This link has expired")
    const program = yield* withStatus(404, send("GET", `/portal/${"A".repeat(43)}`))
    assert.property(program.body, "error")
  })
})

const bare = Effect.provideService(FetchHttpClient.RequestInit, {})

layer(TestApp, { timeout: "120 seconds" })("the references and the OpenAPI documents", (it) => {
  const documents = [
    "/docs",
    "/docs/app",
    "/docs/scim",
    "/openapi/public.json",
    "/openapi/app.json",
    "/openapi/scim.json"
  ]

  // surfaces-11: API references and OpenAPI documents are compressed and cacheable.
  it.effect("each is compressed as it is asked for, cacheable, and not sent again to who has it", () =>
    Effect.gen(function* () {
      for (const path of documents) {
        const etags = new Set<string>()
        for (const coding of ["identity", "gzip", "br"]) {
          const headers = { "accept-encoding": coding }
          const answer = yield* withStatus(200, send("GET", path, { headers }), `${path} ${coding}`)
          assert.strictEqual(answer.headers["cache-control"], "public, max-age=300", path)
          assert.strictEqual(answer.headers["vary"], "accept-encoding", path)
          const etag = answer.headers["etag"] ?? ""
          etags.add(etag)
          const again = yield* send("GET", path, { headers: { ...headers, "if-none-match": `"other", W/${etag}` } })
          assert.deepStrictEqual(
            [again.status, again.text, again.headers["etag"]],
            [304, "", etag],
            `${path} ${coding}`
          )
          const stale = yield* send("GET", path, { headers: { ...headers, "if-none-match": '"other"' } })
          assert.strictEqual(stale.text, answer.text, path)
        }
        assert.strictEqual(etags.size, 3, path)
      }
    }).pipe(bare)
  )

  it.effect("each reference links to the others and names no icon to be asked for", function* () {
    for (const path of ["/docs", "/docs/app", "/docs/scim"]) {
      const { text } = yield* send("GET", path)
      for (const other of ["/docs", "/docs/app", "/docs/scim"]) assert.include(text, `<a href="${other}"`)
      assert.include(text, '<link rel="icon" href="data:," />')
    }
  })

  // surfaces-12: API references share the rate limit of anonymous requests.
  it.status(429, "they share the limit of anonymous requests", function* () {
    yield* TestClock.adjust("61 seconds")
    for (let times = 1; times <= 300; times += 1) {
      assert.strictEqual((yield* send("HEAD", "/openapi/scim.json")).status, 200)
    }
    const limited = yield* send("GET", "/docs")
    assert.deepStrictEqual([limited.status, limited.headers["retry-after"]], [429, "60"])
  })
})
