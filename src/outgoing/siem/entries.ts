import { RunFacts, StageFacts } from "@svc/contract/audit/facts"
import type { OrgId } from "@svc/contract/kernel/ids"
import { RevocationOutcome } from "@svc/contract/revocations/schema"
import type { AuditFields, RevocationFields, StatusFields } from "@svc/contract/siem/payloads"
import { Context, DateTime, Effect, Option, Schema } from "effect"
import { PersonKeys, type ReadTexts } from "#audit/record/person-keys"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { EntriesRepo, type OwnedId, type StoredCase, type StoredEntry, type StoredResult } from "./entries-repo.ts"
import type { SiemContent, SiemEvent } from "./event.ts"

/** One delivery whose event must be built. */
interface WantedEvent {
  readonly orgId: OrgId
  /** The delivery's. */
  readonly id: string
  readonly auditSeq: bigint
  /** The name under which the target gets it. */
  readonly event: string
  readonly replayed: boolean
  /** When it was queued. */
  readonly createdAt: DateTime.Utc
  /** The target asks for the place in the chain. */
  readonly chainFields: boolean
}

/** An entry with its texts as people read them. */
interface ReadEntry {
  readonly stored: StoredEntry
  readonly fields: AuditFields
}

/** What the detailed events add to their entry. */
interface Surroundings {
  readonly cases: ReadonlyMap<string, StoredCase>
  readonly results: ReadonlyMap<string, ReadonlyArray<StoredResult>>
}

const stageFacts = Schema.decodeUnknownOption(Schema.fromJsonString(StageFacts))
const runFacts = Schema.decodeUnknownOption(Schema.fromJsonString(RunFacts))
const isOutcome = Schema.is(RevocationOutcome)

const keyOf = (orgId: string, id: string | bigint) => `${orgId} ${id}`

const isDetailed = (event: string) =>
  event === "status_changed" || event === "access_revoked" || event === "revocation_failed"

const fieldsOf = (stored: StoredEntry, { actor_name, api_key_id, details, target }: ReadTexts): AuditFields => ({
  audit_id: stored.id,
  action: stored.action,
  target,
  details,
  actor_id: stored.actor_id,
  actor_name,
  ...(api_key_id === null ? {} : { api_key_id }),
  occurred_at: stored.created_at.toISOString()
})

const revocationFields = (
  offboardingId: string,
  facts: RunFacts,
  { stored }: ReadEntry,
  { cases, results }: Surroundings
): RevocationFields => {
  const reached = (results.get(keyOf(stored.org_id, facts.run_id)) ?? []).flatMap(
    ({ message, outcome, service_name, vendor_status }) =>
      isOutcome(outcome)
        ? [{ service: service_name, outcome, message: message ?? "", vendorStatus: vendor_status }]
        : []
  )
  return {
    offboarding_id: offboardingId,
    employee_name: cases.get(keyOf(stored.org_id, offboardingId))?.employee_name ?? null,
    revoked_services: reached.map(({ service }) => service),
    revocation_results: reached,
    actor_id: stored.actor_id,
    trigger: facts.trigger
  }
}

const statusFields = (
  offboardingId: string,
  { bulk, new_status, previous_status, trigger }: StageFacts,
  { stored }: ReadEntry,
  { cases }: Surroundings
): StatusFields => {
  const offboarding = cases.get(keyOf(stored.org_id, offboardingId))
  return {
    offboarding_id: offboardingId,
    new_status,
    previous_status,
    employee_name: offboarding?.employee_name ?? null,
    employee_email: offboarding?.employee_email ?? null,
    exit_date: offboarding?.exit_date ?? null,
    actor_id: stored.actor_id,
    trigger,
    ...(bulk === true ? { bulk } : {})
  }
}

/** A detailed event; none if the delivery is the entry itself. */
const detailed = (
  { event, replayed }: WantedEvent,
  read: ReadEntry,
  surroundings: Surroundings
): Option.Option<SiemContent> => {
  const { facts, offboarding_id: id } = read.stored
  if (replayed || facts === null || id === null) return Option.none()
  if (event === "status_changed") {
    return Option.map(stageFacts(facts), (told) => ({
      _tag: "StatusChanged",
      fields: statusFields(id, told, read, surroundings)
    }))
  }
  if (event !== "access_revoked" && event !== "revocation_failed") return Option.none()
  return Option.map(runFacts(facts), (told) => ({
    _tag: "Revocation",
    name: event,
    entry: event === "access_revoked" ? read.fields : null,
    fields: revocationFields(id, told, read, surroundings)
  }))
}

