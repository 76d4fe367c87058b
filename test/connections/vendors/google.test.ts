import { assert, describe, it } from "#test/support/suite"
import { google, googleAccessToken, googleRefreshToken, googleServiceAccount, type GoogleState } from "@svc/lab/google"
import { labClientId, labClientSecret } from "@svc/lab/oauth"
import { Effect, Option, Redacted, Result } from "effect"
import { GoogleClient } from "#connections/vendors/google-workspace/token"
import { aBench } from "./support.ts"

type Settings = Readonly<Record<string, string | boolean>>

const bench = (
  settings: Settings = {},
  secrets: Readonly<Record<string, string>> = { access_token: googleAccessToken },
  definition = google
) =>
  aBench({
    protocol: "google-workspace",
    definition,
    vendors: ["google", "googleOauth", "gmail"],
    secrets,
    settings
  }).pipe(
    Effect.provideService(
      GoogleClient,
      Option.some({ clientId: labClientId, clientSecret: Redacted.make(labClientSecret) })
    )
  )

const byServiceAccount = (settings: Settings = {}) =>
  bench({ admin_email: "it-admin@acme.test", ...settings }, { service_account: googleServiceAccount })

const of = (state: GoogleState, email: string) => state.users.find(({ primaryEmail }) => primaryEmail === email)

const ann = "ann.lee@acme.test"
const mara = "mara.manager@acme.test"

