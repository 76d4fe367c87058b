import type { LeavingCase } from "#records/case-facts"
import { Caller } from "@svc/contract/kernel/access"
import { PermissionDenied } from "@svc/contract/kernel/errors"
import type { OffboardingId, OrgId } from "@svc/contract/kernel/ids"
import {
  AccessReturnNotFound,
  EntitlementsCaseNotFound,
  NothingToReturn,
  ReturnDecided,
  ReturnOfNobody,
  ReturnOpen,
  ReturnPlanChanged,
  RevocationUnderWay
} from "@svc/contract/entitlements/errors"
import {
  type AccessReturn,
  AccessReturnId,
  type AccessReturns as Returns,
  type ApproveReturn,
  type DeclineReturn,
  type ProposeReturn,
  type ReturnGround
} from "@svc/contract/entitlements/schema"
import { Context, DateTime, Effect, Option } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { makeSealedAccounts } from "#audit/record/sealed-account"
import { Audit } from "#audit/record/service"
import { aboutCase, auditText, personal } from "#audit/record/text"
import { Randomness } from "#platform/crypto/random"
import { Db } from "#platform/database/db"
import { Wakeups } from "#platform/jobs/wakeups"
import { Entitlements } from "#access-removal/entitlements/service"
import { Revocations } from "#access-removal/revocations/service"
import { layerOf } from "#platform/services/layer-of"
import { AccessReturnsRepo, type ReturnRow } from "./repo.ts"
import { digestOf, inOrder } from "./rules.ts"
import { accessReturns } from "./topic.ts"

const shownOfCase = 20

/** Access that was taken is given back: proposed by one, approved by another; `AccessReturnWork` carries it out. */
export class AccessReturns extends Context.Service<
  AccessReturns,
  {
    ofCase(id: OffboardingId): Effect.Effect<Returns, EntitlementsCaseNotFound, Caller>
    /** Exactly what was taken and not given back, at these apps or at all. Asks no app. */
    propose(
      id: OffboardingId,
      input: ProposeReturn
    ): Effect.Effect<
      AccessReturn,
      EntitlementsCaseNotFound | NothingToReturn | ReturnOpen | RevocationUnderWay | ReturnOfNobody,
      Caller
    >
    /** Approves what was read, unless it has changed since; never by the proposer, except a Super Admin. */
    approve(
      id: AccessReturnId,
      input: ApproveReturn
    ): Effect.Effect<
      AccessReturn,
      AccessReturnNotFound | ReturnDecided | ReturnPlanChanged | RevocationUnderWay | ReturnOfNobody | PermissionDenied,
      Caller
    >
    decline(
      id: AccessReturnId,
      input: DeclineReturn
    ): Effect.Effect<AccessReturn, AccessReturnNotFound | ReturnDecided, Caller>
  }
