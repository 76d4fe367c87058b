import type { OffboardingSource, OffboardingStatus, StageChangeSource } from "@svc/contract/offboardings/schema"
import { stageNames } from "@svc/contract/offboardings/stage-names"
import {
  appsLeft,
  countLeft,
  type Facts,
  headline,
  type MovedTogether,
  type NotificationText,
  type NotifiedEvent,
  type Texts
} from "./text.ts"

const nextSteps: Readonly<Record<OffboardingStatus, string>> = {
  pending: "Open the offboarding to see its tasks.",
  notice_period: "Open the offboarding to see its tasks.",
  it_revocation: "Check that access is revoked in every app.",
  asset_recovery: "Check that all equipment is returned.",
  completed: "No action is needed.",
  cancelled: "Its scheduled revocation will not run."
}

const from: Readonly<Partial<Record<OffboardingSource, string>>> = {
  api: "through the API",
  hris: "by the HR system",
  scim: "by the identity provider",
  contract_expiry: "because a contract ends"
}

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options })
const short = format({ month: "short", day: "numeric" })
const long = format({ dateStyle: "medium" })
const clock = format({ dateStyle: "medium", timeStyle: "short" })
const settings: Readonly<Partial<Record<StageChangeSource, string>>> = {
  automation: "“Move to the next stage when the conditions are met”",
  schedule: "“Start access revocation on the last day”"
}

const dayInTitle = (day: string): string => short.format(new Date(`${day}T00:00:00Z`))
const dayInText = (day: string) => long.format(new Date(`${day}T00:00:00Z`))

const number = new Intl.NumberFormat("en-US")
const counted = (count: number, thing: string) => `${number.format(count)} ${thing}${count === 1 ? "" : "s"}`
const named = ({ person }: Pick<Facts, "person">) => person ?? "an employee"
const Named = ({ person }: Pick<Facts, "person">) => person ?? "An employee"
const whose = ({ person }: Facts, thing: string) =>
  person === null ? `the ${thing}` : `${person.split(" ")[0] ?? person}’s ${thing}`
const lastDay = ({ lastDay: day }: Facts) => (day === null ? "" : ` Last day: ${dayInText(day)}.`)
const titleDay = ({ lastDay: day }: Pick<Facts, "lastDay">) => (day === null ? "" : `, last day ${dayInTitle(day)}`)

const reasons = {
  casework: "you manage offboardings",
  revoking: "you can revoke access",
  administration: "you manage the settings",
  connecting: "you manage integrations",
  equipment: "you manage equipment",
  documents: "you manage documents",
  approver: "your approval is needed",
  requester: "you requested this offboarding",
  owner: "you were chosen as the new owner",
  assigned: "you are the owner of this work",
  mentioned: "you were mentioned",
  following: "you follow this offboarding",
  superadmin: "you are a Super Admin"
} as const

const text = (title: string, body: string, action: string, reason: keyof typeof reasons): NotificationText => ({
  title,
  body,
  action,
  reason: reasons[reason]
})

const endings = {
  declined: [
    "Signature declined",
    "was not signed: the signer declined. Talk to them, then request the signature again."
  ],
  expired: [
    "Signature request expired",
    "was not signed in time. Request the signature again, or have it signed on paper."
  ],
  voided: [
    "Signature request withdrawn",
    "can no longer be signed: the request was withdrawn at the provider. Request the signature again if you still need it."
  ],
  failed: [
    "Signature request not sent",
    "was not sent for signature: the provider rejected it. Request the signature again."
  ]
} as const

const moved = (event: Extract<NotifiedEvent, { readonly _tag: "offboarding.stage_changed" }>, facts: Facts) => {
  const [before, after] = [stageNames[event.previousStatus], stageNames[event.status]]
  const title =
    event.status === "completed" || event.status === "cancelled"
      ? headline`Offboarding ${after.toLowerCase()}: ${named(facts)}`
      : headline`${Named(facts)}: moved to ${after}`
  const what = `the offboarding of ${named(facts)} from ${before} to ${after}`
  const setting = settings[event.source]
  const who =
    setting !== undefined
      ? `The setting ${setting} moved ${what}.`
      : facts.actor === null
        ? `The offboarding of ${named(facts)} moved from ${before} to ${after}${event.source === "api" ? " through the API" : ""}.`
        : `${facts.actor} moved ${what}.`
  return text(title, `${who} ${nextSteps[event.status]}`, `Open ${whose(facts, "offboarding")}`, "casework")
}

