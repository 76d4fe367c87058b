import { assert, layer } from "#test/support/suite"
import { CalendarDate } from "@svc/contract/kernel/dates"
import type { OrgId } from "@svc/contract/kernel/ids"
import { EmailAddress } from "@svc/contract/kernel/text"
import { github, githubAppToken } from "@svc/lab/github"
import type { GithubState } from "@svc/lab/github-state"
import type { RunningVendor } from "@svc/lab/vendor"
import { Effect, Latch, Redacted } from "effect"
import { auditText } from "#audit/record/text"
import { AuditVerification } from "#audit/verification/service"
import { Integrations } from "#connections/integrations/service"
import { LeftBehinds } from "#access-removal/left-behind/service"
import { Revocations } from "#access-removal/revocations/service"
import { aCase, aPerson } from "#test/support/cases"
import { asCaller, aSuperAdmin } from "#test/support/people"
import { entriesOf } from "#test/support/log"
import { aServiceProcess, type ServiceProcess } from "#test/support/service-process"
import { asSystem, systemSql } from "#test/support/tables"
import { LiveServices } from "#test/support/TestApp"
import { until } from "#test/support/until"
import { running } from "#test/support/vendor-work"
import { looksForIt } from "#test/access-removal/left-behind/item"

/** The write that the vendor never answers, counted from now on; one that is lost has had no effect either. */
interface Held {
  left: number
  readonly how: "carried out" | "lost"
  readonly reached: Latch.Latch
}

/** GitHub, which keeps of each write whether it had an effect, and holds one back when told to. */
const aHoldingGithub = Effect.gen(function* () {
  const writes: Array<{ readonly path: string; readonly effect: boolean }> = []
  let held: Held | undefined
  const vendor: RunningVendor<GithubState> = yield* running({
    ...github,
    handle: (request, state, faults) => {
      if (!github.writes(request)) return github.handle(request, state, faults)
      const isHeld = held !== undefined && --held.left === 0
      if (isHeld) vendor.faults.hangsAfterWriting = true
      const how = held?.how
      if (isHeld) held?.reached.openUnsafe()
      if (isHeld && how === "lost") return { status: 204 }
      const things = () => JSON.stringify([state.credentials, state.fineGrained, state.users, state.identities])
      const before = things()
      const answer = github.handle(request, state, faults)
      writes.push({ path: request.path, effect: things() !== before })
      return answer
    }
  })
  /** Answers what waits for that write. */
  const hold = (nth: number, how: Held["how"]) => {
    held = { left: nth, how, reached: Latch.makeUnsafe() }
    return held.reached.await
  }
  return { vendor, writes, hold }
})

const token = (id: number, owner = "ann-lee") => ({
  id,
  owner,
  name: `token ${id}`,
  selection: "all" as const,
  permissions: {},
  expired: false,
  lastUsedAt: null
})

/** What a killed process still holds is given up, as it is once its leases have run out: nobody waits for that. */
const leasesRunOut = (orgId: OrgId) =>
  asSystem((sql) =>
    Effect.andThen(
      sql`UPDATE revocation_runs SET leased_until = now() WHERE org_id = ${orgId} AND leased_until IS NOT NULL`,
      sql`UPDATE left_behind_looks SET leased_until = now() WHERE org_id = ${orgId} AND leased_until IS NOT NULL`
    )
  )

/** The same of a call: nobody but a run that is taken over knows before that it is over. */
const callsRunOut = (orgId: OrgId) =>
  systemSql`UPDATE left_behind_items SET trying_until = now() WHERE org_id = ${orgId} AND trying_until IS NOT NULL`

