import { Layer } from "effect"
import { AccountExportRepo } from "./account-export-repo.ts"
import { AccountExports } from "./account-export.ts"
import { OwnAccountHttp } from "./http.ts"
import { OwnAccountRepo } from "./repo.ts"
import { OwnAccount } from "./service.ts"

export const services = Layer.mergeAll(OwnAccount.layerNoDeps, AccountExports.layerNoDeps).pipe(
  Layer.provide(Layer.mergeAll(OwnAccountRepo.layer, AccountExportRepo.layer))
)
export const http = OwnAccountHttp
