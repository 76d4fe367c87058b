import type { DomainEvent } from "@svc/contract/events"
import type { OffboardingId, UserId } from "@svc/contract/kernel/ids"
import type { Permission, Role } from "@svc/contract/kernel/permissions"
import { NotificationType } from "@svc/contract/notifications/schema"
import type { OffboardingsImported } from "@svc/contract/offboardings/events"
import { countLeft, type MovedTogether, type NotifiedEvent, type StageMove } from "./texts/text.ts"

/** Recipients: holders of these built-in roles, and of custom roles with the permission; or only these members. */
interface Audience {
  readonly roles: ReadonlyArray<Role>
  readonly permission: Permission | null
  readonly userIds: ReadonlyArray<UserId>
}

export interface Notice {
  readonly type: NotificationType
  readonly data: Readonly<Record<string, string>>
  readonly audience: Audience
  /** Only members whose scope includes the case are notified; null without a case. */
  readonly offboardingId: string | null
}

/** Whether a notice reaches a member who chose nothing. */
interface Ways {
  readonly in_app: boolean
  readonly email: boolean
}

export const defaultWays: Readonly<Record<NotificationType, Ways>> = {
  "offboarding.created": { in_app: true, email: false },
  "offboarding.stage_changed": { in_app: true, email: true },
  "offboarding.assigned": { in_app: true, email: true },
  "revocation.failed": { in_app: true, email: true },
  "checklist.sla_breached": { in_app: true, email: true },
  "task.assigned": { in_app: true, email: true },
  "task.due": { in_app: true, email: true },
  "comment.mentioned": { in_app: true, email: true },
  "comment.added": { in_app: true, email: false },
  "asset.overdue": { in_app: true, email: true },
  "asset.shipment_announced": { in_app: true, email: false },
  "webhook.auto_disabled": { in_app: true, email: true },
  "initiation.waiting": { in_app: true, email: true },
  "initiation.decided": { in_app: true, email: true },
  "integration.credential_refused": { in_app: true, email: true },
  "residual_access.found": { in_app: true, email: true },
  "left_behind.waiting": { in_app: true, email: true },
  "scim.deprovision_skipped": { in_app: true, email: true },
  "hris.review_waiting": { in_app: true, email: false },
  "esignature.ended": { in_app: true, email: true },
  "member.signed_out": { in_app: true, email: false },
  "member.became_superadmin": { in_app: true, email: true }
}

/** What was chosen, over the defaults, in the order of the contract. */
export const chosenWays = (
  chosen: ReadonlyArray<Ways & { readonly type: string }>
): Readonly<Record<NotificationType, Ways>> => {
  const ways = (type: NotificationType): Ways => {
    const choice = chosen.find((one) => one.type === type)
    return choice === undefined ? defaultWays[type] : { in_app: choice.in_app, email: choice.email }
  }
  return {
    "offboarding.created": ways("offboarding.created"),
    "offboarding.stage_changed": ways("offboarding.stage_changed"),
    "offboarding.assigned": ways("offboarding.assigned"),
    "revocation.failed": ways("revocation.failed"),
    "checklist.sla_breached": ways("checklist.sla_breached"),
    "task.assigned": ways("task.assigned"),
    "task.due": ways("task.due"),
    "comment.mentioned": ways("comment.mentioned"),
    "comment.added": ways("comment.added"),
    "asset.overdue": ways("asset.overdue"),
    "asset.shipment_announced": ways("asset.shipment_announced"),
    "webhook.auto_disabled": ways("webhook.auto_disabled"),
    "initiation.waiting": ways("initiation.waiting"),
    "initiation.decided": ways("initiation.decided"),
    "integration.credential_refused": ways("integration.credential_refused"),
    "residual_access.found": ways("residual_access.found"),
    "left_behind.waiting": ways("left_behind.waiting"),
    "scim.deprovision_skipped": ways("scim.deprovision_skipped"),
    "hris.review_waiting": ways("hris.review_waiting"),
    "esignature.ended": ways("esignature.ended"),
    "member.signed_out": ways("member.signed_out"),
    "member.became_superadmin": ways("member.became_superadmin")
  }
}

