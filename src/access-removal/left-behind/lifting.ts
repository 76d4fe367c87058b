import type { UserId } from "@svc/contract/kernel/ids"

/** How a block is lifted: the new owner accepts, or the item is accepted as a risk or marked as done. */
export type Lifting = "acceptance" | "settlement"

/**
 * Whether the caller may lift the block of an item: not its new owner, nor whoever accepts for a new owner that they named
 * themselves. A member other than the caller must have named the new owner; the manager by default is named by no member.
 */
export const mayLift = (
  by: Lifting,
  item: { readonly isOwner: boolean; readonly caller: UserId | null; readonly namedBy: UserId | null }
): boolean => (by === "settlement" && !item.isOwner) || (item.namedBy !== null && item.namedBy !== item.caller)
