import { Caller } from "@svc/contract/kernel/access"
import type { PermissionDenied } from "@svc/contract/kernel/errors"
import type { OrgId } from "@svc/contract/kernel/ids"
import {
  type ReportOutsideScope,
  type ReportsNotForDirectReports,
  ScheduledReportLimit,
  ScheduledReportNotFound,
  ScheduledReportRefused
} from "@svc/contract/scheduled-reports/errors"
import { reportFlaw } from "@svc/contract/scheduled-reports/rules"
import {
  type CreateScheduledReport,
  type ScheduledReport,
  ScheduledReportId,
  type ScheduledReportPreview,
  type UpdateScheduledReport
} from "@svc/contract/scheduled-reports/schema"
import { Context, DateTime, Effect, Option, Struct } from "effect"
import { checkPermission } from "#access/requirements"
import { Audit } from "#audit/record/service"
import { PersonKeys } from "#audit/record/person-keys"
import { type AuditText, auditText, personal } from "#audit/record/text"
import { Randomness } from "#platform/crypto/random"
import { Db } from "#platform/database/db"
import { boundTo, Secrets } from "#platform/keys/secrets"
import { Outbound } from "#platform/outbound/outbound"
import { layerOf } from "#platform/services/layer-of"
import { ReportAudiences } from "./audiences.ts"
import { changedFields } from "./changes.ts"
import { showsRows } from "./content.ts"
import { ReportMatters } from "./matters.ts"
import { type ReportRow, type ReportSettings, ReportsRepo } from "./reports-repo.ts"
import { defaultRange, distinct, judgeScope, maskOf, mostReports, nextRunOf, spanOf } from "./rules.ts"
import { RunsRepo } from "./runs-repo.ts"

/** Where the webhook's address is sealed. */
export const webhookPlace = (orgId: OrgId, id: ScheduledReportId) =>
  boundTo({ orgId, table: "scheduled_reports", column: "sealed_delivery_webhook", rowId: id })

const nextOf = ({ active, date_range, last_attempt_at, schedule }: ReportRow, now: DateTime.Utc) => {
  if (!active) return null
  const at = nextRunOf(schedule, last_attempt_at, now)
  return { at, ...spanOf(date_range, at) }
}

const shown = (row: ReportRow, now: DateTime.Utc): ScheduledReport => ({
  ...Struct.omit(row, ["delivery_webhook_host", "sealed_delivery_webhook"]),
  delivery_webhook: maskOf(row.delivery_webhook_host),
  next: nextOf(row, now)
})

const settingsOf = (row: ReportRow): ReportSettings =>
  Struct.omit(row, ["id", "last_run", "last_attempt_at", "last_error", "created_at", "updated_at"])

const recordsName = { All: "all", Departments: "departments", DirectReports: "direct_reports" } as const

type OutOfReach = ReportOutsideScope | ReportsNotForDirectReports

/** A webhook's address that was checked: its host, and all of it. */
interface Webhook {
  readonly host: string
  readonly url: string
}

/** The scheduled reports of the caller's organization; `ReportRounds` sends them. */
export class ScheduledReports extends Context.Service<
  ScheduledReports,
  {
    /** Newest first, all of the organization: they are settings, and name no record. */
    readonly list: Effect.Effect<ReadonlyArray<ScheduledReport>, never, Caller>
    /** A daily one goes out with the next hourly run. */
    create(
      input: CreateScheduledReport
    ): Effect.Effect<
      ScheduledReport,
      ScheduledReportRefused | OutOfReach | PermissionDenied | ScheduledReportLimit,
      Caller
    >
    /** Unsent copies of the current period are built again. An update without a change is not recorded. */
    update(
      id: ScheduledReportId,
      input: UpdateScheduledReport
    ): Effect.Effect<
      ScheduledReport,
      ScheduledReportRefused | OutOfReach | PermissionDenied | ScheduledReportNotFound,
      Caller
    >
    /** What each recipient would get if it went out now. */
    preview(id: ScheduledReportId): Effect.Effect<ScheduledReportPreview, ScheduledReportNotFound, Caller>
    remove(id: ScheduledReportId): Effect.Effect<void, OutOfReach | ScheduledReportNotFound, Caller>
  }
