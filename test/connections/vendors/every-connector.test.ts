import { assert, layer } from "#test/support/suite"
import { identityProviders } from "@svc/contract/integrations/connect-bodies"
import { OffboardingId } from "@svc/contract/kernel/ids"
import { RevocationRemainder, RevocationUndo } from "@svc/contract/revocations/schema"
import { Effect, Schema } from "effect"
import { FetchHttpClient, type HttpMethod } from "effect/http"
import { RevocationRuns } from "#access-removal/revocations/runs"
import { quick, within } from "#test/access-removal/revocations/carrying-out"
import { revocationEvents } from "#test/access-removal/revocations/support"
import { aKey, aMember, anAdmin, aSession } from "#test/support/people"
import { send } from "#test/support/requests"
import { entriesOf } from "#test/support/log"
import { credentialsOf, forms, policy, TenVendors, TenVendorsApp } from "./ten-vendors.ts"

const decodeRecords = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ id: Schema.String, service_name: Schema.String }))
)
const decodeCase = Schema.decodeUnknownEffect(Schema.Struct({ id: OffboardingId }))
const decodeGate = Schema.decodeUnknownEffect(
  Schema.Struct({
    code: Schema.Literal("stage_gate"),
    missing: Schema.Array(Schema.Struct({ kind: Schema.String, name: Schema.String }))
  })
)
const decodePreview = Schema.decodeUnknownEffect(
  Schema.Struct({
    apps: Schema.Array(
      Schema.Struct({
        service: Schema.String,
        note: Schema.NullOr(Schema.String),
        survives: Schema.Array(RevocationRemainder),
        undo: Schema.NullOr(RevocationUndo),
        looked_up_by: Schema.NullOr(Schema.String),
        holds_mailbox: Schema.Boolean,
        calls: Schema.Array(Schema.Struct({ method: Schema.String, url: Schema.String }))
      })
    )
  })
)