/** The ways that differ, as an audit entry tells them; empty when none does. */
export const waysChanged = (
  before: Readonly<Record<NotificationType, Ways>>,
  after: Readonly<Record<NotificationType, Ways>>
): string =>
  NotificationType.literals
    .flatMap((type) =>
      (["in_app", "email"] as const)
        .filter((way) => before[type][way] !== after[type][way])
        .map((way) => `${type} ${way}: ${before[type][way]} -> ${after[type][way]}`)
    )
    .join(", ")

export const casework: Audience = { roles: ["superadmin", "admin", "hr"], permission: "offboardings_edit", userIds: [] }
/** Tasks fall to roles in free text, for example `Manager` or `Line manager`. */
const taskOf = (assignee: string): Audience =>
  /manager/i.test(assignee) ? { ...casework, roles: [...casework.roles, "manager"] } : casework
const revoking: Audience = { roles: ["superadmin", "admin"], permission: "access_revoke", userIds: [] }
const administration: Audience = { roles: ["superadmin", "admin"], permission: "settings_manage", userIds: [] }
const connecting: Audience = { roles: ["superadmin", "admin"], permission: "integrations_manage", userIds: [] }
const equipment: Audience = { roles: ["superadmin", "admin"], permission: "assets_manage", userIds: [] }
const paperwork: Audience = { roles: ["superadmin", "admin", "hr"], permission: "compliance_manage", userIds: [] }
const superAdmins: Audience = { roles: ["superadmin"], permission: null, userIds: [] }
const just = (userIds: ReadonlyArray<UserId>): Audience => ({ roles: [], permission: null, userIds })

const ofNoCase = (type: NotificationType, data: Notice["data"], audience: Audience): Notice => ({
  type,
  data,
  audience,
  offboardingId: null
})

const ofCase = (
  type: NotificationType,
  offboardingId: OffboardingId,
  audience: Audience,
  data: Notice["data"] = {}
): Notice => ({ type, data: { offboardingId, ...data }, audience, offboardingId })

