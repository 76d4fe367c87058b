import { Layer } from "effect"
import { SigningAccounts } from "./accounts.ts"
import { CallbackAddresses } from "./callback-addresses.ts"
import { SignatureCallbacks } from "./callbacks.ts"
import { ESignatureHttp } from "./http.ts"
import { ESignatureLoops } from "./loops.ts"
import { SignatureOutcomes } from "./outcomes.ts"
import { SignatureProgress } from "./progress.ts"
import { SignatureQueueRepo } from "./queue-repo.ts"
import { SignaturesRepo } from "./repo.ts"
import { ESignatures } from "./service.ts"
import { SigningSettings } from "./settings.ts"

export const services = Layer.mergeAll(ESignatures.layerNoDeps, SignatureCallbacks.layerNoDeps).pipe(
  Layer.provideMerge(SignatureProgress.layerNoDeps),
  Layer.provide(Layer.mergeAll(SignatureOutcomes.layerNoDeps, SigningAccounts.layerNoDeps)),
  Layer.provideMerge(SigningSettings.layerNoDeps),
  Layer.provide([CallbackAddresses.layerNoDeps, SignaturesRepo.layer, SignatureQueueRepo.layer])
)
export const http = ESignatureHttp
export const loops = ESignatureLoops
