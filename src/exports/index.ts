import { Layer } from "effect"
import { ExportArchive } from "./archive.ts"
import { ExportBuildsRepo } from "./builds-repo.ts"
import { ExportBuilds } from "./builds.ts"
import { OrganisationExportsHttp } from "./http.ts"
import { ExportsLoops } from "./loops.ts"
import { ExportsRepo } from "./repo.ts"
import { OrganisationExports } from "./service.ts"
import { SnapshotRepo } from "./snapshot-repo.ts"

/** Requires `Files` from outside. */
export const services = Layer.mergeAll(OrganisationExports.layerNoDeps, ExportBuilds.layerNoDeps).pipe(
  Layer.provide(ExportArchive.layerNoDeps),
  Layer.provide([ExportsRepo.layer, ExportBuildsRepo.layer, SnapshotRepo.layer])
)
export const http = OrganisationExportsHttp
export const loops = ExportsLoops
