import { Layer } from "effect"
import * as Record from "#audit/record/index"
import * as Anchors from "#audit/anchors/index"
import * as Log from "#audit/log/index"
import * as Verification from "#audit/verification/index"
import * as Archives from "#audit/archives/index"

/** The chain, and everything that reads it. Lowest last. */
export const services = Layer.mergeAll(Log.services, Verification.services, Archives.services).pipe(
  Layer.provideMerge(Record.services),
  Layer.provideMerge(Anchors.services)
)
export const http = Layer.mergeAll(Anchors.http, Log.http, Verification.http, Archives.http)
export const rpc = Verification.rpc
export const loops = Layer.mergeAll(Anchors.loops, Log.loops, Archives.loops)
