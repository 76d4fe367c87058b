import type { Theme } from "@svc/contract/accounts/schema"
import type { SignInMethod } from "@svc/contract/kernel/access"
import type { Role } from "@svc/contract/kernel/permissions"
import type { NotificationType } from "@svc/contract/notifications/schema"

const themes: Readonly<Record<(typeof Theme.literals)[number], string>> = {
  light: "Light",
  dark: "Dark",
  system: "System default"
}

const roles: Readonly<Record<Role, string>> = {
  superadmin: "Super Admin",
  admin: "Admin",
  hr: "HR",
  manager: "Manager"
}

const methods: Readonly<Record<SignInMethod, string>> = {
  password: "Password",
  google: "Google",
  saml: "Single sign-on"
}

const kinds: Readonly<Record<NotificationType, string>> = {
  "offboarding.created": "Offboarding started",
  "offboarding.stage_changed": "Offboarding moved to another stage",
  "offboarding.assigned": "You became the owner of an offboarding",
  "revocation.failed": "Access revocation failed",
  "checklist.sla_breached": "Task overdue",
  "task.assigned": "You became the owner of a task",
  "task.due": "Your task is due today",
  "comment.mentioned": "You were mentioned in a comment",
  "comment.added": "New comment on an offboarding you follow",
  "asset.overdue": "Equipment overdue",
  "asset.shipment_announced": "Equipment on its way back",
  "webhook.auto_disabled": "Webhook paused",
  "initiation.waiting": "Request waiting for your approval",
  "initiation.decided": "Request approved or rejected",
  "integration.credential_refused": "App rejected its credential",
  "residual_access.found": "Residual access found",
  "left_behind.waiting": "Orphaned item needs a new owner",
  "scim.deprovision_skipped": "No offboarding started for a deactivated user",
  "hris.review_waiting": "Change in the HR system needs review",
  "esignature.ended": "Document signed, declined, or expired",
  "member.signed_out": "Member signed out by the identity provider",
  "member.became_superadmin": "Member became a Super Admin"
}

