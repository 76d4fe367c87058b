import type { ConnectItTickets, TicketProvider } from "@svc/contract/it-tickets/schema"
import { Redacted, Result } from "effect"

/** What is kept of a connect body; a sentence when something is missing. */
interface DeskSettings {
  readonly settings: { readonly [key: string]: string }
  readonly secrets: ReadonlyMap<string, Redacted.Redacted>
}

const vendorDomains: Readonly<Record<TicketProvider, string>> = {
  jira: "atlassian.net",
  servicenow: "service-now.com",
  freshservice: "freshservice.com",
  zendesk: "zendesk.com"
}

/** The field that the vendor's documentation has for the address. */
const addressFields: Readonly<Record<TicketProvider, string>> = {
  jira: "site",
  servicenow: "instance",
  freshservice: "domain",
  zendesk: "subdomain"
}

/** `acme`, `acme.zendesk.com` and `https://acme.zendesk.com/` are the same. */
const addressOf = (provider: TicketProvider, given: string) => {
  const text = given.trim().replace(/\/+$/, "")
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  return `https://${/[.:]/.test(text) ? text : `${text}.${vendorDomains[provider]}`}`
}

const first = (...texts: ReadonlyArray<string | undefined>) => texts.find((text) => text !== undefined && text !== "")

/** `fallback`: the address that the operator set in place of the vendor's, which makes the tenant's one optional. */
export const settingsOf = (
  body: ConnectItTickets,
  fallback: string | undefined
): Result.Result<DeskSettings, string> => {
  const { provider } = body
  const typed = first(body.base_url, body.site, body.domain, body.instance, body.subdomain)
  if (typed === undefined && fallback === undefined) {
    return Result.fail(`${addressFields[provider]}: send the name of your ticket system, for example acme`)
  }
  const base = { provider, base_url: typed === undefined ? (fallback ?? "") : addressOf(provider, typed) }
  const user = first(body.email, body.username)
  const token = first(body.api_token, body.api_key, body.password)
  const kept = (settings: { readonly [key: string]: string }, name: string, secret: string) =>
    Result.succeed({
      settings: { ...base, ...settings },
      secrets: new Map([[name, Redacted.make(secret)]])
    })

  switch (provider) {
    case "jira": {
      if (user === undefined)
        return Result.fail("email: send the email address of the Atlassian account that owns the token")
      if (token === undefined) return Result.fail("api_token: send an API token of that Atlassian account")
      if (body.project_key === undefined)
        return Result.fail("project_key is missing. Send the key of the Jira project for the tickets")
      return kept(
        { email: user, project_key: body.project_key, issue_type: body.issue_type ?? "Task" },
        "api_token",
        token
      )
    }
    case "servicenow": {
      if (user !== undefined && token !== undefined) return kept({ username: user }, "password", token)
      if (body.api_key !== undefined) return kept({}, "api_key", body.api_key)
      return Result.fail("username: send a user name and password, or an api_key")
    }
    case "freshservice":
      return token === undefined
        ? Result.fail("api_key: send the API key of a Freshservice agent")
        : kept({ requester_email: first(body.requester_email, body.email) ?? "" }, "api_key", token)
    case "zendesk": {
      if (user === undefined)
        return Result.fail("email: send the email address of the Zendesk agent who uses the token")
      if (token === undefined) return Result.fail("api_token: send a Zendesk API token")
      return kept({ email: user.replace(/\/token$/, "") }, "api_token", token)
    }
  }
}
