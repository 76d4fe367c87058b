import type { LeftBehindClosing, LeftBehindKind, LeftBehindRisk } from "@svc/contract/left-behind/schema"
import type { DateTime } from "effect"

/** `LeftBehind` of the vendors, as rules and tables of here know it. */
export interface FoundItem {
  readonly kind: LeftBehindKind
  readonly externalId: string
  readonly label: string
  readonly risk: LeftBehindRisk
  readonly privileges: ReadonlyArray<string>
  readonly lastUsedAt: DateTime.Utc | null
  readonly closing: LeftBehindClosing
  readonly stopsTheCut: string | null
}

/** `KindSight` of the vendors: a kind of several sources can have both. */
export type ToldSight =
  | { readonly _tag: "Seen"; readonly kind: LeftBehindKind; readonly items: ReadonlyArray<FoundItem> }
  | { readonly _tag: "NotVisible"; readonly kind: LeftBehindKind; readonly why: string }

/** The result of one scan for one kind; `hidden` says why part of it was not seen. */
export type Sight =
  | {
      readonly _tag: "Seen"
      readonly kind: LeftBehindKind
      readonly items: ReadonlyArray<FoundItem>
      readonly hidden: string | null
    }
  | { readonly _tag: "NotVisible"; readonly kind: LeftBehindKind; readonly why: string }
