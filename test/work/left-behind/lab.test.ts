import { assert, layer } from "@effect/vitest"
import { githubAppToken } from "@svc/lab/github"
import { googleServiceAccount } from "@svc/lab/google"
import { CaseLeftBehind } from "@svc/contract/left-behind/schema"
import { Effect, Schema } from "effect"
import { aSignedInAdmin, saved } from "#test/connections/integrations/support"
import { forms, TenVendors, TenVendorsApp } from "#test/connections/vendors/ten-vendors"
import { LeftBehindLooks } from "#work/left-behind/looks"
import { carryOut, lastResults, quick, within } from "#test/work/revocations/carrying-out"
import { aCase } from "#test/work/revocations/support"
import { send } from "#test/support/requests"
import { asSystem } from "#test/support/tables"

const decodeCase = Schema.decodeUnknownEffect(Schema.toCodecJson(CaseLeftBehind))

const apps = ["google-workspace", "azure-ad", "okta", "github", "slack"] as const

/** Ann, who has accounts and left things at each of these vendors, and an admin who has it looked for. */
const annEverywhere = Effect.gen(function* () {
  const vendors = yield* TenVendors
  const admin = yield* aSignedInAdmin()
  const ask = Effect.fnUntraced(function* (method: "GET" | "POST" | "PUT", path: string, body?: unknown) {
    const answer = yield* send(method, `/api${path}`, { bearer: admin.bearer, ...(body === undefined ? {} : { body }) })
    assert.isBelow(answer.status, 300, `${path}: ${answer.text}`)
    return answer.body
  })
  yield* saved(admin, {
    service_name: "github",
    connection_status: true,
    config: { access_token: githubAppToken, organization: "acme" }
  })
  yield* saved(admin, {
    service_name: "google-workspace",
    connection_status: true,
    config: { service_account: googleServiceAccount, admin_email: "it-admin@acme.test" }
  })
  const wanted = ["/okta/connect", "/azure-ad/connect", "/slack/connect"]
  for (const [path, body] of forms(vendors).filter(([path]) => wanted.includes(path))) {
    yield* ask("POST", `/integrations${path}`, body)
  }
  vendors["google-workspace"].state.possessions.habits.completesTransfers = true
  yield* ask("PUT", "/left-behind/settings", { on: true })
  const id = yield* aCase(admin.orgId, { email: "ann.lee@acme.test", apps, managerEmail: "owner@acme.test" })
  const looks = yield* LeftBehindLooks
  const look = Effect.gen(function* () {
    yield* ask("POST", `/employees/${id}/left-behind/look`)
    assert.deepStrictEqual(yield* looks.lookDue(admin.orgId).pipe(within(quick)), { looked: 1, failed: 0 })
  })
  const shown = Effect.flatMap(ask("GET", `/employees/${id}/left-behind`), decodeCase)
  return { admin, ask, id, look, shown, vendors }
})

layer(TenVendorsApp)("what stays behind at the lab's vendors", (it) => {
  it.effect(
    "all that is planted is listed without a write; after the run each is gone, handed over or a task; without its permission a kind is not visible",
    () =>
      Effect.gen(function* () {
        const { admin, ask, id, look, shown, vendors } = yield* annEverywhere
        yield* look
        const found = yield* shown
        assert.deepStrictEqual(
          apps.map((app) => [app, vendors[app].writes()]),
          apps.map((app) => [app, 0])
        )
        for (const app of apps) {
          assert.isAbove(found.items.filter(({ service }) => service === app).length, 0, app)
        }
        for (const { kinds, service } of found.apps) {
          assert.isAbove(kinds.length, 0, service)
          assert.isTrue(
            kinds.every(({ sight, why }) => sight === "seen" || (why ?? "") !== ""),
            service
          )
        }

        // The manager takes over, but for what is Google's, where somebody else has an account.
        for (const item of found.items.filter(({ new_owner }) => new_owner !== null)) {
          if (item.service === "google-workspace") {
            yield* ask("POST", `/left-behind/${item.id}/transfer`, { email: "mara.manager@acme.test" })
          }
          yield* ask("POST", `/left-behind/${item.id}/accept-transfer`)
        }
        yield* ask("POST", "/revoke-access", { offboardingId: id })
        yield* carryOut(admin.orgId)
        const outcomes = (yield* lastResults(id)).map(({ outcome, service }) => `${service} ${outcome}`)
        assert.sameMembers(
          outcomes,
          apps.map((app) => `${app} revoked`)
        )
        const after = yield* shown
        const tasks = (yield* asSystem(
          (sql) => sql<{ readonly task: string }>`
            SELECT i.task FROM left_behind_tasks l JOIN checklist_items i ON i.org_id = l.org_id AND i.id = l.task_id
            WHERE l.offboarding_id = ${id} AND i.due_date IS NOT NULL AND i.completed_at IS NULL`
        )).length
        const left = after.items.filter(({ disposition }) => disposition === "pending")
        assert.strictEqual(tasks, new Set(left.map(({ kind, service }) => `${service} ${kind}`)).size)
        assert.deepStrictEqual(
          left.filter(({ closing }) => closing !== "by_hand").map(({ label, message }) => [label, message]),
          []
        )
        assert.includeMembers(
          after.items.map(({ disposition, kind, service }) => `${service} ${kind} ${disposition}`),
          [
            "google-workspace oauth_grant revoked",
            "google-workspace app_password revoked",
            "google-workspace forwarding revoked",
            "google-workspace delegate revoked",
            "google-workspace ownership transferred",
            "github personal_token revoked",
            "okta api_key revoked"
          ]
        )
        assert.isTrue(
          after.items.every(
            ({ disposition, evidence }) => (disposition === "pending") === (evidence === "not_observed")
          )
        )

        vendors["google-workspace"].state.possessions.withheld.add("admin.directory.user.security")
        yield* look
        const grants = (yield* shown).apps
          .find(({ service }) => service === "google-workspace")
          ?.kinds.find(({ kind }) => kind === "oauth_grant")
        assert.strictEqual(grants?.sight, "not_visible")
        assert.match(grants?.why ?? "", /admin\.directory\.user\.security/)
      })
  )
})
