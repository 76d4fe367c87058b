import { Layer } from "effect"
import { SignedFiles } from "#platform/files/signed-file"
import { ListExportsRepo } from "./repo.ts"
import { ListExports } from "./service.ts"

export const services = ListExports.layerNoDeps.pipe(Layer.provide([SignedFiles.layerNoDeps, ListExportsRepo.layer]))
