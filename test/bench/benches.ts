import { anchors } from "./anchors.ts"
import { archives } from "./archives.ts"
import { auditAppend } from "./audit-append.ts"
import { auditExport } from "./audit-export.ts"
import { auditSearch } from "./audit-search.ts"
import { backup } from "./backup.ts"
import { capacity } from "./capacity.ts"
import { create } from "./create.ts"
import { dashboardActs } from "./dashboard-acts.ts"
import { dashboard } from "./dashboard.ts"
import { deliveries } from "./deliveries.ts"
import { deliveryFaults } from "./delivery-faults.ts"
import { deliveryQueue } from "./delivery-queue.ts"
import { growth } from "./growth.ts"
import { leaverTest } from "./leaver-test.ts"
import { listOrganizations } from "./list-organizations.ts"
import { listSize } from "./list-size.ts"
import { list } from "./list.ts"
import { logins } from "./logins.ts"
import { nodes } from "./nodes.ts"
import { orgExport } from "./org-export.ts"
import { patroni } from "./patroni.ts"
import { reports } from "./reports.ts"
import { retention } from "./retention.ts"
import { rowLevelSecurity } from "./row-level-security.ts"
import { scimList } from "./scim-list.ts"
import { siem } from "./siem.ts"
import { soak } from "./soak.ts"
import { startUp } from "./start-up.ts"
import { upgrade } from "./upgrade.ts"
import { verify } from "./verify.ts"

/** Every benchmark by its name, in the order of a whole run. */
export const benches = {
  list,
  "list-size": listSize,
  "list-organizations": listOrganizations,
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
  growth,
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
  soak,
  "start-up": startUp,
  upgrade,
  verify
}

export type BenchName = keyof typeof benches

export const isBench = (name: string): name is BenchName => Object.hasOwn(benches, name)
export const benchNames = Object.keys(benches).filter(isBench)

/** Done only when they are named, and why. */
export const rehearsals: Readonly<Partial<Record<BenchName, string>>> = {
  nodes: "a rehearsal of ten minutes",
  patroni: "needs Patroni, etcd and PostgreSQL's own packages",
  retention: "a rehearsal of a year's partitions",
  upgrade: "needs the history of the repository, and builds the release before"
}
