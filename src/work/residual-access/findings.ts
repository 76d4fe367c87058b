import { Caller } from "@svc/contract/kernel/access"
import type { OffboardingId, PersonKeyId } from "@svc/contract/kernel/ids"
import { ResidualAccessFound } from "@svc/contract/residual-access/events"
import { ResidualAccessId } from "@svc/contract/residual-access/schema"
import { Context, type DateTime, Effect, Layer, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText, caseTarget } from "#audit/record/text"
import { Outbox } from "#outgoing/outbox/service"
import type { Transaction } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { ChecksRepo } from "./checks-repo.ts"

/** An account that was seen active although it was revoked. */
interface SeenActive {
  readonly offboarding: {
    readonly id: OffboardingId
    readonly employee_name: string
    readonly person_key_id: PersonKeyId
  }
  readonly service: string
  readonly at: DateTime.Utc
  /** By the run itself, right after the app had accepted; else by a later look. */
  readonly atOnce: boolean
}

/** Opens findings of residual access; runs and the nightly look both do. */
export class ResidualFindings extends Context.Service<
  ResidualFindings,
  {
    /** Answers whether it is news: audited, and told to whoever may revoke access (work-16). */
    seenActive(seen: SeenActive): Effect.Effect<boolean, never, Caller | Transaction>
  }
>()("svc/residual-access/ResidualFindings") {
  static readonly layerNoDeps = Layer.effect(
    ResidualFindings,
    Effect.gen(function* () {
      const repo = yield* ChecksRepo
      const audit = yield* Audit
      const outbox = yield* Outbox
      const randomness = yield* Randomness

      const seenActive = Effect.fn("ResidualFindings.seenActive")(function* ({
        at,
        atOnce,
        offboarding,
        service
      }: SeenActive) {
        const { orgId } = yield* Caller
        const key = { orgId, offboardingId: offboarding.id, serviceName: service }
        const saved = yield* repo.saveCheck(key, { standing: "active", at })
        if (Option.isNone(saved) || saved.value.accepted) return false
        const id = ResidualAccessId.make(yield* randomness.uuid)
        if (!(yield* repo.open({ ...key, id }, at))) return false
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

      return ResidualFindings.of({ seenActive })
    })
  )
}
