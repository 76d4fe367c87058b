import { Layer } from "effect"
import { Randomness } from "#platform/crypto/random"
import { Db } from "#platform/database/db"
import { fileRoute } from "#platform/files/route"
import { Draining, healthPaths, healthRoutes } from "#platform/http/health"
import { landingPages, landingPaths } from "#platform/http/landing-pages"
import { Jobs } from "#platform/jobs/jobs"
import { JobsRpcHandlers } from "#platform/jobs/rpc"
import { Wakeups } from "#platform/jobs/wakeups"
import { Secrets } from "#platform/keys/secrets"
import { Signing } from "#platform/keys/signing"

/** What every domain stands on, over the configuration, the database connections and the outside world. */
export const services = Jobs.layerNoDeps.pipe(
  Layer.provideMerge(
    Layer.mergeAll(Db.layerNoDeps, Wakeups.layerNoDeps, Secrets.layer, Signing.layer, Randomness.layer, Draining.layer)
  )
)
export const rpc = JobsRpcHandlers
export const routes = Layer.mergeAll(healthRoutes, landingPages, fileRoute)
/** What is answered here with GET, `/metrics` among it, which only the operator reads. */
export const paths = [...healthPaths, ...landingPaths, "/metrics", "/files/:token"]
