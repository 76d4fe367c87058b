import { Caller } from "@svc/contract/kernel/access"
import { type OrgId, SiemTargetId } from "@svc/contract/kernel/ids"
import { SiemTargetLimit, SiemTargetNotFound, SiemTargetRefused } from "@svc/contract/siem/errors"
import type { SiemEventName } from "@svc/contract/siem/events"
import {
  type CreateSiemTarget,
  SiemTarget,
  type SiemTestOutcome,
  type UpdateSiemTarget
} from "@svc/contract/siem/schema"
import { Context, DateTime, Effect, Option, Result } from "effect"
import { Audit } from "#audit/record/service"
import { type AuditText, auditText } from "#audit/record/text"
import { outcomeOf } from "#outgoing/deliveries/attempt-rules"
import { siemDeliveries } from "./delivery-policy.ts"
import { Db } from "#platform/database/db"
import { Outbound } from "#platform/outbound/outbound"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { layerOf } from "#platform/services/layer-of"
import { Collector } from "./collectors.ts"
import { placeOf } from "./credentials.ts"
import type { SiemEvent } from "./event.ts"
import {
  describeChanges,
  describeEvents,
  editedTarget,
  givenUrl,
  hostOf,
  newTarget,
  newUrlIn,
  selectableEvents,
  type TargetSettings,
  urlIsCredential,
  type WantedTarget
} from "./rules.ts"
import { type ShownRow, type StoredRow, TargetsRepo } from "./targets-repo.ts"

/** Destinations per organization; as many as an administrator needs, and a bound for a script. */
const mostTargets = 50

const settingsOf = (row: StoredRow): TargetSettings => ({
  name: row.name,
  type: row.type,
  endpointUrl: row.endpoint_url,
  tokenScheme: row.token_scheme,
  payloadFormat: row.payload_format,
  events: row.events,
  allEvents: row.all_events,
  active: row.active,
  chainFields: row.chain_fields
})

const columnsOf = (settings: TargetSettings) => ({
  name: settings.name,
  type: settings.type,
  endpoint_url: settings.endpointUrl,
  token_scheme: settings.tokenScheme,
  payload_format: settings.payloadFormat,
  events: settings.events,
  all_events: settings.allEvents,
  active: settings.active,
  chain_fields: settings.chainFields
})

const shown = (row: ShownRow) => new SiemTarget(row)

/** The SIEM destinations of the caller's organization (siem-1). */
export class SiemTargets extends Context.Service<
  SiemTargets,
  {
    /** Names that a target may choose from, in alphabetical order. */
    readonly selectable: ReadonlyArray<SiemEventName>
    readonly list: Effect.Effect<ReadonlyArray<SiemTarget>, never, Caller>
    /** Its own entry in the audit log is the first that it receives. */
    create(input: CreateSiemTarget): Effect.Effect<SiemTarget, SiemTargetRefused | SiemTargetLimit, Caller>
    /** What is written while it is paused is not sent when it is active again. What changes nothing is not recorded. */
    update(
      id: SiemTargetId,
      input: UpdateSiemTarget
    ): Effect.Effect<SiemTarget, SiemTargetRefused | SiemTargetNotFound, Caller>
    /** What is queued goes with it. */
    remove(id: SiemTargetId): Effect.Effect<void, SiemTargetNotFound, Caller>
    /** Sends a synthetic event once, also while the target is paused; a refusal is an answer, not an error. */
    test(id: SiemTargetId): Effect.Effect<SiemTestOutcome, SiemTargetNotFound, Caller>
  }
