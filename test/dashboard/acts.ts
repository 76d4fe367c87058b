import type { PlanFeature } from "@svc/contract/kernel/plans"
import * as pages from "@svc/dashboard/pages"
import { vendorName } from "#demo/people"
import type { Path, Records } from "./addresses.ts"

interface SomeFile {
  readonly file: string
  readonly text: string
}

/** By the label of each field: a text, an option, a tick (true), or a file. */
export type Filled = Readonly<Record<string, string | true | SomeFile>>

/** Something that a screen does. All of it is done by the keyboard. */
export interface Act {
  /** Where it is done, unless at the address of its page. */
  readonly at?: (records: Records) => string
  /** The way to it: what is pressed, by its name, and what is filled in between. */
  readonly way?: ReadonlyArray<string | Filled>
  /** What the form says of itself is wrong: nothing is sent, and the first of these fields has the focus. */
  readonly bad?: Filled
  /** What fits, and is sent. Without it the last press is all there is to it. */
  readonly good?: Filled
  /** It is allowed while the organisation is read-only, or goes on further than here. */
  readonly evenEnded?: true
  /** The feature of the plan that it takes, or that a plan limits it. */
  readonly plan?: PlanFeature | "limit"
  /** What the page cannot know not to fit, and what is said of it then. */
  readonly refused?: { readonly good?: Filled; readonly says: RegExp }
}

const later = "2031-03-14"
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const long = "x".repeat(2_001)
const lenas = { "Full name": "Lena Vogel", Email: "lena.vogel@larkspur.example" }
/** Part of the name of each: of two that last equally long either may stand on Home. */
const firstTask = ""
const paper = { file: "exit.pdf", text: "%PDF-1.4\n%%EOF" }

const menu = (item: string, of = "More") => [of, item]

/** Pages that change nothing: what is done there is to look, or to take something along. */
export const readsOnly = [
  // The same screen as the offboarding.
  "/employees/:id",
  "/verify-email",
  "/initiations",
  "/roles",
  "/integrations/:id",
  "/reports/time-to-cut",
  "/reports/evidence",
  "/reports",
  "/reports/sla",
  "/audit-log",
  "/audit-log/entries/:id",
  "/audit-log/integrity",
  "/webhooks/:id/:tab",
  "/developers",
  "/developers/events"
] as const satisfies ReadonlyArray<Path>

