import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Option } from "effect"
import { survive } from "#platform/jobs/survive"
import { eachDue } from "#access/each-due"
import { Audit } from "#audit/record/service"
import { auditText, caseTarget } from "#audit/record/text"
import { Checklists } from "#work/checklists/service"
import { Integrations } from "#connections/integrations/service"
import { Db } from "#platform/database/db"
import { VendorClient } from "#connections/vendors/calls"
import type { Leaver, Standing } from "#connections/vendors/connector"
import { VendorRegistry } from "#connections/vendors/vendor-registry"
import { type Account, ChecksRepo } from "./checks-repo.ts"
import { ResidualAccessLimits } from "./limits.ts"
import { dueAt } from "./rules.ts"
import { ResidualAccesses } from "./service.ts"

const leaverOf = (account: Account): Leaver => ({
  offboardingId: account.offboarding_id,
  name: account.employee_name,
  email: account.employee_email,
  exitDate: account.exit_date,
  sourceControlUsername: account.source_control_username,
  managerEmail: account.manager_email
})

interface Figures {
  readonly checked: number
  readonly found: number
}

/** Looks again at accounts that were revoked: reads only. */
export class ResidualAccessChecks extends Context.Service<
  ResidualAccessChecks,
  {
    /** One round of what is due; answers how many accounts were looked at, and how many of them are news. */
    look(orgId: OrgId | undefined): Effect.Effect<Figures>
  }
>()("svc/residual-access/ResidualAccessChecks") {
  static readonly layerNoDeps = Layer.effect(
    ResidualAccessChecks,
    Effect.gen(function* () {
      const db = yield* Db
      const repo = yield* ChecksRepo
      const integrations = yield* Integrations
      const connectors = yield* VendorRegistry
      const client = yield* VendorClient
      const audit = yield* Audit
      const residual = yield* ResidualAccesses
      const checklists = yield* Checklists

      /** `recheck` can read and nothing else, by its type. */
      const ask = Effect.fnUntraced(function* (account: Account) {
        const limits = yield* ResidualAccessLimits
        const connected = yield* integrations.revocable(account.service_name)
        if (Option.isNone(connected)) return "unknown" as const
        const revoker = connectors.find(connected.value.protocol)
        if (Option.isNone(revoker)) return "unknown" as const
        const calls = yield* client.callsFor(revoker.value)
        return yield* revoker.value.recheck(calls, connected.value, leaverOf(account)).pipe(
          Effect.catchTag("VendorUnanswered", () => Effect.succeed("unanswered" as const)),
          Effect.timeoutOrElse({ duration: limits.account, orElse: () => Effect.succeed("unanswered" as const) })
        )
      })

      const seen = (account: Account) =>
        ask(account).pipe(survive(`residual access at ${account.service_name} was not looked at`, "unknown" as const))

      /** Answers whether there is news to tell. */
      const note = Effect.fnUntraced(function* (account: Account, standing: Standing | "absent") {
        const { orgId } = yield* Caller
        const at = yield* DateTime.now
        if (standing === "active") {
          const offboarding = { ...account, id: account.offboarding_id }
          const isNew = yield* residual.seenActive({ offboarding, service: account.service_name, at, atOnce: false })
          if (isNew) yield* checklists.sync(account.offboarding_id)
          return isNew
        }
        const key = { orgId, offboardingId: account.offboarding_id, serviceName: account.service_name }
        const saved = yield* repo.saveCheck(key, { standing, at })
        if (Option.isNone(saved) || standing === "unknown") return false
        if (yield* repo.close(key, { resolution: "gone", at, by: null })) {
          yield* audit.record({
            target: caseTarget(account),
            offboardingId: account.offboarding_id,
            action: "residual_access_ended",
            details: auditText`${account.service_name} shows the account as inactive again`
          })
          yield* checklists.sync(account.offboarding_id)
        }
        return false
      }, db.transact)

      const lookAtOne = Effect.fn("ResidualAccessChecks.lookAtOrganisation")(function* (orgId: OrgId) {
        const limits = yield* ResidualAccessLimits
        const due = yield* db.transact(repo.due(orgId, dueAt(yield* DateTime.now), limits.perRound))
        const silent = new Set<string>()
        let checked = 0
        let found = 0
        for (const account of due) {
          const standing = silent.has(account.service_name) ? "unanswered" : yield* seen(account)
          // A vendor that says nothing is left alone until the next night, and holds up no other (work-17).
          if (standing === "unanswered") {
            silent.add(account.service_name)
            yield* note(account, "unknown")
            continue
          }
          checked += 1
          if (yield* note(account, standing)) found += 1
        }
        return { checked, found }
      })

      const look = Effect.fn("ResidualAccessChecks.look")(function* (orgId: OrgId | undefined) {
        const limits = yield* ResidualAccessLimits
        const organisations = yield* repo.organisations(orgId, dueAt(yield* DateTime.now).oldest)
        return yield* eachDue({
          due: () => Effect.succeed(organisations.map((org_id) => ({ org_id }))),
          atOnce: limits.organisationsAtOnce,
          work: ({ org_id }) => lookAtOne(org_id),
          says: ({ org_id }) => `residual access of ${org_id} was not looked at`,
          none: { checked: 0, found: 0 }
        })
      })

      return ResidualAccessChecks.of({ look })
    })
  )
}
