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
  direct_reports: "Their own people"
}

const permissions: Readonly<Record<Permission, { readonly name: string; readonly text: string }>> = {
  offboardings_view: { name: "See offboardings", text: "With their tasks and stages, and the directory." },
  offboardings_create: { name: "Start offboardings", text: "Or ask for one, and import." },
  offboardings_edit: { name: "Work on offboardings", text: "Stages, dates, tasks, returned equipment." },
  offboardings_delete: { name: "Delete offboardings", text: "For good, with a reason." },
  checklists_manage: { name: "Manage checklists", text: "Tasks of an offboarding and templates of them." },
  legal_hold_manage: { name: "Set legal holds", text: "And lift them." },
  employees_manage: { name: "Manage people", text: "Add, import, change and erase them." },
  assets_view: { name: "See equipment", text: "Who has what, and when it is due." },
  assets_manage: { name: "Manage equipment", text: "Add, change and delete it." },
  access_revoke: { name: "Revoke access", text: "In the connected apps, and confirm what was done by hand." },
  compliance_view: { name: "See documents", text: "Letters, agreements and their signatures." },
  compliance_manage: { name: "Manage documents", text: "Upload, fill in, have signed, delete." },
  audit_view: { name: "See the audit log", text: "Who did what, and when." },
  audit_export: { name: "Export the audit log", text: "And evidence of an offboarding." },
  analytics_view: { name: "See reports", text: "Figures over all offboardings that they see." },
  analytics_export: { name: "Export reports", text: "And make leaver tests." },
  settings_manage: {
    name: "Manage settings",
    text: "Webhooks, approvals, exports. A SIEM destination receives the whole audit log, even without the permission to view it."
  },
  integrations_manage: { name: "Manage integrations", text: "Connect apps and take them off." },
  members_manage: { name: "Manage members", text: "Invite, change roles, remove." }
}

export const members = {
  title: "Members",
  about: "Who works here, what they may do, and whose records they see.",
  tabs: { members: "Members", roles: "Roles" },
  roleNames,
  scopes,
  permissions,
  member: "Member",
  role: "Role",
  sees: "Sees",
  secondFactor: "Second factor",
  on: "On",
  off: "Off",
  lastSeen: "Last sign-in",
  never: "never",
  you: "you",
  actions: "What can be done",
  actionsFor: (name: string) => `Actions for ${name}`,
  search: "Name or address",
  anyFactor: "Any second factor",
  withoutFactor: "Without second factor",
  change: "Change role",
  changeTitle: (name: string) => `Role of ${name}`,
  changeText: "It counts from their next click.",
  save: "Save",
  changed: (name: string) => `${name} has the new role`,
  records: "Which records they see",
  asRole: (scope: string) => `As the role has it: ${scope}`,
  departments: "Departments",
  departmentsHelp: "As they are written in the records, to the letter.",
  otherDepartment: "Another department",
  addDepartment: "Add",
  lastSuperAdmin:
    "This is the only Super Admin, and somebody has to be. Make another member a Super Admin first, then change this one.",
  remove: "Remove",
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: (name: string) => `${name} is signed out here at once. Their account stays, for other organisations.`,
  goes: "What goes",
  goesText: "API keys that they made stop working. Invitations that they sent are withdrawn.",
  stays: "What stays",
  staysText:
    "Tasks in their name stay in it: give them to somebody else. Approvals that wait for them alone go to a Super Admin. The audit log keeps what they did.",
  removed: (name: string) => `${name} is no member any more`,
  leaveInstead: "You cannot remove yourself. Leave the organisation under Your settings instead.",
  invite: "Invite a member",
  inviteText: "They get a link by mail that works once and for seven days.",
  email: "E-mail",
  inviteIt: "Send the invitation",
  invited: (email: string) => `An invitation is on its way to ${email}`,
  alreadyMember: "Somebody with this address is a member already.",
  invites: "Open invitations",
  invitedBy: "By",
  until: "Until",
  resend: "Send again",
  resendOf: (email: string) => `Send again to ${email}`,
  resent: (email: string) => `A new link is on its way to ${email}; the old one ends`,
  withdraw: "Withdraw",
  withdrawOf: (email: string) => `Withdraw the invitation of ${email}`,
  withdrawTitle: (email: string) => `Withdraw the invitation of ${email}?`,
  withdrawText: "Its link stops working at once. You can invite them again.",
  withdrawn: (email: string) => `The invitation of ${email} is withdrawn`,
  rolesTitle: "Roles",
  rolesAbout: "What members may do and see. The four built-in roles stay as they are; make your own beside them.",
  newRole: "New role",
  roleName: "Name",
  builtIn: "built in",
  may: "May do",
  mayCount: (count: number, of: number) => `${count} of ${of}`,
  holders: "Members",
  permissionTable: "What the roles may do",
  permission: "Permission",
  groups: {
    offboardings: "Offboardings",
    people: "People, equipment and access",
    proof: "Documents and proof",
    organisation: "Organisation"
  },
  yes: "yes",
  no: "no",
  thisRole: "This role",
  grant: (name: string, role: string) => `${role}: ${name}`,
  notYours: "You do not hold this yourself, so you cannot give it.",
  roleAbout: "It counts for everybody who holds it from their next click.",
  roleSaved: "The role is saved",
  saveRole: "Save the role",
  nameTaken: "There is a role of this name already, or it reads like a built-in one.",
  deleteRole: "Delete",
  deleteRoleTitle: (name: string) => `Delete the role ${name}?`,
  deleteRoleText: "It goes for good. That is possible once nobody holds it.",
  roleDeleted: (name: string) => `The role ${name} was deleted`,
  roleInUse: "This role is still held",
  heldBy: (members: number, invites: number) =>
    [
      ...(members > 0 ? [plural(members, { one: "# member", other: "# members" })] : []),
      ...(invites > 0 ? [plural(invites, { one: "# open invitation", other: "# open invitations" })] : [])
    ].join(", "),
  heldByText: "Give them another role first.",
  openHolders: "Show who holds it",
  noMatch: "Nobody fits",
  clear: "Clear",
  anyRole: "Every role"
}
