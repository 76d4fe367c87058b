import { Layer } from "effect"
import { Randomness } from "./crypto/random.ts"
import { dashboardPaths, dashboardRoutes } from "./dashboard/page-routes.ts"
import { Db } from "./database/db.ts"
import { Partitions } from "./database/partitions.ts"
import { fileRoute } from "./files/route.ts"
import { helpPaths, helpRoutes } from "./help/routes.ts"
import { Draining, healthPaths, healthRoutes } from "./http/health.ts"
import { JobHold } from "./jobs/hold.ts"
import { Jobs } from "./jobs/jobs.ts"
import { Leases } from "./jobs/leases.ts"
import { JobsRpcHandlers } from "./jobs/rpc.ts"
import { Wakeups } from "./jobs/wakeups.ts"
import { Secrets } from "./keys/secrets.ts"
import { Signing } from "./keys/signing.ts"
import { Typesetter } from "./pdf/typesetter.ts"
import { InstanceRpcHandlers } from "./start/rpc.ts"

/** Services that every domain uses, over the configuration, the database connections, and the outside world. */
export const services = Jobs.layerNoDeps.pipe(
  Layer.provideMerge(Leases.layerNoDeps),
  Layer.provideMerge(JobHold.layerNoDeps),
  Layer.provideMerge(
    Layer.mergeAll(
      Db.layerNoDeps,
      Partitions.layerNoDeps,
      Wakeups.layerNoDeps,
      Secrets.layer,
      Signing.layer,
      Randomness.layer,
      Draining.layer,
      Typesetter.layer
    )
  )
)
export const rpc = Layer.mergeAll(JobsRpcHandlers, InstanceRpcHandlers)
export const routes = Layer.mergeAll(healthRoutes, dashboardRoutes, helpRoutes, fileRoute)
/** GET paths served here, including `/metrics`, which only the operator reads. */
export const paths = [...healthPaths, ...dashboardPaths, ...helpPaths, "/metrics", "/files/:token"]
