import { NodeRuntime, NodeServices } from "@effect/platform-node"
import { Effect } from "effect"
import { BenchServer } from "./database.ts"
import { auditAppend } from "./audit-append.ts"
import { auditExport } from "./audit-export.ts"
import { anchors } from "./anchors.ts"
import { archives } from "./archives.ts"
import { auditSearch } from "./audit-search.ts"
import { backup } from "./backup.ts"
import { capacity } from "./capacity.ts"
import { create } from "./create.ts"
import { dashboard } from "./dashboard.ts"
import { dashboardActs } from "./dashboard-acts.ts"
import { deliveries } from "./deliveries.ts"
import { deliveryFaults } from "./delivery-faults.ts"
import { deliveryQueue } from "./delivery-queue.ts"
import { leaverTest } from "./leaver-test.ts"
import { list } from "./list.ts"
import { listOrganisations } from "./list-organisations.ts"
import { listSize } from "./list-size.ts"
import { logins } from "./logins.ts"
import { nodes } from "./nodes.ts"
import { orgExport } from "./org-export.ts"
import { patroni } from "./patroni.ts"
import { retention } from "./retention.ts"
import { reports } from "./reports.ts"
import { rowLevelSecurity } from "./row-level-security.ts"
import { scimList } from "./scim-list.ts"
import { siem } from "./siem.ts"
import { startUp } from "./start-up.ts"
import { upgrade } from "./upgrade.ts"
import { verify } from "./verify.ts"
import { BenchFailed, installOpponents } from "./opponents.ts"
import { table } from "./report.ts"

const benches = {
  list,
  "list-size": listSize,
  "list-organisations": listOrganisations,
  create,
  "audit-append": auditAppend,
  "audit-export": auditExport,
  anchors,
  archives,
  "audit-search": auditSearch,
  backup,
  capacity,
  dashboard,
  "dashboard-acts": dashboardActs,
  deliveries,
  "delivery-faults": deliveryFaults,
  "delivery-queue": deliveryQueue,
  "leaver-test": leaverTest,
  logins,
  nodes,
  "org-export": orgExport,
  patroni,
  reports,
  retention,
  "row-level-security": rowLevelSecurity,
  "scim-list": scimList,
  siem,
  "start-up": startUp,
  upgrade,
  verify
}

/** They take what is not on every machine, or ten minutes: done only when they are named. */
const rehearsals = ["nodes", "patroni", "retention", "upgrade"]

const isBench = (name: string): name is keyof typeof benches => Object.hasOwn(benches, name)

/** `npm run bench [-- NAME…]`: runs the named benchmarks, or all but the rehearsals, one after the other, and prints the table. */
const main = Effect.gen(function* () {
  const asked = process.argv.slice(2)
  const unknown = asked.filter((name) => !isBench(name))
  if (unknown.length > 0) {
    return yield* new BenchFailed({
      message: `There is no benchmark ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}`
    })
  }
  const names = Object.keys(benches)
    .filter(isBench)
    .filter((name) => !rehearsals.includes(name))
  yield* installOpponents
  const lines = yield* Effect.forEach(asked.length === 0 ? names : asked.filter(isBench), (name) =>
    Effect.andThen(Effect.logInfo(name), Effect.scoped(benches[name]()))
  ).pipe(Effect.provide(BenchServer.layer))
  yield* Effect.sync(() => process.stdout.write(`\n${table(lines.flat())}\n`))
}).pipe(Effect.provide(NodeServices.layer))

NodeRuntime.runMain(main)
