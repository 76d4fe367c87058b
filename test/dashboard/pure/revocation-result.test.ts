import { assert, describe, it } from "@effect/vitest"
import { CaseApp } from "@svc/contract/cases/schema"
import { RevocationRun } from "@svc/contract/revocations/schema"
import { Schema } from "effect"
import { resultsOf, type Step, worstFirst } from "../../../packages/dashboard/src/access-removal/revocations/result.ts"
import { revocations as de } from "../../../packages/dashboard/src/access-removal/revocations/de.ts"
import { revocations as en } from "../../../packages/dashboard/src/access-removal/revocations/en.ts"

const [blank] = Schema.decodeUnknownSync(RevocationRun.fields.results)([
  {
    service: "",
    outcome: null,
    message: null,
    vendor_status: null,
    verified: false,
    still_active: false,
    account: null,
    next_try_at: null,
    started_at: "2031-03-14T12:00:00.000Z",
    finished_at: "2031-03-14T12:00:02.000Z"
  }
])

const step = (service: string, given: Partial<Step>): Step => {
  assert(blank !== undefined)
  return { ...blank, service, ...given }
}

const verified = (service: string) => step(service, { outcome: "revoked", verified: true })
const failed = (service: string) => step(service, { outcome: "failed" })

const confirmedAt = (service_name: string, removal_confirmed_at: string) =>
  Schema.decodeUnknownSync(
    Schema.Struct({ service_name: CaseApp.fields.service_name, at: CaseApp.fields.removal_confirmed_at })
  )({ service_name, at: removal_confirmed_at })

const saidOf = (steps: ReadonlyArray<Step>) => {
  const results = resultsOf(steps, [])
  const names = results.failed.map(({ service }) => service)
  return [
    en.resultOf(results, names),
    en.proofOf("Kim", results),
    de.resultOf(results, names),
    de.proofOf("Kim", results)
  ]
}

describe("the result of a revocation dialog", () => {
  it("the title names what failed, and counts only what the service saw", () => {
    assert.deepStrictEqual(saidOf([verified("Okta"), verified("Slack")]), [
      "Access revoked and verified in 2 apps",
      "Kim: verified in 2 apps",
      "Zugriff auf 2 Apps entzogen und verifiziert",
      "Kim: in 2 Apps verifiziert"
    ])
    assert.deepStrictEqual(saidOf([verified("Okta"), failed("Zendesk")]), [
      "Access revoked in 1 of 2 apps, Zendesk failed",
      "Kim: verified in 1 app",
      "Zugriff auf 1 von 2 Apps entzogen, Zendesk fehlgeschlagen",
      "Kim: in 1 App verifiziert"
    ])
    assert.strictEqual(saidOf([failed("A"), failed("B")])[0], "Access revoked in 0 of 2 apps, 2 failed")
    assert.strictEqual(saidOf([failed("A"), failed("B")])[1], "Kim")
  })

  it("an app that only accepted the call is never called verified; an account seen active has failed", () => {
    const reported = step("Locks", { outcome: "revoked" })
    assert.deepStrictEqual(saidOf([reported]).slice(0, 2), ["Access revoked in 1 app", "Kim: reported by 1 app"])
    const active = step("Wiki", { outcome: "revoked", verified: false, still_active: true })
    assert.strictEqual(saidOf([active])[0], "Access revoked in 0 of 1 app, Wiki failed")
  })

  it("no account found is no revocation, and manual removal is said", () => {
    const none = step("Jira", { outcome: "skipped" })
    assert.strictEqual(saidOf([none])[0], "No account found")
    assert.strictEqual(saidOf([none, verified("Okta")])[0], "Access revoked in 1 of 2 apps")
    const manual = step("Legacy", { outcome: "manual_required" })
    assert.strictEqual(
      saidOf([manual, verified("Okta")])[0],
      "Access revoked in 1 of 2 apps, 1 app needs manual removal"
    )
  })

  it("failures come first, then what needs a person", () => {
    const steps = [verified("Okta"), step("Legacy", { outcome: "manual_required" }), failed("Zendesk")]
    assert.deepStrictEqual(
      worstFirst(steps, resultsOf(steps, [])).map(({ service }) => service),
      ["Zendesk", "Legacy", "Okta"]
    )
  })

  it("marked as removed after the run, a failure counts as confirmed manually; before it, it does not", () => {
    const of = (at: string) => {
      const { at: removal_confirmed_at, service_name } = confirmedAt("Zendesk", at)
      return resultsOf([failed("Zendesk")], [{ service_name, removal_confirmed_at }])
    }
    assert.lengthOf(of("2031-03-14T12:05:00.000Z").confirmed, 1)
    assert.lengthOf(of("2031-03-14T12:05:00.000Z").failed, 0)
    assert.lengthOf(of("2031-03-14T11:00:00.000Z").failed, 1)
  })
})
