import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Suites that start processes or browsers, or try hundreds of cases: first, so that none is left alone at the end. */
const long = [
  "robustness/bodies",
  "platform/embedded-postgres",
  "resilience/exports",
  "resilience/deliveries",
  "audit/verification/enumerated",
  "resilience/revocation",
  "demo/",
  "resilience/receiver-leases",
  "dashboard/every-page",
  "operations/backup/",
  "verify/page",
  "cli/",
  "platform/start",
  "platform/launch",
  "receivers/receivers",
  "access/contract-matrix",
  "access/cross-site",
  "robustness/",
  "audit/record/every-write",
  "exports/",
  "dashboard/live",
  "platform/pipelined-reads",
  "platform/fit",
  "resilience/",
  "connections/vendors/google-conformance",
  "connections/vendors/github-conformance",
  "work/esignature/"
]

const rankOf = ({ moduleId }: TestSpecification) => {
  const rank = long.findIndex((name) => moduleId.includes(`/test/${name}`))
  return rank === -1 ? long.length : rank
}

/** The order of the files: the long ones as listed, then as vitest has it. A fresh checkout knows only their sizes. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>) {
    return (await BaseSequencer.prototype.sort.call(this, files)).toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
