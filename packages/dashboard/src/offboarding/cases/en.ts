import type { OffboardingSource } from "@svc/contract/offboardings/schema"
import { plurals } from "#languages/plural.ts"
import { did } from "./activity.en.ts"

const plural = plurals("en")

const sources: Readonly<Record<OffboardingSource, string>> = {
  app: "Dashboard",
  clone: "Copy of another offboarding",
  bulk: "Bulk creation",
  csv: "CSV import",
  hris: "HR system",
  initiation: "Approved request",
  api: "API",
  slack: "Slack",
  scim: "Identity provider (SCIM)",
  contract_expiry: "Contract end date"
}

export const caseDetail = {
  stepper: "Stage",
  step: { done: "done", now: "current", later: "upcoming", stopped: "canceled" },
  more: "More",
  goThere: {
    app: "Go to Access",
    asset: "Go to Equipment",
    asset_confirmation: "Confirm return",
    task: "Go to Tasks"
  },
  override: "Complete anyway",
  overrideTitle: "Complete with open tasks?",
  overrideText: "Open tasks stay open. Your reason is recorded in the audit log.",

  membership: {
    title: "Member of your organization",
    ends: (name: string, role: string, keys: number) =>
      `${name} is a member of your organization (${role}). Completing this offboarding ends ${keys === 0 ? "their membership and all sessions" : `their membership, all sessions, and ${plural(keys, { one: "# API key", other: "# API keys" })}`}. Until then, ${name} can’t see this offboarding.`,
    first: "Before you complete it:",
    handover: {
      last_superadmin: () => "Make another member a Super Admin",
      superadmin: () => "A Super Admin must complete this offboarding",
      admin: () => "An Admin must complete this offboarding",
      approval_chain: (name: string) => `Choose another approver in the approval chain “${name}”`
    }
  },

  edit: "Edit",
  editTitle: "Edit offboarding",
  editClosed:
    "This offboarding is completed. You can correct the person’s details only. To edit more, move it back a stage.",
  assignOwner: "Assign owner",
  ownerTitle: "Owner of this offboarding",
  ownerText: "The owner is responsible for it and is notified. Only members who can see it are listed.",
  me: (name: string) => `${name} (you)`,
  ownerChanged: (name: string) => `Owner changed to ${name}`,
  ownerRemoved: "Owner removed",
  save: "Save",
  saved: "Saved",
  savedForAnother: (apps: ReadonlyArray<string>, portalLinkEnded: boolean) =>
    [
      "Saved. This offboarding is now about another person.",
      ...(apps.length === 0 ? [] : [`Revoke access again: ${apps.join(", ")}.`]),
      ...(portalLinkEnded ? ["The portal link no longer works. Send a new one on the Overview tab."] : [])
    ].join(" "),
  personalEmail: "Personal email",
  personalEmailHelp: "For contact after the last day.",
  emailHeld: "Can’t be changed during a legal hold.",
  employmentEnds: "Employment ends on",
  employmentEndsHelp: "Only if later than the last day (garden leave).",
  accessEnds: "Access ends at",
  accessEndsHelp: (zone: string) => `Optional. Default: end of the last day (${zone}).`,
  zone: "Time zone",
  ownZone: (zone: string) => `Organization default (${zone})`,
  jurisdiction: "Country or region",
  jurisdictionHelp: "Determines which legal documents are required.",

  why: "Reason",
  whyHelp: "Recorded in the audit log.",
  ends: "Removed",
  stays: "Kept",
  typeName: (name: string) => `Type “${name}” to confirm`,
  nameDiffers: "The name doesn’t match",
  cancel: "Cancel offboarding",
  cancelTitle: (name: string) => `Cancel ${name}’s offboarding?`,
  cancelText: "You can’t reopen a canceled offboarding. If plans change, start a new one.",
  cancelEnds: "Scheduled revocation, reminders, and the portal link.",
  cancelStays: "The record with its tasks, documents, and history. Revoked access stays revoked.",
  cancelled: (name: string) => `${name}’s offboarding was canceled`,
  keep: "Keep offboarding",
  holdSet: "Set legal hold",
  holdSetTitle: "Set legal hold?",
  holdSetText:
    "Nothing in this offboarding can be deleted until 7 days after you release the hold. Tasks, access, and stages are not affected.",
  holdSetDone: "Legal hold set",
  holdRelease: "Release legal hold",
  holdReleaseTitle: "Release legal hold?",
  holdReleaseText: "Deletion becomes possible after 7 days.",
  holdReleased: "Legal hold released",
  delete: "Delete",
  deleteTitle: (name: string) => `Delete ${name}’s offboarding?`,
  deleteText: "This can’t be undone.",
  deleteEnds: "The offboarding with its tasks, apps, revocation runs, documents, and files.",
  deleteStays: "The person in the directory, and the audit log with your reason.",
  deleteHeld: "You can’t delete an offboarding during a legal hold. Release the hold, then wait 7 days.",
  deleted: (name: string) => `${name}’s offboarding was deleted`,
  close: "Close",
  evidence: "Download evidence",
  evidenceAsked: "Preparing signed evidence package…",
  evidenceName: (name: string) => `Evidence ${name}.zip`,
  evidenceDone: "Evidence downloaded. To check it offline, open verify.html in the ZIP.",
  pdf: "Download PDF",
  copy: "Copy to new offboarding",
  pdfAsked: "Preparing PDF…",
  pdfName: (name: string) => `Offboarding ${name}.pdf`,
  pdfDone: "PDF downloaded",

  story: {
    label: "Status of this offboarding",
    untilEnd: "until access ends automatically",
    endsNow: "Access ends now",
    removing: "Removing access",
    endOf: (day: string, zone: string) => `${day}, end of day (${zone})`,
    late: (time: string) => `${time} late`,
    appsOpen: (count: number) => plural(count, { one: "# app is still open", other: "# apps are still open" }),
    due: (when: string) => `Due ${when}`,
    removed: "Access removed",
    noAccess: "No access to remove",
    confirmed: "Confirmed manually",
    toConfirm: "To confirm",
    notFound: (count: number) =>
      plural(count, { one: "No account found in # app", other: "No account found in # apps" }),
    notScheduled: "Not scheduled",
    startManually: "Access must be revoked manually",
    waits: "An admin must start the revocation",
    noApps: "No apps selected yet",
    cancelled: "Canceled",
    nothingEnds: "Access is not revoked automatically",
    of: (done: number, all: number) => `${done} of ${all}`,
    none: "None",
    facts: {
      Failed: (count: number) => `${count} failed`,
      Manual: (count: number) => `${count} manual`,
      NotFound: (count: number) => plural(count, { one: "# account not found", other: "# accounts not found" }),
      Reported: (count: number) => `${count} reported by the app`,
      ByHand: (count: number) => `${count} confirmed manually`,
      Verified: (count: number) => `${count} verified`,
      Overdue: (count: number) => `${count} overdue`,
      DueToday: (count: number) => `${count} due today`,
      Lost: (count: number) => `${count} lost`,
      Rejected: (count: number) => plural(count, { one: "# signature failed", other: "# signatures failed" }),
      Due: (day: string) => `Due ${day}`,
      Unsigned: (count: number, name: string | undefined) =>
        name === undefined ? plural(count, { one: "# unsigned", other: "# unsigned" }) : `Unsigned: ${name}`,
      ReturnOpen: "Return not confirmed"
    }
  },

  lastDay: "Last day",
  accessEndsShort: "Access ends",
  employmentEndsShort: "Employment",
  started: "Started",
  completed: "Completed",
  holdSince: "Legal hold released",
  facts: "Details",
  source: "Source",
  sources,
  cancelReason: "Cancellation reason",

  portal: "Employee portal",
  portalNone: "A page with the employee’s tasks, equipment to return, and documents. No account needed.",
  portalActive: (until: string) => `Valid until ${until}`,
  portalMade: (when: string) => `created ${when}`,
  portalDelivered: { mailed: "emailed to the employee", shown: "URL shown to a member" },
  portalMake: "Send link",
  portalShow: "Show URL",
  portalAnew: "Send new link",
  portalMakeTitle: "Send portal link?",
  portalAnewText: "The previous link stops working.",
  portalMakeText: "The employee gets an email with a link to the portal.",
  portalDelivery: "Delivery",
  portalDeliveries: {
    mail: "Email to the employee",
    both: "Email to the employee and show me the URL",
    show: "Only show me the URL"
  },
  portalShownHelp:
    "If you see the link, it can’t open the signing page. The employee signs through the signature provider’s email.",
  portalReason: "Why you need the URL",
  portalUrl: "Portal link",
  portalUrlText: "Shown only once. Give it to the employee, or send a new link later.",
  portalSent: { personal: "Link sent to the personal email", work: "Link sent to the work email" },
  portalEnd: "Revoke link",
  portalEndTitle: "Revoke portal link?",
  portalEndText: "The portal stops working immediately. What the employee did there is kept.",
  portalEnded: "Portal link revoked",
  portalFormer: "The portal link no longer works",
  portalFormerText:
    "It belongs to the person this offboarding was about before. Send a new link to the current person.",

  interview: "Exit interview",
  interviewNone: "Not invited yet. The employee books a time through an emailed link.",
  interviewOff: "Calendly is not connected, so you can’t send invitations.",
  interviewStates: { invited: "Invited", scheduled: "Booked", canceled: "Canceled", completed: "Completed" },
  interviewInvite: "Invite",
  interviewAgain: "Invite again",
  interviewAgainTitle: "Invite again?",
  interviewAgainText: "The employee gets another email with a new link.",
  interviewHeld: "Mark as completed",
  interviewNotHeld: "Mark as not completed",
  interviewSent: { personal: "Personal email", work: "Work email" },
  interviewFacts: { sent: "Sent to", invited: "Invited", at: "Scheduled for", held: "Completed" },
  integrations: "Go to Integrations",

  activityNone: "No activity yet",
  today: "Today",
  yesterday: "Yesterday",
  openEntry: "open in the audit log",
  did
}

