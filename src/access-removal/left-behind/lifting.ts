import type { UserId } from "@svc/contract/kernel/ids"

/** How a block is lifted: the new owner accepts, or the item is accepted as a risk or marked as done. */
export type Lifting = "acceptance" | "settlement"

/**
 * Whether the caller may override the block of an item: neither its new owner, nor a caller who accepts for a new owner
 * that they named. Another member must have named the new owner; the manager by default is named by no one.
 */
export const mayLift = (
  by: Lifting,
  item: { readonly isOwner: boolean; readonly caller: UserId | null; readonly namedBy: UserId | null }
): boolean => (by === "settlement" && !item.isOwner) || (item.namedBy !== null && item.namedBy !== item.caller)
