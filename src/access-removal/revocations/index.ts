import { Layer } from "effect"
import { AppRevocation } from "./app-revocation.ts"
import { HistoryRepo } from "./history-repo.ts"
import { RevocationsHttp } from "./http.ts"
import { RevocationsLoops } from "./loops.ts"
import { RevocationsRepo } from "./repo.ts"
import { RetriesRepo } from "./retries-repo.ts"
import { ReschedulingRepo } from "./rescheduling-repo.ts"
import { RevocationRunsRepo } from "./runs-repo.ts"
import { RevocationRuns } from "./runs.ts"
import { Revocations } from "./service.ts"
import { SignerMailboxLayer } from "./signer-mailbox.ts"

export const services = Layer.mergeAll(
  SignerMailboxLayer.pipe(Layer.provideMerge(Revocations.layerNoDeps)),
  RevocationRuns.layerNoDeps.pipe(Layer.provide(AppRevocation.layerNoDeps))
).pipe(
  Layer.provide(
    Layer.mergeAll(
      RevocationsRepo.layer,
      RevocationRunsRepo.layer,
      RetriesRepo.layer,
      ReschedulingRepo.layer,
      HistoryRepo.layer
    )
  )
)
export const http = RevocationsHttp
export const loops = RevocationsLoops
