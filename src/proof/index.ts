import { Layer } from "effect"
import * as Evidence from "#proof/evidence/index"
import * as Erasure from "#proof/erasure/index"
import * as Exports from "#proof/exports/index"

/** What can be shown, and what is forgotten. Lowest last. */
export const services = Layer.mergeAll(Evidence.services, Erasure.services, Exports.services)
export const http = Layer.mergeAll(Evidence.http, Erasure.http, Exports.http)
export const loops = Layer.mergeAll(Erasure.loops, Exports.loops)