describe("Google Workspace", () => {
  // connectors-9: Google sets the reply, moves files where that is on, ends sessions and tokens, and suspends.
  // connectors-32: Google: reply and file transfer come before the suspension.
  it.live(
    "the reply comes first, then files, sessions, tokens and app passwords, then the suspension and its read-back",
    function* () {
      const { asked, revoke, vendor } = yield* byServiceAccount({ drive_transfer_enabled: true })
      const result = yield* revoke({ managerEmail: mara })
      assert.deepInclude(result, { outcome: "revoked", verified: true, vendorStatus: null })
      // By the number, which a new address does not change.
      const user = "/admin/directory/v1/users/1001"
      assert.deepStrictEqual(
        asked().filter((call) => !call.startsWith("GET") && !call.endsWith(" /token")),
        [
          `PUT /gmail/v1/users/${ann}/settings/vacation`,
          "POST /admin/datatransfer/v1/transfers",
          `POST ${user}/signOut`,
          `DELETE ${user}/tokens/77185425430.apps.googleusercontent.com`,
          `DELETE ${user}/tokens/notes app+1`,
          `DELETE ${user}/asps/1`,
          `DELETE ${user}/asps/2`,
          `PATCH ${user}`
        ]
      )
      assert.strictEqual(asked().at(-1), `GET ${user}`)
      assert.deepInclude(of(vendor.state, ann), { suspended: true, sessions: 0, tokens: [], asps: [] })
      assert.include(result.message, "The out-of-office reply is on")
      assert.include(result.message, "being transferred to the manager")
    }
  )

  it.live("the reply names the manager, gives no reason, and its HTML is escaped", function* () {
    const { revoke, vendor } = yield* byServiceAccount()
    yield* revoke({ name: "Ann <b>Lee</b>", managerEmail: mara })
    const vacation = JSON.stringify(of(vendor.state, ann)?.vacation)
    assert.include(vacation, '"enableAutoReply":true')
    assert.include(vacation, mara)
    assert.include(vacation, "&lt;b&gt;")
  })

  it.live("auto_reply_enabled false: no reply", function* () {
    const { revoke, vendor } = yield* byServiceAccount({ auto_reply_enabled: false })
    assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true })
    assert.isNull(of(vendor.state, ann)?.vacation)
  })

  it.live(
    "an administrator's own token may not set the reply: the suspension goes on, and the message says so",
    function* () {
      const { revoke, vendor } = yield* bench()
      const result = yield* revoke()
      assert.deepInclude(result, { outcome: "revoked", verified: true })
      assert.include(result.message, "The out-of-office reply could not be set (403 Forbidden)")
      assert.isTrue(of(vendor.state, ann)?.suspended)
    }
  )

  it.live("drive_transfer_enabled is off unless set true; then the files go by ids, and only once", function* () {
    const off = yield* bench()
    yield* off.revoke({ managerEmail: mara })
    assert.lengthOf(off.vendor.state.transfers, 0)

    const on = yield* bench({ drive_transfer_enabled: true })
    yield* on.revoke({ managerEmail: mara })
    assert.deepInclude(on.vendor.state.transfers[0], { oldOwnerUserId: "1001", newOwnerUserId: "1006" })
    const again = yield* on.revoke({ managerEmail: mara })
    assert.deepInclude(again, { outcome: "revoked", verified: true })
    assert.lengthOf(on.vendor.state.transfers, 1)
  })

  // connectors-35: Google: a file transfer is started once.
  it.live(
    "a transfer that was begun but answered with an error is found in Google's list, and not begun twice",
    function* () {
      const { asked, revoke, vendor } = yield* bench({ drive_transfer_enabled: true })
      vendor.faults.failsAfterWriting = true
      const result = yield* revoke({ managerEmail: mara })
      assert.deepInclude(result, { outcome: "revoked", verified: true })
      assert.include(result.message, "being transferred to the manager")
      assert.lengthOf(
        asked().filter((call) => call === "POST /admin/datatransfer/v1/transfers"),
        1
      )
      assert.lengthOf(vendor.state.transfers, 1)
    }
  )

  for (const [managerEmail, why] of [
    [null, "no manager is on record"],
    ["unknown@acme.test", "the manager has no Google account"],
    [ann, "does not show two accounts"]
  ] as const) {
    it.live(`files without somebody to take them (${why}): said so, and the access ends`, function* () {
      const { revoke, vendor } = yield* bench({ drive_transfer_enabled: true })
      const result = yield* revoke({ managerEmail })
      assert.deepInclude(result, { outcome: "revoked", verified: true })
      assert.include(result.message, why)
      assert.lengthOf(vendor.state.transfers, 0)
    })
  }

  it.live("suspended already: no second reply and no second suspension; what apps may do still ends", function* () {
    const { asked, revoke, vendor } = yield* byServiceAccount()
    const user = of(vendor.state, ann)
    if (user !== undefined) user.suspended = true
    assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true })
    assert.isFalse(asked().some((call) => /^(?:PUT|PATCH)|signOut/.test(call)))
    assert.deepInclude(of(vendor.state, ann), { tokens: [], asps: [], vacation: null })
  })

  it.live("a super admin: manual with the vendor's 403, and not suspended", function* () {
    const { revoke, vendor } = yield* bench()
    const result = yield* revoke({ email: "root@acme.test" })
    assert.deepInclude(result, { outcome: "manual_required", vendorStatus: 403, verified: false })
    assert.isFalse(of(vendor.state, "root@acme.test")?.suspended)
  })

  it.live("a scope that is missing: failed with 403 and Google's code", function* () {
    const { revoke } = yield* bench({}, undefined, {
      ...google,
      handle: (request, state, faults) =>
        request.method === "PATCH"
          ? {
              status: 403,
              body: { error: { code: 403, details: [{ reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" }] } }
            }
          : google.handle(request, state, faults)
    })
    const result = yield* revoke({ email: "root@acme.test" })
    assert.deepInclude(result, { outcome: "failed", vendorStatus: 403 })
    assert.include(result.message, "ACCESS_TOKEN_SCOPE_INSUFFICIENT")
  })

  it.live("a person's own alias leads to their account", function* () {
    const { revoke, vendor } = yield* bench()
    assert.deepInclude(yield* revoke({ email: "A.Lee@acme.test" }), { outcome: "revoked", verified: true })
    assert.isTrue(of(vendor.state, ann)?.suspended)
  })

  // connectors-34: Google: an alias that another person has now is `manual_required`, and no account is changed.
  it.live("an alias that somebody else has taken over: manual, and nobody is touched", function* () {
    const { revoke, vendor } = yield* bench()
    const gone = { email: "gone.person@acme.test", name: "Gone Person" }
    assert.deepInclude(yield* revoke(gone), { outcome: "manual_required" })
    assert.deepInclude(yield* revoke({ ...gone, name: "Mara Person", managerEmail: mara }), {
      outcome: "manual_required"
    })
    assert.strictEqual(vendor.writes(), 0)
    assert.isFalse(of(vendor.state, mara)?.suspended)
  })

  it.live("an address with + and one in mixed case are looked up as they are", function* () {
    const { revoke, vendor } = yield* bench()
    assert.deepInclude(yield* revoke({ email: "tom+hr@acme.test" }), { outcome: "revoked", verified: true })
    assert.deepInclude(yield* revoke({ email: "mia.berg@acme.test" }), { outcome: "revoked", verified: true })
    assert.isTrue(of(vendor.state, "Mia.Berg@Acme.Test")?.suspended)
  })

  it.live("a token that cannot be ended: not verified, and the message says so", function* () {
    const { revoke } = yield* bench({}, undefined, {
      ...google,
      handle: (request, state, faults) =>
        request.method === "DELETE" ? { status: 403 } : google.handle(request, state, faults)
    })
    const result = yield* revoke()
    assert.deepInclude(result, { outcome: "revoked", verified: false })
    assert.include(result.message, "not all could be revoked")
  })

  // connectors-33: Google: without a list that shows no token left the result is not verified.
  it.live(
    "tokens that cannot be listed once they were ended: not verified, for nothing shows that they are gone",
    function* () {
      const listed = { times: 0 }
      const { revoke } = yield* bench({}, undefined, {
        ...google,
        handle: (request, state, faults) =>
          request.method === "GET" && request.path.endsWith("/tokens") && listed.times++ > 0
            ? { status: 503 }
            : google.handle(request, state, faults)
      })
      const result = yield* revoke()
      assert.deepInclude(result, { outcome: "revoked", verified: false })
      assert.include(result.message, "Apps' access: not all could be revoked")
    }
  )

  it.live("tokens that the credential may not list: suspended all the same, and the message says so", function* () {
    const { revoke } = yield* bench({}, undefined, {
      ...google,
      handle: (request, state, faults) =>
        /\/(?:tokens|asps)$/.test(request.path) ? { status: 403 } : google.handle(request, state, faults)
    })
    const result = yield* revoke()
    assert.deepInclude(result, { outcome: "revoked", verified: true })
    assert.include(result.message, "Apps' access could not be revoked (403 Forbidden)")
  })

  it.live(
    "quotaExceeded, a 403 of the day, is no throttle to wait for: failed at once with Google's code",
    function* () {
      const { asked, revoke, vendor } = yield* bench({ auto_reply_enabled: false }, undefined, {
        ...google,
        handle: (request, state, faults) =>
          request.method === "PATCH"
            ? { status: 403, body: { error: { code: 403, errors: [{ reason: "quotaExceeded" }] } } }
            : google.handle(request, state, faults)
      })
      const result = yield* revoke()
      assert.deepInclude(result, { outcome: "failed", vendorStatus: 403, verified: false })
      assert.include(result.message, "quotaExceeded")
      assert.lengthOf(
        asked().filter((call) => call.startsWith("PATCH")),
        1
      )
      assert.isFalse(of(vendor.state, ann)?.suspended)
    }
  )

  it.live("a server that knows only PUT for a user is given that", function* () {
    const { revoke, vendor } = yield* bench({}, undefined, {
      ...google,
      handle: (request, state, faults) =>
        request.method === "PATCH" ? { status: 405 } : google.handle(request, state, faults)
    })
    assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true })
    assert.isTrue(of(vendor.state, ann)?.suspended)
  })

  const refreshable = { access_token: "ya29.ended", refresh_token: googleRefreshToken }

  it.live("a token whose time is over is renewed before it is used", function* () {
    const { asked, revoke } = yield* bench({ expires_at: "2026-01-01T00:00:00.000Z" }, refreshable)
    assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true })
    assert.strictEqual(asked()[0], "POST /token")
  })

  it.live("a token that Google no longer takes is renewed once, for connecting as for a run", function* () {
    const { asked, prove, revoke } = yield* bench({}, refreshable)
    assert.isTrue(Result.isSuccess(yield* prove()))
    assert.deepInclude(yield* revoke(), { outcome: "revoked", verified: true })
    assert.lengthOf(
      asked().filter((call) => call === "POST /token"),
      2
    )
  })

  it.live("a refresh token that was withdrawn: failed as a 401", function* () {
    const { prove, revoke, vendor } = yield* bench({}, refreshable)
    vendor.state.tokens.refresh.clear()
    assert.deepInclude(yield* revoke(), { outcome: "failed", vendorStatus: 401 })
    assert.deepInclude(Option.getOrUndefined(Result.getFailure(yield* prove())), { reason: "refused" })
  })

  // connectors-36: Google: a service account acts as the administrator in the directory and as the owner in a mailbox.
  it.live("a service account acts as the administrator in the directory and as the owner in a mailbox", function* () {
    const { revoke, vendor } = yield* byServiceAccount()
    const result = yield* revoke()
    assert.deepInclude(result, { outcome: "revoked", verified: true })
    assert.include(result.message, "The out-of-office reply is on")
    assert.sameMembers([...vendor.state.tokens.access.values()].slice(1), ["it-admin@acme.test", ann])
  })

  it.live("a service account without an administrator, or with a broken key: failed, and no request", function* () {
    const nobody = yield* bench({}, { service_account: googleServiceAccount })
    assert.deepInclude(yield* nobody.revoke(), { outcome: "failed", vendorStatus: null })
    const broken = JSON.stringify({ client_email: "a@b.test", private_key: "no key" })
    const unreadable = yield* bench({ admin_email: "it-admin@acme.test" }, { service_account: broken })
    assert.deepInclude(yield* unreadable.revoke(), { outcome: "failed", vendorStatus: null })
    assert.lengthOf([...nobody.vendor.requests, ...unreadable.vendor.requests], 0)
  })
})
