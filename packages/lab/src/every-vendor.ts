import { bamboohr } from "./bamboohr.ts"
import { calendly } from "./calendly.ts"
import { datadog } from "./datadog.ts"
import { elasticsearch } from "./elasticsearch.ts"
import { freshservice } from "./freshservice.ts"
import {
  globalTokenRevocation,
  globalTokenRevocationPath,
  globalTokenRevocationToken
} from "./global-token-revocation.ts"
import { hibob } from "./hibob.ts"
import { jira } from "./jira.ts"
import { merge } from "./merge.ts"
import { newRelic } from "./new-relic.ts"
import { personio } from "./personio.ts"
import { servicenow } from "./servicenow.ts"
import { twilio } from "./twilio.ts"
import { adobeSign } from "./adobe-sign.ts"
import { adobeToken } from "./adobe-state.ts"
import { dropboxSign } from "./dropbox-sign.ts"
import { docusign } from "./docusign.ts"
import { docusignPrivateKey } from "./docusign-state.ts"
import { zendesk } from "./zendesk.ts"
import { entra, entraClient } from "./entra.ts"
import { github, githubToken } from "./github.ts"
import { google, googleAccessToken } from "./google.ts"
import { jumpcloud, jumpcloudKey } from "./jumpcloud.ts"
import { okta, oktaToken } from "./okta.ts"
import { labClientId, labClientSecret } from "./oauth.ts"
import { onelogin, oneloginClient } from "./onelogin.ts"
import { ping, pingClient } from "./ping.ts"
import { revocationWebhook } from "./revocation-webhook.ts"
import { scim, scimToken } from "./scim.ts"
import { siemWebhook } from "./siem-webhook.ts"
import { slack, slackAdminToken, slackBotToken } from "./slack.ts"
import { splunk } from "./splunk.ts"
import { sumoLogic } from "./sumo-logic.ts"
import { teams, teamsWebhookPath } from "./teams.ts"
import { type RunningVendor, type StartOptions, startVendor, type VendorDefinition } from "./vendor.ts"

/** A stand-in as `npm run lab` starts it. */
export interface LabVendor {
  readonly name: string
  /** The service's variables for its URL; none if an organization enters the URL. */
  readonly variables: ReadonlyArray<string>
  /** Variables of the service that hold the client which it is registered as; none without consent by OAuth. */
  readonly client?: Readonly<Record<string, string>>
  /** What to connect it with, by the field's name: `{url}` is its address. */
  readonly connect: Readonly<Record<string, string | ReadonlyArray<string>>>
  readonly start: (options: StartOptions) => Promise<RunningVendor<unknown>>
}

const standIn = <State>(
  definition: VendorDefinition<State>,
  more: Pick<LabVendor, "variables" | "client" | "connect">
): LabVendor => ({ name: definition.name, ...more, start: (options) => startVendor(definition, options) })

const people = {
  bamboohr: bamboohr.seed(),
  hibob: hibob.seed(),
  personio: personio.seed(),
  merge: merge.seed()
}

const desks = {
  jira: jira.seed(),
  servicenow: servicenow.seed(),
  freshservice: freshservice.seed(),
  zendesk: zendesk.seed()
}

const collectors = {
  splunk: splunk.seed(),
  datadog: datadog.seed(),
  elasticsearch: elasticsearch.seed(),
  sumoLogic: sumoLogic.seed(),
  newRelic: newRelic.seed(),
  siemWebhook: siemWebhook.seed()
}

const signers = { docusign: docusign.seed(), adobeSign: adobeSign.seed(), dropboxSign: dropboxSign.seed() }

/** Stand-ins of the providers whose access can be revoked, by the provider's name. */
export const appStandIns = {
  slack: standIn(slack, {
    variables: ["VENDOR_SLACK_URL"],
    connect: { bot_token: slackBotToken, admin_token: slackAdminToken, channel: "C0OFFBOARDING", signing_secret: "any" }
  }),
  okta: standIn(okta, { variables: ["VENDOR_OKTA_URL"], connect: { domain: "acme.okta.com", api_token: oktaToken } }),
  "azure-ad": standIn(entra, {
    variables: ["VENDOR_AZURE_LOGIN_URL", "VENDOR_GRAPH_URL"],
    connect: {
      tenant_id: entraClient.tenantId,
      client_id: entraClient.clientId,
      client_secret: entraClient.clientSecret
    }
  }),
  jumpcloud: standIn(jumpcloud, { variables: ["VENDOR_JUMPCLOUD_URL"], connect: { api_key: jumpcloudKey } }),
  onelogin: standIn(onelogin, {
    variables: ["VENDOR_ONELOGIN_URL"],
    connect: { subdomain: "acme", client_id: oneloginClient.clientId, client_secret: oneloginClient.clientSecret }
  }),
  ping: standIn(ping, {
    variables: ["VENDOR_PING_AUTH_URL", "VENDOR_PING_URL"],
    connect: {
      environment_id: pingClient.environmentId,
      client_id: pingClient.clientId,
      client_secret: pingClient.clientSecret
    }
  }),
  github: standIn(github, {
    variables: ["VENDOR_GITHUB_URL"],
    client: { GITHUB_CLIENT_ID: labClientId, GITHUB_CLIENT_SECRET: labClientSecret },
    connect: { access_token: githubToken, org: "acme" }
  }),
  "google-workspace": standIn(google, {
    variables: ["VENDOR_GOOGLE_URL"],
    client: { GOOGLE_CLIENT_ID: labClientId, GOOGLE_CLIENT_SECRET: labClientSecret },
    connect: { access_token: googleAccessToken }
  })
}

