import { Caller } from "@svc/contract/kernel/access"
import type { OrgId } from "@svc/contract/kernel/ids"
import {
  DistributionListLimit,
  DistributionListNotFound,
  type ReportOutsideScope,
  type ReportsNotForDirectReports
} from "@svc/contract/scheduled-reports/errors"
import {
  type CreateDistributionList,
  type DistributionList,
  type DistributionListDeleted,
  DistributionListId,
  type UpdateDistributionList
} from "@svc/contract/scheduled-reports/schema"
import { Context, DateTime, Effect, Equal, Option } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { Randomness } from "#platform/crypto/random"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { ListsRepo } from "./lists-repo.ts"
import { ReportsRepo } from "./reports-repo.ts"
import { distinct, judgeScope, mostLists } from "./rules.ts"
import { RunsRepo } from "./runs-repo.ts"

type OutOfReach = ReportOutsideScope | ReportsNotForDirectReports

/** The distribution lists of the caller's organization. */
export class DistributionLists extends Context.Service<
  DistributionLists,
  {
    /** Newest first. */
    readonly list: Effect.Effect<ReadonlyArray<DistributionList>, never, Caller>
    create(
      input: CreateDistributionList
    ): Effect.Effect<DistributionList, ReportsNotForDirectReports | ReportOutsideScope | DistributionListLimit, Caller>
    /** A member who must not edit a report sent to the list must not add themselves to it either. */
    update(
      id: DistributionListId,
      input: UpdateDistributionList
    ): Effect.Effect<DistributionList, OutOfReach | DistributionListNotFound, Caller>
    /** Its reports stay. */
    remove(
      id: DistributionListId
    ): Effect.Effect<DistributionListDeleted, OutOfReach | DistributionListNotFound, Caller>
  }
>()("svc/scheduled-reports/DistributionLists") {
  static readonly layerNoDeps = layerOf(DistributionLists, function* () {
    const db = yield* Db
    const repo = yield* ListsRepo
    const reports = yield* ReportsRepo
    const runs = yield* RunsRepo
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    const randomness = yield* Randomness

    const list = Effect.gen(function* () {
      const { orgId } = yield* Caller
      return yield* repo.list(orgId)
    }).pipe(db.transact, Effect.withSpan("DistributionLists.list"))

    const recipientsText = Effect.fnUntraced(function* (orgId: OrgId, addresses: ReadonlyArray<string>) {
      const texts = yield* Effect.forEach(addresses, (address) =>
        Effect.map(personKeys.forPerson(orgId, address), (key) => auditText`${personal(key, address)}`)
      )
      return ["recipients: ", ...texts.flatMap((text, index) => (index === 0 ? text : [", ", ...text]))]
    })

    const targetOf = (name: string) => auditText`Distribution list ${name}`

    const create = Effect.fn("DistributionLists.create")(function* ({ name, recipients }: CreateDistributionList) {
      const { orgId, records } = yield* Caller
      yield* Effect.fromResult(judgeScope(records, []))
      yield* reports.lockNumber(orgId)
      if ((yield* repo.count(orgId)) >= mostLists) return yield* new DistributionListLimit()
      const at = yield* DateTime.now
      const row = { id: DistributionListId.make(yield* randomness.uuid), name, recipients: distinct(recipients) }
      yield* repo.insert({ orgId, ...row, at })
      yield* audit.record({
        action: "distribution_list.created",
        target: targetOf(name),
        details: yield* recipientsText(orgId, row.recipients)
      })
      return { ...row, created_at: at, updated_at: at }
    }, db.transact)

    /** The list with its reports, when the caller may decide on all of them. */
    const reach = Effect.fnUntraced(function* (id: DistributionListId) {
      const { orgId, records } = yield* Caller
      const found = yield* repo.lock({ orgId, id })
      if (Option.isNone(found)) return yield* new DistributionListNotFound()
      const used = yield* reports.ofList(orgId, id)
      yield* Effect.fromResult(
        judgeScope(
          records,
          used.map(({ filters }) => filters)
        )
      )
      return { is: found.value, used }
    })

    const update = Effect.fn("DistributionLists.update")(function* (
      id: DistributionListId,
      input: UpdateDistributionList
    ) {
      const { orgId } = yield* Caller
      const { is, used } = yield* reach(id)
      const name = input.name ?? is.name
      const recipients = input.recipients === undefined ? is.recipients : distinct(input.recipients)
      if (name === is.name && Equal.equals(recipients, is.recipients)) return is
      const at = yield* DateTime.now
      yield* repo.save({ orgId, id: is.id, name, recipients, at })
      yield* Effect.forEach(used, (report) => runs.dropUnsent(orgId, report.id), { discard: true })
      yield* audit.record({
        action: "distribution_list.updated",
        target: targetOf(name),
        details: [
          ...(name === is.name ? [] : auditText`renamed from ${is.name}; `),
          ...(yield* recipientsText(orgId, recipients))
        ]
      })
      return { ...is, name, recipients, updated_at: at }
    }, db.transact)

    const remove = Effect.fn("DistributionLists.remove")(function* (id: DistributionListId) {
      const { orgId } = yield* Caller
      const { is, used } = yield* reach(id)
      yield* repo.delete({ orgId, id: is.id })
      yield* Effect.forEach(used, (report) => runs.dropUnsent(orgId, report.id), { discard: true })
      const affectedReports = used.map((report) => ({
        id: report.id,
        name: report.name,
        noRecipients: report.recipients.length === 0
      }))
      yield* audit.record({
        action: "distribution_list.deleted",
        target: targetOf(is.name),
        details: auditText`reports affected: ${used.length}, without recipients now: ${affectedReports.filter(({ noRecipients }) => noRecipients).length}`
      })
      return { success: true as const, affectedReports }
    }, db.transact)

    return DistributionLists.of({ list, create, update, remove })
  })
}
