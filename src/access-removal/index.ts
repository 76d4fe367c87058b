import { Layer } from "effect"
import * as Entitlements from "./entitlements/index.ts"
import * as ResidualAccess from "./residual-access/index.ts"
import * as LeftBehind from "./left-behind/index.ts"
import * as Revocations from "./revocations/index.ts"
import * as AccessReturns from "./access-returns/index.ts"

/** Revocation of a leaver's access, what outlives it, and access that is given back. Lowest last. */
export const services = AccessReturns.services.pipe(
  Layer.provideMerge(Revocations.services),
  Layer.provideMerge(LeftBehind.services),
  Layer.provideMerge(Entitlements.services),
  Layer.provideMerge(ResidualAccess.services)
)
export const http = Layer.mergeAll(
  Revocations.http,
  ResidualAccess.http,
  LeftBehind.http,
  Entitlements.http,
  AccessReturns.http
)
export const loops = Layer.mergeAll(Revocations.loops, ResidualAccess.loops, LeftBehind.loops, AccessReturns.loops)
export const reactions = Layer.mergeAll(ResidualAccess.reactions, LeftBehind.reactions)
