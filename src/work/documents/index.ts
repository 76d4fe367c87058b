import { Layer } from "effect"
import { AllDocumentsRepo } from "./all-repo.ts"
import { AllDocuments } from "./all.ts"
import { DocumentFiles } from "./files.ts"
import { DocumentsHttp } from "./http.ts"
import { LeftoversRepo } from "./leftovers-repo.ts"
import { DocumentLeftovers } from "./leftovers.ts"
import { DocumentsLoops } from "./loops.ts"
import { DocumentsRepo } from "./repo.ts"
import { Documents } from "./service.ts"
import { DocumentSigning } from "./signing.ts"

/** Requires `Files` and `Outbound` from outside. */
export const services = Layer.mergeAll(
  Documents.layerNoDeps,
  AllDocuments.layerNoDeps,
  DocumentFiles.layerNoDeps,
  DocumentSigning.layerNoDeps,
  DocumentLeftovers.layerNoDeps
).pipe(Layer.provide([DocumentsRepo.layer, AllDocumentsRepo.layer, LeftoversRepo.layer]))
export const http = DocumentsHttp
export const loops = DocumentsLoops
