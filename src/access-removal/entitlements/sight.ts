import type { EntitlementKind } from "@svc/contract/entitlements/schema"

/** `Entitlement` of the vendors, as rules and tables of here know it. */
export interface FoundEntitlement {
  readonly kind: EntitlementKind
  readonly externalId: string
  readonly label: string
  readonly terms: Readonly<Record<string, string>>
  readonly byHand: string | null
}

/** The result of one scan for one kind; what a missing permission hides is not an empty list. */
export type Sight =
  | { readonly _tag: "Seen"; readonly kind: EntitlementKind; readonly items: ReadonlyArray<FoundEntitlement> }
  | { readonly _tag: "NotVisible"; readonly kind: EntitlementKind; readonly why: string }
