import type { AuditChainEntry } from "@svc/contract/audit-log/entry-schema"
import { AuditEntryNotFound } from "@svc/contract/audit-log/errors"
import { AuditEntry, type AuditLogFilters, type AuditLogPage } from "@svc/contract/audit-log/schema"
import { Caller } from "@svc/contract/kernel/access"
import { type OrgId, Uuid } from "@svc/contract/kernel/ids"
import { Context, Effect, FiberMap, Option, PartitionedSemaphore } from "effect"
import { Db } from "#platform/database/db"
import { PersonKeys } from "#audit/record/person-keys"
import { layerOf } from "#platform/services/layer-of"
import { ReadingRepo } from "./repo.ts"
import { SealedSearch } from "./sealed-search.ts"

export { AuditSlices } from "./export-slices.ts"

/** Searches at the same time: each looks at a whole log with one of the requests' connections. Turns go round. */
const searchesAtOnce = 4

export interface ListEntries extends AuditLogFilters {
  readonly limit: number
  readonly offset: number
}

/** The audit log as people read it (log-1). */
export class AuditLog extends Context.Service<
  AuditLog,
  {
    /**
     * A page of the entries that match every filter, newest first, with personal values readable. A caller who sees
     * some records only is shown the entries about those, and their own.
     */
    list(query: ListEntries): Effect.Effect<AuditLogPage, never, Caller>
    /** One of these entries with its link in the chain. */
    get(id: string): Effect.Effect<AuditChainEntry, AuditEntryNotFound, Caller>
  }
>()("svc/audit-log/AuditLog") {
  static readonly layerNoDeps = layerOf(AuditLog, function* () {
    const db = yield* Db
    const repo = yield* ReadingRepo
    const personKeys = yield* PersonKeys
    const sealed = yield* SealedSearch
    // In a separate context: the caller's transaction must not outlive the request.
    const inBackground = yield* FiberMap.makeRuntime<never, OrgId>()
    /** A reader of the log may search it next. */
    const prepareSearch = Effect.fnUntraced(function* (orgId: OrgId) {
      if (sealed.isReady(orgId)) return
      const preparation = Effect.provideService(sealed.prepare(orgId), Caller, yield* Caller)
      inBackground(orgId, preparation, { onlyIfMissing: true })
    })
    const turns = yield* PartitionedSemaphore.make<OrgId>({ permits: searchesAtOnce })

    const page = Effect.fnUntraced(function* ({ limit, offset, search, ...exact }: ListEntries) {
      const { orgId, records, userId } = yield* Caller
      const onlooker = { records, userId }
      const choice =
        search === undefined
          ? { filters: exact, onlooker }
          : { filters: { ...exact, search }, found: yield* sealed.find(orgId, search), onlooker }
      const { seqs, total } = yield* repo.find(orgId, { ...choice, limit, offset })
      const found = yield* repo.load(orgId, seqs)
      const texts = yield* personKeys.revealEntries(orgId, found)
      const rows = found.map(({ actor_id, actor_name: named, ...row }, index) => {
        const { actor_name, api_key_id, details, target } = texts[index] ?? {
          ...row,
          actor_name: named,
          api_key_id: null
        }
        return new AuditEntry({
          ...row,
          target,
          details,
          ...(api_key_id === null ? {} : { api_key_id: Uuid.make(api_key_id) }),
          actor: { id: actor_id, full_name: actor_name }
        })
      })
      return { rows, total, limit, offset }
    }, db.transact)

    const list = Effect.fn("AuditLog.list")(function* ({ search, ...query }: ListEntries) {
      const term = search?.trim() ?? ""
      const { orgId } = yield* Caller
      if (term === "") {
        const isOfTheLog = query.offboardingId === undefined && query.orgEmployeeId === undefined
        if (isOfTheLog) yield* prepareSearch(orgId)
        return yield* page(query)
      }
      return yield* turns.withPermit(orgId)(Effect.andThen(sealed.catchUp(orgId), page({ ...query, search: term })))
    })

    const get = Effect.fn("AuditLog.get")(function* (id: string) {
      const { orgId, records, userId } = yield* Caller
      const found = yield* repo.inChain(orgId, id, { records, userId })
      if (Option.isNone(found)) return yield* new AuditEntryNotFound()
      const { actor_id, actor_name, next_hash, next_id, previous_hash, previous_id, ...row } = found.value
      const [text] = yield* personKeys.revealEntries(orgId, [{ ...row, actor_name }])
      const seq = Number(row.seq)
      const beside = (number: number, id: string | null, hash: string | null) =>
        hash === null ? null : { seq: number, id, entry_hash: hash }
      return {
        ...row,
        seq,
        target: text?.target ?? row.target,
        details: text?.details ?? row.details,
        ...(text === undefined || text.api_key_id === null ? {} : { api_key_id: Uuid.make(text.api_key_id) }),
        actor: { id: actor_id, full_name: text?.actor_name ?? actor_name },
        stored_target: row.target,
        stored_details: row.details,
        previous: beside(seq - 1, previous_id, previous_hash),
        next: beside(seq + 1, next_id, next_hash)
      }
    }, db.transact)

    return AuditLog.of({ list, get })
  })
}
