import { Layer } from "effect"
import * as Evidence from "./evidence/index.ts"
import * as EvidenceReadiness from "./evidence-readiness/index.ts"
import * as LeaverTest from "./leaver-test/index.ts"
import * as Mcp from "./mcp/index.ts"

/** What can be shown, to auditors and to assistants. Lowest last. */
export const services = Mcp.services.pipe(
  Layer.provideMerge(Layer.mergeAll(Evidence.services, EvidenceReadiness.services, LeaverTest.services))
)
export const http = Layer.mergeAll(Evidence.http, EvidenceReadiness.http, LeaverTest.http, Mcp.http)
export const { loops, page, pagePaths } = LeaverTest
