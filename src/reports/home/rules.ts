import { type Attention, AttentionKind, type AttentionRow } from "@svc/contract/home/schema"
import type { ListedInitiation } from "@svc/contract/initiations/schema"

type Found = AttentionRow & { readonly kind: AttentionKind; readonly total: number }

/** A request that waits for the caller's decision. */
export const approvalRow = ({
  created_at,
  employee_name,
  exit_date,
  id,
  initiated_by_name
}: ListedInitiation): AttentionRow => ({
  id,
  offboarding_id: null,
  person: employee_name,
  subject: initiated_by_name ?? "",
  count: 1,
  since: created_at,
  day: exit_date,
  next_attempt_at: null
})

/** By kind, worst first; kinds without anything are omitted. */
export const attentionOf = (found: ReadonlyArray<Found>): ReadonlyArray<Attention> =>
  AttentionKind.literals.flatMap((kind) => {
    const rows = found.filter((row) => row.kind === kind)
    const total = rows[0]?.total ?? 0
    return total === 0 ? [] : [{ kind, total, rows: rows.map(({ kind: _kind, total: _total, ...row }) => row) }]
  })
