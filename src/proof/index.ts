import { Layer } from "effect"
import * as Evidence from "./evidence/index.ts"
import * as Erasure from "./erasure/index.ts"
import * as Exports from "./exports/index.ts"
import * as ScheduledReports from "./scheduled-reports/index.ts"

/** What can be shown, and what is forgotten. Lowest last. */
export const services = Layer.mergeAll(Evidence.services, Erasure.services, Exports.services, ScheduledReports.services)
export const http = Layer.mergeAll(Evidence.http, Erasure.http, Exports.http, ScheduledReports.http)
export const loops = Layer.mergeAll(Erasure.loops, Exports.loops, ScheduledReports.loops)
