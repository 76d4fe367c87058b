import { assert, layer } from "#test/support/suite"
import { Effect, Logger, Schema } from "effect"
import { RevocationRuns } from "#access-removal/revocations/runs"
import { aSuperAdmin } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { aReceiver, quick, within } from "./carrying-out.ts"
import { aCase, aScimVendor, connect, RevocationsSurface, send } from "./support.ts"

/** Bad days of a vendor, in each of which it prints an internal trace with the token in it. */
const Day = Schema.Literals([
  "refusesWith 400",
  "refusesWith 401",
  "refusesWith 403",
  "refusesWith 404",
  "refusesWith 500",
  "refusesWith 503",
  "failsAfterWriting",
  "refusesPatchWith 422"
])

layer(RevocationsSurface)("whatever a vendor answers", (it) => {
  // integrations-12
  it.effect.prop(
    "no secret of the connection, nothing like a bearer token and no word of the vendor reaches a result, an event, the audit log or the log",
    {
      day: Day,
      status: Schema.Literals([400, 401, 403, 409, 429, 500, 502]),
      secret: Schema.String.check(Schema.isPattern(/^[A-Za-z0-9._~+/=-]{12,60}$/))
    },
    ({ day, secret, status }) =>
      Effect.gen(function* () {
        const logged: Array<string> = []
        const canary = `tenant 42 exploded: Authorization: Bearer ${secret} and cookie=canary-of-the-vendor`
        const admin = yield* aSuperAdmin()
        const vendor = yield* aScimVendor([{ userName: "ann.lee@acme.test" }])
        const receiver = yield* aReceiver
        receiver.answers.status = status
        receiver.answers.body = canary
        yield* connect(admin, { service_name: "Wiki", protocol: "scim", base_url: vendor.baseUrl, token: vendor.token })
        yield* connect(admin, { service_name: "Locks", protocol: "webhook", base_url: receiver.url, token: secret })
        const offboardingId = yield* aCase(admin.orgId, { email: "ann.lee@acme.test", apps: ["Wiki", "Locks"] })
        const [habit, code] = day.split(" ")
        if (habit === "failsAfterWriting") vendor.behaviour.failsAfterWriting = true
        else if (habit === "refusesPatchWith") vendor.behaviour.refusesPatchWith = Number(code)
        else vendor.behaviour.refusesWith = Number(code)
        yield* send(admin, "POST", "/api/revoke-access", { offboardingId })
        const runs = yield* RevocationRuns
        const logger = Logger.make(({ cause, message }) => void logged.push(JSON.stringify([message, String(cause)])))
        yield* runs.settleScheduled(admin.orgId).pipe(within(quick), Effect.provide(Logger.layer([logger])))

        const written = yield* systemSql`SELECT
            (SELECT json_agg(r) FROM revocation_results r WHERE r.org_id = ${admin.orgId}) AS results,
            (SELECT json_agg(e.event) FROM outbox_events e WHERE e.org_id = ${admin.orgId}) AS events,
            (SELECT json_agg(json_build_object('t', a.target, 'd', a.details)) FROM audit_entries a
              WHERE a.org_id = ${admin.orgId}) AS entries`
        const everything = JSON.stringify(written) + logged.join("\n")
        assert.include(everything, "Locks")
        for (const word of [secret, vendor.token, "exploded", "internal trace", "tenant 42", "canary"]) {
          assert.notInclude(everything, word)
        }
        assert.notMatch(everything, /bearer\s+\S{6}/i)
      }).pipe(Effect.scoped),
    { arbitrary: { runs: 6 } }
  )
})
