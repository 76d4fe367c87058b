export const failures = {
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
}
