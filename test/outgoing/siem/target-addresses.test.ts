import { assert, layer } from "#test/support/suite"
import { Jobs } from "#platform/jobs/jobs"
import { GuardedApp, Names } from "#test/outgoing/webhooks/support"
import { allowed, inside, refused } from "#test/outgoing/webhooks/refused-addresses"
import { anAdmin, aSession } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import {
  aTarget,
  body,
  decodeTarget,
  everything,
  listed,
  path,
  post,
  sumoBody,
  test,
  theTarget,
  token
} from "./targets.ts"

layer(GuardedApp)("the address of a target", (it) => {
  // siem-3: An address that leads to a loopback, link-local or private one is refused, and looked at anew on every
  //   send.
  it.status(
    400,
    "loopback, link-local and private addresses, names that lead there, and other forms are refused",
    function* () {
      const admin = yield* anAdmin()
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
          yield* as(admin).patch(`${path}/${target.id}`, { endpoint_url, token })
        ]) {
          assert.strictEqual(answer.status, 400, endpoint_url)
          assert.match(answer.text, /^\{"error":"endpoint_url: /, endpoint_url)
        }
      }
      assert.deepStrictEqual(yield* everything(admin.orgId), before)
    }
  )

  // siem-26: An edit that leaves the address does not check it again; every send does.
  it.status(200, "an edit that does not touch the address is made also when it leads elsewhere by now", function* () {
    const admin = yield* anAdmin()
    const names = yield* Names
    names.set("moving.example.com", ["8.8.8.8"])
    const endpoint_url = "https://moving.example.com/events"
    const { id } = yield* aTarget(admin, body({ endpoint_url }))
    names.set("moving.example.com", ["10.0.0.7"])
    const answer = yield* withStatus(200, as(admin).patch(`${path}/${id}`, { endpoint_url, token: "", active: false }))
    assert.isFalse((yield* decodeTarget(answer.body)).active)
  })

  it.effect.each(inside)(
    "re-checked on every send: a name that leads by now to an address that is %s is sent nothing, and it is given up at once",
    function* ([, addresses]) {
      const admin = yield* anAdmin()
      const names = yield* Names
      names.set("rebound.example.com", ["8.8.8.8"])
      const endpoint_url = "https://rebound.example.com/events"
      yield* aTarget(admin, body({ endpoint_url }))
      const { id } = yield* aTarget(admin, sumoBody({ endpoint_url }))
      names.set("rebound.example.com", addresses)
      const error = "The URL no longer resolves to a public address, so nothing was sent"
      assert.deepStrictEqual((yield* test(admin, id)).body, { success: false, error })
      const jobs = yield* Jobs
      // What tells of the two targets and of the test.
      const figures = yield* jobs.run("siem-deliveries", admin.orgId)
      assert.deepStrictEqual(figures, { delivered: 0, failed: 0, dead: 5, dropped: 0 })
      for (const target of yield* listed(admin)) {
        assert.deepInclude(target, { queued_count: 0, last_delivery_status: "dead", last_error: error })
      }
    }
  )

  it.effect(
    "every spelling of an address that is not public is refused on create and edit, and nothing is saved",
    function* () {
      const admin = yield* anAdmin()
      const target = yield* aTarget(admin, body({ endpoint_url: "https://8.8.8.8/events" }))
      const before = yield* everything(admin.orgId)
      const bearer = yield* aSession(admin)
      for (const endpoint_url of refused) {
        const created = yield* send("POST", path, { bearer, body: body({ endpoint_url }) })
        const changed = yield* send("PATCH", `${path}/${target.id}`, { bearer, body: { endpoint_url, token } })
        assert.deepStrictEqual([created.status, changed.status], [400, 400], endpoint_url)
        assert.strictEqual(created.text, changed.text)
      }
      assert.deepStrictEqual(yield* everything(admin.orgId), before)
    }
  )

  it.status(201, "public addresses, up to the edges of the private ranges", function* () {
    const admin = yield* anAdmin()
    for (const endpoint_url of allowed) yield* aTarget(admin, body({ endpoint_url }))
    assert.lengthOf(yield* listed(admin), allowed.length)
  })

  it.effect("2. a name that does not resolve may be saved; it is an unreachable collector, and retried", function* () {
    const admin = yield* anAdmin()
    const { id } = yield* aTarget(admin, body({ endpoint_url: "https://not-yet.example.org/events" }))
    const error = "The host name could not be resolved"
    assert.deepStrictEqual((yield* test(admin, id)).body, { success: false, error })
    const jobs = yield* Jobs
    const figures = yield* jobs.run("siem-deliveries", admin.orgId)
    assert.deepStrictEqual(figures, { delivered: 0, failed: 2, dead: 0, dropped: 0 })
    assert.deepInclude(yield* theTarget(admin), { queued_count: 2, given_up_count: 0, last_error: error })
  })
})
