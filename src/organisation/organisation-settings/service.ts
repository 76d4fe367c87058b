import type { AuditAction } from "@svc/contract/audit/actions"
import { Caller } from "@svc/contract/kernel/access"
import { noOrganisation } from "@svc/contract/kernel/ids"
import { isReadOnly } from "@svc/contract/kernel/plans"
import {
  DefaultJurisdictionUnknown,
  DeletionAlreadyScheduled,
  DeletionNotScheduled
} from "@svc/contract/organisation-settings/errors"
import type { Subscription } from "@svc/contract/organisation-settings/billing-schema"
import type {
  Retention,
  RetentionPreview,
  RetentionSetting,
  UpdateSettings
} from "@svc/contract/organisation-settings/schema"
import type { Organisation } from "@svc/contract/organisations/schema"
import { Context, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Offboardings } from "#offboarding/offboardings/service"
import { Mails, type MailTexts } from "#outgoing/mails/service"
import { Organisations } from "#organisation/organisations/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { isJurisdiction } from "#platform/input/jurisdictions"
import { inMail, namedInMail, unlinked } from "#platform/mail/given-text"
import { Revocations } from "#access-removal/revocations/service"
import { layerOf } from "#platform/services/layer-of"
import { OrganisationSettingsRepo } from "./repo.ts"
import {
  appliesFrom,
  changesBetween,
  graceDays,
  hasSubscription,
  keptFor,
  monthsInEffect,
  type Settings,
  settingsOf,
  type StoredRetention,
  withRetention
} from "./rules.ts"
import { deletionCanceled, deletionScheduled, retentionTakenBack, retentionWaits } from "./superadmin-mails.ts"

const wanted = (before: Settings, input: UpdateSettings): Settings => ({
  name: input.name,
  benefits_region: input.benefitsRegion === undefined ? before.benefits_region : input.benefitsRegion || null,
  default_jurisdiction:
    input.defaultJurisdiction === undefined ? before.default_jurisdiction : input.defaultJurisdiction,
  timezone: input.timezone ?? before.timezone,
  auto_revoke_at_exit: input.autoRevokeAtExit ?? before.auto_revoke_at_exit,
  names_in_notifications: input.namesInNotifications ?? before.names_in_notifications,
  advance_when_ready: input.advanceWhenReady ?? before.advance_when_ready,
  begin_revocation_on_last_day: input.beginRevocationOnLastDay ?? before.begin_revocation_on_last_day,
  return_instructions:
    input.returnInstructions === undefined ? before.return_instructions : input.returnInstructions?.trim() || null
})

const revocationSettings = ({ auto_revoke_at_exit, timezone }: Settings) => ({
  timezone,
  autoRevoke: auto_revoke_at_exit
})

const retentionAt = (stored: StoredRetention, now: DateTime.Utc): RetentionSetting => ({
  offboarding_retention_months: stored.offboarding_retention_months,
  months_in_effect: monthsInEffect(stored, now),
  applies_from: appliesFrom(stored, now)
})

/** The session's organization: members read it, Super Admins change it (settings-1, settings-2). */
export class OrganisationSettings extends Context.Service<
  OrganisationSettings,
  {
    /** Null for an account without an organization. */
    readonly view: Effect.Effect<Organisation | null, never, Caller>
    /** Reschedules pending revocations in the same transaction; omitted fields stay. */
    update(input: UpdateSettings): Effect.Effect<Organisation, DefaultJurisdictionUnknown, Caller>
    /** In months; null: indefinite. */
    readonly retention: Effect.Effect<RetentionSetting, never, Caller>
    /**
     * A first or shorter one takes effect after 30 days, unless it is taken back; every Super Admin gets an email of either
     * (settings-10).
     */
    setRetention(retention: Retention): Effect.Effect<RetentionSetting, never, Caller>
    /** What these months would delete in their first night, if they were set now. */
    previewRetention(months: number): Effect.Effect<RetentionPreview, never, Caller>
    /** In 30 days, unless canceled. Every Super Admin gets an email then, and on cancellation. */
    readonly scheduleDeletion: Effect.Effect<Organisation, DeletionAlreadyScheduled, Caller>
    readonly cancelDeletion: Effect.Effect<Organisation, DeletionNotScheduled, Caller>
    readonly subscription: Effect.Effect<Subscription, never, Caller>
  }
