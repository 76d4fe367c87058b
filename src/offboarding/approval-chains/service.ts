import {
  type ApprovalChainInUse,
  ApprovalChainLimitReached,
  ApprovalChainNotFound,
  ApprovalChainUnknown,
  ApproverUnknown
} from "@svc/contract/approval-chains/errors"
import type {
  ApprovalChain,
  ApprovalChainPage,
  ApprovalStep,
  CreateApprovalChain,
  InitiationSettings,
  UpdateApprovalChain,
  UpdateInitiationSettings
} from "@svc/contract/approval-chains/schema"
import { Caller } from "@svc/contract/kernel/access"
import { ApprovalChainId } from "@svc/contract/kernel/ids"
import type { OffsetParams } from "@svc/contract/kernel/paging"
import { isHrOrAdmin } from "@svc/contract/kernel/permissions"
import { planFeatures } from "@svc/contract/kernel/plans"
import { Context, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Db, type Transaction } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { layerOf } from "#platform/services/layer-of"
import { ApprovalChainsRepo } from "./repo.ts"
import {
  chainInUse,
  chainLimit,
  defaultSettings,
  describeSteps,
  isBuiltInRole,
  sameSteps,
  settingsChanged,
  stepOf
} from "./rules.ts"

/** Who has to agree before an offboarding begins (approvals-9). */
export class ApprovalChains extends Context.Service<
  ApprovalChains,
  {
    list(params: OffsetParams): Effect.Effect<ApprovalChainPage, never, Caller>
    show(id: ApprovalChainId): Effect.Effect<ApprovalChain, ApprovalChainNotFound, Caller>
    create(
      input: CreateApprovalChain
    ): Effect.Effect<ApprovalChain, ApproverUnknown | ApprovalChainLimitReached, Caller>
    /** Initiations that run on it keep the steps that they began with. What changes nothing is not recorded. */
    update(
      id: ApprovalChainId,
      input: UpdateApprovalChain
    ): Effect.Effect<ApprovalChain, ApproverUnknown | ApprovalChainNotFound, Caller>
    remove(id: ApprovalChainId): Effect.Effect<void, ApprovalChainNotFound | ApprovalChainInUse, Caller>
    readonly settings: Effect.Effect<InitiationSettings, never, Caller>
    changeSettings(input: UpdateInitiationSettings): Effect.Effect<InitiationSettings, ApprovalChainUnknown, Caller>
    /**
     * Whether the caller needs an approval: it is required, and they are neither Super Admin, Admin, nor HR. No one
     * does on a plan without requests (offboarding-58).
     */
    readonly isRequiredOfCaller: Effect.Effect<boolean, never, Caller>
    /**
     * The chain of this id, else the default one; none where there is neither. It is not deleted before the
     * transaction ends.
     */
    resolve(
      id: ApprovalChainId | null
    ): Effect.Effect<Option.Option<ApprovalChain>, ApprovalChainUnknown, Caller | Transaction>
  }