const movedTogether = ({ count, listed, sources, status }: MovedTogether, { name }: Facts) => {
  const what = counted(count, "offboarding")
  const names = sources.flatMap((source) => settings[source] ?? []).join(" and ")
  const lines = listed.map(
    (one) =>
      `${Named({ person: name(one.person) })}${titleDay(one)}: ${stageNames[one.previousStatus]} → ${stageNames[one.status]}`
  )
  const more = count - lines.length
  return {
    ...text(
      status === null ? headline`${what} moved to their next stage` : headline`${what} moved to ${stageNames[status]}`,
      `The ${sources.length === 1 ? "setting" : "settings"} ${names} moved ${what}. ${status === null ? "Open each one to see what is left to do." : nextSteps[status]}`,
      "Open offboardings",
      "casework"
    ),
    list: { lines, more: more === 0 ? null : `and ${number.format(more)} more` }
  }
}

const revoked = (event: Extract<NotifiedEvent, { readonly _tag: "revocation.completed" }>, facts: Facts) => {
  const count = countLeft(event)
  const apps = appsLeft(event)
  const where =
    apps.length === 1 && count === 1 && apps[0] !== undefined ? facts.show(apps[0]) : `${counted(count, "app")} failed`
  const ended = event.retries !== undefined && event.retries.number > 0
  const again =
    event.retries === undefined || event.retries.next_try_at === null
      ? ""
      : ` ${number.format(event.retries.again)} ${event.retries.again === 1 ? "is" : "are"} retried automatically, next at ${clock.format(new Date(event.retries.next_try_at))} (UTC).`
  const run =
    facts.actor !== null
      ? `The revocation that ${facts.actor} started`
      : event.source === "schedule"
        ? "The automatic revocation"
        : "The revocation"
  return text(
    ended
      ? headline`Retries ended: ${named(facts)} still has access`
      : headline`${Named(facts)} still has access: ${where}`,
    ended
      ? `Access of ${named(facts)} could not be revoked in ${counted(count, "app")}, and automatic retries have ended. Retry, or remove the access in the app and mark it as removed.`
      : `${run} is incomplete: access of ${named(facts)} could not be revoked in ${counted(count, "app")}.${again} Open the Access tab to see where. Retry there, or remove the access in the app and mark it as removed.`,
    `Open ${whose(facts, "access")}`,
    "revoking"
  )
}

const becameSuperAdmin = ({
  grantedBy,
  how,
  member
}: Extract<NotifiedEvent, { readonly _tag: "member.became_superadmin" }>) => {
  const by = grantedBy ?? "a former member"
  if (how === "invitation") return `${member} accepted an invitation from ${by}.`
  return how === "role_change"
    ? `${by} changed the role of ${member}.`
    : `${by} closed their account and handed the organization over to ${member}.`
}