>()("svc/scheduled-reports/ScheduledReports") {
  static readonly layerNoDeps = layerOf(ScheduledReports, function* () {
    const db = yield* Db
    const repo = yield* ReportsRepo
    const runs = yield* RunsRepo
    const matters = yield* ReportMatters
    const audiences = yield* ReportAudiences
    const audit = yield* Audit
    const personKeys = yield* PersonKeys
    const outbound = yield* Outbound
    const secrets = yield* Secrets
    const randomness = yield* Randomness

    /** A report with rows is set up by members who may see such rows themselves. */
    const admitRows = Effect.fnUntraced(function* (...all: ReadonlyArray<ReportSettings>) {
      const caller = yield* Caller
      if (all.some(showsRows)) yield* Effect.fromResult(checkPermission(caller, "offboardings_view"))
    })

    const refuse = (error: string) => Effect.fail(new ScheduledReportRefused({ error }))

    /** Names are looked up before a row is locked. */
    const checkWebhook = Effect.fnUntraced(function* (given: string | null | undefined) {
      if (given === undefined || given === null || given === "") return undefined
      const url = yield* outbound
        .check(given)
        .pipe(Effect.catchTag("AddressRefused", ({ reason }) => refuse(`delivery_webhook: ${reason}`)))
      const webhook: Webhook = { host: url.host, url: given }
      return webhook
    })

    const webhookColumns = Effect.fnUntraced(function* (
      orgId: OrgId,
      id: ScheduledReportId,
      webhook: Webhook | undefined
    ) {
      if (webhook === undefined) return { delivery_webhook_host: null, sealed_delivery_webhook: null }
      const sealed = yield* secrets.seal(webhook.url, webhookPlace(orgId, id))
      return { delivery_webhook_host: webhook.host, sealed_delivery_webhook: sealed }
    })

    const judge = Effect.fnUntraced(function* (orgId: OrgId, settings: ReportSettings) {
      const flaw = reportFlaw(settings)
      if (flaw !== undefined) return yield* refuse(`${flaw.path.join(".")}: ${flaw.issue}`)
      const { distribution_list_id: list } = settings
      if (list !== null && !(yield* repo.hasList(orgId, list))) {
        return yield* refuse("distribution_list_id: is not a distribution list of this organization")
      }
      return undefined
    })

    /** Each email in the audit text is encrypted under its person's key. */
    const addressesText = Effect.fnUntraced(function* (orgId: OrgId, addresses: ReadonlyArray<string>) {
      const texts = yield* Effect.forEach(addresses, (address) =>
        Effect.map(personKeys.forPerson(orgId, address), (key) => auditText`${personal(key, address)}`)
      )
      return texts.flatMap((text, index) => (index === 0 ? text : [", ", ...text]))
    })

    const describe = Effect.fnUntraced(function* (orgId: OrgId, settings: ReportSettings) {
      const { active, date_range, delivery_webhook_host, distribution_list_id, grouping, include_pdf, recipients } =
        settings
      return [
        ...auditText`${settings.schedule}, ${date_range}, grouping ${grouping}, PDF ${include_pdf ? "yes" : "no"}, webhook ${delivery_webhook_host ?? "none"}, list ${distribution_list_id ?? "none"}, recipients: `,
        ...(recipients.length === 0 ? ["none"] : yield* addressesText(orgId, recipients)),
        ...(active ? [] : [", paused"])
      ]
    })

    const targetOf = ({ name, type }: Pick<ReportSettings, "name" | "type">): AuditText =>
      auditText`Report ${name} (${type})`

    const list = Effect.gen(function* () {
      const { orgId } = yield* Caller
      const now = yield* DateTime.now
      return (yield* repo.list(orgId)).map((row) => shown(row, now))
    }).pipe(db.transact, Effect.withSpan("ScheduledReports.list"))

    const insert = Effect.fnUntraced(function* (input: CreateScheduledReport, webhook: Webhook | undefined) {
      const { orgId, records } = yield* Caller
      const { filters = {} } = input
      yield* Effect.fromResult(judgeScope(records, [filters]))
      const id = ScheduledReportId.make(yield* randomness.uuid)
      const settings: ReportSettings = {
        name: input.name,
        type: input.type,
        schedule: input.schedule,
        columns: [...new Set(input.columns)],
        grouping: input.grouping ?? "none",
        date_range: input.date_range ?? defaultRange(input.schedule),
        filters,
        recipients: distinct(input.recipients ?? []),
        distribution_list_id: input.distribution_list_id ?? null,
        include_pdf: input.include_pdf ?? false,
        active: input.active ?? true,
        ...(yield* webhookColumns(orgId, id, webhook))
      }
      yield* admitRows(settings)
      yield* judge(orgId, settings)
      yield* repo.lockNumber(orgId)
      if ((yield* repo.count(orgId)) >= mostReports) return yield* new ScheduledReportLimit()
      yield* repo.insert({ orgId, id, ...settings, at: yield* DateTime.now })
      yield* audit.record({
        action: "scheduled_report.created",
        target: targetOf(settings),
        details: yield* describe(orgId, settings)
      })
      return shown(yield* repo.get({ orgId, id }), yield* DateTime.now)
    }, db.transact)

    const create = Effect.fn("ScheduledReports.create")(function* (input: CreateScheduledReport) {
      return yield* insert(input, yield* checkWebhook(input.delivery_webhook))
    })

    const change = Effect.fnUntraced(function* (
      given: ScheduledReportId,
      { delivery_webhook: webhookInput, ...input }: UpdateScheduledReport,
      checked: Effect.Effect<Webhook | undefined, ScheduledReportRefused>
    ) {
      const { orgId, records } = yield* Caller
      const row = yield* repo.lock({ orgId, id: given })
      if (Option.isNone(row)) return yield* new ScheduledReportNotFound()
      // The stored spelling of the id: what is sealed opens for that one only.
      const { id } = row.value
      const is = settingsOf(row.value)
      const keeps = webhookInput === undefined || webhookInput === maskOf(is.delivery_webhook_host)
      const edited: ReportSettings = {
        ...is,
        ...input,
        ...(input.columns === undefined ? {} : { columns: [...new Set(input.columns)] }),
        ...(input.recipients === undefined ? {} : { recipients: distinct(input.recipients) })
      }
      yield* Effect.fromResult(judgeScope(records, [is.filters, edited.filters]))
      const wanted: ReportSettings = keeps
        ? edited
        : { ...edited, ...(yield* webhookColumns(orgId, id, yield* checked)) }
      yield* admitRows(is, wanted)
      yield* judge(orgId, wanted)
      const changes = changedFields(is, wanted)
      if (changes.length > 0) {
        yield* repo.save({ orgId, id, ...wanted, at: yield* DateTime.now })
        yield* runs.dropUnsent(orgId, id)
        yield* audit.record({
          action: "scheduled_report.updated",
          target: targetOf(wanted),
          details: [
            ...auditText`changed: ${changes.join(", ")}; now `,
            ...(yield* describe(orgId, wanted)),
            ...(is.name === wanted.name ? [] : auditText`; renamed from ${is.name}`)
          ]
        })
      }
      return shown(yield* repo.get({ orgId, id }), yield* DateTime.now)
    }, db.transact)

    const update = Effect.fn("ScheduledReports.update")(function* (
      id: ScheduledReportId,
      input: UpdateScheduledReport
    ) {
      // The locked row decides whether the URL counts: the masked form was not typed.
      const checked = yield* Effect.result(checkWebhook(input.delivery_webhook))
      return yield* change(id, input, Effect.fromResult(checked))
    })

    const recipientsOf = Effect.fnUntraced(function* (id: ScheduledReportId) {
      const { orgId } = yield* Caller
      const row = yield* repo.find({ orgId, id })
      if (Option.isNone(row)) return yield* new ScheduledReportNotFound()
      return { report: row.value, addresses: yield* matters.addressesOf(orgId, row.value) }
    }, db.transact)

    const preview = Effect.fn("ScheduledReports.preview")(function* (id: ScheduledReportId) {
      const { orgId } = yield* Caller
      const { addresses, report } = yield* recipientsOf(id)
      const rows = showsRows(report)
      return {
        recipients: (yield* audiences.of(orgId, addresses)).map(({ address, audience }) => ({
          address,
          gets: rows && audience._tag === "Rows" ? ("rows" as const) : ("totals" as const),
          records: audience._tag === "Rows" ? recordsName[audience.records._tag] : null
        }))
      }
    })

    const remove = Effect.fn("ScheduledReports.remove")(function* (id: ScheduledReportId) {
      const { orgId, records } = yield* Caller
      const row = yield* repo.lock({ orgId, id })
      if (Option.isNone(row)) return yield* new ScheduledReportNotFound()
      yield* Effect.fromResult(judgeScope(records, [row.value.filters]))
      yield* repo.delete({ orgId, id })
      yield* audit.record({
        action: "scheduled_report.deleted",
        target: targetOf(row.value),
        details: auditText``
      })
    }, db.transact)

    return ScheduledReports.of({ list, create, update, preview, remove })
  })
}
