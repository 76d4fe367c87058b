import type { Permission } from "@svc/contract/kernel/permissions"

interface Action {
  readonly name: RegExp
  /** What whoever is offered it must hold; null is for everybody who may open the page. */
  readonly needs: Permission | "superadmin" | null
  /** What it takes to see the list that it stands over. */
  readonly also?: Permission
  /** It changes a setting for every offboarding, so it takes access to all records as well. */
  readonly scope?: "all"
  /** Where it means this; everywhere else unless it is given. */
  readonly at?: RegExp
}

/** What stands on the pages to be pressed. The first that fits counts. */
const actions: ReadonlyArray<Action> = [
  { name: /^(?:Assign owner|Owner: .+)$/, needs: "offboardings_edit", at: /^\/(?:offboardings|employees)/ },
  {
    name: /^(?:Add comment|Follow|Unfollow|Don’t notify .+|Delete comment by .+|\d+ comments?)$/,
    needs: "offboardings_view",
    at: /^\/(?:offboardings|employees)\//
  },
  { name: /^(?:Save view|Actions for the view .+)$/, needs: "offboardings_view", at: /^\/offboardings/ },
  {
    name: /^(?:New checklist|Save checklist|Add task|Duplicate(?:: .+)?)$/,
    needs: "checklists_manage",
    at: /^\/templates/
  },
  { name: /^New document template$/, needs: "compliance_manage" },
  { name: /^New approval chain$/, needs: "settings_manage", also: "offboardings_create" },
  { name: /^(?:Save approvals|Open approval chains)$/, needs: "settings_manage", at: /^\/settings/ },
  // Nobody reaches above what they hold, so it differs from member to member.
  { name: /^Actions for .+$/, needs: null, at: /^\/members/ },
  { name: /^Checklists$/, needs: null },
  // Of members who may no more than whoever changes them; all of the demo's may begin an offboarding.
  { name: /^(?:Change role|Remove)$/, needs: "members_manage", also: "offboardings_create", at: /^\/members/ },
  {
    name: /^(?:Invite member|New role|Save role|Roles)$/,
    needs: "members_manage",
    at: /^\/(?:members|roles)/
  },
  {
    name: /^(?:Connect|Reconnect|Connect custom app|Disconnect|Set up)$/,
    needs: "integrations_manage",
    at: /^\/integrations/
  },
  { name: /^(?:Set up provisioning|New token|Turn off|Run diagnostics)$/, needs: "integrations_manage", at: /\/scim$/ },
  { name: /^(?:Set up provider|Replace provider|Set up universal logout)$/, needs: "superadmin", at: /\/sign-on$/ },
  { name: /^Connect an HR system$/, needs: "integrations_manage" },
  { name: /^Copy$/, needs: null, at: /^\/integrations/ },
  { name: /^Save$/, needs: "superadmin", at: /^\/settings/ },
  { name: /^Delete organization$/, needs: "superadmin" },
  { name: /^Start export$/, needs: "audit_export" },
  { name: /^Export$/, needs: "audit_export", at: /^\/audit-log/ },
  { name: /^Archive now$/, needs: "superadmin" },
  { name: /^(?:Change retention|Save)$/, needs: "superadmin", at: /^\/audit-log/ },
  { name: /^(?:Verify chain|Download anchors|Download key|Copy)$/, needs: "audit_view", at: /^\/audit-log/ },
  { name: /^(?:Entry [\d,]+|Open|Related entries|All actions by this person)$/, needs: null, at: /^\/audit-log/ },
  { name: /^Audit log$/, needs: "audit_view", at: /\/(?:timeline|activity)$/ },
  { name: /^Audit log$/, needs: null, at: /^\/audit-log/ },
  { name: /^(?:Create API key|Rotate|Delete)$/, needs: "superadmin", at: /^\/api-keys/ },
  { name: /^(?:Usage|API reference|Actions for .+)$/, needs: "superadmin", at: /^\/api-keys/ },
  { name: /^(?:Send test event|Resend|Create webhook|Rotate secret)$/, needs: "settings_manage" },
  {
    name: /^(?:More|Edit|Pause|Resume|Delete webhook|Delete destination)$/,
    needs: "settings_manage",
    at: /^\/(?:webhooks|siem)/
  },
  { name: /^Add destination$/, needs: "settings_manage" },
  { name: /^Send a date range$/, needs: "audit_export" },
  { name: /^(?:Event catalog|Developers|Check|Copy|Download receiver.+|.+ reference)$/, needs: null },
  { name: /^API keys$/, needs: "superadmin", at: /^\/developers/ },
  { name: /^(?:Webhooks|SIEM)$/, needs: "settings_manage", at: /^\/developers/ },
  // Where requests need approval, a manager is led to a request.
  { name: /^Start offboarding$/, needs: null, at: /^\/offboardings\/new/ },
  { name: /^(?:New offboarding|Import|Start offboarding|Request offboarding)$/, needs: "offboardings_create" },
  // What the list shows to its reader, as a file.
  { name: /^(?:Export CSV|Dense rows|Comfortable rows)$/, needs: null },
  // Home's first act for a member who may not start an offboarding.
  { name: /^(?:Request an offboarding|Review request)$/, needs: null, at: /^\/$/ },
  { name: /^Move .+ to another stage$/, needs: "offboardings_edit" },
  { name: /^Move to .+$/, needs: "offboardings_edit", at: /view=board/ },
  { name: /^(?:Import CSV|Add person|Delete record|Erase person)$/, needs: "employees_manage" },
  { name: /^Edit$/, needs: "employees_manage", at: /^\/people/ },
  { name: /^Add equipment$/, needs: "assets_manage" },
  // The menu of a case, and that of a task, which deletes only the task.
  { name: /^Delete$/, needs: "offboardings_edit", at: /\/tasks$/ },
  { name: /^Delete$/, needs: "offboardings_delete", at: /^\/(?:offboardings|employees)\// },
  {
    name: /^(?:Edit|Cancel offboarding|Move to .+)$/,
    needs: "offboardings_edit",
    at: /^\/(?:offboardings|employees)\//
  },
  {
    name: /^(?:Confirm return|Send link|Send new link|Invite)$/,
    needs: "offboardings_edit"
  },
  // All but the first are also for whoever manages checklists.
  { name: /^(?:Mark as not needed|Add task|Apply template|Comment|Actions for .+)$/, needs: "offboardings_edit" },
  { name: /^Download evidence$/, needs: "audit_export" },
  { name: /^Set legal hold$/, needs: "legal_hold_manage" },
  { name: /^(?:Upload|Create from template)$/, needs: "compliance_manage" },
  { name: /^View offboardings$/, needs: "offboardings_view" },
  { name: /^(?:Revoke access now|Retry|Retry now|Mark as removed…?)$/, needs: "access_revoke" },
  { name: /^Resolve$/, needs: "access_revoke" },
  { name: /^Save default owners$/, needs: "access_revoke", scope: "all" },
  { name: /^(?:Scan again|Assign new owner: .+)$/, needs: "access_revoke" },
  { name: /^Actions for .+$/, needs: "access_revoke", at: /left-behind|\/(?:access|before-and-after)$/ },
  { name: /^Turn (?:on|off) scanning$/, needs: "settings_manage", scope: "all", at: /left-behind/ },
  { name: /^Restore access$/, needs: "access_revoke" },
  { name: /^(?:Approve|Reject)$/, needs: "access_revoke", at: /before-and-after/ },
  { name: /^(?:Add price|Set price: .+)$/, needs: "settings_manage", at: /left-behind/ },
  { name: /^License prices$/, needs: null },
  { name: /^Revoke anyway: .+$/, needs: "superadmin" },
  { name: /^(?:How this works|Details)$/, needs: null },
  // For whoever is named.
  { name: /^Take over: .+$/, needs: null },
  { name: /^(?:[\d,]+ offboardings?|Open offboarding|Fix: .+)$/, needs: null, at: /^\/reports\/evidence/ },
  { name: /^(?:Access removed|Removal verified|Equipment returned|Documents signed)$/, needs: null },
  { name: /^(?:Tasks done|Exit interview|Approved|Log anchored)$/, needs: null },
  { name: /^Select apps$/, needs: "offboardings_edit" },
  { name: /^(?:Go to Integrations|Open integrations)$/, needs: "integrations_manage" },
  { name: /^Start test$/, needs: "analytics_export" },
  { name: /^Download as PDF$/, needs: "analytics_export", at: /^\/reports/ },
  { name: /^Export as CSV$/, needs: "analytics_export", at: /^\/reports/ },
  { name: /^(?:Create report|Create list)$/, needs: "settings_manage" },
  { name: /^Hand over and close$/, needs: "members_manage" },
  // Whoever asked, or whose turn it is: the service says so with each initiation.
  { name: /^(?:Approve|Reject|Delegate|Withdraw|Edit|More)$/, needs: null, at: /^\/initiations/ },
  // The way, and one's own things.
  {
    name: /^(?:Previous|Next|Continue|Back|Cancel|Clear|Clear filters|Retry|Try again|More|More filters|Table|Board)$/,
    needs: null
  },
  { name: /^(?:Person|Last day|Stage|Department|Deadline)$/, needs: null },
  { name: /^(?:Pending|Notice period|Access revocation|Equipment return|Completed)$/, needs: null, at: /view=board/ },
  { name: /^(?:All .+|Settings|People|Offboardings|Requests|Open data export|Show all \d+)$/, needs: null },
  {
    name: /^(?:Choose .+|Select .+|Enter details manually|(?:Continue|Discard) draft|Download template|Check rows)$/,
    needs: null
  },
  { name: /^(?:View as table|Hide table)$/, needs: null },
  { name: /^(?:Open|Open offboarding|Download PDF|Download as PDF|Include returned equipment)$/, needs: null },
  { name: /^(?:Create calendar link|Create new link|Revoke link)$/, needs: "offboardings_view", at: /^\/account/ },
  { name: /^(?:Mark as read|Mark all as read|Sign out .+|Set up|Save|Change password)$/, needs: null },
  { name: /^(?:Download my data|Leave organization|Close account)$/, needs: null }
]

/** What the table says of a button; undefined where it is not in there. */
export const actionAt = (path: string, button: string) =>
  actions.find(({ at, name }) => name.test(button) && (at === undefined || at.test(path)))
