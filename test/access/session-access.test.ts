import { assert } from "#test/support/suite"
import type { Role } from "@svc/contract/kernel/permissions"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { aMember, anOrganisation, type OrganisationOptions } from "#test/support/people"
import { withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { layerOfFile } from "#test/support/layer-of-file"
import { AccessSurface, anAddress, bearer, cookie, keyOf, send, sessionOf, tokenOf } from "./support.ts"

const unauthenticated = { error: "Missing or invalid session" }
const slowDown = { error: "Too many requests. Please slow down." }
const crossOrigin = { error: "This request must come from the application itself" }

const aSession = Effect.fnUntraced(function* (role: Role = "superadmin", organisation: OrganisationOptions = {}) {
  const member = yield* aMember(yield* anOrganisation(organisation), role)
  return { member, ...(yield* sessionOf(member)) }
})

const stepUp = Effect.fnUntraced(function* (sessionId: string) {
  const until = DateTime.toDateUtc(DateTime.add(yield* DateTime.now, { minutes: 10 }))
  yield* systemSql`UPDATE sessions SET stepped_up_until = ${until} WHERE id = ${sessionId}`
})

const withAccessSurface = layerOfFile(AccessSurface)

withAccessSurface("who is it: the session credential", (it) => {
  // credentials-6: A session is the cookie `access_token`, or the same token as Bearer; with both, the cookie decides.
  it.status(200, "the cookie access_token, or the same token as Bearer", function* () {
    const { member, token } = yield* aSession("hr")
    const expected = { source: "app", userId: member.userId, role: "hr" }
    for (const headers of [cookie(token), bearer(token), { authorization: `bearer ${token}` }]) {
      const { body } = yield* withStatus(200, send("GET", "/api/probe/open", { headers }))
      assert.deepStrictEqual(body, expected)
    }
  })

  it.status(401, "no credential, an empty one, another scheme, an API key", function* () {
    const { member } = yield* aSession()
    const { key } = yield* keyOf(member)
    const wrong = [
      {},
      cookie(""),
      { authorization: "Bearer " },
      { authorization: "Basic dTpw" },
      bearer(key),
      cookie(key)
    ]
    for (const headers of wrong) {
      const { body } = yield* withStatus(401, send("GET", "/api/probe/open", { headers }))
      assert.deepStrictEqual(body, unauthenticated)
    }
  })

  // credentials-6
  it.status(
    200,
    "with both present the cookie decides; the Bearer token counts where the cookie is not valid",
    function* () {
      const first = yield* aSession("hr")
      const second = yield* aSession("admin")
      const both = yield* send("GET", "/api/probe/open", {
        headers: { ...cookie(first.token), ...bearer(second.token) }
      })
      assert.deepStrictEqual(both.body, { source: "app", userId: first.member.userId, role: "hr" })
      const stale = yield* send("GET", "/api/probe/open", { headers: { ...cookie("stale"), ...bearer(second.token) } })
      assert.deepStrictEqual(stale.body, { source: "app", userId: second.member.userId, role: "admin" })
    }
  )

  // credentials-9: Authentication comes before the checks of URL and body.
  it.status(401, "beats a bad UUID and a bad body: authentication precedes decoding", function* () {
    yield* withStatus(401, send("POST", "/api/probe/decode/x/y?limit=0", { body: "{" }))
  })

  // credentials-7: A changed role, a removal and a sign-out count from the next request.
  it.effect("a change counts from the next request on: role, removal, sign-out, expiry", function* () {
    const changed = yield* aSession("superadmin")
    const open = (token: string) => send("GET", "/api/probe/open", { headers: bearer(token) })
    yield* systemSql`UPDATE memberships SET role = 'manager' WHERE user_id = ${changed.member.userId}`
    assert.deepStrictEqual((yield* open(changed.token)).body, {
      source: "app",
      userId: changed.member.userId,
      role: "manager"
    })
    yield* systemSql`DELETE FROM memberships WHERE user_id = ${changed.member.userId}`
    assert.strictEqual((yield* open(changed.token)).status, 401)

    const ended = yield* aSession()
    yield* systemSql`UPDATE sessions SET revoked_at = now() WHERE id = ${ended.sessionId}`
    assert.strictEqual((yield* open(ended.token)).status, 401)

    const expired = yield* aSession()
    yield* TestClock.adjust("11 hours")
    assert.strictEqual((yield* open(expired.token)).status, 200)
    yield* TestClock.adjust("1 hour")
    assert.strictEqual((yield* open(expired.token)).status, 401)
  })

  // plans-2
  it.status(403, "a suspended organisation, from the next request on", function* () {
    const { member, token } = yield* aSession()
    yield* systemSql`UPDATE organisations SET suspended = true WHERE id = ${member.orgId}`
    const { body } = yield* withStatus(403, send("GET", "/api/probe/open", { headers: bearer(token) }))
    assert.deepStrictEqual(body, { error: "This organization is suspended. Contact support" })
  })

  // credentials-10
  it.status(500, "an endpoint that declares nothing lets nobody in", function* () {
    const { token } = yield* aSession()
    assert.strictEqual((yield* send("GET", "/api/probe/undeclared", { headers: bearer(token) })).status, 500)
  })
})

withAccessSurface("may they: the order of the checks", (it) => {
  // permissions-3
  it.status(403, "the named permission stands in the body; a granted one lets in", function* () {
    const hr = yield* aSession("hr")
    const { body } = yield* withStatus(403, send("POST", "/api/probe/permission", { headers: bearer(hr.token) }))
    assert.deepStrictEqual(body, {
      error: "You need the permission settings_manage. Ask an administrator for it",
      permission: "settings_manage"
    })
    const admin = yield* aSession("admin")
    assert.strictEqual((yield* send("POST", "/api/probe/permission", { headers: bearer(admin.token) })).status, 200)
  })

  // plans-1
  it.status(403, "a feature that the plan lacks, with the plan and upgradeRequired", function* () {
    const { token } = yield* aSession("admin", { plan: "team" })
    const { body } = yield* withStatus(403, send("POST", "/api/probe/permission", { headers: bearer(token) }))
    assert.deepStrictEqual(body, {
      error: "Your plan does not include siem. Upgrade to use it",
      feature: "siem",
      currentPlan: "team",
      upgradeRequired: true
    })
  })

  // step-up-3: Integrations check the step-up before the permission, other routes after it.
  it.status(
    428,
    "comes before permission and plan where it is asked first, after them where it is asked last",
    function* () {
      const stepUpRequired = { error: "step_up_required", totpRequired: false }
      const manager = yield* aSession("manager", { plan: "none" })
      const first = yield* send("POST", "/api/probe/first", { headers: bearer(manager.token) })
      assert.deepStrictEqual([first.status, first.body], [428, stepUpRequired])
      const role = yield* send("POST", "/api/probe/last", { headers: bearer(manager.token) })
      assert.deepStrictEqual([role.status, role.body], [403, { error: "Only Super Admins can do this" }])
      const poor = yield* aSession("superadmin", { plan: "starter" })
      yield* withStatus(403, send("POST", "/api/probe/last", { headers: bearer(poor.token) }))
      const rich = yield* aSession("superadmin", { plan: "team" })
      yield* systemSql`UPDATE users SET totp_enabled = true WHERE id = ${rich.member.userId}`
      const last = yield* send("POST", "/api/probe/last", { headers: bearer(rich.token) })
      assert.deepStrictEqual([last.status, last.body], [428, { error: "step_up_required", totpRequired: true }])
      yield* stepUp(rich.sessionId)
      assert.strictEqual((yield* send("POST", "/api/probe/last", { headers: bearer(rich.token) })).status, 200)
    }
  )

  // step-up-2: A step-up counts for its own session only.
  it.status(428, "a step-up holds for its session only, and for ten minutes", function* () {
    const { member, sessionId, token } = yield* aSession()
    const other = yield* tokenOf(member)
    yield* stepUp(sessionId)
    const last = (it: string) => Effect.map(send("POST", "/api/probe/last", { headers: bearer(it) }), (r) => r.status)
    assert.strictEqual(yield* last(token), 200)
    assert.strictEqual(yield* last(other), 428)
    yield* TestClock.adjust("10 minutes")
    assert.strictEqual(yield* last(token), 428)
  })

  it.status(402, "read_only: writes are refused last, reads and what stays open are not", function* () {
    for (const planStatus of ["trial_expired", "canceled"] as const) {
      const { token } = yield* aSession("superadmin", { planStatus })
      const headers = bearer(token)
      const { body } = yield* withStatus(402, send("POST", "/api/probe/write", { headers }))
      assert.deepInclude(body, { code: "read_only" })
      assert.strictEqual((yield* send("GET", "/api/probe/open", { headers })).status, 200)
      assert.strictEqual((yield* send("POST", "/api/probe/always", { headers })).status, 200)
      assert.strictEqual((yield* send("POST", "/api/probe/last", { headers })).status, 428)
    }
    const { token } = yield* aSession("superadmin", { planStatus: "past_due" })
    assert.strictEqual((yield* send("POST", "/api/probe/write", { headers: bearer(token) })).status, 200)
  })
})

withAccessSurface("cookie-authenticated writes must be same-origin", (it) => {
  const foreign: ReadonlyArray<Record<string, string>> = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site", origin: "http://svc.test" },
    { origin: "https://evil.test" },
    { origin: "null" },
    { origin: "https://svc.test" },
    { origin: "http://svc.test.evil.test" },
    { origin: "" }
  ]
  const own: ReadonlyArray<Record<string, string>> = [
    {},
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    { origin: "http://svc.test" }
  ]

  // browsers-1: A write with the cookie from another site is 403, by `Sec-Fetch-Site`, else by `Origin`.
  it.status(403, "by Sec-Fetch-Site, else by Origin; Bearer and reads are exempt", function* () {
    const { token } = yield* aSession()
    for (const headers of foreign) {
      const { body, status } = yield* send("POST", "/api/probe/write", { headers: { ...headers, ...cookie(token) } })
      assert.deepStrictEqual([headers, status, body], [headers, 403, crossOrigin])
      yield* withStatus(200, send("POST", "/api/probe/write", { headers: { ...headers, ...bearer(token) } }))
      yield* withStatus(200, send("GET", "/api/probe/open", { headers: { ...headers, ...cookie(token) } }))
    }
  })

  it.status(403, "a Bearer token beside a valid cookie does not exempt the cookie", function* () {
    const { token } = yield* aSession()
    const headers = { "sec-fetch-site": "cross-site", ...cookie(token), ...bearer("anything") }
    assert.strictEqual((yield* send("POST", "/api/probe/write", { headers })).status, 403)
  })

  // browsers-2: A program that is not a browser, and a Bearer token alone, need no same-origin check.
  it.status(200, "from the application itself, and from what is no browser", function* () {
    const { token } = yield* aSession()
    for (const headers of own) {
      const { status } = yield* send("POST", "/api/probe/write", { headers: { ...headers, ...cookie(token) } })
      assert.deepStrictEqual([headers, status], [headers, 200])
    }
  })

  it.status(403, "a route without a session asks the same of a browser", function* () {
    for (const headers of foreign) {
      assert.strictEqual((yield* send("POST", "/api/open-probe/submit", { headers })).status, 403)
    }
    for (const headers of own) {
      assert.strictEqual((yield* send("POST", "/api/open-probe/submit", { headers })).status, 200)
    }
  })
})

