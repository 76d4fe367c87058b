import type { LeftBehindItem } from "@svc/contract/left-behind/schema"

/** A new owner is assigned but has not accepted. Items of a former person are not transferred. */
export const isOffered = ({ disposition, former_identity, new_owner }: LeftBehindItem) =>
  !former_identity && disposition === "pending" && new_owner !== null && new_owner.accepted_at === null

/** Revocation is blocked until a new owner accepts or a Super Admin overrides. */
export const isStopping = ({ disposition, former_identity, go, new_owner, stops_the_cut }: LeftBehindItem) =>
  !former_identity &&
  stops_the_cut !== null &&
  disposition === "pending" &&
  go === null &&
  (new_owner?.accepted_at ?? null) === null

/** Whether the item is offered to this email, ignoring case. */
export const isOfferedTo = (item: LeftBehindItem, address: string) =>
  isOffered(item) && item.new_owner?.email.toLowerCase() === address.toLowerCase()

/** A blocking item can be accepted only if a member other than the reader assigned the new owner. */
export const needsNaming = ({ new_owner, stops_the_cut }: LeftBehindItem, readerId: string) =>
  stops_the_cut !== null && (new_owner === null || new_owner.named_by === null || new_owner.named_by === readerId)
