import { Layer } from "effect"
import * as AuditDomain from "#audit/index"
import * as OrganisationsDomain from "#organisations/index"
import * as OutboxDomain from "#outbox/index"
import { Db } from "#platform/db"
import { Jobs } from "#platform/jobs"
import { Randomness } from "#platform/random"
import { Secrets } from "#platform/secrets"
import { Wakeups } from "#platform/wakeups"

/** What every domain stands on, over the configuration, the database connections and the outside world. */
export const Platform = Jobs.layerNoDeps.pipe(
  Layer.provideMerge(Layer.mergeAll(Db.layerNoDeps, Wakeups.layerNoDeps, Secrets.layer, Randomness.layer))
)

/** What the service knows and does, lowest last. */
export const Services = OrganisationsDomain.services.pipe(
  Layer.provideMerge(AuditDomain.services),
  Layer.provideMerge(OutboxDomain.services),
  Layer.provideMerge(Platform)
)