withAccessSurface("limits of the app routes", (it) => {
  const times = (count: number, effect: ReturnType<typeof send>) =>
    Effect.map(Effect.replicateEffect(effect, count, { concurrency: 20 }), (all) => all.map(({ status }) => status))

  // limits-2
  it.status(429, "300 per 60 seconds per user, over all sessions and addresses, with Retry-After", function* () {
    const { member, token } = yield* aSession()
    const other = yield* tokenOf(member)
    const open = (it: string) => Effect.suspend(() => send("GET", "/api/probe/open", { headers: bearer(it) }))
    const statuses = [...(yield* times(150, open(token))), ...(yield* times(150, open(other)))]
    assert.isTrue(statuses.every((status) => status === 200))
    yield* TestClock.adjust("20 seconds")
    const { body, headers, status } = yield* open(token)
    assert.deepStrictEqual([status, body, headers["retry-after"]], [429, slowDown, "40"])
    yield* TestClock.adjust("40 seconds")
    assert.strictEqual((yield* open(token)).status, 200)
  })

  // limits-2: Other routes allow 300 requests in 60 seconds per user, or per IP address without a session; more are 429
  //   with `Retry-After`. Openings of the live stream have their own limit: 60 in 60 seconds per user.
  it.status(
    200,
    "a user without requests left still opens the live stream, which takes 60 openings a minute",
    function* () {
      const { token } = yield* aSession()
      const get = (path: string) => Effect.suspend(() => send("GET", path, { headers: bearer(token) }))
      yield* times(300, get("/api/probe/open"))
      assert.strictEqual((yield* get("/api/probe/open")).status, 429)
      const opened = yield* times(60, get("/api/probe/stream"))
      assert.isTrue(opened.every((status) => status === 200))
      const { headers, status } = yield* get("/api/probe/stream")
      assert.deepStrictEqual([status, headers["retry-after"]], [429, "60"])
    }
  )

  // limits-2
  it.status(429, "300 per 60 seconds per address for requests without a session, whichever the route", function* () {
    const from = anAddress()
    const anonymous = Effect.suspend(() => send("GET", "/api/probe/open", { from }))
    const submit = Effect.suspend(() => send("POST", "/api/open-probe/submit", { from }))
    assert.isTrue((yield* times(150, anonymous)).every((status) => status === 401))
    assert.isTrue((yield* times(150, submit)).every((status) => status === 200))
    for (const over of [yield* anonymous, yield* submit]) {
      assert.deepStrictEqual([over.status, over.body, over.headers["retry-after"]], [429, slowDown, "60"])
    }
    const { token } = yield* aSession()
    assert.strictEqual((yield* send("GET", "/api/probe/open", { from, headers: bearer(token) })).status, 200)
  })
})
