import type {
  ConnectAdobeSign,
  ConnectAlumni,
  ConnectAzureAd,
  ConnectDocuSign,
  ConnectDropboxSign,
  ConnectJumpCloud,
  ConnectOkta,
  ConnectOneLogin,
  ConnectPing,
  ConnectSlack
} from "@svc/contract/integrations/connects"
import { oktaAddress } from "#connections/vendors/okta/connector"
import type { ProviderCredential } from "./connecting.ts"

// Which fields of each connect route's body are secrets, and by what names connectors ask for them.

export const ofOkta = ({ api_token, domain }: typeof ConnectOkta.Type): ProviderCredential => ({
  provider: "okta",
  settings: { domain: domain.trim() },
  secrets: { api_token },
  address: { field: "domain", url: oktaAddress(domain), vendor: "okta" }
})

export const ofAzureAd = ({ client_secret, ...settings }: typeof ConnectAzureAd.Type): ProviderCredential => ({
  provider: "azure-ad",
  settings,
  secrets: { client_secret }
})

export const ofJumpCloud = ({ api_key, ...settings }: typeof ConnectJumpCloud.Type): ProviderCredential => ({
  provider: "jumpcloud",
  settings,
  secrets: { api_key }
})

export const ofOneLogin = ({ client_secret, ...settings }: typeof ConnectOneLogin.Type): ProviderCredential => ({
  provider: "onelogin",
  settings,
  secrets: { client_secret }
})

export const ofPing = ({ client_secret, ...settings }: typeof ConnectPing.Type): ProviderCredential => ({
  provider: "ping",
  settings,
  secrets: { client_secret }
})

export const ofSlack = ({ channel, team_id, ...secrets }: typeof ConnectSlack.Type): ProviderCredential => ({
  provider: "slack",
  settings: { channel, team_id },
  secrets
})

export const ofDocuSign = ({
  access_token,
  private_key,
  ...settings
}: typeof ConnectDocuSign.Type): ProviderCredential => ({
  provider: "docusign",
  settings,
  secrets: { access_token, private_key }
})

export const ofAdobeSign = ({ access_token, integration_key }: typeof ConnectAdobeSign.Type): ProviderCredential => ({
  provider: "adobe-sign",
  settings: {},
  secrets: { access_token: access_token ?? integration_key }
})

export const ofDropboxSign = ({ api_key, client_id }: typeof ConnectDropboxSign.Type): ProviderCredential => ({
  provider: "dropbox-sign",
  settings: { client_id },
  secrets: { api_key }
})

export const ofAlumni = ({ base_url, token }: typeof ConnectAlumni.Type): ProviderCredential => ({
  provider: "alumni",
  settings: { base_url },
  secrets: { token },
  address: { field: "base_url", url: base_url }
})
