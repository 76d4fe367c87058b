import type { OrgId, SiemTargetId } from "@svc/contract/kernel/ids"
import { boundTo } from "#platform/keys/secrets"

/** Where a target's credential is kept: it opens for this target of this organisation only. */
export const placeOf = (column: "sealed_token" | "sealed_url", orgId: OrgId, id: SiemTargetId) =>
  boundTo({ orgId, table: "siem_targets", column, rowId: id })
