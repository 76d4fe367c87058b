import { ConnectTeams } from "@svc/contract/chat/schema"
import { ConnectCalendly } from "@svc/contract/exit-interviews/schema"
import { ConnectHris } from "@svc/contract/hris/schema"
import { connectBodies, identityProviders, type OAuthService } from "@svc/contract/integrations/connect-bodies"
import { ConnectRevocationTarget, type ProviderName } from "@svc/contract/integrations/schema"
import { ConnectItTickets } from "@svc/contract/it-tickets/schema"
import { ConnectSms } from "@svc/contract/sms/schema"
import { Record, Struct } from "effect"
import * as changes from "./changes-data.ts"
import { bodyForm, connectForm } from "./connect-form.tsx"

/** Apps connected by a form; `own` is a custom app. */
export type ByForm = Exclude<ProviderName, OAuthService | "scim"> | "own"

const text = "text"
const secret = "secret"
const environment = ["production", "demo"]
const target = { service_name: text, base_url: text, token: secret } as const

/** Connect forms, with the fields of each route. */
export const forms: Readonly<Record<ByForm, ReturnType<typeof connectForm>>> = {
  own: connectForm(ConnectRevocationTarget, changes.connectTarget, [
    { name: "scim", fixed: { protocol: "scim" }, fields: target },
    { name: "webhook", fixed: { protocol: "webhook" }, fields: target }
  ]),
  ...Record.map(Struct.pick(connectBodies, identityProviders), (body, provider) =>
    bodyForm(body, changes.connectIdentity(provider))
  ),
  ...Record.map(Struct.pick(connectBodies, ["dropbox-sign", "alumni"]), (body, provider) =>
    bodyForm(body, changes.connectApp(provider))
  ),
  slack: connectForm(connectBodies.slack, changes.connectApp("slack"), [
    {
      fields: {
        bot_token: secret,
        user_token: secret,
        admin_token: secret,
        signing_secret: secret,
        team_id: text,
        channel: text
      }
    }
  ]),
  teams: connectForm(ConnectTeams, changes.connectTeams, [{ fields: { webhook_url: secret } }]),
  sms: connectForm(ConnectSms, changes.connectSms, [
    { fields: { account_sid: text, auth_token: secret, from: text, messaging_service_sid: text } }
  ]),
  hris: connectForm(ConnectHris, changes.connectHris, [
    {
      name: "bamboohr",
      fixed: { provider: "bamboohr" },
      fields: { subdomain: text, api_key: secret, webhook_secret: secret }
    },
    {
      name: "hibob",
      fixed: { provider: "hibob" },
      fields: { service_user_id: text, token: secret, webhook_secret: secret }
    },
    {
      name: "personio",
      fixed: { provider: "personio" },
      fields: { client_id: text, client_secret: secret, webhook_secret: secret }
    },
    {
      name: "merge",
      fixed: { provider: "merge" },
      fields: { api_key: secret, account_token: secret, region: ["us", "eu"], webhook_secret: secret }
    }
  ]),
  "it-tickets": connectForm(ConnectItTickets, changes.connectTickets, [
    {
      name: "jira",
      fixed: { provider: "jira" },
      fields: { site: text, email: text, api_token: secret, project_key: text, issue_type: text }
    },
    {
      name: "servicenow",
      fixed: { provider: "servicenow" },
      fields: { instance: text, username: text, password: secret, api_key: secret }
    },
    {
      name: "freshservice",
      fixed: { provider: "freshservice" },
      fields: { domain: text, api_key: secret, requester_email: text }
    },
    { name: "zendesk", fixed: { provider: "zendesk" }, fields: { subdomain: text, email: text, api_token: secret } }
  ]),
  docusign: connectForm(connectBodies.docusign, changes.connectApp("docusign"), [
    {
      name: "grant",
      fields: {
        integration_key: text,
        user_id: text,
        private_key: "area",
        account_id: text,
        environment,
        hmac_keys: "lines"
      },
      needs: ["integration_key", "user_id", "private_key"]
    },
    {
      name: "token",
      needs: ["access_token"],
      fields: { access_token: secret, account_id: text, environment, hmac_keys: "lines" }
    }
  ]),
  "adobe-sign": connectForm(connectBodies["adobe-sign"], changes.connectApp("adobe-sign"), [
    { fields: { access_token: secret, refresh_token: secret, client_id: text, client_secret: secret } }
  ]),
  calendly: connectForm(ConnectCalendly, changes.connectCalendly, [
    { fields: { token: secret, event_type: text, webhook_signing_key: secret } }
  ])
}