export const ownAccount = {
  shortcuts: {
    title: "Keyboard shortcuts",
    letters: "Use single letters as shortcuts",
    help: "Press ? for the list. This applies to this browser. Ctrl K or ⌘K always opens the search."
  },
  calendar: {
    title: "Calendar",
    text: "Subscribe to the last days of the offboardings that you can see, in Outlook, Google Calendar, or Apple Calendar.",
    create: "Create calendar link",
    once: "Copy the link now. It is shown only once. Anyone with the link can see the names and last days.",
    since: (when: string) => `Your link was created on ${when}.`,
    unread: "No calendar has loaded it yet.",
    read: (when: string) => `A calendar last loaded it on ${when}.`,
    replace: "Create new link",
    replaceTitle: "Create a new calendar link?",
    replaceText: "Your current link stops working. Calendars that use it no longer update.",
    revoke: "Revoke link",
    revokeTitle: "Revoke your calendar link?",
    revokeText: "Calendars that use it no longer update. They may keep what they have loaded.",
    revoked: "Calendar link revoked"
  },
  about: "How you sign in, what you’re notified about, and what is stored about you.",
  tabs: {
    profile: "Profile",
    security: "Security",
    sessions: "Sessions",
    notifications: "Notifications",
    data: "Your data"
  },
  save: "Save",
  saved: "Saved",
  profile: {
    title: "You",
    name: "Your name",
    nameHelp: "Shown to your colleagues and to departing employees.",
    email: "Email",
    role: "Role",
    roles,
    zone: "Time zone",
    zoneOf: (zone: string) => `${zone}, set by your organization`,
    look: "Language and theme",
    language: "Language",
    notSpoken: (language: string) => `The dashboard is not available in ${language} yet, so it is shown in English.`,
    theme: "Theme",
    themes
  },
  organisations: {
    title: "Your organizations",
    name: "Organization",
    here: "Current",
    open: "Open"
  },
  password: {
    title: "Password",
    text: "A new password ends your other sessions, but not this one.",
    current: "Current password",
    next: "New password",
    nextHelp: "Use a few unrelated words.",
    change: "Change password",
    changed: "Password changed. Your other sessions have ended."
  },
  second: {
    title: "Two-factor authentication",
    on: "On",
    off: "Off",
    offText: "Protects your account even if your password is stolen: to sign in, you also enter a code from an app.",
    onText: "To sign in, you enter your password and a code from your authenticator app.",
    setUp: "Set up",
    scan: "Scan this with your authenticator app, then enter the 6-digit code it shows.",
    picture: "QR code for your authenticator app",
    byHand: "Or enter this key in the app",
    code: "Code",
    enable: "Turn on",
    enabled: "Two-factor authentication is on. Your other sessions have ended.",
    renew: "New recovery codes",
    renewTitle: "Create new recovery codes?",
    renewText: "You get ten new codes. The current ones stop working.",
    make: "Create new codes",
    disable: "Turn off",
    disableTitle: "Turn off two-factor authentication?",
    disableText: "You’ll sign in with your password alone. Your recovery codes stop working.",
    disabled: "Two-factor authentication is off",
    password: "Password",
    codeHelp: "From your authenticator app, or a recovery code."
  },
  recovery: {
    title: "Your recovery codes",
    text: "Use one to sign in when you don’t have your app; each works once. You won’t see them again: store them with your passwords.",
    copy: "Copy",
    copied: "Copied",
    download: "Download",
    file: "recovery-codes.txt",
    heading: (email: string) => `Recovery codes for ${email}`,
    kept: "I have saved them"
  },
  sessions: {
    title: "Where you’re signed in",
    device: "Device",
    on: (browser: string, system: string) => `${browser} on ${system}`,
    unknown: "Unknown device",
    place: "IP address",
    organisation: "Organization",
    method: "Signed in with",
    methods,
    seen: "Last active",
    since: "Signed in",
    this: "This device",
    end: "Sign out",
    ended: "Session ended",
    endOthers: "Sign out everywhere else",
    endOthersTitle: "Sign out everywhere else?",
    endOthersText: "All your other sessions end immediately.",
    othersEnded: "Your other sessions have ended"
  },
  notices: {
    text: "Emails about the security of your account are always sent.",
    kind: "Event",
    inApp: "In the app",
    byMail: "By email",
    kinds
  },
  data: {
    exportTitle: "Your stored data",
    exportText:
      "A JSON file with your account, memberships, sessions, directory records with your email, offboardings you started, audit log entries by or about you, notifications, and API keys. Up to 5 times an hour.",
    exportDo: "Download my data",
    endTitle: "Leave or close",
    leave: "Leave organization",
    leaveAbout: "Leave this organization. Your account is kept.",
    leaveTitle: (organisation: string) => `Leave ${organisation}?`,
    leaveGoes: "Ends: your access here and the API keys you created here.",
    leaveStays: "Kept: your account, and everything you did here. To come back, you need a new invitation.",
    leaveDo: "Leave organization",
    close: "Close account",
    closeAbout: "Close your account in every organization, permanently.",
    closeTitle: "Close your account?",
    closeGoes: "Ends: your account in every organization, its sessions, and the API keys you created.",
    closeStays: "Kept: offboardings and the audit log, as your organizations must retain them.",
    closeDo: "Close account",
    handOver: "Hand over and close",
    handOverAbout: "Hand your open offboardings over to another member, then close your account.",
    handOverTitle: "Hand over and close your account?",
    handOverGoes:
      "The new owner takes over the offboardings you started, and becomes a Super Admin if you are one. Then your account is closed in every organization.",
    successor: "New owner",
    choose: "Choose a member",
    typeAddress: (email: string) => `Type ${email} to confirm`,
    notTheAddress: "This isn’t your email",
    openOffboardings: "Show open offboardings"
  }
}
