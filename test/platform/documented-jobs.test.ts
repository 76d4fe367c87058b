import { assert, layer } from "#test/support/suite"
import { Layer } from "effect"
import { Jobs } from "#platform/jobs/jobs"
import { Loops } from "#App"
import { TestServices } from "#test/support/TestApp"

/** The documented jobs, word for word. */
const documented = `webhook-deliveries siem-deliveries mail-outbox scheduled-revocations audit-anchor-hourly
  audit-anchor-nightly audit-archive-nightly audit-retention archive-expiry delivery-log-purge asset-overdue sla-breaches
  contract-expiry hris-sync offboarding-retention scheduled-reports org-exports org-export-expiry api-key-usage-purge
  org-deletion`.split(/\s+/)

/** What the release does not have yet; each job leaves this list when it comes. */
const notYet: Array<string> = []

layer(Loops.pipe(Layer.provideMerge(TestServices)))("the documented jobs", (it) => {
  // jobs-1: Each documented job runs by its own schedule, and when the operator says so.
  it.effect("each runs by its own schedule and when the operator says so, under its documented name", function* () {
    const jobs = yield* Jobs
    const listed = yield* jobs.list
    assert.sameMembers(
      documented.filter((name) => !listed.some((job) => job.name === name)),
      notYet
    )
    for (const name of [
      "offboarding-retention",
      "contract-expiry",
      "asset-overdue",
      "hris-sync",
      "org-exports",
      "org-export-expiry",
      "org-deletion",
      "audit-anchor-hourly",
      "audit-anchor-nightly",
      "audit-archive-nightly",
      "audit-retention",
      "archive-expiry",
      "scheduled-reports",
      // Others that the service has.
      "stage-automation",
      "residual-access",
      "left-behind-looks",
      "left-behind-nightly"
    ]) {
      assert.match(listed.find((job) => job.name === name)?.trigger ?? "", /\w/, name)
      const figures = Object.values(yield* jobs.run(name, undefined))
      assert.isNotEmpty(figures, name)
      assert.deepStrictEqual(new Set(figures), new Set([0]), name)
    }
  })
})
