import type { DomainEvent } from "@svc/contract/events"
import type { UserId } from "@svc/contract/kernel/ids"
import type { MemberBecameSuperAdmin } from "@svc/contract/members/events"
import type { Permission, Role } from "@svc/contract/kernel/permissions"
import { NotificationType } from "@svc/contract/notifications/schema"

/** Who is told: holders of these built-in roles, and of own roles with the permission; or these members alone. */
interface Audience {
  readonly roles: ReadonlyArray<Role>
  readonly permission: Permission | null
  readonly userIds: ReadonlyArray<UserId>
}

interface Notice {
  readonly type: NotificationType
  readonly title: string
  readonly body: string
  readonly data: Readonly<Record<string, string>>
  readonly audience: Audience
  /** Only members whose scope has the case are told of it; null for what is about no case. */
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
  "revocation.failed": { in_app: true, email: true },
  "checklist.sla_breached": { in_app: true, email: true },
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
    "revocation.failed": ways("revocation.failed"),
    "checklist.sla_breached": ways("checklist.sla_breached"),
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

const casework: Audience = { roles: ["superadmin", "admin", "hr"], permission: "offboardings_edit", userIds: [] }
/** Tasks fall to roles in free text, for example `Manager` or `Line manager`. */
const taskOf = (assignee: string): Audience =>
  /manager/i.test(assignee) ? { ...casework, roles: [...casework.roles, "manager"] } : casework
const revoking: Audience = { roles: ["superadmin", "admin"], permission: "access_revoke", userIds: [] }
const administration: Audience = { roles: ["superadmin", "admin"], permission: "settings_manage", userIds: [] }
const connecting: Audience = { roles: ["superadmin", "admin"], permission: "integrations_manage", userIds: [] }
const equipment: Audience = { roles: ["superadmin", "admin"], permission: "assets_manage", userIds: [] }
const paperwork: Audience = { roles: ["superadmin", "admin", "hr"], permission: "compliance_manage", userIds: [] }
const just = (userIds: ReadonlyArray<UserId>): Audience => ({ roles: [], permission: null, userIds })

/** How a request for a signature ended without one. */
const endings = {
  declined: {
    title: "A signature was declined",
    body: "was not signed: the signer declined. Talk to them, then request it again or sign it on paper."
  },
  expired: {
    title: "A signature was not given in time",
    body: "was not signed before its request expired. Request it again, or sign it on paper."
  },
  voided: {
    title: "A signature request was withdrawn",
    body: "is not to be signed any more: its request was ended at the provider. Request it again if it is still needed."
  },
  failed: {
    title: "A document could not be sent to be signed",
    body: "was not sent: the provider did not take it. Request the signature again."
  }
} as const

const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? "" : "s"}`

const stage = (status: string) => status.replaceAll("_", " ")

const inEnglish = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })
const moment = (at: string) => `${inEnglish.format(new Date(at))} (UTC)`

/** A failure is told when it is new and when it is no longer tried again, not after each retry (work-156). */
const revocationText = ({
  counts,
  employeeName,
  retries
}: Extract<DomainEvent, { readonly _tag: "revocation.completed" }>) => {
  if (retries !== undefined && retries.number > 0) {
    if (retries.given_up === 0) return null
    return {
      title: "Access was not revoked, and is no longer retried",
      body: `${counted(retries.given_up, "app")} of ${employeeName} could not be revoked, and automatic retries have ended. Open the offboarding to retry, or remove the access in the app and confirm it.`
    }
  }
  const left = counts.failed + counts.manualRequired
  if (left === 0) return null
  const again =
    retries === undefined || retries.next_try_at === null
      ? ""
      : `${retries.again === 1 ? "1 is" : `${retries.again} are`} retried automatically, next try at ${moment(retries.next_try_at)}. `
  return {
    title: "Access was not fully revoked",
    body: `Of the apps of ${employeeName}, ${left} could not be revoked automatically. ${again}Open the offboarding to see which, and remove the access there.`
  }
}

const newSuperAdmin = ({ grantedBy, how, member }: MemberBecameSuperAdmin) => {
  const by = grantedBy ?? "a person whose account was closed since"
  if (how === "invitation") return `${member} is now a Super Admin: they accepted an invitation from ${by}.`
  return how === "role_change"
    ? `${member} is now a Super Admin: ${by} changed the role.`
    : `${member} is now a Super Admin: ${by} closed their account and handed the organization over.`
}

/** Who hears of an event in the app and by mail; null when nobody does (notices-1, notices-2, webhooks-10). */
export const noticeOf = (event: DomainEvent): Notice | null => {
  switch (event._tag) {
    case "offboarding.created":
      return {
        type: "offboarding.created",
        title: "New offboarding",
        body: `An offboarding of ${event.employeeName} was created.`,
        data: { offboardingId: event.offboardingId },
        audience: casework,
        offboardingId: event.offboardingId
      }
    case "offboarding.stage_changed":
      return {
        type: "offboarding.stage_changed",
        title: `Offboarding ${stage(event.status)}`,
        body: `The offboarding of ${event.employeeName} moved from ${stage(event.previousStatus)} to ${stage(event.status)}.`,
        data: { offboardingId: event.offboardingId, status: event.status },
        audience: casework,
        offboardingId: event.offboardingId
      }
    case "revocation.completed": {
      const text = revocationText(event)
      if (text === null) return null
      return {
        type: "revocation.failed",
        ...text,
        data: { offboardingId: event.offboardingId },
        audience: revoking,
        offboardingId: event.offboardingId
      }
    }
    case "revocation.waiting":
      return {
        type: "revocation.failed",
        title: "Access revocation waits for you to start it",
        body: `An API key created the offboarding of ${event.employeeName} with an access end that has passed, and today's limit of automatic revocations by API key is reached. Open the offboarding and start the revocation if it is right.`,
        data: { offboardingId: event.offboardingId },
        audience: revoking,
        offboardingId: event.offboardingId
      }
    case "checklist.sla_breached":
      return {
        type: "checklist.sla_breached",
        title: "A task is past its deadline",
        body: `The task "${event.task}" of the offboarding of ${event.employeeName}, assigned to ${event.assignedTo}, is past its deadline.`,
        data: { offboardingId: event.offboardingId },
        audience: taskOf(event.assignedTo),
        offboardingId: event.offboardingId
      }
    case "asset.overdue":
      return {
        type: "asset.overdue",
        title: "An asset is overdue",
        body: `${event.itemName} (${event.serialNumber}) was due back on ${event.returnDeadline} and is still out.`,
        data: { assetId: event.assetId },
        audience: equipment,
        offboardingId: null
      }
    case "asset.shipment_announced":
      return {
        type: "asset.shipment_announced",
        title: "Equipment is on its way back",
        body: `${event.employeeName} sent back ${event.itemName} (${event.serialNumber})${event.carrier === "" ? "" : ` with ${event.carrier}`}, tracking number ${event.trackingNumber}. Mark it as received when it arrives.`,
        data: { offboardingId: event.offboardingId, assetId: event.assetId },
        audience: equipment,
        offboardingId: event.offboardingId
      }
    case "webhook.auto_disabled":
      return {
        type: "webhook.auto_disabled",
        title: "Webhook endpoint paused",
        body: `25 deliveries in a row to ${event.host} could not be delivered, so the endpoint was paused. Events that happen meanwhile are not sent. Check the receiver, then activate the endpoint again.`,
        data: { webhookId: event.webhookId },
        audience: administration,
        offboardingId: null
      }
    case "initiation.waiting":
      return {
        type: "initiation.waiting",
        title: event.delegated ? "An approval was handed over to you" : "An offboarding waits for your approval",
        body: event.delegated
          ? "Somebody handed the approval of an offboarding over to you. Open it to approve or reject it."
          : "Somebody asked to begin an offboarding. Open it to approve or reject it.",
        data: { initiationId: event.initiationId },
        audience: just(event.userIds),
        offboardingId: null
      }
    case "initiation.decided":
      return {
        type: "initiation.decided",
        title: `Your offboarding initiation was ${event.outcome}`,
        body:
          event.outcome === "approved"
            ? "The offboarding that you asked for was approved and has begun."
            : "The offboarding that you asked for was rejected. Open the initiation to read why.",
        data: { initiationId: event.initiationId },
        audience: just(event.userIds),
        offboardingId: null
      }
    case "integration.credential_refused":
      return {
        type: "integration.credential_refused",
        title: "A connected app refuses its credential",
        body: `${event.service} does not take the stored credential any more, so no access is revoked there. Connect the app again, then retry what failed.`,
        data: { integrationId: event.integrationId },
        audience: connecting,
        offboardingId: null
      }
    case "residual_access.found":
      return {
        type: "residual_access.found",
        ...(event.at_once === true
          ? {
              title: "Access was not removed",
              body: `${event.service} accepted the removal of the account of ${event.employeeName}, and shows it as active all the same. Open the offboarding to try again, or remove it there by hand and resolve the finding.`
            }
          : {
              title: "Revoked access is active again",
              body: `The account of ${event.employeeName} at ${event.service} was revoked and can be used again. Open the offboarding to revoke it once more, or resolve the finding.`
            }),
        data: { offboardingId: event.offboardingId },
        audience: revoking,
        offboardingId: event.offboardingId
      }
    case "left_behind.stops_the_cut":
      return {
        type: "left_behind.waiting",
        title: "Something stops the end of access",
        body: `What ${event.employeeName} leaves behind at ${event.service} would be nobody's once the access ends, so it is not ended there yet. Open the offboarding and name who takes over.`,
        data: { offboardingId: event.offboardingId },
        audience: revoking,
        offboardingId: event.offboardingId
      }
    case "left_behind.offered":
      return {
        type: "left_behind.waiting",
        title: "You are to take something over",
        body: `You are named to take over what ${event.employeeName} leaves behind at ${event.service}. Open what is asked of you to accept it.`,
        // It may be of an offboarding that they do not see.
        data: { offboardingId: event.offboardingId, show: "offered" },
        audience: just(event.userIds),
        offboardingId: null
      }
    case "esignature.ended":
      return {
        type: "esignature.ended",
        title: endings[event.outcome].title,
        body: `The document "${event.documentName}" of the offboarding of ${event.employeeName} ${endings[event.outcome].body}`,
        data: { offboardingId: event.offboardingId, documentId: event.documentId },
        audience: paperwork,
        offboardingId: event.offboardingId
      }
    case "member.signed_out":
      return {
        type: "member.signed_out",
        title: "The identity provider signed a member out",
        body: `Ended: ${counted(event.sessions, "session")}${event.apiKeys === 0 ? "" : ` and ${counted(event.apiKeys, "API key")}`}. The audit log names the member.`,
        data: { userId: event.userId },
        audience: administration,
        offboardingId: null
      }
    case "member.became_superadmin":
      return {
        type: "member.became_superadmin",
        title: "Your organization has a new Super Admin",
        body: `${newSuperAdmin(event)} If you did not expect this, open Members, change the role and talk to both of them.`,
        data: { userId: event.userId },
        audience: { roles: ["superadmin"], permission: null, userIds: [] },
        offboardingId: null
      }
    case "scim.deprovision_skipped":
      return {
        type: "scim.deprovision_skipped",
        title: "A deactivation started no offboarding",
        body: `The identity provider deactivated somebody, but no offboarding was created: ${event.reason}. Open the person in the directory and start it by hand.`,
        data: { employeeId: event.employeeId },
        audience: administration,
        offboardingId: null
      }
    case "hris.review_waiting":
      return {
        type: "hris.review_waiting",
        title: event.items === 1 ? "Somebody may have left" : `${event.items} people may have left`,
        body:
          "The HR system or the identity provider tells of leavers without a last working day that an offboarding could " +
          "follow, or of a change. Open the review items to decide.",
        data: { items: String(event.items) },
        audience: casework,
        offboardingId: null
      }
    default:
      return null
  }
}
