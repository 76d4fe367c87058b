import { Layer } from "effect"
import { SignedFiles } from "#platform/files/signed-file"
import { AuditLogExportHttp } from "./export-http.ts"
import { ExportRepo } from "./export-repo.ts"
import { AuditExports } from "./export-service.ts"
import { AuditSlices } from "./export-slices.ts"
import { AuditEntriesHttp, AuditLogHttp } from "./http.ts"
import { AuditLogLoops } from "./loops.ts"
import { OpenedValues } from "./opened-values.ts"
import { ReadingRepo } from "./repo.ts"
import { SealedRepo } from "./sealed-repo.ts"
import { SealedSearch } from "./sealed-search.ts"
import { TextsRepo } from "./texts-repo.ts"
import { AuditLog } from "./service.ts"

export const services = Layer.mergeAll(
  AuditLog.layerNoDeps,
  AuditExports.layerNoDeps.pipe(Layer.provide(SignedFiles.layerNoDeps), Layer.provideMerge(AuditSlices.layerNoDeps))
).pipe(
  Layer.provideMerge(SealedSearch.layerNoDeps),
  Layer.provideMerge(OpenedValues.layerNoDeps),
  Layer.provide([ReadingRepo.layer, ExportRepo.layer, SealedRepo.layer, TextsRepo.layer])
)
export const http = Layer.mergeAll(AuditLogHttp, AuditEntriesHttp, AuditLogExportHttp)
export const loops = AuditLogLoops
