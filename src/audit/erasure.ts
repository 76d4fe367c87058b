import type { Caller } from "@svc/contract/kernel/access"
import type { EmployeeId, OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer } from "effect"
import type { Transaction } from "#platform/db"
import { ErasureRepo } from "./erasure-repo.ts"
import { PersonKeys } from "./person-keys.ts"
import { Audit } from "./service.ts"
import { auditText, erasedText } from "./text.ts"

/** Whose keys, and what the entry tells; none of it names the person. */
export interface Erased {
  readonly orgId: OrgId
  readonly employeeId: EmployeeId
  readonly personKeyIds: ReadonlyArray<PersonKeyId>
  /** The person's addresses: a key that was made for one of them under whatever master key goes too. */
  readonly addresses: ReadonlyArray<string>
  /** `requested` by somebody now, or done `again` because a restored backup had undone it. */
  readonly why: "requested" | "again"
}

/** The end of what the log knows of a person: their keys are destroyed, and no stored byte of an entry changes (D2). */
export class Erasure extends Context.Service<
  Erasure,
  {
    /**
     * Destroys the keys in the running transaction and records `person_erased`, which names nobody. From the commit on
     * whatever was sealed under them reads `[erased]`, in the log, its exports and its archives. Answers all the keys
     * that were the person's; without one that was alive nothing is recorded.
     */
    destroyKeys(erased: Erased): Effect.Effect<ReadonlyArray<PersonKeyId>, never, Caller | Transaction>
    /**
     * Destroys one key unless it is in use, which is asked while nobody can begin to use it. Answers whether it was
     * alive before and is none now; the caller's entry tells of that, and must not be sealed under the key then.
     */
    destroyUnused<E, R>(
      key: { readonly orgId: OrgId; readonly id: PersonKeyId },
      inUse: Effect.Effect<boolean, E, R>
    ): Effect.Effect<boolean, E, R | Transaction>
  }
>()("svc/audit/Erasure") {
  static readonly layerNoDeps = Layer.effect(
    Erasure,
    Effect.gen(function* () {
      const repo = yield* ErasureRepo
      const audit = yield* Audit
      const personKeys = yield* PersonKeys

      const destroyKeys = Effect.fn("Erasure.destroyKeys")(function* ({
        addresses,
        employeeId,
        orgId,
        personKeyIds,
        why
      }: Erased) {
        const digests = addresses.flatMap((address) => personKeys.digestsOf(orgId, address))
        const held = yield* repo.hold({ orgId, ids: personKeyIds, digests })
        const alive = held.filter((key) => key.alive).map(({ id }) => id)
        if (alive.length > 0) {
          yield* repo.destroy(orgId, alive, DateTime.toDateUtc(yield* DateTime.now))
          yield* audit.record({
            action: "person_erased",
            target: auditText`Employee ${erasedText}`,
            details: auditText`keys destroyed: ${alive.length}${why === "again" ? ", again after a restored backup" : ""}`,
            orgEmployeeId: employeeId
          })
        }
        return held.map(({ id }) => id)
      })

      const destroyUnused = <E, R>(
        { id, orgId }: { readonly orgId: OrgId; readonly id: PersonKeyId },
        inUse: Effect.Effect<boolean, E, R>
      ) =>
        Effect.gen(function* () {
          const held = yield* repo.hold({ orgId, ids: [id], digests: [] })
          if (!held.some(({ alive }) => alive) || (yield* inUse)) return false
          yield* repo.destroy(orgId, [id], DateTime.toDateUtc(yield* DateTime.now))
          return true
        }).pipe(Effect.withSpan("Erasure.destroyUnused"))

      return Erasure.of({ destroyKeys, destroyUnused })
    })
  )
}
