import type { Caller } from "@svc/contract/kernel/access"
import type { EmployeeId, OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect } from "effect"
import type { Transaction } from "#platform/database/db"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { ErasureRepo, type HeldKey } from "./erasure-repo.ts"
import { PersonKeys } from "./person-keys.ts"
import { Audit } from "./service.ts"
import { keysDestroyed } from "./topic.ts"
import { auditText, erasedText } from "./text.ts"

interface KeyToErase extends HeldKey {
  /** Made for what a member did. */
  readonly ofMember: boolean
}

/** Whose keys, and what the entry tells; none of it names the person. */
interface Erased {
  readonly orgId: OrgId
  readonly employeeId: EmployeeId
  /** As `holdKeys` answered them. */
  readonly keys: ReadonlyArray<KeyToErase>
  /** `requested` by a person now, or done `again` because a restored backup had undone it. */
  readonly why: "requested" | "again"
}

/**
 * The end of what the log knows of a person: their keys are destroyed, and no stored byte of an entry changes
 * (entries-7).
 */
export class Erasure extends Context.Service<
  Erasure,
  {
    /**
     * Locks these keys, and those of these emails under any master key, of persons and members. Until the transaction
     * ends nothing can be encrypted under them, so answers about their use stay valid.
     */
    holdKeys(of: {
      readonly orgId: OrgId
      readonly personKeyIds: ReadonlyArray<PersonKeyId>
      readonly addresses: ReadonlyArray<string>
    }): Effect.Effect<ReadonlyArray<KeyToErase>, never, Transaction>
    /**
     * Those of the keys that hold what a member of today did: they have the address of one of these members, or
     * sign-ins of a member were sealed under them before members had keys of their own.
     */
    keysOfMembers(
      orgId: OrgId,
      keys: ReadonlyArray<HeldKey>,
      members: ReadonlyArray<string>
    ): Effect.Effect<ReadonlySet<PersonKeyId>, never, Transaction>
    /**
     * Crypto-shredding: destroys the keys in the running transaction and records `person_erased`, which names no
     * person. From the commit on, everything encrypted under them reads `[erased]`, in the log, its exports, and its
     * archives. If no key was alive, nothing is recorded.
     */
    destroyKeys(erased: Erased): Effect.Effect<void, never, Caller | Transaction>
    /**
     * Destroys one key unless it is in use; no use can start during the check. Returns whether it was alive and is now
     * destroyed. The caller's entry records that, and must then not be encrypted under the key.
     */
    destroyUnused<E, R>(
      key: { readonly orgId: OrgId; readonly id: PersonKeyId },
      inUse: Effect.Effect<boolean, E, R>
    ): Effect.Effect<boolean, E, R | Transaction>
  }
>()("svc/audit/Erasure") {
  static readonly layerNoDeps = layerOf(Erasure, function* () {
    const repo = yield* ErasureRepo
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    const wakeups = yield* Wakeups

    const destroy = Effect.fnUntraced(function* (orgId: OrgId, ids: ReadonlyArray<PersonKeyId>) {
      yield* repo.destroy(orgId, ids, DateTime.toDateUtc(yield* DateTime.now))
      yield* wakeups.signal(keysDestroyed)
    })

    const digestsOf = (orgId: OrgId, addresses: ReadonlyArray<string>) =>
      addresses.flatMap((address) => [
        ...personKeys.digestsOf(orgId, address),
        ...personKeys.memberDigestsOf(orgId, address)
      ])

    const holdKeys: Erasure["Service"]["holdKeys"] = Effect.fnUntraced(function* ({ addresses, orgId, personKeyIds }) {
      const ofMembers = new Set(addresses.flatMap((address) => personKeys.memberDigestsOf(orgId, address)))
      const held = yield* repo.lockKeys({ orgId, ids: personKeyIds, digests: digestsOf(orgId, addresses) })
      return held.map((key) => ({ ...key, ofMember: key.email_digest !== null && ofMembers.has(key.email_digest) }))
    })

    const keysOfMembers = Effect.fnUntraced(function* (
      orgId: OrgId,
      keys: ReadonlyArray<HeldKey>,
      members: ReadonlyArray<string>
    ) {
      const digests = new Set(digestsOf(orgId, members))
      const named = keys.filter(({ email_digest }) => email_digest !== null && digests.has(email_digest))
      const signedIn = yield* repo.sealingSignIns(
        orgId,
        keys.map(({ id }) => id)
      )
      return new Set([...named.map(({ id }) => id), ...signedIn])
    })

    const destroyKeys = Effect.fn("Erasure.destroyKeys")(function* ({ employeeId, keys, orgId, why }: Erased) {
      const alive = keys.filter((key) => key.alive).map(({ id }) => id)
      if (alive.length > 0) {
        yield* destroy(orgId, alive)
        yield* audit.record({
          action: "person_erased",
          target: auditText`Employee ${erasedText}`,
          details: auditText`keys destroyed: ${alive.length}${why === "again" ? ", again after a restored backup" : ""}`,
          orgEmployeeId: employeeId
        })
      }
    })

    const destroyUnused = <E, R>(
      { id, orgId }: { readonly orgId: OrgId; readonly id: PersonKeyId },
      inUse: Effect.Effect<boolean, E, R>
    ) =>
      Effect.gen(function* () {
        const held = yield* repo.lockKeys({ orgId, ids: [id], digests: [] })
        if (!held.some(({ alive }) => alive) || (yield* inUse)) return false
        if ((yield* repo.sealingSignIns(orgId, [id])).size > 0) return false
        yield* destroy(orgId, [id])
        return true
      }).pipe(Effect.withSpan("Erasure.destroyUnused"))

    return Erasure.of({
      holdKeys,
      keysOfMembers,
      destroyKeys,
      destroyUnused
    })
  })
}