>()("svc/siem/SiemTargets") {
  static readonly layerNoDeps = layerOf(SiemTargets, function* () {
    const db = yield* Db
    const repo = yield* TargetsRepo
    const audit = yield* Audit
    const outbound = yield* Outbound
    const secrets = yield* Secrets
    const collector = yield* Collector
    const randomness = yield* Randomness

    const checkUrl = (url: string) =>
      Effect.mapError(outbound.check(url), ({ reason }) => new SiemTargetRefused({ error: `endpoint_url: ${reason}` }))

    const seal = (column: "sealed_token" | "sealed_url", orgId: OrgId, id: SiemTargetId, text: string | null) =>
      text === null ? Effect.succeed(null) : secrets.seal(text, placeOf(column, orgId, id))

    /** What is new is sealed, the rest stays; a type keeps no credential that it does not use. */
    const credentialsOf = Effect.fnUntraced(function* (
      orgId: OrgId,
      stored: Pick<StoredRow, "id" | "sealed_token" | "sealed_url">,
      { newSecretUrl, newToken, settings }: WantedTarget
    ) {
      const bare = urlIsCredential(settings.type)
      const url = yield* seal("sealed_url", orgId, stored.id, newSecretUrl)
      const token = yield* seal("sealed_token", orgId, stored.id, newToken)
      return {
        sealed_url: bare ? (url ?? stored.sealed_url) : null,
        sealed_token: bare ? null : (token ?? stored.sealed_token)
      }
    })

    const record = (
      action: "siem_target_created" | "siem_target_updated" | "siem_target_deleted" | "siem_target_tested",
      { endpointUrl, name, type }: Pick<TargetSettings, "endpointUrl" | "name" | "type">,
      details: AuditText
    ) => audit.record({ action, target: auditText`${name} (${type}, ${hostOf(endpointUrl)})`, details })

    const list = Effect.gen(function* () {
      const { orgId } = yield* Caller
      return (yield* repo.list(orgId)).map(shown)
    }).pipe(db.transact, Effect.withSpan("SiemTargets.list"))

    const insert = Effect.fnUntraced(function* (orgId: OrgId, wanted: WantedTarget) {
      yield* repo.lockNumber(orgId)
      if ((yield* repo.count(orgId)) >= mostTargets) return yield* new SiemTargetLimit()
      const id = SiemTargetId.make(yield* randomness.uuid)
      const none = { id, sealed_url: null, sealed_token: null }
      yield* repo.beginStream(orgId)
      yield* repo.insert({
        orgId,
        id,
        ...columnsOf(wanted.settings),
        ...(yield* credentialsOf(orgId, none, wanted)),
        created_at: yield* DateTime.now
      })
      yield* record("siem_target_created", wanted.settings, auditText`${describeEvents(wanted.settings)}`)
      return shown(yield* repo.get({ orgId, id }))
    }, db.transact)

    const create = Effect.fn("SiemTargets.create")(function* (input: CreateSiemTarget) {
      const { orgId } = yield* Caller
      yield* checkUrl(yield* Effect.fromResult(givenUrl(input.endpoint_url)))
      return yield* insert(orgId, yield* Effect.fromResult(newTarget(input)))
    })

    const change = Effect.fnUntraced(function* (
      orgId: OrgId,
      id: SiemTargetId,
      input: UpdateSiemTarget,
      checked: Result.Result<unknown, SiemTargetRefused>
    ) {
      const row = yield* repo.lock({ orgId, id })
      if (Option.isNone(row)) return yield* new SiemTargetNotFound()
      // The stored spelling of the id: what is sealed opens for that one only.
      const key = { orgId, id: row.value.id }
      const is = settingsOf(row.value)
      if ((yield* Effect.fromResult(newUrlIn(is, input))) !== null) yield* Effect.fromResult(checked)
      const wanted = yield* Effect.fromResult(editedTarget(is, input))
      const changes = describeChanges(is, wanted)
      if (changes !== "") {
        yield* repo.save({
          ...key,
          ...columnsOf(wanted.settings),
          ...(yield* credentialsOf(orgId, row.value, wanted)),
          anew: wanted.settings.active && !is.active
        })
        yield* record("siem_target_updated", wanted.settings, auditText`${changes}`)
      }
      return shown(yield* repo.get(key))
    }, db.transact)

    const update = Effect.fn("SiemTargets.update")(function* (id: SiemTargetId, input: UpdateSiemTarget) {
      const { orgId } = yield* Caller
      const { endpoint_url: url } = input
      // Names are resolved before the row is locked; the locked row decides whether the URL counts.
      const checked = url === undefined ? Result.void : yield* Effect.result(checkUrl(url))
      return yield* change(orgId, id, input, checked)
    })

    const remove = Effect.fn("SiemTargets.remove")(function* (id: SiemTargetId) {
      const { orgId } = yield* Caller
      const deleted = yield* repo.delete({ orgId, id })
      if (Option.isNone(deleted)) return yield* new SiemTargetNotFound()
      yield* record("siem_target_deleted", settingsOf(deleted.value), auditText``)
    }, db.transact)

    const testEvent = Effect.fnUntraced(function* (orgId: OrgId) {
      const event: SiemEvent = {
        orgId,
        type: "siem_test",
        timestamp: yield* DateTime.now,
        content: { _tag: "Test", message: "This is a test event. You do not need to do anything." },
        chain: null,
        replayed: false
      }
      return event
    })

    const test = Effect.fn("SiemTargets.test")(function* (id: SiemTargetId) {
      const { orgId } = yield* Caller
      const found = yield* db.transact(repo.find({ orgId, id }))
      if (Option.isNone(found)) return yield* new SiemTargetNotFound()
      const settings = settingsOf(found.value)
      const { sealed_token: sealedToken, sealed_url: sealedUrl } = found.value
      const target = { orgId, id: found.value.id, ...settings, sealedUrl, sealedToken }
      const result = yield* collector.send(target, yield* testEvent(orgId), yield* randomness.uuid)
      const outcome = outcomeOf(siemDeliveries, result)
      const told = outcome.success ? "The collector accepted the test event" : outcome.error
      yield* db.transact(record("siem_target_tested", settings, auditText`${told}`))
      return outcome
    })

    return SiemTargets.of({ selectable: selectableEvents, list, create, update, remove, test })
  })
}
