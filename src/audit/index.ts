import { Layer } from "effect"
import * as Record from "./record/index.ts"
import * as Anchors from "./anchors/index.ts"
import * as ListExports from "./list-exports/index.ts"
import * as Log from "./log/index.ts"
import * as Verification from "./verification/index.ts"
import * as Archives from "./archives/index.ts"

/** The chain, and everything that reads it. Lowest last. */
export const services = Layer.mergeAll(
  ListExports.services,
  Log.services,
  Verification.services,
  Archives.services
).pipe(Layer.provideMerge(Record.services), Layer.provideMerge(Anchors.services))
export const http = Layer.mergeAll(Anchors.http, Log.http, Verification.http, Archives.http)
export const rpc = Verification.rpc
export const loops = Layer.mergeAll(Anchors.loops, Log.loops, Archives.loops)