export const en: Texts = {
  why: (reason, organisation) =>
    `You get this email because ${reason} at ${organisation}. You can turn off these emails in your account, under Notifications.`,
  movedTogether,
  imported: ({ source }, count, facts) => {
    const verb = source === "csv" ? "imported" : "created"
    const what = counted(count, "offboarding")
    return text(
      facts.actor === null ? headline`${what} ${verb}` : headline`${facts.actor} ${verb} ${what}`,
      `${facts.actor ?? "A member"} ${verb} ${what}${source === "csv" ? " from a CSV file" : " together"}. Open the list to check last days and apps.`,
      "Open offboardings",
      "casework"
    )
  },
  of: (event, facts) => {
    switch (event._tag) {
      case "offboarding.created":
        return text(
          headline`New offboarding: ${named(facts)}${titleDay(facts)}`,
          `${
            facts.actor === null
              ? `An offboarding for ${named(facts)} was created${from[event.source] === undefined ? "" : ` ${from[event.source]}`}.`
              : `${facts.actor} started an offboarding for ${named(facts)}.`
          }${lastDay(facts)} Check its apps and tasks.`,
          `Open ${whose(facts, "offboarding")}`,
          "casework"
        )
      case "offboarding.stage_changed":
        return moved(event, facts)
      case "offboardings.assigned": {
        const count = event.offboardingIds.length
        return count === 1
          ? text(
              headline`You own the offboarding of ${named(facts)}${titleDay(facts)}`,
              `${facts.actor ?? "A member"} made you the owner of the offboarding of ${named(facts)}.${lastDay(facts)} Check its apps and tasks.`,
              `Open ${whose(facts, "offboarding")}`,
              "assigned"
            )
          : text(
              `You own ${counted(count, "more offboarding")}`,
              `${facts.actor ?? "A member"} made you the owner of ${counted(count, "offboarding")}. Open the list to check last days and apps.`,
              "Open offboardings",
              "assigned"
            )
      }
      case "comment.mentioned":
        return text(
          headline`${facts.actor ?? "A member"} mentioned you: ${named(facts)}`,
          `${facts.actor ?? "A member"} mentioned you in a comment on the offboarding of ${named(facts)}. Open it to read the comment.`,
          "Read the comment",
          "mentioned"
        )
      case "comment.added":
        return text(
          headline`New comment from ${facts.actor ?? "a member"}: ${named(facts)}`,
          `${facts.actor ?? "A member"} added a comment on the offboarding of ${named(facts)}. Open it to read the comment.`,
          "Read the comment",
          "following"
        )
      case "revocation.completed":
        return revoked(event, facts)
      case "revocation.waiting":
        return text(
          headline`Start revocation: ${named(facts)}`,
          `An API key created the offboarding of ${named(facts)} with an access end that is today or in the past. The daily limit for automatic revocations by API key is reached, so nothing was revoked. Check the offboarding, then start the revocation.`,
          `Open ${whose(facts, "access")}`,
          "revoking"
        )
      case "checklist.sla_breached":
        return text(
          headline`Overdue task: ${facts.show(event.task)} (${named(facts)})`,
          `The task “${facts.show(event.task)}” for the offboarding of ${named(facts)}, assigned to ${facts.show(event.assignedTo)}, is overdue. Complete it, or mark it as not needed.`,
          "Open tasks",
          "casework"
        )
      case "task.assigned":
        return text(
          headline`You own the task ${facts.show(event.task)} (${named(facts)})`,
          `${facts.actor ?? "A member"} made you the owner of the task “${facts.show(event.task)}” for the offboarding of ${named(facts)}.${event.dueDate === null ? "" : ` Due: ${dayInText(event.dueDate)}.`} Complete it, or mark it as not needed.`,
          "Open tasks",
          "assigned"
        )
      case "task.due":
        return text(
          headline`Due today: ${facts.show(event.task)} (${named(facts)})`,
          `Your task “${facts.show(event.task)}” for the offboarding of ${named(facts)} is due today, ${dayInText(event.dueDate)}. Complete it, or mark it as not needed.`,
          "Open tasks",
          "assigned"
        )
      case "asset.overdue":
        return text(
          headline`Equipment overdue: ${facts.show(event.itemName)}`,
          `${facts.show(event.itemName)} (${facts.show(event.serialNumber)}) was due back on ${dayInText(event.returnDeadline)} and has not been returned. Contact the person, or mark it as returned or lost.`,
          "Open equipment",
          "equipment"
        )
      case "asset.shipment_announced":
        return text(
          headline`Return shipped: ${facts.show(event.itemName)}`,
          `${Named(facts)} sent back ${facts.show(event.itemName)} (${facts.show(event.serialNumber)})${event.carrier === "" ? "" : ` with ${facts.show(event.carrier)}`}, tracking number ${facts.show(event.trackingNumber)}. Mark it as received when it arrives.`,
          `Open ${whose(facts, "equipment")}`,
          "equipment"
        )
      case "webhook.auto_disabled":
        return text(
          headline`Webhook paused: ${event.host}`,
          `25 consecutive deliveries to ${event.host} failed. Events are not sent while the webhook is paused. Fix the receiver, then resume the webhook.`,
          "Open webhook",
          "administration"
        )
      case "initiation.waiting": {
        const asks = `${facts.requester ?? "A member"} requested an offboarding for ${named(facts)}.${lastDay(facts)}`
        return text(
          event.delegated
            ? headline`Approval delegated to you: ${named(facts)}`
            : headline`Approve offboarding: ${named(facts)}${titleDay(facts)}`,
          event.delegated
            ? `${facts.actor ?? "A member"} delegated an approval to you. ${asks} Approve or reject the request.`
            : `${asks} Approve or reject the request.`,
          "Review request",
          "approver"
        )
      }
      case "initiation.decided":
        return text(
          headline`Request ${event.outcome}: ${named(facts)}`,
          event.outcome === "approved"
            ? `${facts.actor ?? "An approver"} approved your request. The offboarding of ${named(facts)} has started. You don’t need to do anything.`
            : `${facts.actor ?? "An approver"} rejected your request for the offboarding of ${named(facts)}. Open the request to read why.`,
          "Open request",
          "requester"
        )
      case "integration.credential_refused":
        return text(
          headline`${facts.show(event.service)}: credentials rejected`,
          `${facts.show(event.service)} no longer accepts the stored credentials, so access there can’t be revoked. Reconnect the app, then retry failed revocations.`,
          "Open integration",
          "connecting"
        )
      case "residual_access.found":
        return event.at_once === true
          ? text(
              headline`${Named(facts)} still has access: ${facts.show(event.service)}`,
              `${facts.show(event.service)} accepted the revocation for ${named(facts)}, but still shows the account as active. Retry, or remove the account in the app and resolve the finding.`,
              `Open ${whose(facts, "access")}`,
              "revoking"
            )
          : text(
              headline`${Named(facts)} has access again: ${facts.show(event.service)}`,
              `The account of ${named(facts)} at ${facts.show(event.service)} was revoked and is active again. Revoke it again, or resolve the finding.`,
              `Open ${whose(facts, "access")}`,
              "revoking"
            )
      case "left_behind.stops_the_cut":
        return text(
          headline`Revocation blocked: ${named(facts)} at ${facts.show(event.service)}`,
          `Revoking the access of ${named(facts)} at ${facts.show(event.service)} would leave items without an owner, so it is not revoked yet. Assign a new owner.`,
          "Open orphaned items",
          "revoking"
        )
      case "left_behind.offered":
        return text(
          headline`You’ve been assigned items from ${named(facts)}`,
          `${facts.actor ?? "A member"} chose you as the new owner of items from ${named(facts)} at ${facts.show(event.service)}. Review the items, then accept them.`,
          "Review items",
          "owner"
        )
      case "esignature.ended": {
        const [title, body] = endings[event.outcome]
        return text(
          headline`${title}: ${facts.show(event.documentName)}`,
          `The document “${facts.show(event.documentName)}” for the offboarding of ${named(facts)} ${body}`,
          "Open documents",
          "documents"
        )
      }
      case "member.signed_out":
        return text(
          facts.person === null
            ? "The identity provider signed out a member"
            : headline`Identity provider signed out ${facts.person}`,
          `The identity provider signed out ${facts.person ?? "a member"}: ${counted(event.sessions, "session")}${event.apiKeys === 0 ? "" : ` and ${counted(event.apiKeys, "API key")}`} ended. If you did not expect this, check the audit log and ask the person who manages the identity provider.`,
          "Open audit log",
          "administration"
        )
      case "member.became_superadmin":
        return text(
          headline`New Super Admin: ${event.member}`,
          `${event.member} is now a Super Admin: ${becameSuperAdmin(event)} If you did not expect this, open Members, change the role, and talk to both of them.`,
          "Open members",
          "superadmin"
        )
      case "scim.deprovision_skipped":
        return text(
          "No offboarding started for a deactivated user",
          `The identity provider deactivated a person, but no offboarding was created: ${event.reason}. Start it manually.`,
          "Open person",
          "administration"
        )
      case "hris.review_waiting":
        return text(
          event.items === 1 ? "1 HR change to review" : `${number.format(event.items)} HR changes to review`,
          "The HR system or the directory reports departures or changes that need a decision. Review each one, then accept or dismiss it.",
          "Review changes",
          "casework"
        )
    }
  }
}
