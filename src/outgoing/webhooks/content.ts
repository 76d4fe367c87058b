import type { OfferedEvent, WebhookEventName } from "@svc/contract/events"
import { DateTime, Struct } from "effect"

interface Summary {
  readonly title: string
  readonly body: string
}

const words = (value: string) => value.replaceAll("_", " ")

const asset = (event: { readonly itemName: string; readonly serialNumber: string }) =>
  event.serialNumber === "" ? event.itemName : `${event.itemName} (serial number ${event.serialNumber})`

const days = (count: number) => (count === 1 ? "1 day" : `${count} days`)

const summaryOf = (event: OfferedEvent): Summary => {
  switch (event._tag) {
    case "offboarding.created":
      return { title: "Offboarding created", body: `The offboarding of ${event.employeeName} was created` }
    case "offboarding.stage_changed":
      return event.status === "completed"
        ? { title: "Offboarding completed", body: `The offboarding of ${event.employeeName} is completed` }
        : {
            title: "Offboarding stage changed",
            body: `The offboarding of ${event.employeeName} moved from ${words(event.previousStatus)} to ${words(event.status)}`
          }
    case "offboarding.deleted":
      return { title: "Offboarding deleted", body: "An offboarding was deleted" }
    case "revocation.completed": {
      const { failed, manualRequired, revoked, skipped } = event.counts
      return {
        title: failed > 0 || manualRequired > 0 ? "Access revocation needs attention" : "Access revocation completed",
        body: `Access of ${event.employeeName}: ${revoked} revoked, ${failed} failed, ${manualRequired} to remove manually, ${skipped} skipped`
      }
    }
    case "asset.returned":
      return { title: "Asset returned", body: `${asset(event)} was returned` }
    case "asset.overdue":
      return {
        title: "Asset overdue",
        body: `${asset(event)} was due on ${event.returnDeadline} and is ${days(event.daysOverdue)} overdue`
      }
    case "checklist.completed":
      return { title: "Checklist completed", body: `The checklist of ${event.employeeName} has no open task left` }
    case "document.signed":
      return { title: "Document signed", body: `${event.documentName} was signed` }
  }
}

/**
 * What of a delivery's body is known when the event happens, as JSON text: `type` (the internal name), `title`, `body`
 * and `data` with the event's fields (payloads-1, payloads-2).
 */
export const contentOf = (event: OfferedEvent): string => {
  const { _tag, ...fields } = event
  const data = _tag === "revocation.completed" ? Struct.omit(event, ["_tag", "retries"]) : fields
  return JSON.stringify({ type: _tag.replace(".", "_"), ...summaryOf(event), data })
}

/**
 * The body on the wire, the same on every attempt: it is rendered from what was stored when the delivery was recorded.
 * The log renders it again from the same three values, so it shows exactly what was sent.
 */
export const renderBody = (event: WebhookEventName, recordedAt: DateTime.Utc, content: string): string =>
  `{"event":${JSON.stringify(event)},"timestamp":${JSON.stringify(DateTime.formatIso(recordedAt))},${content.slice(1)}`
