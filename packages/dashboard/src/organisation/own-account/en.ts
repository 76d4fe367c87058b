import type { Theme } from "@svc/contract/accounts/schema"
import type { SignInMethod } from "@svc/contract/kernel/access"
import type { Role } from "@svc/contract/kernel/permissions"
import type { NotificationType } from "@svc/contract/notifications/schema"

const themes: Readonly<Record<(typeof Theme.literals)[number], string>> = {
  light: "Light",
  dark: "Dark",
  system: "Like the system"
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
  "offboarding.created": "An offboarding was started",
  "offboarding.stage_changed": "An offboarding moved on",
  "revocation.failed": "Access could not be revoked",
  "checklist.sla_breached": "A task is late",
  "asset.overdue": "An asset was not returned in time",
  "asset.shipment_announced": "Equipment is on its way back",
  "webhook.auto_disabled": "A webhook was paused",
  "initiation.waiting": "An initiation waits for you",
  "initiation.decided": "An initiation was decided",
  "integration.credential_refused": "An app refused its credentials",
  "residual_access.found": "Somebody still has access after leaving",
  "left_behind.waiting": "Somebody is to take over what stays behind",
  "scim.deprovision_skipped": "A directory asked for a removal that was left out",
  "hris.review_waiting": "The HR system reports a change to look at",
  "esignature.ended": "A signature was given, declined or has expired",
  "member.signed_out": "The identity provider signed a member out",
  "member.became_superadmin": "A member became a Super Admin"
}

export const ownAccount = {
  about: "How you sign in, what you are told, and what is kept about you.",
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
    nameHelp: "As your colleagues and the people who leave see it.",
    email: "E-mail address",
    role: "Role",
    roles,
    zone: "Time zone",
    zoneOf: (zone: string) => `${zone}, your organisation's`,
    look: "Language and look",
    language: "Language",
    languageHelp: "The dashboard speaks these so far.",
    notSpoken: (language: string) => `The dashboard does not speak ${language} yet, so you read English.`,
    theme: "Theme",
    themes
  },
  organisations: {
    title: "Your organisations",
    name: "Organisation",
    here: "You are here",
    open: "Open"
  },
  password: {
    title: "Password",
    text: "A new password ends your other sessions. This one goes on.",
    current: "Current password",
    next: "New password",
    nextHelp: "A few words that do not belong together make a good one.",
    change: "Change the password",
    changed: "Your password is changed, and your other sessions have ended"
  },
  second: {
    title: "Second factor",
    on: "On",
    off: "Off",
    offText:
      "With a second factor a stolen password is not enough: signing in also takes a code of an app on your phone.",
    onText: "Signing in takes a code of your authenticator app besides your password.",
    setUp: "Set up",
    scan: "Scan this with your authenticator app, then type the six digits that it shows.",
    picture: "QR code for your authenticator app",
    byHand: "Or type this key into the app",
    code: "Code",
    enable: "Switch on",
    enabled: "Your second factor is on, and your other sessions have ended",
    renew: "New recovery codes",
    renewTitle: "New recovery codes",
    renewText: "Ten new codes are made. Those of before work no more.",
    make: "Make them",
    disable: "Switch off",
    disableTitle: "Switch off the second factor",
    disableText: "Your password alone signs you in again, and your recovery codes are void.",
    disabled: "Your second factor is off",
    password: "Password",
    codeHelp: "Of your authenticator app, or a recovery code."
  },
  recovery: {
    title: "Your recovery codes",
    text: "Each signs you in once when the app is not at hand. They are shown only now: keep them where you keep your passwords.",
    copy: "Copy them",
    copied: "Copied",
    download: "Download",
    file: "recovery-codes.txt",
    heading: (email: string) => `Recovery codes of ${email}`,
    kept: "I have kept them"
  },
  sessions: {
    title: "Where you are signed in",
    device: "Device",
    on: (browser: string, system: string) => `${browser} on ${system}`,
    unknown: "Unknown device",
    place: "Address",
    organisation: "Organisation",
    method: "Signed in with",
    methods,
    seen: "Last seen",
    since: "Since",
    this: "This one",
    end: "Sign out",
    ended: "The session has ended",
    endOthers: "Sign out everywhere else",
    endOthersTitle: "Sign out everywhere else?",
    endOthersText: "Every session but this one ends at once. Whoever uses one of them has to sign in again.",
    othersEnded: "Your other sessions have ended"
  },
  notices: {
    text: "Mails about the security of your account are always sent.",
    kind: "What happened",
    inApp: "In the app",
    byMail: "By mail",
    kinds
  },
  data: {
    exportTitle: "What is kept about you",
    exportText:
      "A JSON file with your account, memberships and sessions, directory records with your address, offboardings that you started, audit entries by or about you, notifications and API keys. Five times an hour at most.",
    exportDo: "Download my data",
    endTitle: "Leave or close",
    leave: "Leave the organisation",
    leaveAbout: "Your account stays, without this organisation.",
    leaveTitle: (organisation: string) => `Leave ${organisation}?`,
    leaveGoes: "What goes: your access here, and the API keys that you made here.",
    leaveStays: "What stays: your account, and here everything that you did. Only a new invitation brings you back.",
    leaveDo: "Leave",
    close: "Close the account",
    closeAbout: "In every organisation, for good.",
    closeTitle: "Close your account?",
    closeGoes: "What goes: your account in every organisation, its sessions and the API keys that you made.",
    closeStays: "What stays: offboardings and the audit log, as your organisations have to keep them.",
    closeDo: "Close the account",
    handOver: "Hand over and close",
    handOverAbout: "Somebody else takes your open offboardings, and your account is closed.",
    handOverTitle: "Hand over and close your account?",
    handOverGoes:
      "They become Super Admin if you are one, and take over the offboardings that you started. Then your account is closed everywhere.",
    successor: "Who takes over",
    choose: "Choose a member",
    typeAddress: (email: string) => `To confirm, type ${email}`,
    notTheAddress: "is not your address",
    openOffboardings: "Show open offboardings"
  }
}
