import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { UrlParams } from "effect/http"
import { createServer } from "node:http"
import { AccessLog } from "#platform/access-log"
import { AppConfig } from "#platform/config"
import { TelemetryLayer } from "#platform/telemetry"
import { listen } from "../support/outbound-servers.ts"
import { TestConfig } from "../support/TestApp.ts"

const configured = (overrides: Partial<AppConfig["Service"]>) =>
  Layer.effect(
    AppConfig,
    Effect.map(AppConfig, (config) => AppConfig.of({ ...config, ...overrides }))
  ).pipe(Layer.provide(TestConfig))

describe("telemetry", () => {
  it.live("spans are sent by OTLP when an endpoint is configured, the last ones at the end of the process", () =>
    Effect.gen(function* () {
      const posts: Array<{ readonly path: string | undefined; readonly body: string }> = []
      const collector = createServer((request, response) => {
        const chunks: Array<Buffer> = []
        request.on("data", (chunk: Buffer) => chunks.push(chunk))
        request.on("end", () => {
          posts.push({ path: request.url, body: Buffer.concat(chunks).toString() })
          response.setHeader("content-type", "application/json").end("{}")
        })
      })
      const { port } = yield* listen(collector)
      yield* Effect.void.pipe(
        Effect.withSpan("a-step-of-the-service"),
        Effect.provide(
          TelemetryLayer.pipe(Layer.provide(configured({ otlpEndpoint: Option.some(`http://127.0.0.1:${port}`) })))
        )
      )
      const traces = posts.filter(({ path }) => path === "/v1/traces").map(({ body }) => body)
      assert.include(traces.join(), "a-step-of-the-service")
      assert.include(traces.join(), "offboarding-service")
    }).pipe(Effect.scoped)
  )

  it.live("no value of a query is in a span: reasons and searches name people", () =>
    Effect.gen(function* () {
      const redacted = yield* UrlParams.CurrentRedactedNames
      const url = "https://svc.example/api/employees?q=ada&reason=Caught+stealing&code=secret"
      assert.notMatch(UrlParams.redactUrl(url, redacted), /ada|Caught|secret/)
    }).pipe(
      Effect.provide(
        TelemetryLayer.pipe(Layer.provide(configured({ otlpEndpoint: Option.some("http://127.0.0.1:9") })))
      )
    )
  )

  it.live("access log lines leave out what is itself a credential", () =>
    Effect.gen(function* () {
      const written: Array<string> = []
      const original = process.stdout.write.bind(process.stdout)
      yield* Effect.gen(function* () {
        const log = yield* AccessLog
        const line = { at: 0, requestId: "r", method: "GET", status: 200, milliseconds: 1.26, address: "192.0.2.1" }
        log.write({ ...line, path: "/files/payload.signature" })
        log.write({ ...line, path: "/portal/token-of-somebody" })
        log.write({ ...line, path: "/api/v1/employees" })
        process.stdout.write = (chunk) => {
          written.push(String(chunk))
          return true
        }
      }).pipe(
        Effect.provide(AccessLog.layerNoDeps.pipe(Layer.provide(configured({ logLevel: "Info", logFormat: "json" })))),
        Effect.ensuring(
          Effect.sync(() => {
            process.stdout.write = original
          })
        )
      )
      const text = written.join("")
      assert.notInclude(text, "signature")
      assert.notInclude(text, "token-of-somebody")
      assert.include(text, '"path":"/api/v1/employees"')
      assert.include(text, '"milliseconds":1.3')
    })
  )
})
