import type { OrgId, SiemTargetId } from "@svc/contract/kernel/ids"
import { boundTo } from "#platform/keys/secrets"

/** The place of a destination's credential: it decrypts for this destination of this organization only. */
export const placeOf = (column: "sealed_token" | "sealed_url", orgId: OrgId, id: SiemTargetId) =>
  boundTo({ orgId, table: "siem_targets", column, rowId: id })
