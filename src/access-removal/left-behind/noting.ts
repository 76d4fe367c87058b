import type { LeavingCase } from "#records/case-facts"
import { Caller } from "@svc/contract/kernel/access"
import { LeftBehindOffered, LeftBehindStops } from "@svc/contract/left-behind/events"
import { LeftBehindId, type LookPhase } from "@svc/contract/left-behind/schema"
import type { UserId } from "@svc/contract/kernel/ids"
import { DateTime, Effect, Option } from "effect"
import { makeSealedAccounts } from "#audit/record/sealed-account"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText } from "#audit/record/text"
import type { AccountName } from "#connections/vendors/protocol/connector"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { Checklists } from "#work/checklists/service"
import { LeftBehindFreeing } from "./freeing.ts"
import { type AppRow, type CaseKey, ItemsRepo } from "./items-repo.ts"
import { LooksRepo } from "./looks-repo.ts"
import {
  afterLook,
  assigneeOf,
  countedByKind,
  type Look,
  needsPerson,
  pendingText,
  successorFor,
  taskDue
} from "./rules.ts"
import type { FoundItem, Sight } from "./sight.ts"
import { makeWhose } from "./whose.ts"

/** The result of a scan of one app. */
interface NotedLook extends Look {
  readonly phase: LookPhase
  readonly sights: ReadonlyArray<Sight>
  /** By whose id it asked; null: by the address. */
  readonly accountId: string | null
  /** Whose things it showed, where the app told that. */
  readonly account: AccountName | null
}

