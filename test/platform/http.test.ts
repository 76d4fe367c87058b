import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { Files } from "#platform/files/files"
import { operatorToken, TestApp } from "#test/support/TestApp"
import { aKey, aSession, aSuperAdmin } from "#test/support/people"
import { readFileSync } from "node:fs"
import { send, withStatus } from "#test/support/requests"

const aReader = Effect.gen(function* () {
  const member = yield* aSuperAdmin()
  return { key: yield* aKey(member), session: yield* aSession(member) }
})

layer(TestApp)("what stands around every route", (it) => {
  // refusals-7: An unknown path is 404 in its surface's own shape, and outside of the APIs a page with a way back where
  //   a browser asks for HTML; a wrong method 405 with `Allow`.
  // refusals-1
  it.status(404, "an unknown path is JSON in its surface's own error shape, never HTML", function* () {
    for (const path of ["/api/nope", "/api/v1/nope/deeper", "/nope", "/api/v1/offboardings/a/b/c"]) {
      const answer = yield* withStatus(404, send("GET", path), path)
      assert.deepStrictEqual(answer.body, { error: "Not found" }, path)
    }
    const scim = yield* withStatus(404, send("GET", "/scim/v2/Nope"))
    assert.strictEqual(scim.headers["content-type"], "application/scim+json")
    assert.deepStrictEqual(scim.body, {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"],
      status: "404",
      detail: "Not found"
    })
  })

  // refusals-7
  it.status(405, "a wrong method on a known path names the right ones in Allow", function* () {
    const answer = yield* withStatus(405, send("PUT", "/api/v1/offboardings"))
    assert.deepStrictEqual(answer.body, { error: "Method not allowed" })
    assert.strictEqual(answer.headers["allow"], "GET, HEAD, POST")
    assert.strictEqual((yield* send("DELETE", "/health/live")).headers["allow"], "GET, HEAD")
  })

  // refusals-17: A path segment that belongs to another method is 405, not an ID.
  it.status(405, "a word of a path that another method knows is not taken for an id", function* () {
    for (const [method, path, allowed] of [
      ["GET", "/api/employees/bulk-status", "POST"],
      ["GET", "/api/org-employees/import", "POST"],
      ["DELETE", "/api/employees/sla-breaches", "GET, HEAD"],
      ["DELETE", "/api/offboarding-initiations/settings", "GET, HEAD, PATCH"],
      ["POST", "/api/offboarding-initiations/settings", "GET, HEAD, PATCH"]
    ] as const) {
      const answer = yield* send(method, path)
      assert.deepStrictEqual(
        [answer.status, answer.body, answer.headers["allow"]],
        [405, { error: "Method not allowed" }, allowed],
        `${method} ${path}`
      )
    }
  })

  // refusals-6
  it.status(413, "a body over 1 MB, whatever it is", function* () {
    const { key } = yield* aReader
    const body = JSON.stringify({ employee_name: "x".repeat(1_100_000), exit_date: "2026-04-30" })
    const answer = yield* withStatus(413, send("POST", "/api/v1/offboardings", { bearer: key, body }))
    assert.deepStrictEqual(answer.body, { error: "Payload too large" })
  })

  it.status(400, "a body that is not JSON, by its type or by its text", function* () {
    const { key } = yield* aReader
    for (const [type, body] of [
      ["text/plain", '{"employee_name":"Ada","exit_date":"2026-04-30"}'],
      ["application/xml", "<a/>"],
      ["application/x-www-form-urlencoded", "employee_name=Ada"],
      ["application/json", "{"],
      ["application/json", ""],
      ["application/json", "\u0000"],
      ["application/json", `${"[".repeat(20_000)}${"]".repeat(20_000)}`]
    ] as const) {
      const answer = yield* send("POST", "/api/v1/offboardings", {
        bearer: key,
        body,
        headers: { "content-type": type }
      })
      assert.strictEqual(answer.status, 400, `${type} ${body.slice(0, 20)}: ${answer.text}`)
      assert.property(answer.body, "error")
    }
  })

  // refusals-4
  it.status(400, "parameters of the wrong form name themselves, and none is a 500", function* () {
    const { key } = yield* aReader
    for (const query of [
      "limit=100abc",
      "limit=1e2",
      "limit=0",
      "limit=101",
      "limit=-1",
      "limit=",
      "page=0",
      "page=9e15",
      "page=999999999999999999",
      "status=nope",
      "limit=20&limit=30"
    ]) {
      const answer = yield* send("GET", `/api/v1/offboardings?${query}`, { bearer: key })
      assert.strictEqual(answer.status, 400, `${query}: ${answer.text}`)
      assert.include(answer.text, query.split("=")[0] ?? "", query)
    }
    assert.include((yield* send("GET", "/api/v1/offboardings?limit=101", { bearer: key })).text, "100")
  })

  // surfaces-6: Every answer has a request id.
  it.effect("every answer carries a request id: the caller's own when it is harmless", function* () {
    const own = yield* send("GET", "/health/live", { headers: { "x-request-id": "from-the-caller.1" } })
    assert.strictEqual(own.headers["x-request-id"], "from-the-caller.1")
    const made = yield* send("GET", "/health/live", { headers: { "x-request-id": 'no "quotes"' } })
    assert.match(made.headers["x-request-id"] ?? "", /^[0-9a-f-]{36}$/)
    assert.strictEqual(made.headers["x-content-type-options"], "nosniff")
    assert.strictEqual(made.headers["cache-control"], "no-store")
  })

  // surfaces-1: `/health` is 200 and names the other three. `/health/live` and `/health/ready` are 200 `{ status: ok
  //   }`, or 503 with what is not ready.
  it.effect("health: 200 { status: ok } for the process and for what it needs", function* () {
    assert.deepStrictEqual((yield* send("GET", "/health")).body, {
      status: "ok",
      live: "/health/live",
      ready: "/health/ready",
      version: "/health/version"
    })
    assert.deepStrictEqual((yield* send("GET", "/health/live")).body, { status: "ok" })
    assert.deepStrictEqual((yield* send("GET", "/health/ready")).body, { status: "ok" })
  })

  // surfaces-8: `/health/version` tells the release, the one of `package.json`, and the commit that was built, where it
  //   is known.
  it.effect("version: 200 with the release of package.json, for anybody", function* () {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"))
    assert.deepStrictEqual((yield* send("GET", "/health/version")).body, { version })
  })

  // surfaces-3: `/metrics` is Prometheus' text for the operator token, and 401 for anybody else.
  it.effect("metrics: Prometheus text for the operator token, 401 for anybody else", function* () {
    const { session } = yield* aReader
    assert.strictEqual((yield* send("GET", "/metrics")).status, 401)
    assert.strictEqual((yield* send("GET", "/metrics", { bearer: session })).status, 401)
    const metrics = yield* withStatus(200, send("GET", "/metrics", { bearer: operatorToken }))
    assert.match(metrics.text, /^http_requests_total\{[^}]*status="401"[^}]*\} \d+$/m)
  })

  it.effect("metrics: requests are counted and timed in seconds by method, route template and status", function* () {
    const { key } = yield* aReader
    yield* send("GET", "/api/v1/offboardings/0190f5a2-7d3c-7b1e-9f00-1a2b3c4d5e6f", { bearer: key })
    yield* send("GET", "/nope/deeper")
    const { text } = yield* send("GET", "/metrics", { bearer: operatorToken })
    const series = (name: string) =>
      text.split("\n").flatMap((line) => {
        const [whole, labels = ""] = /^(\w+)\{(.*)\} /.exec(line)?.slice(1) ?? []
        return whole === name ? [labels] : []
      })
    const hasLabels = (labels: string, wanted: Readonly<Record<string, string>>) =>
      Object.entries(wanted).every(([label, value]) => labels.includes(`${label}="${value}"`))
    const counted = series("http_requests_total")
    const known = { method: "GET", route: "/api/v1/offboardings/:id" }
    assert.isTrue(counted.some((labels) => hasLabels(labels, { ...known, status: "404" })))
    assert.isTrue(counted.some((labels) => hasLabels(labels, { method: "GET", route: "unmatched", status: "404" })))
    const timed = { http_request_method: "GET", http_route: known.route, http_response_status_code: "404" }
    const durations = series("http_server_request_duration_seconds_count")
    assert.isTrue(durations.some((labels) => hasLabels(labels, timed)))
    assert.isEmpty(series("http_request_duration_seconds_count"))
    assert.match(text, /^# TYPE db_client_connections gauge$/m)
    assert.notInclude(text, "/nope")
  })

  // surfaces-4: The API references and the OpenAPI documents come from the contract, and load nothing from elsewhere.
  it.effect(
    "the API reference and the OpenAPI documents come from the contract; the page loads nothing from elsewhere",
    function* () {
      const reference = yield* withStatus(200, send("GET", "/docs"))
      assert.match(reference.headers["content-type"] ?? "", /^text\/html/)
      const outside = reference.text.replaceAll(/<script>[\s\S]*?<\/script>/g, "")
      assert.notMatch(outside, /src=|href="(?!\/docs|data:,)/)
      assert.match(
        reference.headers["content-security-policy"] ?? "",
        /default-src 'none'; script-src 'sha256-\S+' 'sha256-\S+'; .*connect-src 'self';.* frame-ancestors 'none'$/
      )
      for (const [path, route] of [
        ["/openapi/public.json", "/api/v1/offboardings"],
        ["/openapi/app.json", "/api/keys"]
      ] as const) {
        const { body } = yield* send("GET", path)
        assert.nestedProperty(body, "openapi")
        assert.include(JSON.stringify(body), `"${route}"`)
      }
    }
  )

  it.effect("a stored file is served to whoever holds its link, in a sandbox, until the link expires", function* () {
    const files = yield* Files
    yield* files.put("test/report.html", new TextEncoder().encode("<script>alert(1)</script>"), {
      contentType: "text/html"
    })
    const link = new URL(
      yield* files.signedUrl("test/report.html", { expiresIn: "10 minutes", filename: "report.html" })
    )
    const served = yield* withStatus(200, send("GET", link.pathname))
    assert.strictEqual(served.text, "<script>alert(1)</script>")
    assert.include(served.headers["content-security-policy"], "sandbox")
    assert.include(served.headers["content-disposition"], "attachment")
    const forged = yield* withStatus(404, send("GET", `${link.pathname.slice(0, -2)}00`))
    assert.property(forged.body, "error")
  })
})
