import type { AuditAction } from "@svc/contract/audit/actions"
import { Caller } from "@svc/contract/kernel/access"
import { noOrganisation, type OrgId, type PersonKeyId, type UserId } from "@svc/contract/kernel/ids"
import { Context, Effect } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { type AuditText, auditText, personal } from "#audit/record/text"
import type { Transaction } from "#platform/database/db"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import { UserSessionsRepo } from "./user-sessions-repo.ts"

interface AccountEntry {
  readonly action: AuditAction
  /** Who did it, and whose account it is. */
  readonly user: { readonly id: UserId; readonly email: string }
  /** Gets the key that encrypts its personal values. */
  readonly details: (key: PersonKeyId) => AuditText
}

/** What users do to their own accounts, in the audit logs of their organizations. */
export class AccountLog extends Context.Service<
  AccountLog,
  {
    /** Nothing for an account without an organization: it has no log. */
    record(orgId: OrgId, entry: AccountEntry): Effect.Effect<void, never, Transaction>
    /** An account is shared by all its organizations, so each records the event. In a system transaction. */
    recordEverywhere(entry: AccountEntry): Effect.Effect<void, never, Transaction>
  }
>()("svc/accounts/AccountLog") {
  static readonly layerNoDeps = layerOf(AccountLog, function* () {
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    const repo = yield* UserSessionsRepo

    const record: AccountLog["Service"]["record"] = Effect.fnUntraced(function* (orgId, { action, details, user }) {
      if (orgId === noOrganisation) return
      const key = yield* personKeys.forMember(orgId, user.email)
      yield* audit
        .record({ action, target: auditText`${personal(key, user.email)}`, details: details(key) })
        .pipe(Effect.provideService(Caller, { ...systemCaller(orgId), source: "app", userId: user.id }))
    })

    const recordEverywhere: AccountLog["Service"]["recordEverywhere"] = Effect.fnUntraced(function* (entry) {
      const organisations = yield* repo.organisationsOf(entry.user.id)
      yield* Effect.forEach(organisations, (orgId) => record(orgId, entry), { discard: true })
    })

    return AccountLog.of({ record, recordEverywhere })
  })
}