/** What each of the others does, above all its main act: a page that is in neither list does not compile. */
export const acts: Readonly<Record<Exclude<Path, (typeof readsOnly)[number]>, ReadonlyArray<Act>>> = {
  "/login": [{ bad: { Email: "", Password: "" }, evenEnded: true }],
  "/forgot-password": [{ bad: { Email: "" }, evenEnded: true }],
  "/reset-password": [{ bad: { "New password": "short" }, evenEnded: true }],
  "/register": [
    {
      bad: { "Organization name": "", "Your name": "", Email: "nobody", Password: "short" },
      evenEnded: true
    }
  ],
  "/accept-invite": [{ bad: { "Your name": "a@b.example", Password: "" }, evenEnded: true }],
  "/": [{ way: [firstTask] }],
  "/offboardings": [
    { way: ["Select Priya Raman", "Move to…", "Access revocation"] },
    {
      way: ["Select Priya Raman", "Delete"],
      bad: { Reason: "no" },
      good: { Reason: "Made by mistake" }
    },
    {
      at: () => `${pages.offboardings()}?view=board`,
      way: ["Move Priya Raman to another stage", "Move to Access revocation"]
    }
  ],
  "/offboardings/new": [
    {
      way: ["Enter details manually", { "Full name": "Rosa Lind", "Last working day": later }, "Start offboarding"],
      plan: "limit"
    },
    {
      // The draft of the act before is offered.
      way: ["Continue draft", "Choose a different person", "Enter details manually"],
      bad: { "Full name": "", "Work email": "nobody", "Personal email": "nobody" },
      evenEnded: true
    },
    {
      way: ["Enter details manually", { "Full name": "Rosa Lind" }],
      bad: { "Last working day": "" },
      evenEnded: true
    }
  ],
  "/offboardings/import": [
    {
      bad: { "Or paste rows, including the header row": "" },
      good: {
        "Or paste rows, including the header row": `employee_name,exit_date\nRosa Lind,${later}`
      }
    }
  ],
  "/offboardings/:id": [
    { way: ["Move to Equipment return"], refused: { says: /To move to “Equipment return”, first complete:/ } },
    {
      way: menu("Edit"),
      bad: { "Full name": "", Email: "nobody", "Last day": "" },
      good: { "Full name": "Jonas B. Berg", Email: "jonas@larkspur.example", "Last day": later }
    },
    { way: menu("Set legal hold"), bad: { Reason: "no" }, good: { Reason: "A lawsuit" } },
    { way: menu("Cancel offboarding"), bad: { Reason: "" }, good: { Reason: "Decided to stay with us" } },
    {
      way: menu("Delete"),
      bad: { Reason: "no", "Type “Jonas Berg” to confirm": "" },
      good: { Reason: "Made by mistake", "Type “Jonas Berg” to confirm": "Jonas Berg" }
    },
    { way: ["Send link"], good: {} },
    {
      way: ["Send link", { Delivery: "Only show me the URL" }],
      bad: { "Why you need the URL": "no" },
      good: { "Why you need the URL": "Handed over on paper" }
    },
    { way: ["Download evidence"], evenEnded: true, plan: "tamperEvidentAudit" },
    { way: menu("Download PDF"), evenEnded: true, plan: "pdfExport" }
  ],
  "/offboardings/:id/:tab": [
    { way: ["Conduct the exit interview"] },
    { way: ["Add task"], bad: { Task: "" }, good: { Task: "Return the parking card" } },
    {
      way: menu("Edit", "Actions for Conduct the exit interview"),
      bad: { Task: "", "Deadline (hours)": "many" },
      good: { Task: "Hold the interview", "Deadline (hours)": "48" }
    },
    {
      way: menu("Mark as not needed", "Actions for Conduct the exit interview"),
      bad: { Reason: "" },
      good: { Reason: "They moved abroad" }
    },
    { at: ({ case: id }) => pages.offboardingTab({ id, tab: "access" }), way: ["Select apps"], good: {} },
    { at: ({ case: id }) => pages.offboardingTab({ id, tab: "access" }), way: ["Revoke access now"] },
    {
      at: ({ case: id }) => pages.offboardingTab({ id, tab: "access" }),
      way: ["Mark as removed"],
      bad: { "Note (optional)": "no" },
      good: { "Note (optional)": "At their desk" }
    },
    {
      at: ({ case: id }) => pages.offboardingTab({ id, tab: "assets" }),
      way: ["Add equipment"],
      bad: { Item: "", "Serial number": "" },
      good: { Item: "Badge", "Serial number": "B-7" }
    },
    { at: ({ case: id }) => pages.offboardingTab({ id, tab: "assets" }), way: ["Confirm return"] },
    {
      at: ({ case: id }) => pages.offboardingTab({ id, tab: "documents" }),
      way: ["Upload", { File: paper }],
      bad: { "Name (optional)": long },
      good: { "Name (optional)": "Exit agreement" },
      plan: "fileUploads"
    }
  ],
  "/documents": [
    {
      way: menu("Delete", "Actions for Final pay notice"),
      bad: { Reason: "" },
      good: { Reason: "Made by mistake" }
    }
  ],
  "/initiations/new": [
    {
      way: ["Enter details manually"],
      bad: { "Full name": "", "Work email": "nobody", "Last working day": "" },
      good: { "Full name": "Rosa Lind", "Work email": "rosa@larkspur.example", "Last working day": later }
    }
  ],
  "/initiations/:id": [
    { way: ["Approve"], bad: { "Note (optional)": long }, good: { "Note (optional)": "Fine" } },
    { way: ["Reject"], bad: { Reason: "" }, good: { Reason: "Too early" } },
    {
      way: menu("Edit"),
      bad: { "Full name": "", "Last working day": "" },
      good: { "Full name": "Omar H.", "Last working day": later }
    },
    { way: menu("Withdraw"), good: {} }
  ],
  "/people": [
    {
      way: ["Add person"],
      bad: { "Full name": "", Email: "nobody", "Manager’s email": "nobody" },
      good: { "Full name": "Rosa Lind", Email: "rosa@larkspur.example", "Manager’s email": "" },
      refused: { good: lenas, says: /already/ },
      plan: "limit"
    },
    {
      way: ["Import CSV"],
      bad: { "CSV file": { file: "people.csv", text: "" } },
      good: { "CSV file": { file: "people.csv", text: "full_name,email\nRosa Lind,rosa@larkspur.example" } }
    }
  ],
  "/people/:id": [
    {
      way: ["Edit"],
      bad: { "Full name": "", Email: "nobody" },
      good: { "Full name": "Amara D.", Email: "amara@larkspur.example" }
    },
    { way: menu("Delete record"), good: {}, refused: { says: /refer to this person/ } }
  ],
  "/assets": [
    {
      way: ["Add equipment"],
      bad: { Item: "", "Serial number": "" },
      good: { Item: "Badge", "Serial number": "B-8" },
      refused: { good: { Item: "Badge", "Serial number": "LARK-1" }, says: /serial/ }
    }
  ],
  "/templates": [
    {
      at: () => pages.template({ kind: "checklists", id: "new" }),
      bad: { Name: "" },
      good: { Name: "Ours" },
      plan: "checklistTemplates"
    }
  ],
  "/templates/:kind": [
    {
      at: () => pages.template({ kind: "letters", id: "new" }),
      bad: { Name: "", Text: "" },
      good: { Name: "Reference", Text: "<p>Best wishes</p>" }
    }
  ],
  "/templates/:kind/:id": [
    {
      at: () => pages.template({ kind: "approval-chains", id: "new" }),
      bad: { Name: "" },
      good: { Name: "Two pairs of eyes" }
    }
  ],
  "/notifications": [{ way: ["Mark all as read"] }],
  "/account": [{ bad: { "Your name": "" }, evenEnded: true }],
  "/account/:tab": [
    {
      bad: { "Current password": "", "New password": "short" },
      good: { "Current password": "wrong", "New password": "larkspur in the long grass" },
      evenEnded: true,
      refused: { says: /current password is wrong/ }
    }
  ],
  "/settings": [
    {
      bad: { Name: "" },
      good: { Name: "Larkspur and Sons" },
      refused: {
        good: { "Find by name or code, such as US-FL": "US-ZZ", "Default jurisdiction": "United States (US-ZZ)" },
        says: /ISO 3166/
      }
    },
    {
      way: ["Delete organization"],
      bad: { "Type “Larkspur Studios (demo)” to confirm": "Larkspur" },
      evenEnded: true
    }
  ],
  // It may be taken along in any state: `door.test.ts` does.
  "/settings/export": [{ evenEnded: true }],
  "/settings/:part": [
    { way: ["Save approvals"] },
    { at: () => pages.settingsPart({ part: "retention" }), bad: { Months: "3" }, evenEnded: true },
    { at: () => pages.settingsPart({ part: "retention" }), way: [{ Months: "24" }, "Save retention"], good: {} }
  ],
  "/members": [
    {
      way: ["Invite member"],
      bad: { Email: "nobody" },
      good: { Email: "new@larkspur.example" },
      refused: { good: { Email: "hr@larkspur.example" }, says: /member/ },
      plan: "limit"
    },
    { way: menu("Change role", "Actions for Hana Petrova"), good: { Role: "Admin" } },
    { way: menu("Remove", "Actions for Hana Petrova"), good: {} }
  ],
  "/roles/:id": [
    {
      bad: { Name: "" },
      good: { Name: "Payroll", "View reports": true },
      refused: { good: { Name: "Admin", "View reports": true }, says: /name/ }
    }
  ],
  "/integrations": [
    {
      way: ["Connect custom app"],
      bad: { Name: "", URL: "", Token: "" },
      good: { Name: "Wiki", URL: "https://wiki.larkspur.example/scim", Token: "secret" },
      refused: { good: { Name: "Wiki", URL: "nowhere", Token: "secret" }, says: /https/i }
    },
    { at: () => pages.integration({ id: vendorName }), way: ["Use this connection"] },
    { at: () => pages.integration({ id: vendorName }), way: ["Disconnect"], good: {} },
    {
      at: () => pages.integration({ id: "okta" }),
      way: ["Connect"],
      bad: { Domain: "", "API token": "" },
      good: { Domain: "larkspur.okta.com", "API token": "secret" }
    }
  ],
  "/left-behind": [
    {
      way: menu("Assign new owner", "Actions for Key of the build"),
      bad: { Email: "nobody", Name: "a@b.example" },
      good: { Email: "grace@larkspur.example", Name: "Grace" },
      refused: { good: { Email: "jonas.berg@larkspur.example", Name: "Jonas" }, says: /departing employee/ }
    },
    {
      way: menu("Mark as ended", "Actions for Key of the build"),
      bad: { Reason: "no" },
      good: { Reason: "Deleted in the settings" }
    },
    {
      way: menu("Accept risk", "Actions for Key of the build"),
      bad: { Reason: "no" },
      good: { Reason: "The build needs it" }
    },
    {
      at: ({ case: id }) => pages.offboardingTab({ id, tab: "left-behind" }),
      way: ["Revoke anyway: Key of the build"],
      bad: { Reason: "no" },
      good: { Reason: "Nobody is left who could" }
    },
    { at: ({ case: id }) => pages.offboardingTab({ id, tab: "left-behind" }), way: ["Scan again"] },
    {
      at: ({ case: id }) => pages.offboardingTab({ id, tab: "before-and-after" }),
      way: ["Restore access"],
      bad: { Reason: "Select", Details: "no" },
      good: { Reason: "Rehired", Details: "Hired again from Monday" }
    },
    {
      at: () => `${pages.leftBehind()}?show=freed`,
      way: ["Add price"],
      bad: { App: "", "Price per seat and month": "a lot" },
      good: {
        App: "Wiki",
        "License ID in the app": "seat",
        "Price per seat and month": "12,50",
        Currency: "EUR – Euro"
      }
    },
    {
      at: () => `${pages.leftBehind()}?show=successors`,
      bad: { Agents: "nobody" },
      good: { Agents: "grace@larkspur.example" }
    }
  ],
  "/residual-access": [{ way: ["Resolve"], bad: { Reason: "no" }, good: { Reason: "Needed for the handover" } }],
  "/reports/scheduled": [
    {
      way: ["Create report"],
      bad: { Name: "", Recipients: "nobody" },
      good: { Name: "Weekly", Recipients: "hr@larkspur.example" }
    },
    {
      way: ["Create list"],
      bad: { Name: "", Recipients: "nobody" },
      good: { Name: "Board", Recipients: "hr@larkspur.example" }
    }
  ],
  "/reports/leaver-test": [
    {
      way: ["Start test"],
      bad: { "Last day from": later },
      good: { "Last day from": daysAgo(100) }
    }
  ],
  "/reports/leaver-test/:id": [{ way: ["Create link"], bad: { "For whom": "" }, good: { "For whom": "Auditors Ltd" } }],
  "/integrations/reviews": [{ way: ["Dismiss"], bad: { Reason: long }, good: { Reason: "They stay" } }],
  "/integrations/scim": [{ way: ["Set up provisioning"], good: {} }],
  "/integrations/sign-on": [
    {
      way: ["Set up provider"],
      bad: { "Metadata (XML)": "" },
      good: { "Metadata (XML)": "<EntityDescriptor/>" },
      refused: { says: /metadata/i },
      plan: "identityProviders"
    }
  ],
  "/audit-log/archives": [
    { way: ["Archive now"] },
    { at: () => pages.auditIntegrity(), way: ["Verify chain"], evenEnded: true, plan: "tamperEvidentAudit" },
    { bad: { Months: "1" }, evenEnded: true },
    { way: [{ Months: "12" }, "Change retention"], good: {} },
    { bad: { Days: "100" }, good: { Days: "400" } }
  ],
  "/webhooks": [
    {
      way: ["Create webhook"],
      bad: { "Endpoint URL": "" },
      good: { "Endpoint URL": "https://larkspur.example/hooks" },
      refused: { good: { "Endpoint URL": "nowhere" }, says: /https/i }
    }
  ],
  "/webhooks/:id": [
    { way: ["Send test event"] },
    {
      way: menu("Edit"),
      bad: { "Endpoint URL": "" },
      good: { "Endpoint URL": "https://larkspur.example/other" }
    },
    { way: menu("Rotate secret"), good: {} },
    { way: menu("Pause") },
    { way: menu("Delete webhook"), good: {} }
  ],
  "/api-keys": [
    { way: ["Create API key"], bad: { Name: "" }, good: { Name: "Payroll", "employees:read": true } },
    { way: menu("Delete", "Actions for HR system"), good: {} }
  ],
  "/siem": [
    {
      way: ["Add destination"],
      bad: { Name: "", "Endpoint URL": "" },
      good: {
        Name: "Splunk",
        "Endpoint URL": "https://splunk.larkspur.example/services/collector",
        "HEC token": "secret"
      },
      refused: { good: { Name: "Splunk", "Endpoint URL": "nowhere", "HEC token": "secret" }, says: /https/i }
    }
  ]
}

