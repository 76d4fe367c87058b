import { Layer } from "effect"
import { AuditAnchorsHttp } from "./http.ts"
import { HttpsWitness } from "./https-witness.ts"
import { SigningKeysRepo } from "./keys-repo.ts"
import { SigningKeys } from "./keys.ts"
import { AuditAnchorsLoops } from "./loops.ts"
import { PublicationsRepo } from "./publications-repo.ts"
import { AnchorPublications } from "./publications.ts"
import { AnchorsRepo } from "./repo.ts"
import { AnchorRounds } from "./rounds.ts"
import { AuditAnchors } from "./service.ts"
import { StoredAnchors } from "./stored-anchors.ts"

/** Requires `Files` and `Outbound` from outside. */
export const services = AnchorRounds.layerNoDeps.pipe(
  Layer.provideMerge(AnchorPublications.layerNoDeps),
  Layer.provideMerge(AuditAnchors.layerNoDeps),
  Layer.provide([SigningKeys.layerNoDeps, StoredAnchors.layerNoDeps, HttpsWitness.layerNoDeps]),
  Layer.provide([AnchorsRepo.layer, PublicationsRepo.layer, SigningKeysRepo.layer])
)
export const http = AuditAnchorsHttp
export const loops = AuditAnchorsLoops
