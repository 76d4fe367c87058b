import { labClientId, labClientSecret } from "@svc/lab/oauth"
import { Option, Redacted } from "effect"
import type { AppConfig } from "#platform/config/config"

interface At {
  readonly url: string
}

const client = { clientId: labClientId, clientSecret: Redacted.make(labClientSecret) }

/** The configuration of an operator who registered this service with GitHub and Google, with stand-ins for the vendors. */
export const registeredWith = (
  base: AppConfig["Service"],
  vendors: Readonly<Record<"entra" | "jumpcloud" | "onelogin" | "ping" | "slack" | "github" | "google", At>>
) => {
  const at = ({ url }: At) => Option.some(url)
  const { entra, github, google, jumpcloud, onelogin, ping, slack } = vendors
  return {
    ...base,
    github: Option.some(client),
    google: Option.some({ ...client, issuer: "http://127.0.0.1:9" }),
    vendorUrls: {
      ...base.vendorUrls,
      azureLogin: at(entra),
      graph: at(entra),
      jumpcloud: at(jumpcloud),
      onelogin: at(onelogin),
      pingAuth: at(ping),
      ping: at(ping),
      slack: at(slack),
      // Without addresses of their own they are where their vendor is.
      slackScim: Option.none<string>(),
      github: at(github),
      githubLogin: Option.none<string>(),
      google: at(google),
      googleOauth: Option.none<string>(),
      googleAccounts: Option.none<string>(),
      googleApis: Option.none<string>(),
      googleLicensing: Option.none<string>(),
      gmail: Option.none<string>()
    }
  }
}
