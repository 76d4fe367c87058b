import type { UserId } from "@svc/contract/kernel/ids"

/** How a block is lifted: the new owner accepts, or the item is accepted as a risk or marked as done. */
export type Lifting = "acceptance" | "settlement"

/** Refusal of an act that lifts a block for the member who gains by it. */
export const namedByAnotherFirst =
  "This blocks revocation, and no other member named its new owner. Ask another member who sees this offboarding to name the new owner, or a Super Admin to override the block"

/**
 * Whether the caller may lift the block of an item: not its new owner, nor whoever accepts for a new owner that they named
 * themselves. A member other than the caller must have named the new owner; the manager by default is named by no member.
 */
export const mayLift = (
  by: Lifting,
  item: { readonly isOwner: boolean; readonly caller: UserId | null; readonly namedBy: UserId | null }
): boolean => (by === "settlement" && !item.isOwner) || (item.namedBy !== null && item.namedBy !== item.caller)
