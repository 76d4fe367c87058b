import type { LeftBehindItem } from "@svc/contract/left-behind/schema"

/** Somebody is named who has not said yes. */
export const isOffered = ({ disposition, new_owner }: LeftBehindItem) =>
  disposition === "pending" && new_owner !== null && new_owner.accepted_at === null

/** The access to the app is not cut before somebody takes it over, or a Super Admin says go. */
export const isStopping = ({ disposition, go, new_owner, stops_the_cut }: LeftBehindItem) =>
  stops_the_cut !== null && disposition === "pending" && go === null && (new_owner?.accepted_at ?? null) === null

/** Whose address it is, compared without case. */
export const isOfferedTo = (item: LeftBehindItem, address: string) =>
  isOffered(item) && item.new_owner?.email.toLowerCase() === address.toLowerCase()
