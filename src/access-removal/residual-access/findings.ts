import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId, PersonKeyId } from "@svc/contract/kernel/ids"
import { ResidualAccessFound } from "@svc/contract/residual-access/events"
import { ResidualAccessId } from "@svc/contract/residual-access/schema"
import { type DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText, caseTarget } from "#audit/record/text"
import { Outbox } from "#outgoing/outbox/service"
import { Randomness } from "#platform/crypto/random"
import { ChecksRepo } from "./checks-repo.ts"

/** An account that was seen active although it was revoked. */
export interface SeenActive {
  readonly offboarding: {
    readonly id: OffboardingId
    readonly employee_name: string
    readonly person_key_id: PersonKeyId
  }
  readonly service: string
  readonly at: DateTime.Utc
  /** By the run itself, right after the app had accepted; else by a later check. */
  readonly atOnce: boolean
  /** The case's identity when the app was asked; default: the current one. */
  readonly identity?: number
  /** The account that was seen; by default the one that the latest run was about. */
  readonly sealedAccount?: string | null
}

/** The verb `ResidualAccesses.seenActive`. */
export const makeSeenActive = Effect.gen(function* () {
  const repo = yield* ChecksRepo
  const audit = yield* Audit
  const outbox = yield* Outbox
  const randomness = yield* Randomness

  return Effect.fn("ResidualAccesses.seenActive")(function* ({
    at,
    atOnce,
    identity,
    offboarding,
    sealedAccount = null,
    service
  }: SeenActive) {
    const { orgId } = yield* Caller
    const key = { orgId, offboardingId: offboarding.id, serviceName: service }
    const saved = yield* repo.saveCheck(key, { standing: "active", at, identity: identity ?? null, sealedAccount })
    if (Option.isNone(saved) || saved.value.accepted) return false
    const id = ResidualAccessId.make(yield* randomness.uuid)
    if (!(yield* repo.open({ ...key, id }, { at, sealedAccount }))) return false
    yield* audit.record({
      action: "residual_access_found",
      target: caseTarget(offboarding),
      offboardingId: offboarding.id,
      details: atOnce
        ? auditText`${service} accepted the removal and shows the account as active`
        : auditText`${service} shows the revoked account as active`
    })
    yield* outbox.append(
      orgId,
      ResidualAccessFound.make({
        offboardingId: offboarding.id,
        employeeName: offboarding.employee_name,
        service,
        ...(atOnce ? { at_once: true } : {})
      })
    )
    return true
  })
})
