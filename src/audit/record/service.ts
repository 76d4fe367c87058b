import type { AuditAction } from "@svc/contract/audit/actions"
import { contentLines, retentionAction } from "@svc/contract/audit/chain"
import type { AuditFacts } from "@svc/contract/audit/facts"
import { inTrailer, subjectsText, trailerOpening, withoutUser } from "@svc/contract/audit/trailer"
import { Caller } from "@svc/contract/kernel/access"
import type { OrgId, UserId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option } from "effect"
import { hash } from "node:crypto"
import { CurrentJob } from "#platform/jobs/current-job"
import { Transaction } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { AnswerCall } from "#platform/database/answer-call"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { PersonKeys } from "./person-keys.ts"
import { AuditRepo } from "./repo.ts"
import { type AuditText, Personal } from "./text.ts"
import { entriesOf } from "./topic.ts"

export interface Entry {
  readonly action: AuditAction
  readonly target: AuditText
  readonly details: AuditText
  readonly offboardingId?: string | null
  readonly orgEmployeeId?: string | null
  /** Never personal data: it is not part of the hash, and is not erased. */
  readonly facts?: AuditFacts
}

/**
 * UTF-8 has no lone surrogates: unless replaced before hashing, they come back from the database as other text; NUL it
 * refuses altogether, and what a vendor answers may hold one (audit-9).
 */
const storable = (text: string) => text.toWellFormed().replaceAll("\0", "\ufffd")

/** The hash-chained log of every change (chain-1). */
export class Audit extends Context.Service<
  Audit,
  {
    /**
     * Hash chain: records the change of the running transaction, in the name of the caller. The entry is appended last,
     * just before the commit, so that the chain's head is locked briefly. A change by a revoked API key is rolled back.
     */
    record(entry: Entry): Effect.Effect<void, never, Caller | Transaction>
  }
>()("svc/audit/Audit") {
  static readonly layerNoDeps = layerOf(Audit, function* () {
    const repo = yield* AuditRepo
    const personKeys = yield* PersonKeys
    const randomness = yield* Randomness
    const wakeups = yield* Wakeups

    /** Organizations that the transaction signals already: an import of thousands is one signal. */
    const told = new WeakMap<Transaction["Service"], Set<OrgId>>()

    /** Who a transaction's entries are by, read once. */
    const authors = new WeakMap<Transaction["Service"], Map<string, string | Personal>>()

    /** A member is named as they are called at this moment, under their own key. */
    const authorOf = Effect.fnUntraced(function* (orgId: OrgId, userId: UserId, known: Caller["Service"]["author"]) {
      const transaction = yield* Transaction
      const read = authors.get(transaction) ?? new Map<string, string | Personal>()
      authors.set(transaction, read)
      const before = read.get(`${orgId} ${userId}`)
      if (before !== undefined) return before
      const author = known ?? Option.getOrUndefined(yield* repo.findAuthor(orgId, userId))
      if (author === undefined) return "Deleted user"
      const name = new Personal(yield* personKeys.ofAuthor(orgId, userId, author), author.name)
      read.set(`${orgId} ${userId}`, name)
      return name
    })

    const by = Effect.fnUntraced(function* ({ apiKey, author, orgId, source, userId }: Caller["Service"]) {
      if (userId !== null) return yield* authorOf(orgId, userId, author)
      if (apiKey !== null) return inTrailer(`API key ${apiKey.name} (${apiKey.prefix ?? "unknown"})`)
      switch (source) {
        case "scim":
          return "SCIM"
        case "operator":
          return "the operator"
        case "portal":
          return "the portal"
        case "auditor_link":
          return "the auditor link"
        case "app":
        case "api":
          return withoutUser
        case "system": {
          const job = yield* CurrentJob
          return job === undefined ? "the service" : `the job ${job}`
        }
      }
    })

    const trailerOf = Effect.fnUntraced(function* (caller: Caller["Service"], entry: Entry) {
      const subjects = subjectsText({
        apiKeyId: caller.apiKey?.id ?? null,
        offboardingId: entry.offboardingId ?? null,
        orgEmployeeId: entry.orgEmployeeId ?? null
      })
      return [trailerOpening(entry.details.length > 0), yield* by(caller), subjects].filter((piece) => piece !== "")
    })

    const record = Effect.fnUntraced(function* (entry: Entry) {
      const caller = yield* Caller
      const { apiKey, orgId, userId } = caller
      const settle = yield* AnswerCall
      const transaction = yield* Transaction
      const target = storable(yield* personKeys.seal(orgId, entry.target))
      // Offline verifiers read the details of a purge exactly; its action names the actor (audit-12).
      const trailer = entry.action === retentionAction ? [] : yield* trailerOf(caller, entry)
      const details = storable(yield* personKeys.seal(orgId, [...entry.details, ...trailer]))
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
        // The first of several entries of an organization locks all keys, before the head is locked: erasure takes the
        // two locks in the same order.
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
        const already = told.get(transaction) ?? new Set()
        if (already.has(orgId)) return
        told.set(transaction, already.add(orgId))
        yield* wakeups.signal(entriesOf(orgId))
      })
      yield* transaction.beforeCommit(Effect.provideService(append, Transaction, transaction))
    })

    return Audit.of({ record })
  })
}

/** Nothing leaves without its entry in the chain: where it cannot be written, for whatever reason, this is the answer. */
export const refusedUnrecorded = <Refused>(subject: string, refusal: () => Refused) =>
  Effect.catchDefect((defect: unknown) =>
    Effect.andThen(
      Effect.logError("refused: not recorded in the audit log", { subject }, defect),
      Effect.failSync(refusal)
    )
  )
