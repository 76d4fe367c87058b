import type { AuditAction } from "@svc/contract/audit/actions"
import { contentLines } from "@svc/contract/audit/chain"
import type { AuditFacts } from "@svc/contract/audit/facts"
import { Caller } from "@svc/contract/kernel/access"
import { Context, DateTime, Effect, Layer } from "effect"
import { hash } from "node:crypto"
import { Transaction } from "#platform/db"
import { Randomness } from "#platform/random"
import { SettleCall } from "#platform/settle-call"
import { PersonKeys } from "./person-keys.ts"
import { AuditRepo } from "./repo.ts"
import type { AuditText } from "./text.ts"

export interface Entry {
  readonly action: AuditAction
  readonly target: AuditText
  readonly details: AuditText
  readonly offboardingId?: string | null
  readonly orgEmployeeId?: string | null
  /** Never anything of a person: it is no part of the hash, and is not erased. */
  readonly facts?: AuditFacts
}

/**
 * UTF-8 has no lone surrogates: unless replaced before hashing, they come back from the database as other text; NUL it
 * refuses altogether, and what a vendor answers may hold one.
 */
const storable = (text: string) => text.toWellFormed().replaceAll("\0", "\ufffd")

/** The hash-chained log of every change (D2, audit log; decisions 8). */
export class Audit extends Context.Service<
  Audit,
  {
    /**
     * Records the change of the transaction it is called in, in the name of the caller. The entry is appended last,
     * just before the commit, so that the chain's head is locked for a moment only. A change by an API key that was
     * revoked meanwhile is not made.
     */
    record(entry: Entry): Effect.Effect<void, never, Caller | Transaction>
  }
>()("svc/audit/Audit") {
  static readonly layerNoDeps = Layer.effect(
    Audit,
    Effect.gen(function* () {
      const repo = yield* AuditRepo
      const personKeys = yield* PersonKeys
      const randomness = yield* Randomness

      const record = Effect.fnUntraced(function* (entry: Entry) {
        const { apiKey, orgId, userId } = yield* Caller
        const settle = yield* SettleCall
        const transaction = yield* Transaction
        const target = storable(yield* personKeys.seal(orgId, entry.target))
        const details = storable(yield* personKeys.seal(orgId, entry.details))
        const createdAt = yield* DateTime.now
        const id = yield* randomness.uuid
        const contentHash = hash(
          "sha256",
          contentLines({
            orgId,
            id,
            createdAt: DateTime.formatIso(createdAt),
            actorId: userId,
            action: entry.action,
            target,
            details
          })
        )
        yield* transaction.beforeCommit(Effect.sync(settle))
        const append = Effect.gen(function* () {
          // Of several entries of an organisation the first one holds all keys, before the head is locked: whoever destroys a key takes
          // the two locks in the same order.
          const personKeyIds = yield* personKeys.takeUsed(orgId)
          const early = yield* transaction.contend(`audit_heads ${orgId}`)
          yield* repo.append({
            orgId,
            id,
            createdAt: DateTime.toDateUtc(createdAt),
            actorId: userId,
            action: entry.action,
            target,
            details,
            contentHash,
            offboardingId: entry.offboardingId ?? null,
            orgEmployeeId: entry.orgEmployeeId ?? null,
            apiKeyId: apiKey?.id ?? null,
            personKeyIds,
            early,
            facts: entry.facts ?? null
          })
        })
        yield* transaction.beforeCommit(Effect.provideService(append, Transaction, transaction))
      })

      return Audit.of({ record })
    })
  )
}
