import type { Caller, RecordScope } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, Effect, Option } from "effect"
import { Sessions } from "#access/sessions"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { type Audience, totalsOnly } from "./rules.ts"
import { RunsRepo } from "./runs-repo.ts"

/**
 * What each recipient may read now (scheduled-reports-3): a verified member with `offboardings_view` the records of their
 * own scope, as the app shows them, and anyone else totals.
 */
export class ReportAudiences extends Context.Service<
  ReportAudiences,
  {
    /** In the order of the addresses. */
    of(
      orgId: OrgId,
      addresses: ReadonlyArray<string>
    ): Effect.Effect<
      ReadonlyArray<{ readonly address: string; readonly lower: string; readonly audience: Audience }>,
      never,
      Caller
    >
  }
>()("svc/scheduled-reports/ReportAudiences") {
  static readonly layerNoDeps = layerOf(ReportAudiences, function* () {
    const db = yield* Db
    const runs = yield* RunsRepo
    const sessions = yield* Sessions

    const recordsOf = Effect.fnUntraced(function* (orgId: OrgId, email: string) {
      const member = yield* sessions.memberOf({ orgId, email })
      return Option.flatMap(member, ({ caller }) =>
        caller.permissions.includes("offboardings_view") ? Option.some(caller.records) : Option.none()
      )
    })

    const of = Effect.fnUntraced(function* (orgId: OrgId, addresses: ReadonlyArray<string>) {
      const recipients = addresses.map((address) => ({ address, lower: address.toLowerCase() }))
      const users = yield* db.transact(
        runs.usersOf(
          orgId,
          recipients.map(({ lower }) => lower)
        )
      )
      return yield* Effect.forEach(recipients, (recipient) =>
        Effect.map(
          users.has(recipient.lower) ? recordsOf(orgId, recipient.lower) : Effect.succeedNone,
          (records: Option.Option<RecordScope>) => ({
            ...recipient,
            audience: Option.match(records, {
              onNone: () => totalsOnly,
              onSome: (seen): Audience => ({ _tag: "Rows", records: seen })
            })
          })
        )
      )
    })

    return ReportAudiences.of({ of })
  })
}
