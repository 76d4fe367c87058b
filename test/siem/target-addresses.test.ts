import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Jobs } from "#platform/jobs"
import { anAdmin, call, GuardedApp, Names } from "../webhooks/dashboard.ts"
import {
  aTarget,
  body,
  decodeTarget,
  everything,
  path,
  post,
  remove,
  sumoBody,
  test,
  theTarget,
  token
} from "./targets.ts"

layer(GuardedApp)("the address of a target", (it) => {
  it.effect("400: loopback, link-local and private addresses, names that lead there, and other forms are refused", () =>
    Effect.gen(function* () {
      const admin = yield* anAdmin
      const names = yield* Names
      names.set("inside.example.com", ["10.0.0.7"])
      names.set("half.example.com", ["8.8.8.8", "127.0.0.1"])
      names.set("collector.example.com", ["8.8.8.8"])
      const target = yield* aTarget(admin, body({ endpoint_url: "https://collector.example.com/events" }))
      const before = yield* everything(admin.orgId)
      for (const endpoint_url of [
        "https://127.0.0.1/",
        "https://localhost/",
        "https://169.254.169.254/latest/meta-data",
        "https://10.1.2.3/",
        "https://192.168.0.1/",
        "https://[::1]/",
        "https://[fd00::1]/",
        "https://0x7f000001/",
        "https://2130706433/",
        "https://inside.example.com/",
        "https://half.example.com/",
        "http://collector.example.com/",
        "https://user:pass@collector.example.com/",
        "https://collector.example.com/#fragment",
        "ftp://collector.example.com/",
        "collector.example.com",
        "",
        `https://collector.example.com/${"x".repeat(2048)}`
      ]) {
        for (const answer of [
          yield* post(admin, body({ endpoint_url })),
          yield* post(admin, sumoBody({ endpoint_url })),
          yield* call(admin, "PATCH", `${path}/${target.id}`, { endpoint_url, token })
        ]) {
          assert.strictEqual(answer.status, 400, endpoint_url)
          assert.match(answer.text, /^\{"error":"endpoint_url: /, endpoint_url)
        }
      }
      assert.deepStrictEqual(yield* everything(admin.orgId), before)
    })
  )

  it.effect("200: an edit that does not touch the address is made also when it leads elsewhere by now", () =>
    Effect.gen(function* () {
      const admin = yield* anAdmin
      const names = yield* Names
      names.set("moving.example.com", ["8.8.8.8"])
      const endpoint_url = "https://moving.example.com/events"
      const { id } = yield* aTarget(admin, body({ endpoint_url }))
      names.set("moving.example.com", ["10.0.0.7"])
      const answer = yield* call(admin, "PATCH", `${path}/${id}`, { endpoint_url, token: "", active: false })
      assert.strictEqual(answer.status, 200, answer.text)
      assert.isFalse((yield* decodeTarget(answer.body)).active)
    })
  )

  const elsewhere: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
    ["a loopback address", ["127.0.0.1"]],
    ["a loopback address of IPv6", ["::1"]],
    ["a link-local address", ["169.254.169.254"]],
    ["a link-local address of IPv6", ["fe80::1"]],
    ["a private-network address", ["10.0.0.7"]],
    ["a private-network address of IPv6", ["fd00::1"]],
    ["a private address written as one of IPv6", ["::ffff:192.168.0.1"]],
    ["a private address behind NAT64", ["64:ff9b::a00:1"]],
    ["a shared address", ["100.64.0.1"]],
    ["a public and a private address", ["8.8.8.8", "172.16.0.1"]]
  ]
  for (const [where, addresses] of elsewhere) {
    it.effect(
      `re-checked on every send: a name that leads to ${where} by now is sent nothing, and it is given up at once`,
      () =>
        Effect.gen(function* () {
          const admin = yield* anAdmin
          const names = yield* Names
          names.set("rebound.example.com", ["8.8.8.8"])
          const { id } = yield* aTarget(admin, body({ endpoint_url: "https://rebound.example.com/events" }))
          names.set("rebound.example.com", addresses)
          const error = "The address is not a public one any more, so nothing was sent"
          assert.deepStrictEqual((yield* test(admin, id)).body, { success: false, error })
          const jobs = yield* Jobs
          // Its own entry and that of the test.
          const figures = yield* jobs.run("siem-deliveries", admin.orgId)
          assert.deepStrictEqual(figures, { delivered: 0, failed: 0, dead: 2, dropped: 0 })
          assert.deepInclude(yield* theTarget(admin), {
            given_up_count: 2,
            queued_count: 0,
            last_delivery_status: "dead",
            last_status_code: null,
            last_error: error
          })
          yield* remove(admin, id)
        })
    )
  }
})
