import { AnchorPage, type ChainAnchor } from "@svc/contract/audit/files"
import { SigningNotConfigured } from "@svc/contract/audit-anchors/errors"
import type { SigningKey, SigningKeyList } from "@svc/contract/audit-anchors/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { CalendarDate, Timestamp } from "@svc/contract/kernel/dates"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Array, Context, DateTime, Effect, Option } from "effect"
import { Db, type Transaction } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { Signing } from "#platform/keys/signing"
import { layerOf } from "#platform/services/layer-of"
import { HttpsWitness } from "./https-witness.ts"
import { SigningKeys } from "./keys.ts"
import { type AnchorRow, AnchorsRepo, type Head } from "./repo.ts"
import { messageTemplate, servingOf, type SignedAnchor, signedBytes, unsigned } from "./rules.ts"
import { StoredAnchors } from "./stored-anchors.ts"

export type { SignedAnchor } from "./rules.ts"

/** An anchor as it stands outside of the database. */
interface PublishedAnchor {
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

/** A recorded anchor as it is shown. */
export const shown = ({ seq: _seq, ...anchor }: AnchorRow): ChainAnchor => ({
  ...anchor,
  signed_at: anchor.signature === null ? null : "recorded"
})

/**
 * Signed checkpoints (anchors) of the chain's head (anchors-1): recorded in the append-only table in the caller's
 * transaction, and published outside the database afterwards (`publications.ts`). After a crash the next round
 * publishes what is missing. At most one per organization and round.
 */
export class AuditAnchors extends Context.Service<
  AuditAnchors,
  {
    /** Anchors the head of the caller's chain as the running transaction sees it; none for an empty chain. */
    anchorHead(
      source: "hourly" | "nightly" | "archive"
    ): Effect.Effect<Option.Option<ChainAnchor>, never, Caller | Transaction>
    /** The same for many organizations, in one system transaction: all anchors or none. Returns their number. */
    anchorHeads(source: "hourly" | "nightly", orgIds: ReadonlyArray<OrgId>): Effect.Effect<number>
    /** Newest first; `since`: anchored on this day of UTC or later. */
    list(query: { readonly limit: number; readonly since?: CalendarDate }): Effect.Effect<AnchorPage, never, Caller>
    /** These anchors of the caller's organization with message and keys; nothing is signed. */
    pageOf(anchors: ReadonlyArray<ChainAnchor>): Effect.Effect<AnchorPage, never, Caller>
    /** What stands outside of the database about this chain, one answer per configured place. */
    published(orgId: OrgId): Effect.Effect<ReadonlyArray<Witness>>
    /**
     * Whether the key named by the anchor made its signature: the configured key, else one that this service used
     * before.
     */
    verifySignature(anchor: SignedAnchor): Effect.Effect<"valid" | "invalid" | "unknown_key">
    /** The name of the key that signs now; null when signing is not configured. */
    readonly currentKeyId: string | null
    /** The public key that signs now. */
    readonly signingKey: Effect.Effect<SigningKey, SigningNotConfigured>
    /** The public keys for anyone, former ones included. */
    readonly signingKeys: Effect.Effect<SigningKeyList>
  }
>()("svc/audit-anchors/AuditAnchors") {
  static readonly layerNoDeps = layerOf(AuditAnchors, function* () {
    const db = yield* Db
    const repo = yield* AnchorsRepo
    const signing = yield* Signing
    const keys = yield* SigningKeys
    const stored = yield* StoredAnchors
    const witness = yield* HttpsWitness
    const randomness = yield* Randomness

    const currentKeyId = Option.getOrNull(signing.keyId)
    const witnesses = [
      ...(stored.isConfigured ? (["storage"] as const) : []),
      ...(witness.isConfigured ? (["https"] as const) : [])
    ]

    const signatureOf = (anchor: Parameters<typeof signedBytes>[0]) =>
      Effect.map(signing.sign(signedBytes(anchor)), (signature) => ({
        signature: Option.getOrNull(signature),
        key_id: currentKeyId
      }))

    /** None, and an error in the log, for a head that names no entry. */
    const rowOf = Effect.fnUntraced(function* (orgId: OrgId, source: AnchorRow["source"], head: Head) {
      const { entry_created_at, entry_hash, entry_id, seq } = head
      if (entry_id === null || entry_created_at === null) {
        yield* Effect.logError("audit chain not anchored: its head has no entry", { orgId })
        return Option.none()
      }
      const anchor = { org_id: orgId, entry_id, entry_hash, entry_created_at, anchored_at: yield* DateTime.now }
      const id = yield* randomness.uuid
      const row: AnchorRow = { id, seq, source, ...anchor, ...(yield* signatureOf(anchor)) }
      return Option.some(row)
    })

    const anchorHead = Effect.fn("AuditAnchors.anchorHead")(function* (source: "hourly" | "nightly" | "archive") {
      const { orgId } = yield* Caller
      const head = yield* repo.head(orgId)
      if (Option.isNone(head)) return Option.none()
      yield* keys.keepOnce
      const row = yield* rowOf(orgId, source, head.value)
      if (Option.isSome(row)) yield* repo.insert([row.value], witnesses)
      return Option.map(row, shown)
    })

    const anchorHeads = Effect.fn("AuditAnchors.anchorHeads")(function* (
      source: "hourly" | "nightly",
      orgIds: ReadonlyArray<OrgId>
    ) {
      yield* keys.keepOnce
      const rows: globalThis.Array<AnchorRow> = []
      for (const { org_id, ...head } of yield* repo.heads(orgIds)) {
        rows.push(...Option.toArray(yield* rowOf(org_id, source, head)))
      }
      if (Array.isArrayNonEmpty(rows)) yield* repo.insert(rows, witnesses)
      return rows.length
    }, db.transactSystem)

    const isGenuine = ({ key_id, signature, ...anchor }: ChainAnchor) =>
      key_id === null || signature === null || key_id === currentKeyId
        ? Effect.succeed(false)
        : Effect.map(keys.verify({ ...anchor, key_id, signature }), (judged) => judged === "valid")

    const served = Effect.fnUntraced(function* (anchor: ChainAnchor) {
      const genuine = yield* isGenuine(anchor)
      return servingOf({ key_id: anchor.key_id, currentKeyId, genuine }) === "recorded"
        ? anchor
        : { ...anchor, ...unsigned }
    })

    const publicKey = (key: { readonly key_id: string; readonly public_key_pem: string }) => ({
      algorithm: "Ed25519" as const,
      ...key
    })

    const pageOf = Effect.fn("AuditAnchors.pageOf")(function* (anchors: ReadonlyArray<ChainAnchor>) {
      const { orgId } = yield* Caller
      const shownAnchors = yield* Effect.forEach(anchors, served)
      const former = yield* keys.former(shownAnchors.flatMap(({ key_id }) => (key_id === null ? [] : [key_id])))
      return AnchorPage.make({
        format: "svc-audit-anchor/v1",
        org_id: orgId,
        signed_message: messageTemplate,
        key: Option.getOrNull(
          Option.map(Option.all({ key_id: signing.keyId, public_key_pem: signing.publicKeyPem }), publicKey)
        ),
        ...(former.length === 0 ? {} : { former_keys: former.map(publicKey) }),
        anchors: shownAnchors
      })
    })

    const list = Effect.fn("AuditAnchors.list")(function* (query: {
      readonly limit: number
      readonly since?: CalendarDate
    }) {
      const { orgId } = yield* Caller
      return yield* pageOf((yield* repo.newest(orgId, query)).map(shown))
    }, db.transact)

    const storedAnchors = (orgId: OrgId): Effect.Effect<Witness> =>
      stored.read(orgId).pipe(
        Effect.map((file) => ({
          name: "storage" as const,
          anchors: Option.match(file, {
            onNone: () => [],
            onSome: ({ anchors, contradicted }) => [...anchors, ...contradicted]
          })
        })),
        Effect.catch(({ message }) => Effect.succeed({ name: "storage" as const, unreachable: message }))
      )

    const witnessedAnchors = (orgId: OrgId): Effect.Effect<Witness> =>
      witness.anchorsOf(orgId).pipe(
        Effect.map((anchors) => ({ name: "https" as const, anchors })),
        Effect.catch(({ reason }) => Effect.succeed({ name: "https" as const, unreachable: reason }))
      )

    const published = Effect.fn("AuditAnchors.published")((orgId: OrgId) =>
      Effect.forEach(witnesses, (name) => (name === "storage" ? storedAnchors(orgId) : witnessedAnchors(orgId)), {
        concurrency: 2
      })
    )

    const signingKey = Effect.gen(function* () {
      const key = Option.all({ keyId: signing.keyId, publicKeyPem: signing.publicKeyPem })
      if (Option.isNone(key)) return yield* new SigningNotConfigured()
      return { algorithm: "Ed25519" as const, ...key.value }
    })

    return AuditAnchors.of({
      anchorHead,
      anchorHeads,
      currentKeyId,
      list,
      pageOf,
      published,
      verifySignature: keys.verify,
      signingKey,
      signingKeys: keys.published
    })
  })
}