/** Every stand-in of the lab; the place in the list is the port. */
export const everyVendor: ReadonlyArray<LabVendor> = [
  standIn(scim, { variables: [], connect: { protocol: "scim", base_url: "{url}/scim/v2", token: scimToken } }),
  standIn(revocationWebhook, {
    variables: [],
    connect: { protocol: "webhook", base_url: "{url}/revoke", token: "any-signing-key" }
  }),
  standIn(teams, { variables: [], connect: { webhook_url: `{url}${teamsWebhookPath}` } }),
  ...Object.values(appStandIns),
  standIn(bamboohr, {
    variables: ["VENDOR_BAMBOOHR_URL"],
    connect: { provider: "bamboohr", subdomain: people.bamboohr.company, api_key: people.bamboohr.apiKey }
  }),
  standIn(hibob, {
    variables: ["VENDOR_HIBOB_URL"],
    connect: { provider: "hibob", service_user_id: people.hibob.serviceUserId, token: people.hibob.token }
  }),
  standIn(personio, {
    variables: ["VENDOR_PERSONIO_URL"],
    connect: { provider: "personio", client_id: people.personio.clientId, client_secret: people.personio.clientSecret }
  }),
  standIn(merge, {
    variables: ["VENDOR_MERGE_URL"],
    connect: { provider: "merge", api_key: people.merge.apiKey, account_token: people.merge.accountToken }
  }),
  standIn(jira, {
    variables: ["VENDOR_JIRA_URL"],
    connect: {
      provider: "jira",
      site: "acme",
      email: desks.jira.email,
      api_token: desks.jira.token,
      project_key: desks.jira.project
    }
  }),
  standIn(servicenow, {
    variables: ["VENDOR_SERVICENOW_URL"],
    connect: {
      provider: "servicenow",
      instance: "acme",
      username: desks.servicenow.user,
      password: desks.servicenow.password
    }
  }),
  standIn(freshservice, {
    variables: ["VENDOR_FRESHSERVICE_URL"],
    connect: { provider: "freshservice", domain: "acme", api_key: desks.freshservice.apiKey }
  }),
  standIn(zendesk, {
    variables: ["VENDOR_ZENDESK_URL"],
    connect: { provider: "zendesk", subdomain: "acme", email: desks.zendesk.email, api_token: desks.zendesk.token }
  }),
  standIn(calendly, { variables: ["VENDOR_CALENDLY_URL"], connect: { token: calendly.seed().token } }),
  standIn(twilio, {
    variables: ["VENDOR_TWILIO_URL"],
    connect: { account_sid: twilio.seed().sid, auth_token: twilio.seed().token, from: "+15550001111" }
  }),
  standIn(splunk, {
    variables: [],
    connect: {
      type: "splunk_hec",
      endpoint_url: "{url}/services/collector/event",
      token: collectors.splunk.token,
      token_scheme: collectors.splunk.scheme
    }
  }),
  standIn(datadog, {
    variables: [],
    connect: { type: "datadog", endpoint_url: "{url}/api/v2/logs", token: collectors.datadog.apiKey }
  }),
  standIn(elasticsearch, {
    variables: [],
    connect: { type: "elasticsearch", endpoint_url: "{url}/svc-audit/_doc", token: collectors.elasticsearch.apiKey }
  }),
  standIn(sumoLogic, {
    variables: [],
    connect: { type: "sumo_logic", endpoint_url: `{url}/receiver/v1/http/${collectors.sumoLogic.secret}` }
  }),
  standIn(newRelic, {
    variables: [],
    connect: { type: "new_relic", endpoint_url: "{url}/log/v1", token: collectors.newRelic.licenseKey }
  }),
  standIn(siemWebhook, {
    variables: [],
    connect: { type: "generic", endpoint_url: "{url}/events", token: collectors.siemWebhook.key }
  }),
  standIn(docusign, {
    variables: ["VENDOR_DOCUSIGN_URL"],
    connect: {
      integration_key: signers.docusign.integrationKey,
      user_id: signers.docusign.userId,
      private_key: docusignPrivateKey,
      hmac_keys: signers.docusign.connectKeys
    }
  }),
  standIn(adobeSign, {
    variables: ["VENDOR_ADOBE_SIGN_URL"],
    connect: {
      access_token: adobeToken,
      refresh_token: signers.adobeSign.refreshToken,
      client_id: signers.adobeSign.clientId,
      client_secret: signers.adobeSign.clientSecret
    }
  }),
  standIn(dropboxSign, {
    variables: ["VENDOR_DROPBOX_SIGN_URL"],
    connect: { api_key: signers.dropboxSign.apiKey, client_id: signers.dropboxSign.clientId }
  }),
  standIn(globalTokenRevocation, {
    variables: [],
    connect: {
      global_token_revocation_url: `{url}${globalTokenRevocationPath}`,
      global_token_revocation_token: globalTokenRevocationToken
    }
  })
]
