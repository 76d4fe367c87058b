export const failures = {
  unreachable: {
    title: "The service doesn’t respond",
    text: "Check your connection. This part loads again as soon as the service responds.",
    unsaved: "Your change may not have been saved. Check your connection, then look before you try again."
  },
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
    text: (feature: string, from: string, now: string) => `“${feature}” comes with the plan ${from}. Yours now: ${now}.`
  },
  suspended: { title: "Your organisation is suspended", text: "Contact support to have it opened again." },
  noOrganisation: {
    title: "You belong to no organisation",
    text: "Open the invitation that was mailed to you; until then you can manage your own account."
  },
  limited: { title: "Too many requests", text: "Wait a minute, then try again." },
  readOnly: {
    title: "Your organisation is read-only",
    text: "Its trial or plan has ended. A Super Admin can see to it that it has a plan again; then changes are possible."
  },
  notFound: { title: "Not found", text: "It was deleted, it is of another organisation, or you may not see it." }
}
