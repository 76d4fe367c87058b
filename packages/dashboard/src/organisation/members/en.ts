import type { Permission, Role, ScopeName } from "@svc/contract/kernel/permissions"
import { plurals } from "#languages/plural.ts"

const plural = plurals("en")

const roleNames: Readonly<Record<Role, string>> = {
  superadmin: "Super Admin",
  admin: "Admin",
  hr: "HR",
  manager: "Manager"
}

const scopes: Readonly<Record<ScopeName, string>> = {
  all: "All records",
  departments: "Some departments",
  direct_reports: "Direct reports"
}

const permissions: Readonly<Record<Permission, { readonly name: string; readonly text: string }>> = {
  offboardings_view: { name: "View offboardings", text: "With their tasks and stages, and the directory." },
  offboardings_create: { name: "Start offboardings", text: "Or request one. Includes import." },
  offboardings_edit: { name: "Edit offboardings", text: "Stages, dates, tasks, returned equipment." },
  offboardings_delete: { name: "Delete offboardings", text: "Permanently, with a reason." },
  checklists_manage: { name: "Manage checklists", text: "Tasks of offboardings, and checklist templates." },
  legal_hold_manage: { name: "Manage legal holds", text: "Set and release them." },
  employees_manage: { name: "Manage people", text: "Add, import, edit, and erase them." },
  assets_view: { name: "View equipment", text: "Who has which item, and when it is due." },
  assets_manage: { name: "Manage equipment", text: "Add, edit, and delete items." },
  access_revoke: { name: "Revoke access", text: "In connected apps, and mark access as removed." },
  compliance_view: { name: "View documents", text: "Letters, agreements, and their signatures." },
  compliance_manage: { name: "Manage documents", text: "Upload, generate, request signatures, delete." },
  audit_view: { name: "View the audit log", text: "Who did what, and when." },
  audit_export: { name: "Export the audit log", text: "And download the evidence of an offboarding." },
  analytics_view: { name: "View reports", text: "Figures of the offboardings they can see." },
  analytics_export: { name: "Export reports", text: "And create leaver access tests." },
  settings_manage: {
    name: "Manage settings",
    text: "Webhooks, approvals, exports. A SIEM destination receives the whole audit log, even without the permission to view it."
  },
  integrations_manage: { name: "Manage integrations", text: "Connect and disconnect apps." },
  members_manage: { name: "Manage members", text: "Invite, change roles, remove." }
}

export const members = {
  title: "Members",
  about: "The members of your organization, their roles, and the records they can see.",
  roleNames,
  scopes,
  permissions,
  member: "Member",
  role: "Role",
  sees: "Record access",
  secondFactor: "2FA",
  on: "On",
  off: "Off",
  lastSeen: "Last sign-in",
  never: "Never",
  you: "you",
  actions: "Actions",
  actionsFor: (name: string) => `Actions for ${name}`,
  search: "Name or email",
  anyFactor: "With and without 2FA",
  withoutFactor: "Without 2FA",
  change: "Change role",
  changeTitle: (name: string) => `Change role of ${name}`,
  changeText: "Takes effect immediately.",
  save: "Save",
  changed: (name: string) => `Role of ${name} changed`,
  records: "Record access",
  asRole: (scope: string) => `Role default: ${scope}`,
  departments: "Departments",
  departmentsHelp: "Enter the name exactly as in the records.",
  otherDepartment: "Another department",
  addDepartment: "Add",
  lastSuperAdmin:
    "This is the only Super Admin, and your organization needs one. Make another member a Super Admin first.",
  remove: "Remove",
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: (name: string) =>
    `${name} is signed out of this organization immediately. Their account stays, for other organizations.`,
  goes: "Stops",
  goesText: "API keys they created, and invitations they sent.",
  stays: "Kept",
  staysText:
    "Tasks assigned to them: reassign these. Approvals only they could give go to a Super Admin. The audit log keeps what they did.",
  removed: (name: string) => `${name} removed`,
  leaveInstead: "You can’t remove yourself. To leave, go to My account.",
  invite: "Invite member",
  inviteText: "The person gets an email with a link. It works once and expires after 7 days.",
  email: "Email",
  inviteIt: "Send invitation",
  invited: (email: string) => `Invitation sent to ${email}`,
  alreadyMember: "A person with this email is already a member.",
  invites: "Open invitations",
  invitedBy: "Invited by",
  until: "Expires",
  resend: "Send again",
  resendOf: (email: string) => `Send again to ${email}`,
  resent: (email: string) => `New link sent to ${email}. The old link no longer works.`,
  withdraw: "Withdraw",
  withdrawOf: (email: string) => `Withdraw invitation to ${email}`,
  withdrawTitle: (email: string) => `Withdraw invitation to ${email}?`,
  withdrawText: "The link stops working immediately. You can invite them again.",
  withdrawn: (email: string) => `Invitation to ${email} withdrawn`,
  rolesTitle: "Roles",
  rolesAbout: "What members can do and see. The four built-in roles can’t be changed; you can add custom roles.",
  newRole: "New role",
  roleName: "Name",
  builtIn: "Built-in",
  may: "Permissions",
  mayCount: (count: number, of: number) => `${count} of ${of}`,
  holders: "Members",
  permissionTable: "Permissions by role",
  permission: "Permission",
  groups: {
    offboardings: "Offboardings",
    people: "People, equipment, and access",
    proof: "Documents and proof",
    organisation: "Organization"
  },
  yes: "yes",
  no: "no",
  thisRole: "This role",
  grant: (name: string, role: string) => `${role}: ${name}`,
  notYours: "You can only grant permissions you have.",
  roleAbout: "Changes take effect immediately for all members with this role.",
  roleSaved: "Role saved",
  saveRole: "Save role",
  nameTaken: "A role with this name already exists, or the name is too close to a built-in one.",
  deleteRole: "Delete",
  deleteRoleTitle: (name: string) => `Delete role ${name}?`,
  deleteRoleText: "This can’t be undone. A role can be deleted when no one has it.",
  roleDeleted: (name: string) => `Role ${name} deleted`,
  roleInUse: "This role is in use",
  heldBy: (members: number, invites: number) =>
    [
      ...(members > 0 ? [plural(members, { one: "# member", other: "# members" })] : []),
      ...(invites > 0 ? [plural(invites, { one: "# open invitation", other: "# open invitations" })] : [])
    ].join(", "),
  heldByText: "Assign another role to them first.",
  openHolders: "Show members",
  noMatch: "No results",
  clear: "Clear filters",
  anyRole: "All roles"
}
