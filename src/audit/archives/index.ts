import { Layer } from "effect"
import { ArchivesRepo } from "./archives-repo.ts"
import { ArchiveExpiryRepo } from "./expiry-repo.ts"
import { ArchiveExpiry } from "./expiry.ts"
import { AuditArchivesHttp } from "./http.ts"
import { LeftoversRepo } from "./leftovers-repo.ts"
import { ArchiveLeftovers } from "./leftovers.ts"
import { AuditArchivesLoops } from "./loops.ts"
import { NightlyArchives } from "./nightly.ts"
import { PurgeRepo } from "./purge-repo.ts"
import { RetentionSettingsRepo } from "./repo.ts"
import { AuditRetention } from "./retention.ts"
import { AuditArchives } from "./service.ts"
import { RetentionSettings } from "./settings.ts"

/** Requires `Files` and `Signing` from outside. */
export const services = Layer.mergeAll(
  NightlyArchives.layerNoDeps,
  AuditRetention.layerNoDeps,
  ArchiveExpiry.layerNoDeps,
  RetentionSettings.layerNoDeps
).pipe(
  Layer.provideMerge(AuditArchives.layerNoDeps),
  Layer.provide(ArchiveLeftovers.layerNoDeps),
  Layer.provide([
    ArchivesRepo.layer,
    ArchiveExpiryRepo.layer,
    LeftoversRepo.layer,
    PurgeRepo.layer,
    RetentionSettingsRepo.layer
  ])
)
export const http = AuditArchivesHttp
export const loops = AuditArchivesLoops