const eventOf = (wanted: WantedEvent, read: ReadEntry, surroundings: Surroundings): SiemEvent => {
  const { entry_hash, prev_hash, seq } = read.stored
  const content = detailed(wanted, read, surroundings)
  return {
    orgId: wanted.orgId,
    // The end of a run with unknown facts is sent as an entry, and so under its action.
    type: Option.isSome(content) ? wanted.event : read.stored.action,
    // Of a replay the moment is that of its queueing: collectors drop what is too old by it (outgoing-54).
    timestamp: wanted.replayed ? wanted.createdAt : DateTime.fromDateUnsafe(read.stored.created_at),
    content: Option.getOrElse(content, () => ({ _tag: "Entry" as const, entry: read.fields })),
    chain: wanted.chainFields ? { seq: Number(seq), entry_hash, prev_hash } : null,
    replayed: wanted.replayed
  }
}

/** What is sent: made from the entries at the moment of sending, so that an erased person is in nothing that waits. */
export class SiemEntries extends Context.Service<
  SiemEntries,
  {
    /**
     * The events of many deliveries by delivery id, over organizations. A delivery whose entry retention has removed is
     * missing. Decrypted keys serve this call only.
     */
    load(wanted: ReadonlyArray<WantedEvent>): Effect.Effect<ReadonlyMap<string, SiemEvent>>
  }
>()("svc/siem/SiemEntries") {
  static readonly layerNoDeps = layerOf(SiemEntries, function* () {
    const db = yield* Db
    const repo = yield* EntriesRepo
    const personKeys = yield* PersonKeys

    /** Each entry once, however many targets it goes to. */
    const read = Effect.fnUntraced(function* (wanted: ReadonlyArray<WantedEvent>) {
      const keys = new Map(wanted.map(({ auditSeq, orgId }) => [keyOf(orgId, auditSeq), { orgId, seq: auditSeq }]))
      const byOrg = Map.groupBy(yield* repo.entries([...keys.values()]), ({ org_id }) => org_id)
      const entries = new Map<string, ReadEntry>()
      for (const orgId of new Set(wanted.map((one) => one.orgId))) {
        const stored = byOrg.get(orgId) ?? []
        const texts = yield* personKeys.revealEntries(orgId, stored)
        for (const [index, entry] of stored.entries()) {
          const fields = fieldsOf(entry, texts[index] ?? { ...entry, api_key_id: null })
          entries.set(keyOf(orgId, entry.seq), { stored: entry, fields })
        }
      }
      return entries
    })

    const surround = Effect.fnUntraced(function* (
      wanted: ReadonlyArray<WantedEvent>,
      entries: ReadonlyMap<string, ReadEntry>
    ) {
      const cases = new Map<string, OwnedId>()
      const runs = new Map<string, OwnedId>()
      for (const { auditSeq, event, orgId, replayed } of wanted) {
        if (replayed || !isDetailed(event)) continue
        const stored = entries.get(keyOf(orgId, auditSeq))?.stored
        if (stored === undefined || stored.facts === null || stored.offboarding_id === null) continue
        cases.set(keyOf(orgId, stored.offboarding_id), { orgId, id: stored.offboarding_id })
        const run = event === "status_changed" ? Option.none() : runFacts(stored.facts)
        if (Option.isSome(run)) runs.set(keyOf(orgId, run.value.run_id), { orgId, id: run.value.run_id })
      }
      const found = yield* repo.cases([...cases.values()])
      const results = yield* repo.results([...runs.values()])
      return {
        cases: new Map(found.map((one) => [keyOf(one.org_id, one.id), one])),
        results: Map.groupBy(results, (one) => keyOf(one.org_id, one.run_id))
      } satisfies Surroundings
    })

    const load = Effect.fn("SiemEntries.load")(function* (wanted: ReadonlyArray<WantedEvent>) {
      const entries = yield* read(wanted)
      const surroundings = yield* surround(wanted, entries)
      const events = new Map<string, SiemEvent>()
      for (const one of wanted) {
        const entry = entries.get(keyOf(one.orgId, one.auditSeq))
        if (entry !== undefined) events.set(one.id, eventOf(one, entry, surroundings))
      }
      return events
    }, db.transactSystem)

    return SiemEntries.of({ load })
  })
}
