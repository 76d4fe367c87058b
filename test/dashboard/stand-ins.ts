import { Context, Effect, Layer } from "effect"
import type { BrowserContext } from "playwright-core"
import { calendly, type CalendlyState } from "@svc/lab/calendly"
import { docusign } from "@svc/lab/docusign"
import { docusignPrivateKey, type DocuSignState } from "@svc/lab/docusign-state"
import { jira, type JiraState } from "@svc/lab/jira"
import type { RunningVendor } from "@svc/lab/vendor"
import { aFreePort } from "#test/support/free-port"
import { running } from "#test/support/vendor-work"
import { OpenedDashboard, Surroundings } from "./opened.ts"

/** The lab's vendors, which call the service back where it stands. */
export class StandIns extends Context.Service<
  StandIns,
  {
    readonly port: number
    readonly calendly: RunningVendor<CalendlyState>
    readonly docusign: RunningVendor<DocuSignState>
    readonly jira: RunningVendor<JiraState>
  }
>()("test/dashboard/StandIns") {
  static readonly layer = Layer.effect(
    StandIns,
    Effect.all({ port: aFreePort, calendly: running(calendly), docusign: running(docusign), jira: running(jira) })
  )
}

const Told = Layer.effect(
  Surroundings,
  StandIns.use(({ calendly, docusign, port }) =>
    Effect.succeed({
      PORT: String(port),
      BASE_URL: `http://127.0.0.1:${port}`,
      VENDOR_CALENDLY_URL: calendly.url,
      VENDOR_DOCUSIGN_URL: docusign.url
    })
  )
)

/** The dashboard, with nothing connected yet. */
export const OpenedBesideVendors = OpenedDashboard.layer.pipe(Layer.provide(Told), Layer.provideMerge(StandIns.layer))

/** What the callbacks of Calendly and Jira are signed with. */
export const signingKey = "signing-key-of-the-callbacks"

/** What each of them is connected with. */
export const credentials = {
  calendly: ({ state }: RunningVendor<CalendlyState>) => ({ token: state.token, webhook_signing_key: signingKey }),
  docusign: ({ state }: RunningVendor<DocuSignState>) => ({
    integration_key: state.integrationKey,
    user_id: state.userId,
    private_key: docusignPrivateKey,
    hmac_keys: [...state.connectKeys]
  }),
  "it-tickets": ({ state, url }: RunningVendor<JiraState>) => ({
    provider: "jira",
    site: url,
    email: state.email,
    api_token: state.token,
    project_key: state.project,
    webhook_secret: signingKey
  })
}

/** Connects it, as whoever is signed in there and has proved who they are; answers what the service says of it. */
export const connect = async (
  { request }: BrowserContext,
  password: string,
  service: keyof typeof credentials,
  body: unknown
) => {
  await request.post("/api/auth/step-up", { data: { password } })
  const answer = await request.post(`/api/integrations/${service}/connect`, { data: body })
  if (answer.status() !== 201) throw new Error(`${service} was not connected: ${await answer.text()}`)
  return answer.json()
}