export const imports = {
  about: "One offboarding per row. Check the rows first; nothing is imported until you confirm.",
  choose: "Choose file",
  file: "CSV file",
  fileHelp: "UTF-8, separated by commas or semicolons. Maximum 2,000 rows and 1 MB.",
  paste: "Or paste rows, including the header row",
  check: "Check rows",
  chooseAgain: "The file changed after you chose it. Choose it again.",
  template: "Download template",
  columns: (required: string) =>
    `The first row holds the column names. Required: ${required}. All others are optional.`,
  checked: "Import preview",
  imported: "Import results",
  line: "Line",
  person: "Person",
  lastDay: "Last day",
  department: "Department",
  result: "Result",
  ready: "Ready",
  made: "Imported",
  field: (field: string | null, error: string) => (field === null ? error : `${field}: ${error}`),
  readyCount: (ready: number, total: number) => `${ready} of ${total} rows can be imported`,
  madeCount: (made: number, total: number) => `${made} of ${total} rows imported`,
  ignored: (columns: string, known: string) => `Ignored columns: ${columns}. Supported columns: ${known}`,
  importThem: (count: number) => plural(count, { one: "Import # offboarding", other: "Import # offboardings" }),
  oneByOne: "Rows with errors are skipped.",
  withoutApps: (count: number) =>
    plural(count, {
      one: "# row has no apps: access is not revoked automatically until you choose apps in that offboarding. Column: apps_to_revoke.",
      other:
        "# rows have no apps: access is not revoked automatically until you choose apps in those offboardings. Column: apps_to_revoke."
    }),
  failedRows: "Download failed rows",
  failedHelp: "Download the failed rows, correct them, and import that file. Imported rows are not in it.",
  mendHelp: "Correct these rows and check again, or import the valid rows now and these later.",
  hidden: (count: number) => plural(count, { one: "and # more row", other: "and # more rows" }),
  empty: "The file has no rows",
  emptyText: "Add one row for each departing employee.",
  approval: "Approval required",
  initiate: "Request offboarding",
  again: "Import another file",
  see: "View offboardings"
}