/** Records scans and their consequences. */
export const makeNoting = Effect.gen(function* () {
  const db = yield* Db
  const items = yield* ItemsRepo
  const looks = yield* LooksRepo
  const audit = yield* Audit
  const outbox = yield* Outbox
  const checklists = yield* Checklists
  const randomness = yield* Randomness
  const freeing = yield* LeftBehindFreeing
  const whose = yield* makeWhose
  const { sealAccount } = yield* makeSealedAccounts

  const keyOf = (offboarding: LeavingCase) =>
    Effect.map(Caller, ({ orgId }) => ({ orgId, offboardingId: offboarding.id }))

  /** Tasks for what only a person can do, one for each kind at an app; those that are there follow what they stand for. */
  const assign = Effect.fnUntraced(function* (key: CaseKey, offboarding: LeavingCase) {
    if (offboarding.status === "completed" || offboarding.status === "cancelled") return
    const cut = new Set((yield* items.apps(key)).filter((app) => app.cut).map(({ service_name }) => service_name))
    const known = new Set((yield* items.tasks(key)).map(({ kind, service_name }) => `${service_name} ${kind}`))
    const now = yield* DateTime.now
    for (const item of yield* items.ofCase(key)) {
      const name = `${item.service_name} ${item.kind}`
      if (item.disposition !== "pending" || item.is_former || known.has(name)) continue
      if (!needsPerson(item, cut.has(item.service_name))) continue
      known.add(name)
      const task = pendingText(item.service_name, item.kind)
      const assignedTo = assigneeOf(item.kind)
      const id = yield* checklists.addLinked({
        offboardingId: key.offboardingId,
        task,
        assignedTo,
        dueDate: taskDue(offboarding.exit_date, now)
      })
      yield* items.linkTask(key, { id, service: item.service_name, kind: item.kind })
      yield* audit.record({
        ...aboutCase(offboarding),
        action: "checklist_item_added",
        details: auditText`${task}, assigned to ${assignedTo}`
      })
    }
    yield* checklists.sync(key.offboardingId)
  })

  const insert = Effect.fnUntraced(function* (
    key: CaseKey,
    offboarding: LeavingCase,
    service: string,
    found: ReadonlyArray<FoundItem>,
    look: { readonly at: DateTime.Utc; readonly sealedAccount: string | null }
  ) {
    if (found.length === 0) return []
    const successors = yield* items.successors(key.orgId)
    const chosen = new Map(successors.map(({ email, kind }) => [kind, email]))
    const setBy = new Map(successors.map(({ kind, set_by }) => [kind, set_by]))
    const addresses = [offboarding.employee_email, offboarding.employee_personal_email].flatMap((one) =>
      one === null ? [] : [one]
    )
    const owners = new Map<string, { readonly email: string; readonly name: string; readonly user_id: UserId | null }>()
    const rows = yield* Effect.forEach(found, (item) =>
      Effect.gen(function* () {
        const email = successorFor(item, chosen, { manager_email: offboarding.manager_email, addresses })
        const successor = email === null ? null : (owners.get(email) ?? (yield* items.named(key.orgId, email)))
        if (email !== null && successor !== null) owners.set(email, successor)
        const namedBy = setBy.get(item.kind) ?? null
        return {
          id: LeftBehindId.make(yield* randomness.uuid),
          item,
          successor: successor === null ? null : { ...successor, namedBy }
        }
      })
    )
    const isNew = yield* items.insert(key, service, rows, { ...look, identity: offboarding.identity })
    const inserted = rows.filter(({ id }) => isNew.has(id))
    const told = new Set(inserted.flatMap(({ successor }) => successor?.user_id ?? []))
    const about = { offboardingId: offboarding.id, employeeName: offboarding.employee_name, service }
    if (told.size > 0) yield* outbox.append(key.orgId, LeftBehindOffered.make({ ...about, userIds: [...told] }))
    if (inserted.some(({ item }) => item.stopsTheCut !== null)) {
      yield* outbox.append(key.orgId, LeftBehindStops.make(about))
    }
    return inserted.map(({ item }) => item)
  })

  /** Records one scan of one app, in one transaction with everything that follows from it. */
  const note = Effect.fn("LeftBehind.note")(function* (offboarding: LeavingCase, app: AppRow, look: NotedLook) {
    if (look.sights.length === 0) return
    const key = yield* keyOf(offboarding)
    const locked = yield* items.lockCase(key, { _tag: "All" })
    // The person was erased, or the case deleted or cancelled, while the app was asked.
    if (Option.isNone(locked) || locked.value.status === "cancelled" || locked.value.employee_email === null) return
    const { identity, person_key_id: personKey } = locked.value
    // The case is about another person by now.
    if (identity !== offboarding.identity) return
    const { account, accountId, began } = look
    const known = yield* whose.spokenOf(key, app.service_name, account?.id ?? accountId)
    const outcome = afterLook(known, look.sights, look)
    const now = yield* DateTime.now
    yield* items.freeFormer(key, now)
    const sealedAccount = account === null ? null : yield* sealAccount(key.orgId, personKey, account)
    const { phase, sights } = look
    yield* looks.saveSights(key, { service: app.service_name, phase, at: now, identity, sealedAccount, sights })
    yield* Effect.forEach(
      outcome.seen,
      ({ id, item }) => items.seen(key.orgId, id, item, { at: began, sealedAccount }),
      { discard: true }
    )
    yield* items.free(key.orgId, outcome.free)
    yield* items.reopen(key.orgId, outcome.back)
    for (const disposition of ["revoked", "transferred"] as const) {
      const ids = outcome.gone.filter((one) => one.disposition === disposition).map(({ id }) => id)
      yield* items.settle(key.orgId, ids, { disposition, evidence: "read_back", at: now })
    }
    yield* items.confirm(key.orgId, outcome.confirmed)
    const inserted = yield* insert(key, locked.value, app.service_name, outcome.found, { at: began, sealedAccount })
    const kindsOf = (ids: ReadonlyArray<LeftBehindId>) =>
      known.filter(({ id }) => ids.includes(id)).map(({ kind }) => kind)
    const said = [
      { action: "left_behind_found", kinds: inserted.map(({ kind }) => kind), how: "found" },
      { action: "left_behind_found", kinds: kindsOf(outcome.back), how: "shown again although ended" },
      {
        action: "left_behind_ended",
        kinds: kindsOf(outcome.gone.map(({ id }) => id)),
        how: "no longer shown, verified"
      },
      { action: "left_behind_ended", kinds: kindsOf(outcome.confirmed), how: "ended earlier, verified now" }
    ] as const
    for (const { action, how, kinds } of said.filter((one) => one.kinds.length > 0)) {
      yield* audit.record({
        ...aboutCase(locked.value),
        action,
        details: auditText`${app.service_name}, ${how}: ${countedByKind(kinds)}`
      })
    }
    if (known.length + inserted.length > 0) yield* assign(key, locked.value)
    if (outcome.gone.length > 0) yield* freeing.tell(offboarding.id)
  }, db.transact)

  return { note, assign, keyOf }
})
