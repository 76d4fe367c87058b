import type { AnchorPage, ChainAnchor } from "@svc/contract/audit/files"
import { Caller } from "@svc/contract/kernel/access"
import type { CalendarDate, Timestamp } from "@svc/contract/kernel/dates"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, type Effect, type Option } from "effect"
import type { Transaction } from "#platform/db"

/** An anchor as it stands outside of the database. */
export interface PublishedAnchor {
  readonly seq: number
  readonly entry_id: string
  readonly entry_hash: string
  readonly entry_created_at: Timestamp
  readonly anchored_at: Timestamp
  readonly signature: string | null
  readonly key_id: string | null
}

/** What one place outside of the database holds; `unreachable` is a sentence that says why it could not be asked. */
export type Witness =
  | { readonly name: "storage" | "https"; readonly anchors: ReadonlyArray<PublishedAnchor> }
  | { readonly name: "storage" | "https"; readonly unreachable: string }

/** What a signature is judged by: exactly the fields of the signed message. */
export interface SignedAnchor {
  readonly org_id: OrgId
  readonly entry_id: string
  readonly entry_hash: string
  readonly anchored_at: Timestamp
  readonly signature: string
  readonly key_id: string
}

/** Where the chain's head stood at a moment, signed (D2, GET /api/audit-log/anchors). */
export class AuditAnchors extends Context.Service<
  AuditAnchors,
  {
    /** Anchors the head of the caller's chain as the running transaction sees it; none for an empty chain. */
    anchorHead(
      source: "hourly" | "nightly" | "archive"
    ): Effect.Effect<Option.Option<ChainAnchor>, never, Caller | Transaction>
    /** Newest first; `since`: anchored on this day of UTC or later. */
    list(query: { readonly limit: number; readonly since?: CalendarDate }): Effect.Effect<AnchorPage, never, Caller>
    /** The given anchors of the caller's organisation with key and message; unsigned ones are signed when that is safe. */
    pageOf(anchors: ReadonlyArray<ChainAnchor>): Effect.Effect<AnchorPage, never, Caller>
    /** What stands outside of the database about this chain, one answer per configured place. */
    published(orgId: OrgId): Effect.Effect<ReadonlyArray<Witness>>
    /**
     * Whether the key named by the anchor made its signature: the configured key, else one that this service used
     * before.
     */
    verifySignature(anchor: SignedAnchor): Effect.Effect<"valid" | "invalid" | "unknown_key">
  }
>()("svc/audit-anchors/AuditAnchors") {}
