import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { TestApp } from "#test/support/TestApp"
import { aMember, aSession, aSuperAdmin, type Member } from "#test/support/people"
import { send } from "#test/support/requests"

/** What a member may be doing while they are removed. */
const requests = [
  ["GET", "/api/auth/me", undefined],
  ["PATCH", "/api/auth/profile", { theme: "dark" }],
  ["POST", "/api/auth/step-up", { password: "correct horse battery" }],
  ["GET", "/api/auth/sessions", undefined],
  ["GET", "/api/account/memberships", undefined],
  ["GET", "/api/notifications", undefined],
  ["PATCH", "/api/auth/notification-preferences", { preferences: { "offboarding.created": { email: true } } }],
  ["POST", "/api/auth/2fa/setup", undefined],
  ["POST", "/api/invites", { email: "grace@acme.test", role: "hr" }],
  ["POST", "/api/roles", { name: "Auditor", permissions: ["audit_view"], scope: "all" }],
  ["POST", "/api/account/org-export", undefined],
  ["PATCH", "/api/organizations/me", { name: "Acme" }],
  ["POST", "/api/auth/logout", undefined]
] as const

const endings = [
  ["is removed", (member: Member) => ["DELETE", `/api/members/${member.userId}`] as const],
  ["leaves", () => ["DELETE", "/api/account/leave-org"] as const],
  ["closes their account", () => ["DELETE", "/api/account"] as const]
] as const

layer(TestApp)("a request in the middle of which its user goes", (it) => {
  it.effect.each(endings)("401, or as if it had come before, never 500: the user %s", function* ([how, ending]) {
    for (let round = 0; round < 6; round++) {
      // An address with 20 wrong credentials in a minute is turned away, and a round can end 13 sessions.
      yield* TestClock.adjust("61 seconds")
      const admin = yield* aSuperAdmin()
      const member = yield* aMember(admin.orgId, "superadmin")
      const sessions = yield* Effect.forEach(requests, () => aSession(member))
      const bearer = yield* aSession(how === "is removed" ? admin : member)
      const [gone, answers] = yield* Effect.all(
        [
          Effect.suspend(() => {
            const [method, path] = ending(member)
            return send(method, path, { bearer })
          }),
          Effect.forEach(
            requests,
            ([method, path, body], index) =>
              send(method, path, { bearer: sessions[index] ?? "", ...(body === undefined ? {} : { body }) }),
            { concurrency: "unbounded" }
          )
        ],
        { concurrency: "unbounded" }
      )
      assert.strictEqual(gone.status, 200, gone.text)
      for (const [index, { status, text }] of answers.entries()) {
        assert.isBelow(status, 500, `${requests[index]?.[1]}: ${text}`)
      }
    }
  })
})
