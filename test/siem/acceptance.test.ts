import { assert, describe, it } from "@effect/vitest"
import { SiemTargetType } from "@svc/contract/siem/schema"
import { canary } from "@svc/lab/vendor"
import { acceptanceOf } from "#siem/acceptance"

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
