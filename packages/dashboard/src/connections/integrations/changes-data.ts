import { ChatApi } from "@svc/contract/chat/api"
import type { ConnectTeams } from "@svc/contract/chat/schema"
import { CalendlyConnectApi } from "@svc/contract/exit-interviews/api"
import type { ConnectCalendly } from "@svc/contract/exit-interviews/schema"
import { HrisApi } from "@svc/contract/hris/api"
import type { ConnectHris } from "@svc/contract/hris/schema"
import { IntegrationsApi } from "@svc/contract/integrations/api"
import { AppConnectsApi, IdentityProviderConnectsApi } from "@svc/contract/integrations/connect-api"
import type { ConnectBodies, identityProviders, otherApps } from "@svc/contract/integrations/connect-bodies"
import { OAuthConnectsApi } from "@svc/contract/integrations/oauth-api"
import type { ConnectRevocationTarget } from "@svc/contract/integrations/schema"
import { ItTicketsConnectApi } from "@svc/contract/it-tickets/api"
import type { ConnectItTickets } from "@svc/contract/it-tickets/schema"
import type { IntegrationId } from "@svc/contract/kernel/ids"
import { SmsConnectApi } from "@svc/contract/sms/api"
import type { ConnectSms } from "@svc/contract/sms/schema"
import { clientOf } from "#platform/api.ts"
import { action } from "#platform/atoms.ts"

const integrations = clientOf(IntegrationsApi)
const identity = clientOf(IdentityProviderConnectsApi)
const apps = clientOf(AppConnectsApi)
const oauth = clientOf(OAuthConnectsApi)
const sms = clientOf(SmsConnectApi)
const chat = clientOf(ChatApi)
const calendly = clientOf(CalendlyConnectApi)
const tickets = clientOf(ItTicketsConnectApi)
const hris = clientOf(HrisApi)

const keys = () => ["integrations"]

interface Switch {
  readonly id: IntegrationId
  readonly enabled: boolean
}

export const switchConnection = action(
  ({ enabled, id }: Switch) => integrations.update({ params: { id }, payload: { connection_status: enabled } }),
  keys
)

export const switchAutoReply = action(
  ({ enabled, id }: Switch) => integrations.setAutoReply({ params: { id }, payload: { enabled } }),
  keys
)

export const switchDriveTransfer = action(
  ({ enabled, id }: Switch) => integrations.setDriveTransfer({ params: { id }, payload: { enabled } }),
  keys
)

export const disconnect = action((id: IntegrationId) => integrations.remove({ params: { id } }), keys)

const target = (payload: ConnectRevocationTarget) => integrations.connectRevocationTarget({ payload })
export const connectTarget = action(target, keys)

type Calls<Name extends keyof ConnectBodies> = {
  readonly [N in Name]: (request: { readonly payload: ConnectBodies[N] }) => ReturnType<typeof target>
}

const identityCalls: Calls<(typeof identityProviders)[number]> = identity
const appCalls: Calls<(typeof otherApps)[number]> = apps

export const connectIdentity = <Name extends keyof typeof identityCalls>(provider: Name) =>
  action((payload: ConnectBodies[Name]) => identityCalls[provider]({ payload }), keys)

export const connectApp = <Name extends keyof typeof appCalls>(provider: Name) =>
  action((payload: ConnectBodies[Name]) => appCalls[provider]({ payload }), keys)

const nothing = () => []

/** Each returns the URL that the browser must open. */
export const oauthStarts = {
  github: action((org: string | undefined) => oauth.githubStart({ query: org === undefined ? {} : { org } }), nothing),
  "google-workspace": action((_org: string | undefined) => oauth.googleWorkspaceStart({ query: {} }), nothing),
  "google-calendar": action((_org: string | undefined) => oauth.googleCalendarStart({ query: {} }), nothing)
}

export const connectSms = action((payload: ConnectSms) => sms.connect({ payload }), keys)

export const connectTeams = action((payload: ConnectTeams) => chat.connectTeams({ payload }), keys)

export const testTeams = action(
  (_nothing: void) => chat.testTeams({}),
  () => []
)

export const connectCalendly = action((payload: ConnectCalendly) => calendly.connect({ payload }), keys)

export const connectTickets = action((payload: ConnectItTickets) => tickets.connect({ payload }), keys)

export const connectHris = action((payload: ConnectHris) => hris.connect({ payload }), keys)