>()("svc/approval-chains/ApprovalChains") {
  static readonly layerNoDeps = layerOf(ApprovalChains, function* () {
    const db = yield* Db
    const repo = yield* ApprovalChainsRepo
    const audit = yield* Audit
    const randomness = yield* Randomness

    const settingsIn = Effect.flatMap(Caller, ({ orgId }) =>
      Effect.map(
        repo.settings(orgId),
        Option.getOrElse(() => defaultSettings)
      )
    )

    const saveSettings = Effect.fnUntraced(function* (after: InitiationSettings) {
      const { orgId } = yield* Caller
      const changes = settingsChanged(yield* settingsIn, after)
      if (changes === "") return after
      yield* repo.saveSettings(orgId, after)
      yield* audit.record({
        action: "initiation_settings_updated",
        target: auditText`Initiation settings`,
        details: auditText`${changes}`
      })
      return after
    })

    const admitSteps = Effect.fnUntraced(function* (steps: ReadonlyArray<ApprovalStep>) {
      const { orgId } = yield* Caller
      const people = steps.flatMap(({ approver_id }) => (approver_id === undefined ? [] : [approver_id]))
      const roles = steps.flatMap(({ approver_role }) =>
        approver_role === undefined || isBuiltInRole(approver_role) ? [] : [approver_role]
      )
      const members = new Set((yield* repo.membersAmong(orgId, people)).map((id) => id.toLowerCase()))
      const known = new Set((yield* repo.rolesAmong(orgId, roles)).map((id) => id.toLowerCase()))
      for (const [index, { approver_id, approver_role }] of steps.entries()) {
        if (approver_id !== undefined && !members.has(approver_id.toLowerCase())) {
          return yield* new ApproverUnknown({
            error: `steps.${index}.approver_id: must be a member of this organization`
          })
        }
        if (approver_role !== undefined && !isBuiltInRole(approver_role) && !known.has(approver_role.toLowerCase())) {
          return yield* new ApproverUnknown({
            error: `steps.${index}.approver_role: role not found in this organization`
          })
        }
      }
    })

    const found = Effect.fnUntraced(function* (id: ApprovalChainId) {
      const { orgId } = yield* Caller
      return yield* Effect.orDie(Effect.flatMap(repo.find({ orgId, id }), Effect.fromOption))
    })

    /** Makes the chain the default, or takes that away from it. */
    const setDefault = Effect.fnUntraced(function* (id: ApprovalChainId, wanted: boolean | undefined) {
      if (wanted === undefined) return
      const before = yield* settingsIn
      if (wanted) yield* saveSettings({ ...before, default_chain_id: id })
      else if (before.default_chain_id === id) yield* saveSettings({ ...before, default_chain_id: null })
    })

    const list = Effect.fn("ApprovalChains.list")(function* ({ limit, offset }: OffsetParams) {
      const { orgId } = yield* Caller
      return { rows: yield* repo.page(orgId, { limit, offset }), total: yield* repo.count(orgId), limit, offset }
    }, db.transact)

    const show = Effect.fn("ApprovalChains.show")(function* (id: ApprovalChainId) {
      const { orgId } = yield* Caller
      const chain = yield* repo.find({ orgId, id })
      return Option.isNone(chain) ? yield* new ApprovalChainNotFound() : chain.value
    }, db.transact)

    const create = Effect.fn("ApprovalChains.create")(function* (input: CreateApprovalChain) {
      const { orgId } = yield* Caller
      yield* repo.lockSettings(orgId)
      const steps = input.steps.map(stepOf)
      yield* admitSteps(steps)
      if ((yield* repo.count(orgId)) >= chainLimit) return yield* new ApprovalChainLimitReached()
      const id = ApprovalChainId.make(yield* randomness.uuid)
      const name = input.name.trim()
      yield* repo.insert({ org_id: orgId, id, name, steps, now: yield* DateTime.now })
      yield* audit.record({
        action: "approval_chain_created",
        target: auditText`Approval chain ${name}`,
        details: auditText`steps: ${describeSteps(steps)}`
      })
      yield* setDefault(id, input.is_default)
      return yield* found(id)
    }, db.transact)

    const update = Effect.fn("ApprovalChains.update")(function* (id: ApprovalChainId, input: UpdateApprovalChain) {
      const { orgId } = yield* Caller
      yield* repo.lockSettings(orgId)
      const locked = yield* repo.lock({ orgId, id }, "change")
      if (Option.isNone(locked)) return yield* new ApprovalChainNotFound()
      const before = locked.value
      const name = input.name?.trim() ?? before.name
      const steps = input.steps?.map(stepOf) ?? before.steps
      // A former member is refused only if they are named newly.
      if (!sameSteps(before.steps, steps)) yield* admitSteps(steps)
      if (name !== before.name || !sameSteps(before.steps, steps)) {
        yield* repo.update({ org_id: orgId, id, name, steps, now: yield* DateTime.now })
        yield* audit.record({
          action: "approval_chain_updated",
          target: auditText`Approval chain ${name}`,
          details: auditText`name: ${before.name} -> ${name}, steps: ${describeSteps(before.steps)} -> ${describeSteps(steps)}`
        })
      }
      yield* setDefault(id, input.is_default)
      return yield* found(id)
    }, db.transact)

    const remove = Effect.fn("ApprovalChains.remove")(function* (id: ApprovalChainId) {
      const { orgId } = yield* Caller
      yield* repo.lockSettings(orgId)
      const locked = yield* repo.lock({ orgId, id }, "change")
      if (Option.isNone(locked)) return yield* new ApprovalChainNotFound()
      const chain = locked.value
      const pending = yield* repo.countPending({ orgId, id })
      const is_default = (yield* settingsIn).default_chain_id === chain.id
      if (is_default || pending > 0) return yield* chainInUse({ is_default, pending })
      yield* repo.remove({ orgId, id })
      yield* audit.record({
        action: "approval_chain_deleted",
        target: auditText`Approval chain ${chain.name}`,
        details: auditText`steps: ${describeSteps(chain.steps)}`
      })
    }, db.transact)

    const resolve = Effect.fnUntraced(function* (id: ApprovalChainId | null) {
      const { orgId } = yield* Caller
      const wanted = id ?? (yield* settingsIn).default_chain_id
      if (wanted === null) return Option.none<ApprovalChain>()
      const chain = yield* repo.lock({ orgId, id: wanted }, "use")
      if (Option.isNone(chain) && id !== null) {
        return yield* new ApprovalChainUnknown({
          error: "chain_id: approval chain not found in this organization"
        })
      }
      return chain
    })

    const changeSettings = Effect.fn("ApprovalChains.changeSettings")(function* (input: UpdateInitiationSettings) {
      const { orgId } = yield* Caller
      yield* repo.lockSettings(orgId)
      const before = yield* settingsIn
      const wanted = input.default_chain_id === undefined ? before.default_chain_id : input.default_chain_id
      const chain = wanted === null ? Option.none<ApprovalChain>() : yield* repo.lock({ orgId, id: wanted }, "use")
      if (wanted !== null && Option.isNone(chain)) {
        return yield* new ApprovalChainUnknown({
          error: "default_chain_id: approval chain not found in this organization"
        })
      }
      return yield* saveSettings({
        require_initiation_approval: input.require_initiation_approval ?? before.require_initiation_approval,
        default_chain_id: Option.getOrNull(Option.map(chain, ({ id }) => id))
      })
    }, db.transact)

    return ApprovalChains.of({
      list,
      show,
      create,
      update,
      remove,
      settings: settingsIn.pipe(db.transact, Effect.withSpan("ApprovalChains.settings")),
      changeSettings,
      isRequiredOfCaller: Effect.flatMap(Caller, ({ organisation, role }) =>
        isHrOrAdmin(role) || !planFeatures[organisation.plan].includes("managerInitiation")
          ? Effect.succeed(false)
          : Effect.map(settingsIn, ({ require_initiation_approval }) => require_initiation_approval)
      ).pipe(db.transact, Effect.withSpan("ApprovalChains.isRequiredOfCaller")),
      resolve
    })
  })
}