>()("svc/organisation-settings/OrganisationSettings") {
  static readonly layerNoDeps = layerOf(OrganisationSettings, function* () {
    const db = yield* Db
    const repo = yield* OrganisationSettingsRepo
    const organisations = yield* Organisations
    const revocations = yield* Revocations
    const audit = yield* Audit
    const mails = yield* Mails
    const offboardings = yield* Offboardings
    const { baseUrl } = yield* AppConfig

    const record = (action: AuditAction, row: Organisation, details: string) =>
      audit.record({ action, target: auditText`${row.name}`, details: auditText`${details}` })

    const update = Effect.fn("OrganisationSettings.update")(function* (input: UpdateSettings) {
      if (typeof input.defaultJurisdiction === "string" && !(yield* isJurisdiction(input.defaultJurisdiction))) {
        return yield* new DefaultJurisdictionUnknown()
      }
      const row = yield* organisations.lockOwn
      const before = settingsOf(row)
      const after = wanted(before, input)
      const changes = changesBetween(before, after)
      if (changes === "") return row
      const saved = yield* organisations.saveOwn(after)
      const rescheduled = yield* revocations.reschedule(revocationSettings(before), revocationSettings(after))
      yield* record(
        "organization_updated",
        saved,
        rescheduled === 0 ? changes : `${changes}; scheduled revocations changed: ${rescheduled}`
      )
      return saved
    }, db.transact)

    /** The caller and the organization, as mails name them. */
    const changeOf = Effect.fnUntraced(function* (row: Organisation) {
      const { orgId, userId } = yield* Caller
      const member = userId === null ? Option.none() : yield* repo.member({ orgId, userId })
      const by = Option.match(member, { onNone: () => "A Super Admin", onSome: namedInMail })
      return { by, organisation: unlinked(inMail(row.name, 60)), baseUrl }
    })

    const tellSuperadmins = Effect.fnUntraced(function* (texts: MailTexts) {
      const { orgId } = yield* Caller
      const addresses = yield* repo.superadmins(orgId)
      yield* Effect.forEach(addresses, (to) => mails.queueTranslated({ orgId, to, texts }), { discard: true })
    })

    const ownRetention = Effect.flatMap(Caller, ({ orgId }) => repo.retention(orgId))

    const retention = Effect.gen(function* () {
      return retentionAt(yield* ownRetention, yield* DateTime.now)
    }).pipe(db.transact, Effect.withSpan("OrganisationSettings.retention"))

    /** What the first night with these months deletes; the months before apply until then. */
    const firstNightOf = (after: StoredRetention, now: DateTime.Utc) =>
      offboardings.previewRetention({
        months: after.offboarding_retention_months,
        from: appliesFrom(after, now) ?? now,
        before: after.offboarding_retention_months_before
      })

    const previewRetention = Effect.fn("OrganisationSettings.previewRetention")(function* (months: number) {
      const now = yield* DateTime.now
      const after = withRetention(yield* ownRetention, months, now)
      const night = yield* firstNightOf(after, now)
      return {
        offboarding_retention_months: months,
        applies_from: appliesFrom(after, now),
        first_night_at: night.firstNight,
        offboardings: night.offboardings
      }
    }, db.transact)

    const setRetention = Effect.fn("OrganisationSettings.setRetention")(function* ({
      offboarding_retention_months: months
    }: Retention) {
      const row = yield* organisations.lockOwn
      const now = yield* DateTime.now
      const before = yield* ownRetention
      if (before.offboarding_retention_months === months) return retentionAt(before, now)
      const after = withRetention(before, months, now)
      yield* organisations.saveOwn(after)
      const applies = appliesFrom(after, now)
      const change = `closed offboardings are kept: ${keptFor(before.offboarding_retention_months)} -> ${keptFor(months)}`
      yield* record(
        "organization_retention_changed",
        row,
        applies === null ? change : `${change}, applies from ${DateTime.formatIso(applies)}`
      )
      if (applies !== null) {
        const { firstNight, offboardings: count } = yield* firstNightOf(after, now)
        yield* tellSuperadmins(
          retentionWaits({
            ...(yield* changeOf(row)),
            months,
            before: monthsInEffect(after, now),
            appliesFrom: applies,
            firstNight,
            count
          })
        )
      } else if (appliesFrom(before, now) !== null) {
        yield* tellSuperadmins(retentionTakenBack({ ...(yield* changeOf(row)), months }))
      }
      return retentionAt(after, now)
    }, db.transact)

    const scheduleDeletion = Effect.gen(function* () {
      const row = yield* organisations.lockOwn
      if (row.deletion_scheduled_at !== null) return yield* new DeletionAlreadyScheduled()
      const at = DateTime.add(yield* DateTime.now, { days: graceDays })
      const saved = yield* organisations.saveOwn({
        deletion_scheduled_at: at,
        had_subscription_before_deletion: hasSubscription(row)
      })
      const moment = DateTime.formatIso(at)
      yield* record("organization_deletion_scheduled", saved, `will be carried out at ${moment}`)
      yield* tellSuperadmins(deletionScheduled({ ...(yield* changeOf(row)), days: graceDays, at }))
      return saved
    }).pipe(db.transact, Effect.withSpan("OrganisationSettings.scheduleDeletion"))

    const cancelDeletion = Effect.gen(function* () {
      const { orgId } = yield* Caller
      const row = yield* organisations.lockOwn
      if (row.deletion_scheduled_at === null || (yield* repo.isBeingDeleted(orgId))) {
        return yield* new DeletionNotScheduled()
      }
      const saved = yield* organisations.saveOwn({
        deletion_scheduled_at: null,
        had_subscription_before_deletion: false
      })
      const moment = DateTime.formatIso(row.deletion_scheduled_at)
      yield* record("organization_deletion_cancelled", saved, `was to be carried out at ${moment}`)
      yield* tellSuperadmins(deletionCanceled(yield* changeOf(row)))
      return saved
    }).pipe(db.transact, Effect.withSpan("OrganisationSettings.cancelDeletion"))

    const subscription = Effect.map(organisations.own, ({ plan, plan_status, trial_ends_at }) => ({
      plan,
      plan_status,
      billing_interval: null,
      subscription_status: null,
      trial_ends_at,
      read_only: isReadOnly(plan_status)
    }))

    return OrganisationSettings.of({
      view: Effect.flatMap(Caller, ({ orgId }) =>
        orgId === noOrganisation ? Effect.succeed(null) : organisations.own
      ),
      update,
      retention,
      setRetention,
      previewRetention,
      scheduleDeletion,
      cancelDeletion,
      subscription
    })
  })
}
