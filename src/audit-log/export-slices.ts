import type { AuditLogFilters } from "@svc/contract/audit-log/schema"
import type { Caller } from "@svc/contract/kernel/access"
import { Context, type Stream } from "effect"

export interface AuditSlice {
  readonly filters: AuditLogFilters
  /** `caller`: only what the list shows the caller. */
  readonly onlooker: "everything" | "caller"
  /** The skeleton goes on to the entry of this number, such as that of an anchor. */
  readonly through?: bigint
}

/** Entries of the caller's organisation in files that prove by themselves that none was changed (decisions 8). */
export class AuditSlices extends Context.Service<
  AuditSlices,
  {
    /**
     * The bytes of an `AuditExportFile`: the matching entries, oldest first, and the skeleton between them. It is of one
     * snapshot of the log, and a page of it at most is in memory.
     */
    json(slice: AuditSlice): Stream.Stream<Uint8Array, never, Caller>
  }
>()("svc/audit-log/AuditSlices") {}
