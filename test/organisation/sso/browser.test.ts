import { assert, layer } from "#test/support/suite"
import { Effect, Layer } from "effect"
import { AppConfig } from "#platform/config/config"
import { anIdentityProvider, questionIn, signedAnswer } from "#test/support/saml-idp"
import { TestConfig, testAppWith } from "#test/support/TestApp"
import { aSetting, login, post } from "./support.ts"

const BehindHttps = Layer.effect(
  AppConfig,
  Effect.map(AppConfig, (config) => AppConfig.of({ ...config, baseUrl: "https://svc.test" }))
).pipe(Layer.provide(TestConfig))

/** The service as it is deployed: its own address is https. */
const HttpsApp = testAppWith(BehindHttps)

const idp = await Effect.runPromise(anIdentityProvider())

const startSignIn = Effect.fnUntraced(function* (orgId: string, cookie?: string) {
  const { headers } = yield* login(orgId, "", cookie === undefined ? {} : { cookie })
  const set = headers["set-cookie"] ?? ""
  return { question: questionIn(headers["location"] ?? ""), set, cookie: set.split(";")[0] ?? "" }
})

layer(HttpsApp)("POST /api/auth/saml/{orgId}/acs", (it) => {
  it.status(303, "over https the answer is taken from the browser that asked only", function* () {
    const { member, orgId } = yield* aSetting(idp)
    const mine = yield* startSignIn(orgId)
    assert.match(
      mine.set,
      /^saml_browser=[A-Za-z0-9_-]{43}; Max-Age=600; Path=\/api\/auth\/saml; HttpOnly; Secure; SameSite=None$/
    )
    const other = yield* startSignIn(orgId)
    assert.notStrictEqual(other.cookie, mine.cookie)
    for (const headers of [{}, { cookie: other.cookie }, { cookie: "saml_browser=x" }]) {
      const { question } = yield* startSignIn(orgId, mine.cookie)
      const samlResponse = yield* signedAnswer(idp, question, { email: member.email })
      const { cookie, location } = yield* post(orgId, samlResponse, question.relayState, headers)
      assert.deepStrictEqual([location, cookie], ["https://svc.test/login?error=sso_browser", ""])
    }
    const samlResponse = yield* signedAnswer(idp, mine.question, { email: member.email })
    const taken = yield* post(orgId, samlResponse, mine.question.relayState, { cookie: mine.cookie })
    assert.strictEqual(taken.location, "https://svc.test/")
    assert.match(taken.cookie, /^access_token=.*; Secure/)
  })

  it.status(303, "sign-ins in two tabs of one browser both end well", function* () {
    const { member, orgId } = yield* aSetting(idp)
    const first = yield* startSignIn(orgId)
    const second = yield* startSignIn(orgId, first.cookie)
    assert.strictEqual(second.cookie, first.cookie)
    for (const { question } of [first, second]) {
      const samlResponse = yield* signedAnswer(idp, question, { email: member.email })
      const { token } = yield* post(orgId, samlResponse, question.relayState, { cookie: first.cookie })
      assert.isDefined(token)
    }
  })
})
