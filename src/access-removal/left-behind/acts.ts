import type { LeavingCase } from "#records/case-facts"
import { Caller } from "@svc/contract/kernel/access"
import { PermissionDenied } from "@svc/contract/kernel/errors"
import {
  LeftBehindCaseCancelled,
  LeftBehindFormer,
  LeftBehindNotFound,
  LeftBehindSettled,
  NewOwnerIsLeaver,
  NewOwnerUnnamed,
  NoNewOwner,
  NothingStopped
} from "@svc/contract/left-behind/errors"
import { LeftBehindOffered } from "@svc/contract/left-behind/events"
import type {
  AcceptLeftBehind,
  DoneByHand,
  LeftBehindId,
  SayGo,
  TransferLeftBehind
} from "@svc/contract/left-behind/schema"
import { DateTime, Effect, Option } from "effect"
import { checkStepUp } from "#access/requirements"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText, personal } from "#audit/record/text"
import { Outbox } from "#outgoing/outbox/service"
import { Db } from "#platform/database/db"
import { Wakeups } from "#platform/jobs/wakeups"
import { Checklists } from "#work/checklists/service"
import { LeftBehindFreeing } from "./freeing.ts"
import { ItemsRepo } from "./items-repo.ts"
import { LooksRepo } from "./looks-repo.ts"
import { type Lifting, mayLift } from "./lifting.ts"
import { LeftBehindRepo, type Offered, type ShownRow } from "./repo.ts"
import { mayAccept } from "./rules.ts"
import { makeShown } from "./shown.ts"
import { leftBehindLooks } from "./topic.ts"

