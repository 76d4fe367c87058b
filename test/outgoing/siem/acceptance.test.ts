import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import { SiemTargetType } from "@svc/contract/siem/schema"
import { canary } from "@svc/lab/vendor"
import { settle } from "#outgoing/deliveries/attempt-rules"
import { siemDeliveries } from "#outgoing/siem/delivery-policy"
import { AttemptResult } from "#outgoing/deliveries/sender"
import { acceptanceOf } from "#outgoing/siem/collector-answers"

const others = SiemTargetType.literals.filter((type) => type !== "splunk_hec")

describe("the collector has accepted it", () => {
  for (const type of others) {
    it(`any 2xx, whatever the body: ${type}`, () => {
      for (const status of [200, 201, 202, 204, 299]) {
        for (const body of ["", "{}", "not JSON", '{"code":9}']) {
          assert.deepStrictEqual(acceptanceOf(type, { status, body }), { accepted: true })
        }
      }
    })
  }
  it("splunk_hec: a 2xx whose code is 0", () => {
    assert.isTrue(acceptanceOf("splunk_hec", { status: 200, body: '{"text":"Success","code":0}' }).accepted)
    assert.isTrue(acceptanceOf("splunk_hec", { status: 200, body: '{"text":"Success","code":0,"ackId":1}' }).accepted)
  })
})

describe("it has not", () => {
  for (const type of SiemTargetType.literals) {
    it(`any other status, code 0 or not: ${type}`, () => {
      for (const status of [199, 301, 302, 307, 400, 401, 403, 404, 413, 422, 429, 500, 503]) {
        assert.deepStrictEqual(acceptanceOf(type, { status, body: '{"text":"Success","code":0}' }), { accepted: false })
      }
    })
  }
  it("splunk_hec: a 2xx with another code, of which only the number is told", () =>
    assert.deepStrictEqual(
      acceptanceOf("splunk_hec", { status: 200, body: JSON.stringify({ text: canary, code: 9 }) }),
      { accepted: false, detail: "The collector answered 200 with code 9" }
    ))
  it("splunk_hec: a 2xx without a code", () => {
    const bodies = [
      "",
      "<html>ok</html>",
      "{}",
      "null",
      "[0]",
      '{"code":"0"}',
      '{"code":null}',
      '{"code":0.5}',
      '{"code"'
    ]
    for (const body of bodies) {
      assert.deepStrictEqual(
        acceptanceOf("splunk_hec", { status: 202, body }),
        { accepted: false, detail: "The collector answered 202 without a code" },
        body
      )
    }
  })
})

describe("what each vendor's own answers come to", () => {
  const hec = (code: number) => JSON.stringify({ text: "-", code })
  const answers: ReadonlyArray<readonly [SiemTargetType, number, string, "delivered" | "failed" | "dead"]> = [
    ["splunk_hec", 200, hec(0), "delivered"],
    ["splunk_hec", 400, hec(5), "dead"],
    ["splunk_hec", 400, hec(6), "dead"],
    ["splunk_hec", 400, hec(12), "dead"],
    ["splunk_hec", 401, hec(2), "failed"],
    ["splunk_hec", 401, hec(3), "failed"],
    ["splunk_hec", 403, hec(4), "failed"],
    ["splunk_hec", 503, hec(9), "failed"],
    ["splunk_hec", 200, hec(9), "failed"],
    ["datadog", 202, "{}", "delivered"],
    ["datadog", 400, "{}", "dead"],
    ["datadog", 403, "{}", "failed"],
    ["datadog", 408, "{}", "failed"],
    ["datadog", 413, "{}", "dead"],
    ["datadog", 429, "{}", "failed"],
    ["datadog", 500, "{}", "failed"],
    ["elasticsearch", 201, '{"result":"created"}', "delivered"],
    ["elasticsearch", 400, '{"error":{"type":"document_parsing_exception"}}', "dead"],
    ["elasticsearch", 429, '{"error":{"type":"es_rejected_execution_exception"}}', "failed"],
    ["sumo_logic", 200, "", "delivered"],
    ["sumo_logic", 401, "", "failed"],
    ["sumo_logic", 408, "", "failed"],
    ["sumo_logic", 429, "", "failed"],
    ["sumo_logic", 503, "", "failed"],
    ["new_relic", 202, '{"requestId":"1"}', "delivered"],
    ["new_relic", 403, "", "failed"],
    ["new_relic", 413, "", "dead"],
    ["new_relic", 429, "", "failed"],
    ["generic", 204, "", "delivered"],
    ["generic", 422, "", "dead"],
    ["generic", 404, "", "failed"]
  ]
  const words = { delivered: "taken", failed: "retried", dead: "given up at once" }
  const attemptAt = DateTime.makeUnsafe("2026-03-02T09:00:00Z")
  for (const [type, status, body, becomes] of answers) {
    it(`${type}: ${status} ${body} is ${words[becomes]}`, () => {
      const result = AttemptResult.Answered({ status, ...acceptanceOf(type, { status, body }) })
      const settled = settle(siemDeliveries, { attemptAt, attemptsBefore: 0 }, result, 0)
      assert.strictEqual(settled.status, becomes)
      assert.strictEqual(settled.nextAttemptAt === null, becomes !== "failed")
    })
  }
})
