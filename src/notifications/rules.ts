import type { DomainEvent } from "@svc/contract/events"
import type { Role } from "@svc/contract/kernel/permissions"

export interface Notice {
  readonly type: string
  readonly title: string
  readonly body: string
  readonly data: Readonly<Record<string, string>>
  readonly roles: ReadonlyArray<Role>
  readonly byMail: boolean
}

const stage = (status: string) => status.replaceAll("_", " ")

/** Who hears of an event in the app and by mail; null when nobody does (D1: create, status change, auto-pause). */
export const noticeOf = (event: DomainEvent): Notice | null => {
  switch (event._tag) {
    case "offboarding.created":
      return {
        type: event._tag,
        title: "New offboarding",
        body: `An offboarding of ${event.employeeName} was created.`,
        data: { offboardingId: event.offboardingId },
        roles: ["superadmin", "admin", "hr"],
        byMail: false
      }
    case "offboarding.stage_changed":
      return {
        type: event._tag,
        title: `Offboarding ${stage(event.status)}`,
        body: `The offboarding of ${event.employeeName} moved from ${stage(event.previousStatus)} to ${stage(event.status)}.`,
        data: { offboardingId: event.offboardingId, status: event.status },
        roles: ["superadmin", "admin", "hr"],
        byMail: true
      }
    case "webhook.auto_disabled":
      return {
        type: event._tag,
        title: "Webhook endpoint paused",
        body: `25 deliveries in a row to ${event.host} could not be delivered, so the endpoint was paused. Events that happen meanwhile are not sent. Check the receiver, then activate the endpoint again.`,
        data: { webhookId: event.webhookId },
        roles: ["superadmin", "admin"],
        byMail: true
      }
    default:
      return null
  }
}
