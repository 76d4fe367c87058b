import { assert, layer } from "#test/support/suite"
import { Cookies } from "effect/http"
import { Duration, Effect, Layer, Option } from "effect"
import { createHash } from "node:crypto"
import { clientId, StandIn } from "#test/support/google-stand-in"
import { withStatus } from "#test/support/requests"
import { TestApp, testAppWith } from "#test/support/TestApp"
import { begin, comeBack, configWith, GoogleApp, visit } from "./support.ts"

layer(GoogleApp)("GET /api/auth/google", (it) => {
  it.status(200, "yes, for anybody", function* () {
    const answer = yield* visit("/api/auth/google")
    assert.deepStrictEqual([answer.status, JSON.parse(answer.text)], [200, { configured: true }])
  })
})

layer(GoogleApp)("GET /api/auth/google/start", (it) => {
  // sign-in-15: Google sign-in is the authorization code flow with PKCE, state and nonce, bound to the browser and used
  //   once.
  it.status(302, "to the provider, for the code flow with PKCE (S256), state and nonce", function* () {
    const { issuer } = yield* StandIn
    const { answer, authorization } = yield* begin()
    assert.strictEqual(answer.status, 302)
    assert.strictEqual(authorization.origin + authorization.pathname, `${issuer}/authorize`)
    const { code_challenge, nonce, state, ...rest } = Object.fromEntries(authorization.searchParams)
    assert.deepStrictEqual(rest, {
      client_id: clientId,
      response_type: "code",
      redirect_uri: "http://svc.test/api/auth/google/callback",
      scope: "openid email",
      code_challenge_method: "S256"
    })
    for (const random of [code_challenge, nonce, state]) assert.match(random ?? "", /^[\w-]{43}$/)
  })

  it.status(302, "everything drawn anew for each sign-in", function* () {
    const starts = yield* Effect.replicateEffect(begin(), 5)
    for (const name of ["state", "nonce", "code_challenge"]) {
      assert.strictEqual(new Set(starts.map(({ authorization }) => authorization.searchParams.get(name))).size, 5)
    }
    assert.strictEqual(new Set(starts.map(({ cookie }) => cookie)).size, 5)
  })

  it.status(
    302,
    "the cookie is sealed, HttpOnly, SameSite=Lax, for the two routes and 10 minutes; no session with it",
    function* () {
      const { answer, state } = yield* begin("/cases")
      assert.sameMembers(Object.keys(Cookies.toRecord(answer.cookies)), ["google_sign_in"])
      const { options, value } = Option.getOrThrow(Cookies.get(answer.cookies, "google_sign_in"))
      assert.deepInclude(options, { httpOnly: true, sameSite: "lax", path: "/api/auth/google" })
      // BASE_URL of the tests is plain http.
      assert.isNotTrue(options?.secure)
      assert.strictEqual(Duration.toMinutes(Duration.fromInputUnsafe(options?.maxAge ?? 0)), 10)
      for (const known of [state, "cases", createHash("sha256").update(state).digest("hex")]) {
        assert.notInclude(value, known)
        assert.notInclude(Buffer.from(value, "base64url").toString(), known)
      }
      assert.isBelow(value.length, 4096)
    }
  )

  it.status(302, "a long returnTo still makes a cookie that browsers keep", function* () {
    const { answer } = yield* begin(`/${"é".repeat(1900)}`)
    assert.isBelow(answer.setCookie?.length ?? 5000, 4096)
    const fitting = yield* begin(`/${"x".repeat(1499)}`)
    assert.isBelow(fitting.answer.setCookie?.length ?? 5000, 4096)
  })

  it.status(400, "a returnTo that is no text", function* () {
    const wrong = ["/a&returnTo=/b", "%00", "/%E2%80%AE", `/${"x".repeat(2000)}`]
    for (const query of wrong.map((value) => `returnTo=${value}`)) {
      const answer = yield* withStatus(400, visit(`/api/auth/google/start?${query}`), query)
      assert.match(answer.text, /returnTo/)
    }
  })
})

layer(GoogleApp)("GET /api/auth/google/start, before the provider was ever asked", (it) => {
  it.status(
    302,
    "to the login page while the provider cannot be asked, and to the provider as soon as it can",
    function* () {
      const standIn = yield* StandIn
      const broken = [
        "hang",
        { status: 500 },
        { status: 503, type: "text/html", body: "<h1>Down</h1>" },
        { status: 200, type: "text/html", body: "<h1>Hello</h1>" },
        { status: 200, body: "{" },
        { status: 200, body: `{"issuer":"https://another.test"}` },
        { status: 200, body: JSON.stringify({ issuer: standIn.issuer }) },
        { status: 200, body: `"${"x".repeat(1_100_000)}"` },
        { status: 302, location: "/jwks" }
      ] as const
      for (const answers of broken) {
        yield* standIn.behave({ answers: { "/.well-known/openid-configuration": answers } })
        const answer = yield* visit("/api/auth/google/start")
        const label = JSON.stringify(answers).slice(0, 60)
        assert.strictEqual(answer.status, 302, label)
        assert.strictEqual(answer.location, "http://svc.test/login?error=google_unavailable", label)
        assert.isTrue(Cookies.isEmpty(answer.cookies), label)
      }
      yield* standIn.behave()
      assert.strictEqual((yield* begin()).authorization.origin, standIn.issuer)
    }
  )
})

layer(TestApp)("GET /api/auth/google", (it) => {
  it.status(200, "no, where the operator has not configured it", function* () {
    const answer = yield* visit("/api/auth/google")
    assert.deepStrictEqual([answer.status, JSON.parse(answer.text)], [200, { configured: false }])
  })
})

layer(TestApp)("GET /api/auth/google/start", (it) => {
  it.status(503, "Google sign-in is not configured", function* () {
    const answer = yield* withStatus(503, visit("/api/auth/google/start"))
    assert.deepStrictEqual(JSON.parse(answer.text), {
      error: "Google sign-in is not configured on this service. Sign in with your password"
    })
  })
})

layer(TestApp)("GET /api/auth/google/callback", (it) => {
  it.status(503, "Google sign-in is not configured", function* () {
    const answer = yield* withStatus(503, comeBack({ code: "a-code", state: "a-state" }))
    assert.deepStrictEqual(JSON.parse(answer.text), {
      error: "Google sign-in is not configured on this service. Sign in with your password"
    })
  })
})

const Secured = Layer.unwrap(
  Effect.map(StandIn, ({ issuer }) => testAppWith(configWith(issuer, "https://svc.test")))
).pipe(Layer.provideMerge(StandIn.layer))

layer(Secured)("GET /api/auth/google/start over https", (it) => {
  it.status(302, "the cookie is Secure", function* () {
    const { answer } = yield* begin()
    assert.isTrue(Option.getOrThrow(Cookies.get(answer.cookies, "google_sign_in")).options?.secure)
  })
})
