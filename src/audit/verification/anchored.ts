import type { WitnessReport } from "@svc/contract/audit-verification/schema"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect } from "effect"
import { AuditAnchors, type Witness } from "#audit/anchors/service"
import type { Transaction } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { makeAnchorCheck, type RecordedAnchor, verdictOf, type WalkedChain } from "./anchor-check.ts"
import { AnchoredRepo } from "./anchors-repo.ts"
import type { Breaks } from "./breaks.ts"
import type { ChainEnd } from "./chain-walk.ts"

const anchorsPerPage = 500

/** Signatures checked before other requests get their turn: a millisecond or two. */
const anchorsPerTurn = 10

/** Compares a chain with what was anchored of it, inside and outside of the database. */
export class AnchorComparison extends Context.Service<
  AnchorComparison,
  {
    /** What stands outside of the database; to be read before the chain, which must be the newer of both. */
    published(orgId: OrgId): Effect.Effect<ReadonlyArray<Witness>>
    /** To be run in the transaction in which the chain was walked. */
    compare(
      orgId: OrgId,
      walked: WalkedChain & { readonly head: ChainEnd | null },
      witnesses: ReadonlyArray<Witness>,
      breaks: Breaks
    ): Effect.Effect<
      Pick<ReturnType<ReturnType<typeof makeAnchorCheck>["end"]>, "anchoredThrough"> & {
        readonly witnesses: ReadonlyArray<WitnessReport>
      },
      never,
      Transaction
    >
  }
>()("svc/audit-verification/AnchorComparison") {
  static readonly layerNoDeps = layerOf(AnchorComparison, function* () {
    const repo = yield* AnchoredRepo
    const anchors = yield* AuditAnchors

    /** A key that this service never had makes nothing genuine; without a signature only the hash can be compared. */
    const isForged = ({ entry_hash, entry_id, anchored_at, key_id, signature }: RecordedAnchor, orgId: OrgId) => {
      if (key_id === null && signature === null) return Effect.succeed(false)
      if (key_id === null || signature === null) return Effect.succeed(true)
      return Effect.map(
        anchors.verifySignature({ org_id: orgId, entry_id, entry_hash, anchored_at, signature, key_id }),
        (judged) => judged !== "valid"
      )
    }

    const compare = Effect.fn("AnchorComparison.compare")(function* (
      orgId: OrgId,
      walked: WalkedChain & { readonly head: ChainEnd | null },
      witnesses: ReadonlyArray<Witness>,
      breaks: Breaks
    ) {
      const check = makeAnchorCheck(breaks)

      const recorded = Effect.fnUntraced(function* () {
        let page = yield* repo.recorded(orgId, null, anchorsPerPage)
        for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
          for (const [index, { anchor, found }] of page.entries()) {
            const verdict = verdictOf(walked, anchor, found)
            if (verdict !== "unchecked" && (yield* isForged(anchor, orgId))) check.forged(anchor)
            else check.judged(anchor, verdict)
            if (index % anchorsPerTurn === 0) yield* Effect.yieldNow
          }
          page = yield* repo.recorded(orgId, { seq: last.anchor.seq, id: last.id }, anchorsPerPage)
        }
      })

      const witnessed = Effect.fnUntraced(function* (witness: Witness) {
        if ("unreachable" in witness) return { name: witness.name, checked: null, error: witness.unreachable }
        const published = witness.anchors.map((anchor) => ({ ...anchor, seq: BigInt(anchor.seq) }))
        const standing = yield* repo.standing(orgId, published)
        const end = walked.head?.seq ?? walked.reached
        let checked = 0
        for (const [index, anchor] of published.entries()) {
          if (index % anchorsPerTurn === 0) yield* Effect.yieldNow
          const { found, idAtSeq } = standing[index] ?? { found: null, idAtSeq: null }
          if (yield* isForged(anchor, orgId)) {
            check.forged(anchor)
            checked += 1
            continue
          }
          const verdict = verdictOf(walked, anchor, found)
          if (check.judged(anchor, verdict)) checked += 1
          const replaced = idAtSeq !== null && idAtSeq !== anchor.entry_id
          if (verdict !== "purged" && (anchor.seq > end || replaced || verdict === "anchor_mismatch")) {
            check.contradicted(anchor)
          }
        }
        return { name: witness.name, checked }
      })

      yield* recorded()
      const reports: ReadonlyArray<WitnessReport> = yield* Effect.forEach(witnesses, witnessed)
      return { ...check.end(), witnesses: reports }
    })

    return AnchorComparison.of({ published: anchors.published, compare })
  })
}
