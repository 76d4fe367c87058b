import type { OffboardingStatus, SeparationType } from "@svc/contract/offboardings/schema"
import type { DeliveryStatus } from "@svc/contract/webhooks/schema"
import { plurals } from "./plural.ts"

const plural = plurals("en")

type Of<Name extends string> = Readonly<Record<Name, string>>

const stages: Of<OffboardingStatus> = {
  pending: "Pending",
  notice_period: "Notice period",
  it_revocation: "IT revocation",
  asset_recovery: "Asset recovery",
  completed: "Completed",
  cancelled: "Cancelled"
}

const separations: Of<SeparationType> = {
  resignation: "Resignation",
  termination: "Termination",
  layoff: "Layoff",
  redundancy: "Redundancy",
  retirement: "Retirement",
  contract_end: "End of contract",
  other: "Other"
}

const deliveryStates: Of<DeliveryStatus> = {
  pending: "Pending",
  failed: "Will retry",
  delivered: "Delivered",
  dead: "Given up"
}

/** What the dashboard says. English is the measure: every other language has the same shape, or does not compile. */
export const en = {
  language: "en",
  common: {
    retry: "Try again",
    cancel: "Cancel",
    needed: "is needed",
    copy: "Copy",
    copied: "Copied",
    reload: "Reload the page",
    pager: {
      label: "Pages",
      before: "Previous",
      after: "Next",
      range: (from: number, to: number, total: number) => `${from}–${to} of ${total.toLocaleString("en")}`
    }
  },
  shell: {
    skip: "Skip to the content",
    navigation: "Main",
    open: "Open the menu",
    account: "Your account",
    theme: { light: "Light", dark: "Dark", system: "Like the system" },
    signOut: "Sign out",
    search: "Go to…",
    searchHint: "Screens and people",
    nothingFound: "Nothing found",
    sections: { connect: "Connect" },
    home: "Home",
    offboardings: "Offboardings",
    webhooks: "Webhooks",
    apiKeys: "API keys",
    readOnly:
      "Your organisation is read-only because its plan has ended. You can look at everything and change nothing."
  },
  failures: {
    unreachable: { title: "The service does not answer", text: "Check your connection. Nothing of yours is lost." },
    unexpected: {
      title: "Something did not fit",
      text: "The service may have been updated since this page was opened."
    },
    denied: {
      title: "You are not allowed to see this",
      text: (permission: string | undefined) =>
        permission === undefined
          ? "Ask an administrator of your organisation for access."
          : `It needs the permission “${permission}”. Ask an administrator of your organisation for it.`
    },
    plan: {
      title: "Not part of your plan",
      text: (plan: string) => `Your organisation is on the plan “${plan}”. A larger one includes this.`
    },
    suspended: { title: "Your organisation is suspended", text: "Contact support to have it opened again." },
    noOrganisation: {
      title: "You belong to no organisation",
      text: "Open the invitation that was mailed to you; until then you can manage your own account."
    },
    limited: { title: "Too much at once", text: "Wait a moment, then try again." },
    readOnly: { title: "Your organisation is read-only", text: "Choose a plan to make changes again." },
    notFound: { title: "Not found", text: "It was deleted, it is of another organisation, or you may not see it." }
  },
  accounts: {
    signInTitle: "Sign in",
    email: "E-mail address",
    password: "Password",
    signIn: "Sign in",
    ssoTitle: "Your organisation signs in elsewhere",
    ssoText: "It uses its own identity provider.",
    ssoGo: "Go on there",
    codeTitle: "Second factor",
    codeText: "Type the six digits that your authenticator app shows, or a recovery code.",
    code: "Code",
    verify: "Verify",
    otherAccount: "Sign in as somebody else",
    forgot: "Forgot the password?",
    elsewhereFailed: "The sign-in elsewhere did not succeed. Try again, or sign in with your password.",
    forgotTitle: "Forgotten password",
    forgotText: "We send a link to your address. By it you set a new password.",
    sendLink: "Send the link",
    linkSent: "If there is an account with this address, a link is on its way to it. It is good for one hour.",
    backToSignIn: "Back to the sign-in",
    resetTitle: "New password",
    newPassword: "New password",
    setPassword: "Set the password",
    passwordSet: "The new password is set. All other sessions have ended.",
    newLink: "Ask for a new link",
    registerTitle: "Register your organisation",
    orgName: "Organisation",
    fullName: "Your name",
    acceptPrivacy: "I accept the privacy notice",
    privacyNeeded: "The privacy notice has to be accepted",
    register: "Register",
    registered: "A link is on its way to your address. Open it within 24 hours to finish the registration.",
    verifyTitle: "Finish the registration",
    verifyText: "One press confirms your address and signs you in.",
    confirmAddress: "Confirm my address",
    joinTitle: "Accept the invitation",
    joinText:
      "If you have an account with this address already, type its password; else choose one for the new account.",
    joinNameHelp: "For a new account.",
    join: "Join",
    stepUpTitle: "Is it still you?",
    stepUpText: "This changes who or what has access. Type your password once more; it counts for ten minutes.",
    confirm: "Confirm"
  },
  home: {
    title: "Home",
    hello: (name: string) => `Hello, ${name}`,
    open: "Open",
    openBeside: "being offboarded",
    soon: "Next 14 days",
    soonBeside: "last day ahead",
    late: "Overdue",
    lateBeside: "past the last day",
    sla: "Late tasks",
    slaBeside: (atRisk: number) => (atRisk === 0 ? "none at risk" : `and ${atRisk} at risk`),
    residual: "Access is back",
    residualBeside: "after they left",
    equipment: "Equipment out",
    equipmentBeside: (lost: number) => (lost === 0 ? "nothing lost" : plural(lost, { one: "# lost", other: "# lost" })),
    nextTitle: "Next to leave",
    nextNone: "Nobody leaves in the next two weeks",
    nextNoneText: "When somebody's last day comes near, they stand here with what is still to do.",
    recoveryTitle: "Equipment to recover",
    recoveryText: "Items that are still out, by the day on which they are due back",
    recoveryNone: "Nothing has to come back",
    recoveryNoneText: "Equipment with a return date appears here.",
    buckets: {
      "overdue-30d+": "Over 30 days late",
      "overdue-8-30d": "8–30 days late",
      "overdue-1-7d": "1–7 days late",
      "due-0-7d": "Due in 7 days",
      "due-8d+": "Due later"
    },
    late1: "Late",
    due1: "Due",
    all: "All offboardings"
  },
  cases: {
    title: "Offboardings",
    about: "Everybody who is leaving, what is done, and what is missing.",
    create: "New offboarding",
    start: "Start offboarding",
    openIt: "Open it",
    name: "Full name",
    leaving: "Leaving",
    lastDayHelp: "Access ends by itself at the end of this day.",
    managerHelp: "Left out it is taken from the directory.",
    search: "Name, address or job title",
    stage: "Stage",
    anyStage: "Every stage",
    department: "Department",
    type: "Reason",
    anyType: "Every reason",
    open: "Open and closed",
    openOnly: "Open only",
    closedOnly: "Closed only",
    clear: "Clear",
    person: "Person",
    lastDay: "Last day",
    tasks: "Tasks",
    access: "Access",
    manager: "Manager",
    stages,
    separations,
    none: "No offboarding yet",
    noneText: "Start one here, by the API, or let your identity provider or HR system do it.",
    noMatch: "Nothing fits these filters",
    noMatchText: "Change or clear them to see more.",
    today: "today",
    inDays: (days: number) => plural(days, { one: "in # day", other: "in # days" }),
    daysAgo: (days: number) => plural(days, { one: "# day ago", other: "# days ago" }),
    done: (done: number, all: number) => `${done} of ${all}`,
    verified: (verified: number, all: number) => (all === 0 ? "no apps" : `${verified} of ${all} verified`),
    hold: "Legal hold",
    tabs: {
      label: "Parts of this offboarding",
      overview: "Overview",
      access: "Access",
      tasks: "Tasks",
      assets: "Equipment",
      documents: "Documents",
      timeline: "Timeline"
    },
    stepper: "Stage",
    step: { done: "done", now: "now", later: "to come", stopped: "cancelled" },
    moveTo: (stage: string) => `Move to ${stage}`,
    moved: (name: string, stage: string) => `${name} is now in: ${stage}`,
    moreMoves: "Other stages",
    blocked: (stage: string) => `Not yet: “${stage}” asks for`,
    missing: {
      app: "Access to revoke, or to confirm as removed",
      asset: "Equipment to bring back",
      asset_confirmation: "The return of equipment to be confirmed",
      task: "Tasks to do, or to mark as not needed"
    },
    more: (count: number) => plural(count, { one: "and # more", other: "and # more" }),
    goThere: {
      app: "Open access",
      asset: "Open equipment",
      asset_confirmation: "Confirm the return",
      task: "Open tasks"
    },
    facts: "About",
    role: "Job title",
    email: "Address",
    reason: "Reason",
    source: "Started by",
    revokeAt: "Access ends",
    notScheduled: "not by itself",
    created: "Started",
    timeline: { what: "What", details: "Details", who: "Who", when: "When" }
  },
  assets: { states: { deployed: "With them", returned: "Returned", lost: "Lost" } },
  checklists: {
    title: "Tasks",
    none: "No tasks",
    noneText: "Add the first, or apply a template.",
    done: "Done",
    late: "Late",
    notNeeded: "Not needed",
    follows: "This completes itself once what it follows is settled.",
    task: "Task",
    assignee: "For",
    due: "Due"
  },
  revocations: {
    title: "Apps",
    none: "No apps were chosen",
    noneText: "Confirm that there is nothing to revoke, or choose apps for this offboarding.",
    app: "App",
    state: "State",
    proof: "Proof",
    when: "When",
    outcomes: {
      revoked: "Revoked",
      failed: "Failed",
      manual_required: "By hand",
      skipped: "Not known there",
      stopped: "Stopped"
    },
    open: "Not yet",
    confirmed: "Removed by hand",
    verified: "Read back from the app",
    claimed: "The app said so",
    byHand: "Somebody said so",
    previewTitle: "Revoke access now?",
    previewText: "These calls are made, in this order; what can be read back is read back. Nothing was sent so far.",
    removedTitle: (service: string) => `Removed from ${service} by hand?`,
    removedText: "It stands in the audit log under your name, as said by a person and not as read back.",
    removed: "Removed by hand",
    reason: "Why or how",
    reasonHelp: "For whoever looks at it later; may be left empty.",
    underWay: (done: number, all: number) => `Revoking: ${done} of ${all} apps are done`,
    nothingConfirmed: "Confirmed: there is nothing to revoke",
    confirmNothing: "Confirm that there is nothing",
    act: "To do",
    again: "Try again",
    revoke: "Revoke access now",
    started: (count: number) => plural(count, { one: "Revoking # app", other: "Revoking # apps" })
  },
  webhooks: {
    title: "Webhooks",
    about: "Addresses of yours that are told what happens.",
    none: "No webhooks yet",
    noneText: "Add an address, and it receives a signed message for every event that you choose.",
    address: "Address",
    events: "Events",
    health: "Health",
    lastDelivered: "Last delivered",
    all: "All events",
    someEvents: (count: number) => plural(count, { one: "# event", other: "# events" }),
    healthy: "Healthy",
    failing: (count: number) => plural(count, { one: "# failed today", other: "# failed today" }),
    paused: "Paused",
    never: "never",
    back: "All webhooks",
    deliveries: "Deliveries",
    noDeliveries: "Nothing was sent yet",
    noDeliveriesText: "The next event that this webhook receives appears here.",
    event: "Event",
    status: "State",
    anyStatus: "Every state",
    states: deliveryStates,
    attempts: "Attempts",
    answer: "Answer",
    at: "When",
    noAnswer: "no answer",
    redeliver: "Send again",
    redelivered: "It is on its way again",
    ping: "Send a test",
    pinged: (status: number) => `The test was answered ${status}`,
    pingFailed: (error: string) => `The test failed: ${error}`,
    next: "next attempt"
  },
  apiKeys: {
    title: "API keys",
    about: "Programs of yours sign in with these. A key is shown once, when it is made.",
    none: "No API keys yet",
    noneText: "Make one for each program, with no more scopes than it needs.",
    name: "Name",
    key: "Key",
    calls: "Calls in 7 days",
    lastUsed: "Last used",
    never: "never",
    state: "State",
    active: "Active",
    revoked: "Revoked",
    expired: "Expired",
    grace: (until: string) => `The old key works until ${until}`,
    rotate: "Rotate",
    rotated: "The new key",
    rotatedText: "Copy it now: it is shown here and never again. The old one works for 24 hours more.",
    close: "I have copied it",
    perDay: (calls: ReadonlyArray<number>) => `Calls per day, oldest first: ${calls.join(", ")}`
  }
}

export type Words = typeof en
