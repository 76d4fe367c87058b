import type { LeftBehindItem } from "@svc/contract/left-behind/schema"

/** Somebody is named who has not said yes; what is a former person's is handed over no more. */
export const isOffered = ({ disposition, former_identity, new_owner }: LeftBehindItem) =>
  !former_identity && disposition === "pending" && new_owner !== null && new_owner.accepted_at === null

/** The access to the app is not cut before somebody takes it over, or a Super Admin says go. */
export const isStopping = ({ disposition, former_identity, go, new_owner, stops_the_cut }: LeftBehindItem) =>
  !former_identity &&
  stops_the_cut !== null &&
  disposition === "pending" &&
  go === null &&
  (new_owner?.accepted_at ?? null) === null

/** Whose address it is, compared without case. */
export const isOfferedTo = (item: LeftBehindItem, address: string) =>
  isOffered(item) && item.new_owner?.email.toLowerCase() === address.toLowerCase()

/** What blocks revocation is accepted only where a member other than the reader named the new owner. */
export const needsNaming = ({ new_owner, stops_the_cut }: LeftBehindItem, readerId: string) =>
  stops_the_cut !== null && (new_owner === null || new_owner.named_by === null || new_owner.named_by === readerId)