/** The verbs `LeftBehinds.transfer`, `acceptTransfer`, `accept`, `done`, `go`; and the address to which something is offered. */
export const makeActs = Effect.gen(function* () {
  const db = yield* Db
  const repo = yield* LeftBehindRepo
  const items = yield* ItemsRepo
  const looks = yield* LooksRepo
  const audit = yield* Audit
  const personKeys = yield* PersonKeys
  const checklists = yield* Checklists
  const outbox = yield* Outbox
  const wakeups = yield* Wakeups
  const shown = yield* makeShown
  const freeing = yield* LeftBehindFreeing

  const offeredToCaller = Effect.gen(function* () {
    const { orgId, userId } = yield* Caller
    return { address: userId === null ? null : yield* items.addressOf(orgId, userId), userId }
  })

  const leaversOf = ({ employee_email, employee_personal_email }: LeavingCase) =>
    [employee_email, employee_personal_email].flatMap((one) => (one === null ? [] : [one.toLowerCase()]))

  /** What blocks revocation is lifted with a step-up, and not by its beneficiary alone (work-168). */
  const allowLift = Effect.fnUntraced(function* (row: ShownRow, by: Lifting) {
    if (row.stops_the_cut === null) return
    const caller = yield* Caller
    const { address } = yield* offeredToCaller
    if (
      !mayLift(by, {
        isOwner: row.new_owner_email !== null && row.new_owner_email.toLowerCase() === address?.toLowerCase(),
        caller: caller.userId,
        namedBy: row.new_owner_named_by
      })
    ) {
      return yield* new NewOwnerUnnamed()
    }
    yield* Effect.fromResult(checkStepUp(caller, yield* DateTime.now))
  })

  /** The case is locked first, in the common order; then the item is read. */
  const held = Effect.fnUntraced(function* (id: LeftBehindId, offeredTo: Offered | null) {
    const { orgId, records } = yield* Caller
    const found = yield* repo.find(orgId, records, id, offeredTo)
    if (Option.isNone(found)) return yield* new LeftBehindNotFound()
    const locked = yield* items.lockCase({ orgId, offboardingId: found.value.offboarding_id }, { _tag: "All" })
    const row = yield* repo.find(orgId, records, id, offeredTo)
    if (Option.isNone(locked) || Option.isNone(row)) return yield* new LeftBehindNotFound()
    // A departing member settles nothing of their own offboarding.
    const { address } = yield* offeredToCaller
    if (address !== null && leaversOf(locked.value).includes(address.toLowerCase())) {
      return yield* new LeftBehindNotFound()
    }
    if (locked.value.status === "cancelled") return yield* new LeftBehindCaseCancelled()
    return { offboarding: locked.value, row: row.value }
  })

  /** The same of the person whom the case is about now: of a former one nothing is handed over. */
  const heldOfNow = Effect.fnUntraced(function* (id: LeftBehindId, offeredTo: Offered | null) {
    const found = yield* held(id, offeredTo)
    if (found.row.former_identity) return yield* new LeftBehindFormer()
    return found
  })

  const pending = ({ disposition }: ShownRow) => disposition === "pending"

  const now = (id: LeftBehindId, offeredTo: Offered | null) =>
    Effect.gen(function* () {
      const { orgId, records } = yield* Caller
      const row = yield* Effect.orDie(Effect.fromOption(yield* repo.find(orgId, records, id, offeredTo)))
      const [item] = yield* shown(orgId, [row])
      return yield* Effect.orDie(Effect.fromNullishOr(item))
    })

  const what = (offboarding: LeavingCase, row: ShownRow) =>
    auditText`${row.service}, ${row.kind} ${personal(offboarding.person_key_id, row.label)}`

  const sealed = (offboarding: LeavingCase, reason: string) =>
    Effect.flatMap(Caller, ({ orgId }) =>
      personKeys.seal(orgId, auditText`${personal(offboarding.person_key_id, reason)}`)
    )

  /** An item that blocked an app's revocation may no longer block it. */
  const freed = (offboarding: LeavingCase, { stops_the_cut }: ShownRow) =>
    stops_the_cut === null ? Effect.void : freeing.tell(offboarding.id)

  /** If the access is already revoked, the app transfers an accepted item immediately. */
  const soon = Effect.fnUntraced(function* (offboarding: LeavingCase) {
    const { orgId } = yield* Caller
    yield* looks.queue({ orgId, offboardingId: offboarding.id }, yield* DateTime.now)
    yield* wakeups.signal(leftBehindLooks)
  })

  const transfer = Effect.fn("LeftBehinds.transfer")(function* (id: LeftBehindId, input: TransferLeftBehind) {
    const { orgId, userId } = yield* Caller
    const { offboarding, row } = yield* heldOfNow(id, null)
    if (!pending(row)) return yield* new LeftBehindSettled()
    if (leaversOf(offboarding).includes(input.email.toLowerCase())) return yield* new NewOwnerIsLeaver()
    const owner = yield* items.named(orgId, input.email)
    const isSelf = owner.user_id !== null && owner.user_id === userId
    if (isSelf && row.stops_the_cut !== null) return yield* new NewOwnerUnnamed()
    yield* items.offer(orgId, id, { email: input.email, name: input.name ?? owner.name, namedBy: userId })
    const key = yield* personKeys.forPerson(orgId, input.email)
    yield* audit.record({
      ...aboutCase(offboarding),
      action: "left_behind_offered",
      details: [...what(offboarding, row), ...auditText`: to ${personal(key, input.email)}`]
    })
    if (isSelf) {
      yield* takeOver(offboarding, { ...row, new_owner_email: input.email })
    } else if (owner.user_id !== null) {
      const about = { offboardingId: offboarding.id, employeeName: offboarding.employee_name, service: row.service }
      yield* outbox.append(orgId, LeftBehindOffered.make({ ...about, userIds: [owner.user_id] }))
    }
    return yield* now(id, null)
  }, db.transact)

  const takeOver = Effect.fnUntraced(function* (offboarding: LeavingCase, row: ShownRow) {
    const { orgId, userId } = yield* Caller
    const email = row.new_owner_email
    const key = yield* personKeys.forPerson(orgId, email)
    yield* items.takeOver(orgId, row.id, yield* DateTime.now, userId)
    yield* audit.record({
      ...aboutCase(offboarding),
      action: "left_behind_taken_over",
      details: [...what(offboarding, row), ...auditText`: by ${personal(key, email)}`]
    })
    yield* soon(offboarding)
    yield* freed(offboarding, row)
  })

  const acceptTransfer = Effect.fn("LeftBehinds.acceptTransfer")(function* (id: LeftBehindId) {
    const { orgId, permissions, userId } = yield* Caller
    const own = yield* offeredToCaller
    const { offboarding, row } = yield* heldOfNow(id, own)
    if (row.new_owner_email === null) return yield* new NoNewOwner()
    const owner = yield* items.named(orgId, row.new_owner_email)
    if (!mayAccept({ owner: owner.user_id, caller: userId, permissions })) {
      return yield* new PermissionDenied({
        error:
          owner.user_id === null
            ? "The new owner is not a member, so a member with access_revoke must accept for them. Ask an administrator"
            : "Only the new owner can accept this item. Ask them, or assign another new owner"
      })
    }
    if (row.owner_accepted_at === null) {
      if (!pending(row)) return yield* new LeftBehindSettled()
      yield* allowLift(row, "acceptance")
      yield* takeOver(offboarding, row)
    }
    return yield* now(id, own)
  }, db.transact)

  const settled = Effect.fnUntraced(function* (
    offboarding: LeavingCase,
    row: ShownRow,
    to: {
      readonly disposition: "revoked" | "transferred" | "accepted"
      readonly action: "left_behind_accepted" | "left_behind_done"
      readonly reason: string
    }
  ) {
    const { orgId, userId } = yield* Caller
    yield* items.settle(orgId, [row.id], {
      disposition: to.disposition,
      evidence: to.disposition === "accepted" ? "not_observed" : "confirmed_by_hand",
      at: yield* DateTime.now,
      by: userId,
      sealedReason: yield* sealed(offboarding, to.reason)
    })
    yield* audit.record({
      ...aboutCase(offboarding),
      action: to.action,
      details: [
        ...what(offboarding, row),
        ...auditText`: ${to.disposition}. Reason: ${personal(offboarding.person_key_id, to.reason)}`
      ]
    })
    yield* checklists.sync(offboarding.id)
    yield* freed(offboarding, row)
  })

  const accept = Effect.fn("LeftBehinds.accept")(function* (id: LeftBehindId, { reason }: AcceptLeftBehind) {
    const { offboarding, row } = yield* held(id, null)
    if (!pending(row)) return yield* new LeftBehindSettled()
    yield* allowLift(row, "settlement")
    yield* settled(offboarding, row, { disposition: "accepted", action: "left_behind_accepted", reason })
    return yield* now(id, null)
  }, db.transact)

  const done = Effect.fn("LeftBehinds.done")(function* (id: LeftBehindId, { reason }: DoneByHand) {
    const { offboarding, row } = yield* held(id, null)
    if (!pending(row) && row.disposition !== "accepted") return yield* new LeftBehindSettled()
    yield* allowLift(row, "settlement")
    const disposition = row.owner_accepted_at === null ? "revoked" : "transferred"
    yield* settled(offboarding, row, { disposition, action: "left_behind_done", reason })
    return yield* now(id, null)
  }, db.transact)

  const go = Effect.fn("LeftBehinds.go")(function* (id: LeftBehindId, { reason }: SayGo) {
    const { orgId, userId } = yield* Caller
    const { offboarding, row } = yield* heldOfNow(id, null)
    if (!pending(row)) return yield* new LeftBehindSettled()
    if (row.stops_the_cut === null) return yield* new NothingStopped()
    yield* items.go(orgId, id, {
      at: yield* DateTime.now,
      by: userId,
      sealedReason: yield* sealed(offboarding, reason)
    })
    yield* audit.record({
      ...aboutCase(offboarding),
      action: "left_behind_let_go",
      details: [
        ...what(offboarding, row),
        ...auditText`: revocation may continue. Reason: ${personal(offboarding.person_key_id, reason)}`
      ]
    })
    yield* freed(offboarding, row)
    return yield* now(id, null)
  }, db.transact)

  return { transfer, acceptTransfer, accept, done, go, offeredToCaller }
})
