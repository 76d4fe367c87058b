import { assert, layer } from "#test/support/suite"
import { Effect, Schedule, Schema } from "effect"
import { AuditVerification } from "#audit/verification/service"
import { Integrations } from "#connections/integrations/service"
import { Offboardings } from "#offboarding/offboardings/service"
import { Revocations } from "#access-removal/revocations/service"
import { Webhooks } from "#outgoing/webhooks/service"
import { CreateOffboarding } from "@svc/contract/offboardings/schema"
import { aReceiver } from "#test/access-removal/revocations/carrying-out"
import { startScimVendor } from "#test/support/scim-vendor"
import { aPlainReceiver } from "#test/support/plain-receiver"
import { leasesRunOut } from "#test/support/leases"
import { aServiceProcess } from "#test/support/service-process"
import { LiveServices } from "#test/support/TestApp"
import { asCaller, aSuperAdmin } from "#test/support/people"
import { systemSql } from "#test/support/tables"
import { entriesOf } from "#test/support/log"

const decode = Schema.decodeUnknownEffect(CreateOffboarding)

layer(LiveServices, { timeout: "180 seconds", excludeTestServices: true })(
  "a revocation run survives the process",
  (it) => {
    // revocation-17: A process that dies in the middle leaves a run that another takes over, and nothing is revoked
    //   twice.
    it.effect(
      "kill -9 in the middle, twice: the run is taken over, nothing is revoked twice, it ends with one event and one entry, the chain verifies",
      function* () {
        const vendors = yield* Effect.forEach(["crm", "wiki", "chat"], (name) =>
          Effect.acquireRelease(
            Effect.promise(() => startScimVendor({ people: [{ userName: "ada@acme.test" }] })),
            (vendor) => Effect.promise(() => vendor.close())
          ).pipe(Effect.map((vendor) => ({ name, vendor })))
        )
        const locks = yield* aReceiver
        locks.answers.status = "never"
        const member = yield* aSuperAdmin()
        const receiver = yield* aPlainReceiver()
        const id = yield* Effect.gen(function* () {
          const integrations = yield* Integrations
          for (const { name, vendor } of vendors) {
            yield* integrations.connectRevocationTarget({
              service_name: name,
              protocol: "scim",
              base_url: vendor.baseUrl,
              token: vendor.token
            })
          }
          yield* integrations.connectRevocationTarget({
            service_name: "locks",
            protocol: "webhook",
            base_url: locks.url,
            token: "token-of-the-locks"
          })
          const webhooks = yield* Webhooks
          yield* webhooks.create({
            url: receiver.url,
            subscription: { _tag: "Events", events: ["revocation.completed"] }
          })
          const offboardings = yield* Offboardings
          const created = yield* offboardings.create(
            yield* decode({
              employee_name: "Ada Lovelace",
              employee_email: "ada@acme.test",
              exit_date: "2030-01-31",
              apps_to_revoke: ["crm", "wiki", "chat", "locks"]
            }),
            { source: "api" }
          )
          const revocations = yield* Revocations
          yield* revocations.start({ offboardingId: created.id })
          return created.id
        }).pipe(asCaller(member))

        const writesAt = (index: number) => vendors[index]?.vendor.writes() ?? 0
        const second = vendors[1]?.vendor
        // The second app holds its answer back after it has changed: the worst moment to die.
        if (second !== undefined) second.behaviour.neverAnswersWrites = true
        const until = (reached: () => boolean) =>
          Effect.suspend(() => (reached() ? Effect.void : Effect.fail("not yet" as const))).pipe(
            Effect.retry(Schedule.spaced("20 millis")),
            Effect.orDie
          )
        const first = yield* aServiceProcess()
        yield* until(() => writesAt(1) === 1)
        yield* first.stop("SIGKILL")
        yield* leasesRunOut("revocation_runs")
        assert.strictEqual(writesAt(2), 0)
        second?.behave()

        // The next one dies while the webhook's answer is awaited: there is no state to read back.
        const next = yield* aServiceProcess()
        yield* until(() => locks.requests.length === 1)
        yield* next.stop("SIGKILL")
        yield* leasesRunOut("revocation_runs")
        locks.answers.status = 204

        yield* aServiceProcess()
        yield* receiver.until(1)
        const [event] = receiver.received
        assert.deepInclude(event?.data, {
          offboardingId: id,
          counts: { revoked: 4, failed: 0, manualRequired: 0, skipped: 0 }
        })
        // The receiver tells the repetition by its name.
        assert.lengthOf(locks.requests, 2)
        assert.deepStrictEqual(
          locks.requests[1]?.headers["x-svc-delivery"],
          locks.requests[0]?.headers["x-svc-delivery"]
        )
        assert.strictEqual(locks.requests[1]?.body, locks.requests[0]?.body)
        assert.deepStrictEqual(
          vendors.map(({ vendor }) => vendor.writes()),
          [1, 1, 1]
        )

        const runs = yield* systemSql<{
          status: string
        }>`SELECT status FROM revocation_runs WHERE org_id = ${member.orgId}`
        assert.deepStrictEqual(runs, [{ status: "finished" }])
        const ended = yield* entriesOf(member.orgId, { action: "access_revoked" })
        assert.lengthOf(ended, 1)
        const events = yield* systemSql`SELECT id FROM webhook_deliveries WHERE org_id = ${member.orgId}`
        assert.lengthOf(events, 1)
        const verification = yield* AuditVerification
        const report = yield* verification.verify(member.orgId)
        assert.deepInclude(report, { ok: true, complete: true, brokenCount: 0 })
      }
    )
  }
)