>()("svc/access-returns/AccessReturns") {
  static readonly layerNoDeps = layerOf(AccessReturns, function* () {
    const db = yield* Db
    const repo = yield* AccessReturnsRepo
    const entitlements = yield* Entitlements
    const revocations = yield* Revocations
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    const randomness = yield* Randomness
    const wakeups = yield* Wakeups
    const { revealAccounts, shownAccounts } = yield* makeSealedAccounts

    /** The same with the ids of the accounts, as they are agreed to. */
    const planned = Effect.fnUntraced(function* <Line extends { readonly sealed_account: string | null }>(
      lines: ReadonlyArray<Line>
    ) {
      const { orgId } = yield* Caller
      const accounts = yield* revealAccounts(
        orgId,
        lines.map(({ sealed_account }) => sealed_account)
      )
      return lines.map((line, index) => ({ ...line, account: accounts[index]?.id ?? null }))
    })

    const shown = Effect.fnUntraced(function* (orgId: OrgId, rows: ReadonlyArray<ReturnRow>) {
      const lines = yield* repo.lines(
        orgId,
        rows.map(({ id }) => id)
      )
      const texts = yield* personKeys.reveal(
        orgId,
        rows.flatMap(({ sealed_address, sealed_decline_reason, sealed_reason }) => [
          sealed_reason,
          sealed_decline_reason ?? "",
          sealed_address ?? ""
        ])
      )
      const accounts = yield* shownAccounts(
        orgId,
        lines.map(({ sealed_account }) => sealed_account)
      )
      const named = lines.map(({ external_id: _id, sealed_account: _sealed, ...line }, index) => ({
        ...line,
        account: accounts[index] ?? null
      }))
      return rows.map((row, index): AccessReturn => {
        const { identity: _identity, sealed_address, sealed_decline_reason, sealed_reason: _sealed, ...shown } = row
        const address = sealed_address === null ? "" : (texts[3 * index + 2] ?? "")
        return {
          ...shown,
          reason: texts[3 * index] ?? "",
          decline_reason: sealed_decline_reason === null ? null : (texts[3 * index + 1] ?? ""),
          address: address === "" ? null : address,
          lines: named.filter(({ return_id }) => return_id === row.id).map(({ return_id: _return, ...line }) => line)
        }
      })
    })

    const one = Effect.fnUntraced(function* (id: AccessReturnId) {
      const { orgId, records } = yield* Caller
      const row = yield* Effect.orDie(Effect.fromOption(yield* repo.find(orgId, records, id)))
      const [found] = yield* shown(orgId, [row])
      return yield* Effect.orDie(Effect.fromNullishOr(found))
    })

    const toWhom = ({ employee_email, person_key_id }: LeavingCase, ground: ReturnGround) =>
      auditText`${ground}, to ${personal(person_key_id, employee_email)}: `

    const sealed = (offboarding: LeavingCase, reason: string) =>
      Effect.flatMap(Caller, ({ orgId }) =>
        personKeys.seal(orgId, auditText`${personal(offboarding.person_key_id, reason)}`)
      )

    const ofCase = Effect.fn("AccessReturns.ofCase")(function* (offboardingId: OffboardingId) {
      const { orgId, records } = yield* Caller
      const key = { orgId, offboardingId }
      if (Option.isNone(yield* repo.findCase(key, records))) return yield* new EntitlementsCaseNotFound()
      return { returns: yield* shown(orgId, yield* repo.ofCase(key, shownOfCase)) }
    }, db.transact)

    /** There must be a person to restore it to, and no run that revokes it at the same time. */
    const requireReturnable = Effect.fnUntraced(function* (offboarding: LeavingCase) {
      if (offboarding.employee_email === null) return yield* new ReturnOfNobody()
      if (yield* revocations.isRunning(offboarding.id)) return yield* new RevocationUnderWay()
    })

    const propose = Effect.fn("AccessReturns.propose")(function* (
      offboardingId: OffboardingId,
      { ground, reason, services }: ProposeReturn
    ) {
      const { orgId, records, userId } = yield* Caller
      const key = { orgId, offboardingId }
      const found = yield* repo.lockCase(key, records)
      if (Option.isNone(found)) return yield* new EntitlementsCaseNotFound()
      const offboarding = found.value
      yield* requireReturnable(offboarding)
      const wanted = services?.map((name) => name.toLowerCase())
      const taken = (yield* entitlements.taken(key)).filter(
        ({ service_name }) => wanted === undefined || wanted.includes(service_name.toLowerCase())
      )
      if (taken.length === 0) return yield* new NothingToReturn()
      const lines = inOrder(taken)
      const id = AccessReturnId.make(yield* randomness.uuid)
      const digest = digestOf(
        offboarding.employee_email,
        yield* planned(lines.map((line) => ({ ...line, service: line.service_name })))
      )
      const inserted = yield* repo.insert({
        orgId,
        id,
        offboardingId,
        ground,
        sealedReason: yield* sealed(offboarding, reason),
        digest,
        at: yield* DateTime.now,
        by: userId,
        identity: offboarding.identity,
        sealedAddress: yield* personKeys.seal(
          orgId,
          auditText`${personal(offboarding.person_key_id, offboarding.employee_email)}`
        )
      })
      if (!inserted) return yield* new ReturnOpen()
      yield* repo.insertLines(
        orgId,
        id,
        lines.map((line) => line.id)
      )
      yield* audit.record({
        ...aboutCase(offboarding),
        action: "access_return_proposed",
        details: [
          ...toWhom(offboarding, ground),
          ...auditText`${entitlements.counted(lines.map(({ kind }) => kind))}, plan ${digest}. Reason: ${personal(offboarding.person_key_id, reason)}`
        ]
      })
      return yield* one(id)
    }, db.transact)

    /** The case is locked first, in the common order; then the return is read. */
    const held = Effect.fnUntraced(function* (id: AccessReturnId) {
      const { orgId, records } = yield* Caller
      const found = yield* repo.find(orgId, records, id)
      if (Option.isNone(found)) return yield* new AccessReturnNotFound()
      const key = { orgId, offboardingId: found.value.offboarding_id }
      const locked = yield* repo.lockCase(key, records)
      const row = yield* repo.find(orgId, records, id)
      if (Option.isNone(locked) || Option.isNone(row)) return yield* new AccessReturnNotFound()
      if (row.value.status !== "proposed") return yield* new ReturnDecided()
      return { key, offboarding: locked.value, row: row.value }
    })

    const approve = Effect.fn("AccessReturns.approve")(function* (id: AccessReturnId, { digest }: ApproveReturn) {
      const { orgId, role, userId } = yield* Caller
      const { key, offboarding, row } = yield* held(id)
      if (role !== "superadmin" && row.proposed_by?.id === userId) {
        return yield* new PermissionDenied({
          error:
            "You proposed this access restore, so another person or a Super Admin must approve it. Ask an administrator"
        })
      }
      if (digest !== row.digest) {
        return yield* new ReturnPlanChanged({
          error: "The plan has changed since you read it. Read it again before you approve it"
        })
      }
      yield* requireReturnable(offboarding)
      const lines = yield* repo.lines(orgId, [id])
      const taken = new Map((yield* entitlements.taken(key)).map((one) => [one.id, one]))
      const known = lines.map((line) => taken.get(line.entitlement_id)?.sealed_account ?? null)
      const now = yield* planned(lines.map((line, index) => ({ ...line, sealed_account: known[index] ?? null })))
      if (
        row.former_identity ||
        digestOf(offboarding.employee_email, now) !== digest ||
        lines.some(({ entitlement_id }) => !taken.has(entitlement_id))
      ) {
        return yield* new ReturnPlanChanged({
          error:
            "The email address, an account or the list of removed access has changed. Decline this access restore, and have a new one proposed"
        })
      }
      yield* repo.decide(orgId, id, { status: "running", at: yield* DateTime.now, by: userId, sealedReason: null })
      yield* audit.record({
        ...aboutCase(offboarding),
        action: "access_return_approved",
        details: [
          ...toWhom(offboarding, row.ground),
          ...auditText`${entitlements.counted(lines.map(({ kind }) => kind))}, plan ${digest}`
        ]
      })
      yield* wakeups.signal(accessReturns)
      return yield* one(id)
    }, db.transact)

    const decline = Effect.fn("AccessReturns.decline")(function* (id: AccessReturnId, { reason }: DeclineReturn) {
      const { orgId, userId } = yield* Caller
      const { offboarding, row } = yield* held(id)
      yield* repo.decide(orgId, id, {
        status: "declined",
        at: yield* DateTime.now,
        by: userId,
        sealedReason: yield* sealed(offboarding, reason)
      })
      yield* audit.record({
        ...aboutCase(offboarding),
        action: "access_return_declined",
        details: auditText`plan ${row.digest}. Reason: ${personal(offboarding.person_key_id, reason)}`
      })
      return yield* one(id)
    }, db.transact)

    return AccessReturns.of({ ofCase, propose, approve, decline })
  })
}