layer(LiveServices, { excludeTestServices: true })("closing what stays behind survives the process", (it) => {
  // left-behind-3
  it.effect(
    "kill -9 in the midst of ending one, in a run and after it, whether its call was carried out or lost: each is ended once, none is forgotten, the access is cut, the chain verifies",
    function* () {
      const { hold, vendor, writes } = yield* aHoldingGithub
      vendor.state.fineGrained.push(token(1), token(2), token(3, "joann-lee"))
      const member = yield* aSuperAdmin()
      yield* looksForIt(member.orgId)
      yield* aPerson(member, "Ann Lee", { sourceControlUsername: "ann-lee" })
      const integrations = yield* Integrations
      yield* integrations
        .connect({
          serviceName: "github",
          protocol: "github",
          settings: { organization: "acme" },
          secrets: new Map([["access_token", Redacted.make(githubAppToken)]]),
          canRevoke: true,
          details: auditText`GitHub`
        })
        .pipe(asCaller(member))
      const { id } = yield* aCase(member, {
        employee_name: "Ann Lee",
        employee_email: EmailAddress.make("ann.lee@acme.test"),
        exit_date: CalendarDate.make("2030-01-31"),
        apps_to_revoke: ["github"]
      })
      const revocations = yield* Revocations
      yield* revocations.start({ offboardingId: id }).pipe(asCaller(member))

      // Without a face there is no dashboard to build, which would go on when the process is killed.
      const aNode = aServiceProcess({ VENDOR_GITHUB_URL: vendor.url, ROLES: "deliveries, jobs, revocations" })
      const killedAt = Effect.fnUntraced(function* (node: ServiceProcess, reached: Effect.Effect<void>) {
        yield* reached
        yield* node.stop("SIGKILL")
        vendor.behave()
      })

      // In a run: what another worker takes over is seen by its own look, and nobody waits for the time of the call.
      const lost = hold(2, "lost")
      yield* killedAt(yield* aNode, lost)
      assert.lengthOf(writes, 1)
      yield* leasesRunOut(member.orgId)
      const carriedOut = hold(2, "carried out")
      yield* killedAt(yield* aNode, carriedOut)
      assert.lengthOf(writes, 3)
      yield* leasesRunOut(member.orgId)
      const third = yield* aNode
      yield* until(
        Effect.map(
          systemSql`SELECT FROM revocation_runs WHERE org_id = ${member.orgId} AND status = 'finished'`,
          ([finished]) => finished
        )
      )

      // After it: what is found once the access is gone is ended by whoever looks.
      const stopped = hold(2, "carried out")
      vendor.state.fineGrained.push(token(4), token(5), token(6))
      const leftBehind = yield* LeftBehinds
      yield* leftBehind.look(id).pipe(asCaller(member))
      yield* killedAt(third, stopped)
      yield* leasesRunOut(member.orgId)
      yield* callsRunOut(member.orgId)
      const unheard = hold(1, "lost")
      yield* killedAt(yield* aNode, unheard)
      yield* leasesRunOut(member.orgId)
      yield* callsRunOut(member.orgId)
      yield* aNode
      const items = yield* until(
        Effect.map(leftBehind.ofCase(id).pipe(asCaller(member)), ({ items }) =>
          items.every(({ closing, disposition }) => closing === "by_hand" || disposition !== "pending")
            ? items
            : undefined
        )
      )

      const ended = items.filter(({ closing }) => closing !== "by_hand")
      assert.sameMembers(
        ended.map(({ disposition, evidence, external_id }) => `${external_id} ${disposition} ${evidence}`),
        ["authorized:161195", "authorized:161196", ...[25381, 1, 2, 4, 5, 6].map((one) => `fine-grained:${one}`)].map(
          (one) => `${one} revoked read_back`
        )
      )
      assert.deepStrictEqual(
        writes.filter(({ effect }) => !effect),
        []
      )
      assert.sameMembers(
        writes.map(({ path }) => path),
        [
          ...[161195, 161196].map((one) => `/orgs/acme/credential-authorizations/${one}`),
          ...[25381, 1, 2, 4, 5, 6].map((one) => `/orgs/acme/personal-access-tokens/${one}`),
          "/scim/v2/organizations/acme/Users/8a1e0001-0000-4000-8000-000000000001",
          "/orgs/acme/memberships/ann-lee"
        ]
      )
      // Her namesake keeps everything.
      assert.deepStrictEqual(
        [...vendor.state.credentials.map(({ login }) => login), ...vendor.state.fineGrained.map(({ owner }) => owner)],
        ["joann-lee", "joann-lee", "joann-lee", "joann-lee"]
      )

      const apps = yield* systemSql<{ readonly outcome: string; readonly verified: boolean }>`
            SELECT outcome, verified FROM revocation_apps WHERE org_id = ${member.orgId}`
      assert.deepStrictEqual(apps, [{ outcome: "revoked", verified: true }])
      assert.lengthOf(yield* entriesOf(member.orgId, { action: "access_revoked" }), 1)
      assert.lengthOf(yield* entriesOf(member.orgId, { action: "left_behind_ended" }), ended.length)
      const verification = yield* AuditVerification
      const report = yield* verification.verify(member.orgId)
      assert.deepInclude(report, { ok: true, complete: true, brokenCount: 0 })
    }
  )
})