layer(TenVendorsApp)("every app that can be revoked, over HTTP", (it) => {
  // connectors-1: Every vendor is spoken to over its own documented HTTP API.
  it.effect(
    "connected, previewed, revoked in the policy's order, not revoked twice, disconnected; no answer shows a secret",
    function* () {
      const vendors = yield* TenVendors
      const admin = yield* anAdmin()
      const bearer = yield* aSession(admin)
      const answers: Array<string> = []
      const ask = Effect.fnUntraced(function* (
        status: number,
        method: HttpMethod.HttpMethod,
        path: string,
        body?: unknown,
        as = bearer
      ) {
        const answer = yield* send(method, path, { bearer: as, ...(body === undefined ? {} : { body }) }).pipe(
          Effect.provideService(FetchHttpClient.RequestInit, { redirect: "manual", keepalive: false })
        )
        assert.strictEqual(answer.status, status, `${method} ${path}: ${answer.text}`)
        answers.push(answer.text, JSON.stringify(answer.headers))
        return answer
      })
      const requests = () => policy.map((name) => vendors[name].requests.length)
      const writes = () => policy.map((name) => vendors[name].writes())
      const runs = yield* RevocationRuns
      const carryOut = runs.settleScheduled(admin.orgId).pipe(within({ ...quick, call: "5 seconds" }))

      // Connected: by a form, or by consent at the vendor's own page.
      for (const [path, body] of forms(vendors)) yield* ask(201, "POST", `/api/integrations${path}`, body)
      for (const service of ["github", "google-workspace"] as const) {
        const path = `/api/integrations/${service}/oauth`
        const page = (yield* ask(302, "GET", `${path}/start`)).headers["location"] ?? ""
        const consent = yield* Effect.promise(() => fetch(page, { redirect: "manual" }))
        const { search } = new URL(consent.headers.get("location") ?? "")
        const { headers } = yield* ask(302, "GET", `${path}/callback${search}`)
        assert.include(headers["location"], `connected=${service}`)
      }
      assert.deepStrictEqual(
        writes(),
        policy.map(() => 0),
        "proving a credential changes nothing"
      )
      const records = yield* decodeRecords((yield* ask(200, "GET", "/api/integrations")).body)
      assert.sameMembers(
        records.map(({ service_name }) => service_name),
        [...policy]
      )

      // A case with all of them, selected in another order.
      const key = yield* aKey(admin)
      const created = yield* ask(
        201,
        "POST",
        "/api/v1/offboardings",
        {
          employee_name: "Ann Lee",
          employee_email: "Ann.Lee@acme.test",
          exit_date: "2026-03-20",
          apps_to_revoke: policy.toReversed()
        },
        key
      )
      const { id } = yield* decodeCase(created.body)
      const onward = { status: "asset_recovery" }
      const shut = yield* ask(409, "PATCH", `/api/v1/offboardings/${id}`, onward, key)
      assert.sameMembers(
        (yield* decodeGate(shut.body)).missing.map(({ name }) => name),
        [...policy]
      )

      // Previewed: no vendor hears of it.
      const before = requests()
      const preview = yield* ask(200, "POST", "/api/revoke-access/preview", { offboardingId: id })
      const { apps } = yield* decodePreview(preview.body)
      assert.deepStrictEqual(
        apps.map(({ service }) => service),
        [...policy]
      )
      for (const { calls, note, service } of apps) {
        assert.isNull(note, service)
        assert.isTrue(
          calls.some(({ method }) => method !== "GET"),
          service
        )
      }
      assert.deepStrictEqual(requests(), before)

      // Only what a connector states, and nothing of an app that states nothing.
      assert.deepStrictEqual(
        Object.fromEntries(apps.map(({ service, survives, undo }) => [service, [...survives, undo]])),
        {
          "google-workspace": ["restorable"],
          "azure-ad": ["sessions_for_minutes", "restorable"],
          okta: ["sessions_outside_universal_logout", "restorable"],
          jumpcloud: ["open_sessions", null],
          onelogin: ["sessions_in_other_apps", null],
          ping: [null],
          github: ["personal_account", "new_invitation"],
          slack: [null],
          Notion: [null],
          Intranet: [null]
        }
      )
      assert.sameMembers(
        apps.filter(({ holds_mailbox }) => holds_mailbox).map(({ service }) => service),
        ["google-workspace", ...identityProviders]
      )
      assert.isTrue(apps.every(({ looked_up_by }) => looked_up_by !== null))

      // Revoked.
      yield* ask(202, "POST", "/api/revoke-access", { offboardingId: id })
      yield* carryOut
      const [event, ...more] = (yield* revocationEvents(id)).filter(({ _tag }) => _tag === "revocation.completed")
      assert.lengthOf(more, 0)
      assert.deepStrictEqual(
        event?.results.map(({ outcome, service, verified }) => ({ service, outcome, verified })),
        policy.map((service) => ({ service, outcome: "revoked", verified: service !== "Intranet" })),
        JSON.stringify(event?.results, null, 1)
      )
      assert.deepStrictEqual(event?.counts, { revoked: policy.length, failed: 0, manualRequired: 0, skipped: 0 })
      const heard = policy.map((name, index) => vendors[name].requests.slice(before[index]).map(({ at }) => at))
      for (const [index, times] of heard.entries()) {
        assert.isNotEmpty(times, policy[index])
        const next = heard[index + 1]
        if (next !== undefined) assert.isBelow(Math.max(...times), Math.min(...next), `${policy[index]} before`)
      }
      const [entry, ...others] = yield* entriesOf(admin.orgId, { action: "access_revoked" })
      assert.lengthOf(others, 0)
      for (const name of policy) assert.include(entry?.details, `${name}: revoked`)
      assert.notInclude(entry?.stored, "Ann")
      yield* ask(200, "PATCH", `/api/v1/offboardings/${id}`, onward, key)

      // Once more, by their names: what is off already is read, and not written. A webhook has nothing to read.
      const written = writes()
      yield* ask(202, "POST", "/api/revoke-access", { offboardingId: id, apps: policy.slice(0, -1) })
      yield* carryOut
      assert.deepStrictEqual(writes(), written)
      const again = (yield* revocationEvents(id)).filter(({ _tag }) => _tag === "revocation.completed").at(-1)
      // GitHub no longer knows whom it removed; what was revoked stays so, and the gate open.
      assert.deepStrictEqual(again?.counts, { revoked: policy.length - 2, failed: 0, manualRequired: 0, skipped: 1 })
      assert.strictEqual(again?.results.find(({ outcome }) => outcome === "skipped")?.service, "github")
      yield* ask(200, "PATCH", `/api/v1/offboardings/${id}`, { status: "it_revocation" }, key)
      yield* ask(200, "PATCH", `/api/v1/offboardings/${id}`, onward, key)

      // Whatever was asked by now, and what else shows connections and runs.
      yield* ask(200, "GET", "/api/integrations", undefined, yield* aSession(yield* aMember(admin.orgId, "hr")))
      for (const path of [
        "/api/integrations",
        `/api/employees/${id}`,
        `/api/employees/${id}/revocation-runs`,
        "/api/audit-log"
      ]) {
        yield* ask(200, "GET", path)
      }
      const credentials = credentialsOf(vendors)

      // Disconnected: the vendors are told of it.
      const consented = { github: vendors.github.state.tokens, google: vendors["google-workspace"].state.tokens }
      const had = { github: consented.github.size, google: consented.google.refresh.size }
      for (const { id, service_name } of records) {
        if (service_name === "github" || service_name === "google-workspace") {
          yield* ask(200, "DELETE", `/api/integrations/${id}`)
        }
      }
      assert.strictEqual(consented.github.size, had.github - 1)
      assert.strictEqual(consented.google.refresh.size, had.google - 1)
      const left = yield* decodeRecords((yield* ask(200, "GET", "/api/integrations")).body)
      assert.lengthOf(left, policy.length - 2)

      const everything = answers.join("\n")
      for (const credential of credentials) assert.isFalse(everything.includes(credential), credential)
    }
  )
})