/** Who is notified of an event in the app and by email; null when no member is (notices-1, notices-2, webhooks-10). */
export const noticeOf = (event: NotifiedEvent): Notice | null => {
  switch (event._tag) {
    case "offboarding.created":
      // Several are announced together (`importNotice`).
      return event.source === "csv" || event.source === "bulk"
        ? null
        : ofCase("offboarding.created", event.offboardingId, casework)
    case "offboarding.stage_changed":
      // Moves by a setting are announced together (`movedNotice`).
      return event.source === "automation" || event.source === "schedule"
        ? null
        : ofCase("offboarding.stage_changed", event.offboardingId, casework, { status: event.status })
    case "offboardings.assigned": {
      const [only, ...others] = event.offboardingIds
      return only === undefined
        ? null
        : others.length === 0
          ? ofCase("offboarding.assigned", only, just([event.ownerId]))
          : ofNoCase("offboarding.assigned", { assigned: String(event.offboardingIds.length) }, just([event.ownerId]))
    }
    case "revocation.completed":
      // A failure is announced when it is new and when it is no longer retried, not after each retry (work-156).
      return countLeft(event) === 0 ? null : ofCase("revocation.failed", event.offboardingId, revoking)
    case "revocation.waiting":
      return ofCase("revocation.failed", event.offboardingId, revoking)
    case "checklist.sla_breached":
      return ofCase("checklist.sla_breached", event.offboardingId, taskOf(event.assignedTo))
    case "task.assigned":
    case "task.due":
      return ofCase(event._tag, event.offboardingId, just([event.ownerId]))
    case "comment.mentioned":
    case "comment.added":
      return ofCase(event._tag, event.offboardingId, just(event.userIds))
    case "asset.overdue":
      return ofNoCase(
        "asset.overdue",
        // Not its holder, who may be out of sight of some of them.
        { assetId: event.assetId, ...(event.serialNumber === "" ? {} : { serialNumber: event.serialNumber }) },
        equipment
      )
    case "asset.shipment_announced":
      return ofCase("asset.shipment_announced", event.offboardingId, equipment, { assetId: event.assetId })
    case "webhook.auto_disabled":
      return ofNoCase("webhook.auto_disabled", { webhookId: event.webhookId }, administration)
    case "initiation.waiting":
      return ofNoCase("initiation.waiting", { initiationId: event.initiationId }, just(event.userIds))
    case "initiation.decided":
      return ofNoCase("initiation.decided", { initiationId: event.initiationId }, just(event.userIds))
    case "integration.credential_refused":
      return ofNoCase(
        "integration.credential_refused",
        { integrationId: event.integrationId, service: event.service },
        connecting
      )
    case "residual_access.found":
      return ofCase("residual_access.found", event.offboardingId, revoking)
    case "left_behind.stops_the_cut":
      return ofCase("left_behind.waiting", event.offboardingId, revoking)
    case "left_behind.offered":
      // It may be of an offboarding that they do not see.
      return ofNoCase(
        "left_behind.waiting",
        { offboardingId: event.offboardingId, show: "offered" },
        just(event.userIds)
      )
    case "esignature.ended":
      return ofCase("esignature.ended", event.offboardingId, paperwork, { documentId: event.documentId })
    case "member.signed_out":
      return ofNoCase("member.signed_out", { userId: event.userId }, administration)
    case "member.became_superadmin":
      return ofNoCase("member.became_superadmin", { userId: event.userId }, superAdmins)
    case "scim.deprovision_skipped":
      return ofNoCase("scim.deprovision_skipped", { employeeId: event.employeeId }, administration)
    case "hris.review_waiting":
      return ofNoCase("hris.review_waiting", { items: String(event.items) }, casework)
  }
}

/** For offboardings created together; the number that these members see. */
export const importNotice = (
  { offboardingIds, source }: typeof OffboardingsImported.Type,
  count: number,
  userIds: ReadonlyArray<UserId>
): Notice => {
  const [only] = offboardingIds
  return ofNoCase(
    "offboarding.created",
    offboardingIds.length === 1 && only !== undefined ? { offboardingId: only } : { imported: String(count), source },
    just(userIds)
  )
}

/** Offboardings that a notification of several names. */
export const maxListed = 10

/** The moves that a member sees, as one text; the first ten are named. */
export const movedTogether = (
  moves: ReadonlyArray<StageMove>,
  count: number,
  listed: MovedTogether["listed"]
): MovedTogether => {
  const seen: ReadonlyArray<StageMove> = listed.length === count ? listed : moves
  const stages = [...new Set(seen.map(({ status }) => status))]
  const sources = [...new Set(seen.map(({ source }) => source))]
  return { count, listed, sources, status: stages.length === 1 ? (stages[0] ?? null) : null }
}

/** For offboardings that settings moved in one run; the number that these members see, the listed ones first. */
export const movedNotice = ({ count, listed, status }: MovedTogether, userIds: ReadonlyArray<UserId>): Notice => {
  const [only] = listed
  return ofNoCase(
    "offboarding.stage_changed",
    count === 1 && only !== undefined
      ? { offboardingId: only.offboardingId, status: only.status }
      : {
          moved: String(count),
          ...(status === null ? {} : { status }),
          // By these an erasure finds what names the person.
          offboardingIds: listed.map(({ offboardingId }) => offboardingId).join(",")
        },
    just(userIds)
  )
}

const notTold: ReadonlySet<DomainEvent["_tag"]> = new Set([
  "offboarding.deleted",
  "asset.returned",
  "checklist.completed",
  "document.signed",
  "offboardings.imported",
  "offboardings.moved"
])

export const isNotified = (event: DomainEvent): event is NotifiedEvent => !notTold.has(event._tag)
