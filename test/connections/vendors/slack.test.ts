import { assert, describe, it } from "#test/support/suite"
import { slack, slackAdminToken, slackBotToken } from "@svc/lab/slack"
import { Option, Result } from "effect"
import { aBench } from "./support.ts"

const bench = (secrets: Readonly<Record<string, string>>, settings: Readonly<Record<string, string>> = {}) =>
  aBench({ protocol: "slack", definition: slack, vendors: ["slack", "slackScim"], secrets, settings })

const both = { bot_token: slackBotToken, admin_token: slackAdminToken }

/** Slack without SCIM, as on small plans. */
const webOnly = {
  ...slack,
  handle: (...[request, state, faults]: Parameters<typeof slack.handle>) =>
    request.path.startsWith("/scim/") ? { status: 404, body: "Not Found" } : slack.handle(request, state, faults)
}

const byWeb = aBench({
  protocol: "slack",
  definition: webOnly,
  vendors: ["slack"],
  secrets: { token: slackAdminToken }
})

describe("Slack", () => {
  it.live("looks up by SCIM's e-mail filter, ends the sessions, deactivates, and reads it back", function* () {
    const { asked, revoke, vendor } = yield* bench(both)
    assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true })
    assert.deepStrictEqual(asked(), [
      "GET /scim/v2/Users",
      "POST /api/admin.users.session.reset",
      "PATCH /scim/v2/Users/U0ANN",
      "GET /scim/v2/Users/U0ANN"
    ])
    assert.strictEqual(vendor.requests[0]?.query.get("filter"), 'email eq "ann.lee@acme.test"')
    assert.strictEqual(vendor.state.users.find(({ id }) => id === "U0ANN")?.sessions, 0)
  })

  // connectors-37: Slack uses SCIM, and the Web API where SCIM is not available.
  it.live("without SCIM: removed from the workspace by the Web API, verified by users.info", function* () {
    const { asked, revoke } = yield* byWeb
    assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true })
    assert.deepStrictEqual(asked().slice(1), [
      "GET /api/users.lookupByEmail",
      "POST /api/admin.users.session.reset",
      "POST /api/admin.users.remove",
      "GET /api/users.info"
    ])
  })

  it.live("users_not_found, with 200: skipped", function* () {
    const { revoke, vendor } = yield* byWeb
    assert.deepInclude(yield* revoke({ email: "nobody@acme.test" }), { outcome: "skipped", vendorStatus: null })
    assert.strictEqual(vendor.writes(), 0)
  })

  it.live("invalid_auth, with 200: failed as a 401", function* () {
    const { revoke, vendor } = yield* byWeb
    vendor.state.tokens.clear()
    const result = yield* revoke()
    assert.deepInclude(result, { outcome: "failed", vendorStatus: 401 })
    assert.include(result.message, "invalid_auth")
  })

  for (const error of ["account_inactive", "token_revoked", "token_expired"]) {
    it.live(`${error}, with 200: failed as a 401`, function* () {
      const { revoke } = yield* aBench({
        protocol: "slack",
        definition: { ...slack, handle: () => ({ status: 200, body: { ok: false, error } }) },
        vendors: ["slack"],
        secrets: { token: slackAdminToken }
      })
      assert.deepInclude(yield* revoke(), { outcome: "failed", vendorStatus: 401, verified: false })
    })
  }

  // connectors-6: A vendor that offers no API for it is `manual_required`.
  it.live("a bot's token alone: manual, as Slack offers no API for it", function* () {
    const { revoke, vendor } = yield* bench({ bot_token: slackBotToken })
    assert.deepInclude(yield* revoke(), { outcome: "manual_required", verified: false })
    assert.isFalse(vendor.state.users.find(({ id }) => id === "U0ANN")?.deleted)
  })

  it.live("a plan without administrator's methods: manual, as Slack offers no API for it", function* () {
    const { revoke, vendor } = yield* byWeb
    vendor.state.plan = "free"
    const result = yield* revoke()
    assert.deepInclude(result, { outcome: "manual_required", verified: false })
    assert.include(result.message, "plan")
  })

  for (const [how, made] of [
    ["SCIM", bench(both)],
    ["the Web API", byWeb]
  ] as const) {
    it.live(`the primary owner by ${how}: manual, since nobody can remove them`, function* () {
      const { revoke, vendor } = yield* made
      const result = yield* revoke({ email: "owner@acme.test" })
      assert.deepInclude(result, { outcome: "manual_required", vendorStatus: 403, verified: false })
      assert.include(result.message, "primary owner")
      assert.isFalse(vendor.state.users.find(({ id }) => id === "U0OWNER")?.deleted)
    })
  }

  it.live("ratelimited in an answer with 200 waits as Retry-After says", function* () {
    const limited = { left: 1 }
    const { revoke } = yield* aBench({
      protocol: "slack",
      definition: {
        ...webOnly,
        handle: (request, state, faults) =>
          request.path === "/api/admin.users.remove" && limited.left-- > 0
            ? { status: 200, headers: { "retry-after": "0" }, body: { ok: false, error: "ratelimited" } }
            : webOnly.handle(request, state, faults)
      },
      vendors: ["slack"],
      secrets: { token: slackAdminToken }
    })
    assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true })
  })

  it.live("a member of another address than was asked for is never touched", function* () {
    const { revoke, vendor } = yield* aBench({
      protocol: "slack",
      definition: {
        ...webOnly,
        handle: (request, state, faults) =>
          request.path === "/api/users.lookupByEmail"
            ? { status: 200, body: { ok: true, user: { id: "U0JOANN", profile: { email: "joann.lee@acme.test" } } } }
            : webOnly.handle(request, state, faults)
      },
      vendors: ["slack"],
      secrets: { token: slackAdminToken }
    })
    assert.deepInclude(yield* revoke(), { outcome: "manual_required" })
    assert.strictEqual(vendor.writes(), 0)
  })

  it.live("the address goes into filter and query as it is: + and mixed case", function* () {
    const tagged = yield* byWeb
    assert.deepInclude(yield* tagged.revoke({ email: "tom+slack@acme.test" }), { outcome: "revoked", verified: true })
    const mixed = yield* bench(both)
    assert.deepInclude(yield* mixed.revoke({ email: "mia.berg@acme.test" }), { outcome: "revoked", verified: true })
  })

  it.live("connecting proves each token with auth.test and keeps the workspace's id", function* () {
    const { asked, prove, vendor } = yield* bench(both)
    assert.deepInclude(Option.getOrUndefined(Result.getSuccess(yield* prove())), { team_id: "T0ACME", team: "Acme" })
    assert.deepStrictEqual(asked(), ["POST /api/auth.test", "POST /api/auth.test"])
    assert.strictEqual(vendor.writes(), 0)
    vendor.state.tokens.delete(slackAdminToken)
    assert.deepInclude(Option.getOrUndefined(Result.getFailure(yield* prove())), { reason: "refused" })
  })
})