/** Pages that a plan without the feature says so of. */
export const gated: ReadonlyArray<readonly [PlanFeature, (records: Records) => string]> = [
  ["managerInitiation", () => pages.initiations()],
  ["managerInitiation", () => pages.newInitiation()],
  ["managerInitiation", ({ initiation: id }) => pages.initiation({ id })],
  ["managerInitiation", () => pages.settingsPart({ part: "approvals" })],
  ["managerInitiation", () => pages.templatesOf({ kind: "approval-chains" })],
  ["slaComplianceDashboard", () => pages.slaCompliance()],
  ["scheduledReports", () => pages.scheduledReports()],
  ["tamperEvidentAudit", () => pages.leaverTest()],
  ["tamperEvidentAudit", ({ leaverTest: id }) => pages.leaverTestDetail({ id })],
  ["tamperEvidentAudit", () => pages.auditArchives()],
  ["scim", () => pages.scim()],
  ["webhooks", () => pages.webhooks()],
  ["webhooks", ({ webhook: id }) => pages.webhook({ id })],
  ["webhooks", ({ webhook: id }) => pages.webhookTab({ id, tab: "check" })],
  ["publicApi", () => pages.apiKeys()],
  ["siem", () => pages.siem()],
  ["azureAd", () => pages.integration({ id: "azure-ad" })],
  ["extendedIdentityProviders", () => pages.integration({ id: "jumpcloud" })],
  ["identityProviders", () => pages.integration({ id: "okta" })],
  ["slackNotifications", () => pages.integration({ id: "slack" })],
  ["smsNotifications", () => pages.integration({ id: "sms" })],
  ["hrisIntegration", () => pages.integration({ id: "hris" })],
  ["itTickets", () => pages.integration({ id: "it-tickets" })],
  ["exitInterviewScheduling", () => pages.integration({ id: "calendly" })],
  ["esignature", () => pages.integration({ id: "docusign" })]
]
