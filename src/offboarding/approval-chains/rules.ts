import type { ApprovalStep, GivenStep, InitiationSettings } from "@svc/contract/approval-chains/schema"
import { ApprovalChainInUse } from "@svc/contract/approval-chains/errors"
import { RoleId } from "@svc/contract/kernel/ids"
import { Role } from "@svc/contract/kernel/permissions"
import { Schema } from "effect"

/** Maximum chains per organization. */
export const chainLimit = 100

/** Defaults. */
export const defaultSettings: InitiationSettings = { require_initiation_approval: true, default_chain_id: null }

export const isBuiltInRole = Schema.is(Role)

/** The step as it is stored: what is not named is absent. */
export const stepOf = ({ approver_id, approver_role, name }: GivenStep): ApprovalStep => ({
  ...(approver_id === undefined || approver_id === null ? {} : { approver_id }),
  ...(approver_role === undefined || approver_role === null
    ? {}
    : { approver_role: isBuiltInRole(approver_role) ? approver_role : RoleId.make(approver_role.toLowerCase()) }),
  ...(name === undefined || name === null ? {} : { name: name.trim() })
})

/** For the audit log: `1. member 7b0e…, 2. hr`. */
export const describeSteps = (steps: ReadonlyArray<ApprovalStep>): string =>
  steps
    .map(
      ({ approver_id, approver_role }, index) =>
        `${index + 1}. ${approver_id === undefined ? (approver_role ?? "nobody") : `member ${approver_id}`}`
    )
    .join(", ")

/** Whether two lists of steps are the same. */
export const sameSteps = (before: ReadonlyArray<ApprovalStep>, after: ReadonlyArray<ApprovalStep>): boolean =>
  before.length === after.length &&
  before.every((step, index) => {
    const other = after[index]
    return (
      other !== undefined &&
      step.approver_id === other.approver_id &&
      step.approver_role === other.approver_role &&
      step.name === other.name
    )
  })

/** `name: before -> after` of each setting that differs; empty when none does. */
export const settingsChanged = (before: InitiationSettings, after: InitiationSettings): string =>
  (["require_initiation_approval", "default_chain_id"] as const)
    .filter((name) => before[name] !== after[name])
    .map((name) => `${name}: ${before[name] ?? "none"} -> ${after[name] ?? "none"}`)
    .join(", ")

/** Why a chain cannot go yet. */
export const chainInUse = (use: { readonly is_default: boolean; readonly pending: number }): ApprovalChainInUse => {
  const reasons = [
    ...(use.is_default ? ["it is the default chain. Choose another default first"] : []),
    ...(use.pending > 0
      ? [
          `${use.pending} pending request${use.pending === 1 ? " uses" : "s use"} it. Decide on ${use.pending === 1 ? "it" : "them"} first`
        ]
      : [])
  ]
  return new ApprovalChainInUse({ error: `This approval chain cannot be deleted: ${reasons.join("; ")}`, ...use })
}
