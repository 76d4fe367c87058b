import type { EvidenceLeftBehind } from "@svc/contract/evidence/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { PermissionDenied, StepUpRequired } from "@svc/contract/kernel/errors"
import type { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import {
  type Blocker,
  LeftBehindCaseCancelled,
  LeftBehindCaseNotFound,
  type LeftBehindFormer,
  LeftBehindInUse,
  type LeftBehindNotFound,
  LeftBehindOff,
  type LeftBehindSettled,
  type NewOwnerIsLeaver,
  type NewOwnerUnnamed,
  type NoNewOwner,
  type NothingStopped,
  type TakeoverNeeded
} from "@svc/contract/left-behind/errors"
import type {
  AcceptLeftBehind,
  CaseLeftBehind,
  DoneByHand,
  LeftBehindId,
  LeftBehindItem,
  LeftBehindPage,
  LeftBehindSettings,
  ListLeftBehind,
  LookQueued,
  SayGo,
  SetSuccessors,
  Successors,
  TransferLeftBehind
} from "@svc/contract/left-behind/schema"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Context, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import type { Envelope } from "#outgoing/outbox/service"
import { Db, type Transaction } from "#platform/database/db"
import { Wakeups } from "#platform/jobs/wakeups"
import { Entitlements } from "#access-removal/entitlements/service"
import { layerOf } from "#platform/services/layer-of"
import { makeActs } from "./acts.ts"
import { makeEvidence } from "./evidence.ts"
import { makeAsking } from "./asking.ts"
import { LeftBehindClosing } from "./closing.ts"
import { LeftBehindFreeing } from "./freeing.ts"
import { type CaseKey, ItemsRepo } from "./items-repo.ts"
import { LeftBehindLooks } from "./looks.ts"
import { LooksRepo } from "./looks-repo.ts"
import { LeftBehindRepo } from "./repo.ts"
import { closable, type ClosableItem, kindsAt, pendingText, stopping, takeoverNeeded } from "./rules.ts"
import { SettingsRepo } from "./settings-repo.ts"
import { makeShown } from "./shown.ts"
import { leftBehindLooks } from "./topic.ts"

export type { ClosableItem } from "./rules.ts"

const shownOfCase = 200

type ActRefusal = LeftBehindNotFound | LeftBehindCaseCancelled | LeftBehindSettled
/** Of what blocks revocation: the caller alone must not override it, or has to confirm the password first. */
type LiftRefusal = NewOwnerUnnamed | StepUpRequired

/** What leavers leave behind, as members see and settle it; `LeftBehindLooks` finds it, `LeftBehindClosing` ends it. */
export class LeftBehinds extends Context.Service<
  LeftBehinds,
  {
    /** What was seen at each app of a case, and what could not be. */
    ofCase(id: OffboardingId): Effect.Effect<CaseLeftBehind, LeftBehindCaseNotFound, Caller>
    /** Of cases within the caller's records, or of any what waits for their yes. */
    list(query: ListLeftBehind): Effect.Effect<LeftBehindPage, never, Caller>
    /** Makes a scan due. */
    look(
      id: OffboardingId
    ): Effect.Effect<
      LookQueued,
      LeftBehindCaseNotFound | LeftBehindCaseCancelled | LeftBehindOff | LeftBehindInUse,
      Caller
    >
    /** Where it is off nothing is asked, ended or held up. */
    readonly settings: Effect.Effect<LeftBehindSettings, never, Caller>
    /** Turned on, it looks at the open cases. */
    setSettings(input: LeftBehindSettings): Effect.Effect<LeftBehindSettings, never, Caller>
    readonly successors: Effect.Effect<Successors, never, Caller>
    setSuccessors(input: SetSuccessors): Effect.Effect<Successors, never, Caller>
    /** Names who takes over; a member who names themselves has accepted, unless it blocks revocation (work-168). */
    transfer(
      id: LeftBehindId,
      input: TransferLeftBehind
    ): Effect.Effect<LeftBehindItem, ActRefusal | LeftBehindFormer | NewOwnerIsLeaver | NewOwnerUnnamed, Caller>
    acceptTransfer(
      id: LeftBehindId
    ): Effect.Effect<
      LeftBehindItem,
      ActRefusal | LeftBehindFormer | NoNewOwner | LiftRefusal | PermissionDenied,
      Caller
    >
    accept(id: LeftBehindId, input: AcceptLeftBehind): Effect.Effect<LeftBehindItem, ActRefusal | LiftRefusal, Caller>
    done(id: LeftBehindId, input: DoneByHand): Effect.Effect<LeftBehindItem, ActRefusal | LiftRefusal, Caller>
    go(
      id: LeftBehindId,
      input: SayGo
    ): Effect.Effect<LeftBehindItem, ActRefusal | LeftBehindFormer | NothingStopped, Caller>
    /** What blocks these apps' revocation, as far as known; makes no calls. */
    blockers(
      id: OffboardingId,
      services: ReadonlyArray<string>
    ): Effect.Effect<ReadonlyArray<Blocker>, never, Caller | Transaction>
    /** What a run would end or transfer at these apps, as far as known; makes no calls. */
    closable(
      id: OffboardingId,
      services: ReadonlyArray<string>
    ): Effect.Effect<ReadonlyArray<ClosableItem>, never, Caller | Transaction>
    /** Refuses to orphan what has no new owner. */
    requireTakeover(
      id: OffboardingId,
      services: ReadonlyArray<string>
    ): Effect.Effect<void, TakeoverNeeded, Caller | Transaction>
    /** `LeftBehindLooks.beforeCut` */
    lookBeforeCut: LeftBehindLooks["Service"]["beforeCut"]
    /** `LeftBehindClosing.beforeCut` */
    closeBeforeCut: LeftBehindClosing["Service"]["beforeCut"]
    /** All of it for a case's evidence; none if the organization never scanned. The caller may see the case. */
    forEvidence(id: OffboardingId): Effect.Effect<Option.Option<EvidenceLeftBehind>, never, Caller | Transaction>
    /** `LeftBehindFreeing.react` */
    whenFreed: LeftBehindFreeing["Service"]["react"]
    /** `LeftBehindFreeing.freed` */
    freed: LeftBehindFreeing["Service"]["freed"]
    /** `LeftBehindFreeing.isHeldBack` */
    isHeldBack: LeftBehindFreeing["Service"]["isHeldBack"]
    /** What the completion of a case waits for, in words: the pending of each kind at each app. */
    gate(id: OffboardingId): Effect.Effect<ReadonlyArray<string>, never, Caller | Transaction>
    /** The access to an app is gone: what is left of it is ended soon. */
    cutBy(key: CaseKey): Effect.Effect<void, never, Transaction>
    /** The person stays: their findings are theirs, and are deleted. */
    forget(id: OffboardingId): Effect.Effect<void, never, Caller | Transaction>
    /** Scans a new case, and one whose run has ended. */
    hear(envelope: Envelope): Effect.Effect<void, never, Transaction>
  }
>()("svc/left-behind/LeftBehinds") {
  static readonly layerNoDeps = layerOf(LeftBehinds, function* () {
    const db = yield* Db
    const repo = yield* LeftBehindRepo
    const items = yield* ItemsRepo
    const looks = yield* LooksRepo
    const switches = yield* SettingsRepo
    const audit = yield* Audit
    const wakeups = yield* Wakeups
    const lookedAt = yield* LeftBehindLooks
    const closing = yield* LeftBehindClosing
    const entitlements = yield* Entitlements
    const freeing = yield* LeftBehindFreeing
    const { inventoryAt } = yield* makeAsking
    const shown = yield* makeShown
    const { offeredToCaller, ...acts } = yield* makeActs
    const forEvidence = yield* makeEvidence

    const isOn = Effect.flatMap(Caller, ({ orgId }) => switches.isOn(orgId))

    const queue = Effect.fnUntraced(function* (key: CaseKey) {
      if (!(yield* switches.isOn(key.orgId))) return
      yield* looks.queue(key, yield* DateTime.now)
      yield* wakeups.signal(leftBehindLooks)
    })

    const ofCase = Effect.fn("LeftBehinds.ofCase")(function* (offboardingId: OffboardingId) {
      const { orgId, records } = yield* Caller
      const key = { orgId, offboardingId }
      if (Option.isNone(yield* items.findCase(key, records))) return yield* new LeftBehindCaseNotFound()
      const apps = yield* items.apps(key)
      const known = yield* items.ofCase(key)
      const sights = yield* looks.sights(key)
      const standing = yield* looks.standing(key)
      return {
        offboarding_id: offboardingId,
        on: yield* isOn,
        looking: Option.match(standing, { onNone: () => false, onSome: ({ looking }) => looking }),
        looked_at: Option.match(standing, { onNone: () => null, onSome: ({ looked_at }) => looked_at }),
        apps: apps.map((app) =>
          kindsAt(
            app,
            Option.map(inventoryAt(app), ({ inventory }) => inventory.kinds),
            sights,
            known.filter(({ is_former }) => !is_former)
          )
        ),
        items: yield* shown(orgId, yield* repo.ofCase(orgId, offboardingId, shownOfCase)),
        total: known.length
      }
    }, db.transact)

    const list = Effect.fn("LeftBehinds.list")(function* ({
      disposition = "pending",
      kind,
      limit,
      offboarding_id: offboardingId,
      offered_to_me: isOffered = false,
      offset,
      service
    }: ListLeftBehind) {
      const { orgId, records } = yield* Caller
      const offeredTo = isOffered ? Option.some(yield* offeredToCaller) : Option.none()
      const listing = { orgId, records, disposition, kind, service, offboardingId, offeredTo }
      const total = yield* repo.count(listing)
      const rows = offset >= total ? [] : yield* shown(orgId, yield* repo.page(listing, { limit, offset }))
      return { rows, total, limit, offset }
    }, db.transact)

    const look = Effect.fn("LeftBehinds.look")(function* (offboardingId: OffboardingId) {
      const { orgId, records } = yield* Caller
      const found = yield* items.findCase({ orgId, offboardingId }, records)
      if (Option.isNone(found)) return yield* new LeftBehindCaseNotFound()
      if (found.value.status === "cancelled") return yield* new LeftBehindCaseCancelled()
      if (!(yield* isOn)) return yield* new LeftBehindOff()
      if (yield* looks.isInUse({ orgId, offboardingId })) return yield* new LeftBehindInUse()
      yield* queue({ orgId, offboardingId })
      return { status: "queued" as const }
    }, db.transact)

    const settings = Effect.map(isOn, (on) => ({ on })).pipe(db.transact, Effect.withSpan("LeftBehinds.settings"))

    const setSettings = Effect.fn("LeftBehinds.setSettings")(function* ({ on }: LeftBehindSettings) {
      const { orgId } = yield* Caller
      if ((yield* switches.isOn(orgId)) === on) return { on }
      yield* switches.turn(orgId, on)
      if (on) {
        yield* switches.queueOpen(orgId, yield* DateTime.now)
        yield* wakeups.signal(leftBehindLooks)
      }
      yield* audit.record({
        action: "left_behind_settings_updated",
        target: auditText`Organization settings`,
        details: auditText`The scan for orphaned items is ${on ? "on" : "off"}`
      })
      return { on }
    }, db.transact)

    const successorsOf = (orgId: OrgId) =>
      Effect.map(items.successors(orgId), (rows) => ({
        successors: rows.map(({ email, kind }) => ({ kind, email: EmailAddress.make(email) }))
      }))

    const successors = Effect.flatMap(Caller, ({ orgId }) => successorsOf(orgId)).pipe(
      db.transact,
      Effect.withSpan("LeftBehinds.successors")
    )

    const setSuccessors = Effect.fn("LeftBehinds.setSuccessors")(function* (input: SetSuccessors) {
      const { orgId, userId } = yield* Caller
      yield* items.setSuccessors(orgId, input.successors, userId)
      const kinds = input.successors.map(({ kind }) => kind)
      yield* audit.record({
        action: "left_behind_successors_updated",
        target: auditText`Organization settings`,
        details: auditText`named for: ${kinds.length === 0 ? "no kind" : kinds.join(", ")}`
      })
      return yield* successorsOf(orgId)
    }, db.transact)

    const blockers = Effect.fn("LeftBehinds.blockers")(function* (
      offboardingId: OffboardingId,
      services: ReadonlyArray<string>
    ) {
      const { orgId } = yield* Caller
      if (!(yield* isOn)) return []
      const known = yield* items.ofCase({ orgId, offboardingId })
      return stopping(
        known.filter(({ is_former, service_name }) => services.includes(service_name) && !is_former),
        false
      )
    })

    const closableAt = Effect.fn("LeftBehinds.closable")(function* (
      offboardingId: OffboardingId,
      services: ReadonlyArray<string>
    ) {
      const { orgId } = yield* Caller
      if (!(yield* isOn)) return []
      const known = yield* items.ofCase({ orgId, offboardingId })
      return closable(known.filter(({ service_name }) => services.includes(service_name)))
    })

    const requireTakeover = Effect.fnUntraced(function* (id: OffboardingId, services: ReadonlyArray<string>) {
      const found = yield* blockers(id, services)
      if (found.length > 0) return yield* takeoverNeeded(found)
    })

    const gate = Effect.fn("LeftBehinds.gate")(function* (offboardingId: OffboardingId) {
      const { orgId } = yield* Caller
      if (!(yield* isOn)) return []
      const pending = (yield* items.ofCase({ orgId, offboardingId })).filter(
        ({ disposition, is_former }) => disposition === "pending" && !is_former
      )
      return [...new Set(pending.map(({ kind, service_name }) => pendingText(service_name, kind)))]
    })

    const hear = Effect.fnUntraced(function* ({ event, orgId }: Envelope) {
      if (event._tag !== "offboarding.created" && event._tag !== "revocation.completed") return
      yield* queue({ orgId, offboardingId: event.offboardingId })
    })

    return LeftBehinds.of({
      ofCase,
      list,
      look,
      settings,
      setSettings,
      successors,
      setSuccessors,
      ...acts,
      blockers,
      closable: closableAt,
      requireTakeover,
      lookBeforeCut: (offboarding, services, runId) =>
        Effect.flatMap(db.transact(isOn), (on) =>
          on
            ? Effect.all(
                [
                  entitlements.beforeCut(offboarding, services, runId),
                  lookedAt.beforeCut(offboarding, services, runId)
                ],
                { concurrency: 2, discard: true }
              )
            : Effect.void
        ),
      closeBeforeCut: (offboarding, service, by) =>
        Effect.flatMap(db.transact(isOn), (on) =>
          on ? closing.beforeCut(offboarding, service, by) : Effect.succeed(Option.none())
        ),
      forEvidence,
      whenFreed: freeing.react,
      freed: freeing.freed,
      isHeldBack: freeing.isHeldBack,
      gate,
      cutBy: queue,
      forget: (offboardingId) => Effect.flatMap(Caller, ({ orgId }) => items.forget({ orgId, offboardingId })),
      hear
    })
  })
}
