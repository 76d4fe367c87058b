import { Layer } from "effect"
import { SignedFiles } from "#platform/files/signed-file"
import { EvidenceHttp } from "./http.ts"
import { EvidenceRepo } from "./repo.ts"
import { Evidence } from "./service.ts"

export const services = Evidence.layerNoDeps.pipe(Layer.provide([EvidenceRepo.layer, SignedFiles.layerNoDeps]))
export const http = EvidenceHttp
