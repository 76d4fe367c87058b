import type { BreakReason, ChainReport } from "@svc/contract/audit-verification/schema"

/** What an anchor of the time between the backup and the loss makes of a chain. */
const ofLaterAnchors: ReadonlySet<BreakReason> = new Set(["anchor_missing", "anchor_mismatch", "rolled_back"])

/**
 * - `behind`: it is whole, and an anchor outside of the database is of after the backup.
 * - `broken`: it does not verify.
 */
export const judge = ({ broken, ok }: Pick<ChainReport, "broken" | "ok">, head: bigint): "ok" | "behind" | "broken" =>
  ok ? "ok" : broken.every(({ reason, seq }) => ofLaterAnchors.has(reason) && BigInt(seq) > head) ? "behind" : "broken"
