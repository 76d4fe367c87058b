import type { LabAnswer } from "./vendor.ts"

/** Who holds a token: the app itself, or a person with administrator's rights for whom the app speaks. */
type SlackTokenKind = "bot" | "admin"

export interface SlackUser {
  readonly id: string
  email: string
  readonly name: string
  deleted: boolean
  readonly isPrimaryOwner: boolean
  /** A member unless said. */
  role?: "owner" | "admin" | "member" | "guest"
  /** Number of signed-in devices. */
  sessions: number
}

interface SlackMessage {
  readonly channel: string
  readonly ts: string
  readonly text: string
  readonly blocks: unknown
}

/** A member's change of an app, or of a legacy integration. */
export interface SlackIntegrationEvent {
  readonly of: { readonly app: string } | { readonly service: string }
  readonly name: string
  readonly user: string
  readonly date: number
  readonly change: "added" | "removed" | "enabled" | "disabled" | "updated"
  readonly scope: string
}

interface SlackWorkflow {
  readonly id: string
  readonly title: string
  readonly collaborators: Array<string>
}

interface SlackUserGroup {
  readonly id: string
  readonly name: string
  readonly users: Array<string>
  /** The identity provider fills it. */
  readonly isIdp: boolean
}

interface SlackConversation {
  readonly id: string
  readonly name: string
  readonly creator: string
  readonly isPrivate: boolean
}

export interface SlackState {
  readonly team: { readonly id: string; readonly name: string }
  /** SCIM comes with `business` and `enterprise`, the `admin.*` methods with `enterprise` only. */
  plan: "free" | "business" | "enterprise"
  readonly tokens: Map<string, SlackTokenKind>
  readonly users: Array<SlackUser>
  readonly channels: Array<string>
  readonly messages: Array<SlackMessage>
  /** Modals that the app opened. */
  readonly views: Array<unknown>
  /** Newest first, as Slack shows it. */
  readonly integrationLog: Array<SlackIntegrationEvent>
  readonly workflows: Array<SlackWorkflow>
  readonly conversations: Array<SlackConversation>
  readonly userGroups: Array<SlackUserGroup>
  /** Scopes taken from every token; each has all of them at first. */
  readonly withheld: Set<string>
}

/** One method of the Web API over its arguments. */
export type Method = (
  given: (name: string) => string,
  state: SlackState,
  raw: ReadonlyMap<string, unknown>
) => LabAnswer

// The Web API answers its refusals with 200 and `ok: false`.
export const fault = (error: string, more: object = {}): LabAnswer => ({
  status: 200,
  body: { ok: false, error, ...more }
})
export const ok = (body: object = {}): LabAnswer => ({ status: 200, body: { ok: true, ...body } })
