import { assert, layer } from "#test/support/suite"
import { Effect, Layer, Logger } from "effect"
import { IpNetwork } from "effect/net"
import { TestClock } from "effect/testing"
import { AppConfig } from "#platform/config/config"
import { TestApp, TestConfig, testAppWith } from "#test/support/TestApp"
import { send } from "#test/support/requests"

const warnings: Array<string> = []
const Logging = Logger.layer([
  Logger.make<unknown, void>(({ logLevel, message }) => {
    const text = String(message)
    if (logLevel === "Warn" && text.startsWith("X-Forwarded-For")) warnings.push(text)
  })
])

const configured = (changes: Partial<AppConfig["Service"]>) =>
  Layer.effect(
    AppConfig,
    Effect.map(AppConfig, (config) => AppConfig.of({ ...config, ...changes }))
  ).pipe(Layer.provide(TestConfig))

const byHttps = testAppWith(configured({ baseUrl: "https://svc.test" })).pipe(Layer.provideMerge(Logging))
const behindProxy = testAppWith(
  configured({ trustedProxies: [IpNetwork.fromStringUnsafe("127.0.0.0/8"), IpNetwork.fromStringUnsafe("::1/128")] })
).pipe(Layer.provideMerge(Logging))

layer(byHttps)("a service that is reached by https", (it) => {
  // surfaces-5: Over https browsers are told to come by nothing else.
  it.effect("tells browsers to come by nothing else, whatever it answers", function* () {
    for (const path of ["/", "/health/live", "/api/auth/me", "/nope", "/docs"]) {
      assert.strictEqual((yield* send("GET", path)).headers["strict-transport-security"], "max-age=31536000", path)
    }
  })

  // surfaces-13: Forwarded requests from a proxy that is not trusted are logged, once a minute at most.
  it.effect("warns of forwarded requests from whom it does not trust, once a minute at most", function* () {
    const forwarded = send("GET", "/health/live", { headers: { "x-forwarded-for": "203.0.113.9" } })
    for (let times = 0; times < 5; times += 1) yield* forwarded
    assert.lengthOf(warnings, 1)
    assert.match(warnings[0] ?? "", /^X-Forwarded-For from a proxy not in TRUSTED_PROXIES/)
    yield* TestClock.adjust("1 minute")
    yield* forwarded
    assert.lengthOf(warnings, 2)
    yield* send("GET", "/health/live")
    assert.lengthOf(warnings, 2)
  })
})

layer(behindProxy)("a service behind a proxy that it trusts", (it) => {
  it.effect("warns of nothing", function* () {
    const before = warnings.length
    yield* send("GET", "/health/live", { headers: { "x-forwarded-for": "203.0.113.9" } })
    assert.lengthOf(warnings, before)
  })
})

layer(TestApp)("a service that is reached by http", (it) => {
  it.effect("does not send browsers elsewhere", function* () {
    assert.notProperty((yield* send("GET", "/health/live")).headers, "strict-transport-security")
  })
})
