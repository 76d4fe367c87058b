import { OffboardingStatus } from "@svc/contract/offboardings/schema"

export const statuses = OffboardingStatus.literals

type Answer = "unchanged" | "changed" | "stage_gate" | "final" | "not cancellable"

// Rows: from; columns: to, in the order of the statuses. The documented moves, stages-1 to stages-10.
export const gatesOpen: Readonly<Record<OffboardingStatus, ReadonlyArray<Answer>>> = {
  pending: ["unchanged", "changed", "changed", "changed", "changed", "changed"],
  notice_period: ["changed", "unchanged", "changed", "changed", "changed", "changed"],
  it_revocation: ["changed", "changed", "unchanged", "changed", "changed", "changed"],
  asset_recovery: ["changed", "changed", "changed", "unchanged", "changed", "changed"],
  completed: ["changed", "changed", "changed", "changed", "unchanged", "not cancellable"],
  cancelled: ["final", "final", "final", "final", "final", "unchanged"]
}
export const gatesShut: typeof gatesOpen = {
  pending: ["unchanged", "changed", "changed", "stage_gate", "stage_gate", "changed"],
  notice_period: ["changed", "unchanged", "changed", "stage_gate", "stage_gate", "changed"],
  it_revocation: ["changed", "changed", "unchanged", "stage_gate", "stage_gate", "changed"],
  asset_recovery: ["changed", "changed", "changed", "unchanged", "stage_gate", "changed"],
  completed: ["changed", "changed", "changed", "changed", "unchanged", "not cancellable"],
  cancelled: ["final", "final", "final", "final", "final", "unchanged"]
}
