import type { OauthState } from "./oauth.ts"

export interface GithubMember {
  readonly login: string
  /** What the profile shows to everybody. */
  publicEmail: string | null
  /** Addresses in the organisation's verified domains: its owners see them. */
  readonly verifiedEmails: ReadonlyArray<string>
  membership: "admin" | "member" | "pending" | null
  collaborator: boolean
}

/** A person of the organisation's identity provider, tied to a GitHub account once they have signed in. */
export interface GithubIdentity {
  readonly guid: string
  readonly nameId: string
  readonly emails: ReadonlyArray<string>
  readonly login: string | null
}

export interface GithubState {
  readonly org: string
  /** Single sign-on by SAML, with its SCIM routes. */
  saml: boolean
  readonly tokens: Set<string>
  readonly users: Array<GithubMember>
  readonly identities: Array<GithubIdentity>
  readonly credentials: Array<{ readonly id: number; readonly login: string }>
  readonly oauth: OauthState
}
