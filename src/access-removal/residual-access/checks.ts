import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option } from "effect"
import { survive } from "#platform/jobs/survive"
import { eachDue } from "#platform/jobs/each-due"
import { makeSealedAccounts } from "#audit/record/sealed-account"
import { Audit } from "#audit/record/service"
import { auditText, caseTarget } from "#audit/record/text"
import { Checklists } from "#work/checklists/service"
import { Integrations } from "#connections/integrations/service"
import { Db } from "#platform/database/db"
import { VendorClient } from "#connections/vendors/protocol/calls"
import type { Leaver, Rechecked } from "#connections/vendors/protocol/connector"
import { VendorRegistry } from "#connections/vendors/vendor-registry"
import { layerOf } from "#platform/services/layer-of"
import { type Account, ChecksRepo } from "./checks-repo.ts"
import { ResidualAccessLimits } from "./limits.ts"
import { dueAt } from "./rules.ts"
import { ResidualAccesses } from "./service.ts"

/** The account that was revoked, by its id where it is known. */
const leaverOf = (account: Account, accountId: string | null): Leaver => ({
  offboardingId: account.offboarding_id,
  name: account.employee_name,
  email: account.employee_email,
  exitDate: account.exit_date,
  sourceControlUsername: account.source_control_username,
  managerEmail: account.manager_email,
  accountId
})

/** What came of one question. */
interface Seen {
  readonly standing: Rechecked["standing"] | "unanswered"
  readonly account: Rechecked["account"]
}

const unseen = (standing: "unknown" | "unanswered"): Seen => ({ standing, account: null })

interface Figures {
  readonly checked: number
  readonly found: number
}

/** Looks again at accounts that were revoked: reads only. */
export class ResidualAccessChecks extends Context.Service<
  ResidualAccessChecks,
  {
    /** One round of what is due; returns how many accounts were read, and how many are news. */
    look(orgId: OrgId | undefined): Effect.Effect<Figures>
  }
>()("svc/residual-access/ResidualAccessChecks") {
  static readonly layerNoDeps = layerOf(ResidualAccessChecks, function* () {
    const db = yield* Db
    const repo = yield* ChecksRepo
    const integrations = yield* Integrations
    const connectors = yield* VendorRegistry
    const client = yield* VendorClient
    const audit = yield* Audit
    const residual = yield* ResidualAccesses
    const { accountIds, sealAccount } = yield* makeSealedAccounts

    const accountIdOf = ({ sealed_account }: Account) =>
      Caller.pipe(
        Effect.flatMap(({ orgId }) => accountIds(orgId, [sealed_account])),
        Effect.map(([id]) => id ?? Option.none()),
        db.transact
      )
    const checklists = yield* Checklists

    /** `recheck` can read and nothing else, by its type. */
    const ask = Effect.fnUntraced(function* (account: Account) {
      const limits = yield* ResidualAccessLimits
      const connected = yield* integrations.revocable(account.service_name)
      if (Option.isNone(connected)) return unseen("unknown")
      const revoker = connectors.find(connected.value.protocol)
      if (Option.isNone(revoker)) return unseen("unknown")
      const accountId = yield* accountIdOf(account)
      // It is no longer known which account was revoked, and another may have its email.
      if (Option.isNone(accountId)) return unseen("unknown")
      const calls = yield* client.callsFor(revoker.value)
      return yield* revoker.value.recheck(calls, connected.value, leaverOf(account, accountId.value)).pipe(
        Effect.map((seen): Seen => seen),
        Effect.catchTag("VendorUnanswered", () => Effect.succeed(unseen("unanswered"))),
        Effect.timeoutOrElse({ duration: limits.account, orElse: () => Effect.succeed(unseen("unanswered")) })
      )
    })

    const seen = (account: Account) =>
      ask(account).pipe(survive("residual access check failed", unseen("unknown"), { service: account.service_name }))

    /** Answers whether there is news to tell. */
    const note = Effect.fnUntraced(function* (account: Account, { account: seenAs, standing }: Seen) {
      const { orgId } = yield* Caller
      const at = yield* DateTime.now
      const { identity, person_key_id: personKey } = account
      // Another account with the email is not the leaver's, and is not stored with their case.
      const isTheirs = seenAs !== null && standing !== "other_account"
      const sealedAccount = isTheirs ? yield* sealAccount(orgId, personKey, seenAs) : account.sealed_account
      if (standing === "active") {
        const offboarding = { ...account, id: account.offboarding_id }
        const seen = { offboarding, service: account.service_name, at, atOnce: false, identity, sealedAccount }
        const isNew = yield* residual.seenActive(seen)
        if (isNew) yield* checklists.sync(account.offboarding_id)
        return isNew
      }
      const key = { orgId, offboardingId: account.offboarding_id, serviceName: account.service_name }
      const known = standing === "unanswered" ? "unknown" : standing
      const saved = yield* repo.saveCheck(key, { standing: known, identity, sealedAccount, at })
      if (Option.isNone(saved) || (known !== "inactive" && known !== "absent")) return false
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
        const told = silent.has(account.service_name) ? unseen("unanswered") : yield* seen(account)
        const isNews = yield* note(account, told)
        // A vendor that says nothing is left alone until the next night, and holds up no other (work-17).
        if (told.standing === "unanswered") {
          silent.add(account.service_name)
          continue
        }
        checked += 1
        if (isNews) found += 1
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
        says: "residual access check of an organization failed",
        none: { checked: 0, found: 0 }
      })
    })

    return ResidualAccessChecks.of({ look })
  })
}
