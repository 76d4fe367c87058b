import type { OauthState } from "./oauth.ts"

export interface GithubMember {
  /** Durable: the username may change. */
  readonly id: number
  login: string
  /** Shown on the public profile. */
  publicEmail: string | null
  /** Emails in the organization's verified domains: its owners see them. */
  readonly verifiedEmails: ReadonlyArray<string>
  membership: "admin" | "member" | "pending" | null
  /** As what, while the invitation is pending. */
  invitedAs: "admin" | "member" | null
  collaborator: boolean
}

/** A person of the organization's identity provider, linked to a GitHub account after their first sign-in. */
export interface GithubIdentity {
  readonly guid: string
  readonly nameId: string
  readonly emails: ReadonlyArray<string>
  readonly login: string | null
}

/** A token or key that its person has authorized for the organization's single sign-on. */
interface GithubCredential {
  readonly id: number
  readonly login: string
  readonly type: "personal access token" | "SSH key"
  readonly title: string
  readonly scopes: ReadonlyArray<string>
  readonly accessedAt: string | null
}

/** A fine-grained token with access to the organization. */
export interface GithubFineGrainedToken {
  readonly id: number
  readonly owner: string
  readonly name: string
  readonly selection: "none" | "all" | "subset"
  readonly permissions: { readonly [of: string]: Readonly<Record<string, string>> }
  readonly expired: boolean
  readonly lastUsedAt: string | null
}

interface GithubDeployKey {
  readonly id: number
  readonly title: string
  readonly addedBy: string | null
  readonly readOnly: boolean
  readonly lastUsed: string | null
}

interface GithubRepository {
  readonly name: string
  readonly private: boolean
  readonly keys: Array<GithubDeployKey>
}

export interface GithubTeam {
  readonly id: number
  slug: string
  name: string
  /** The team that it is within. */
  readonly parent: number | null
  /** Roles by username, of those who are in it directly. */
  readonly members: Map<string, "maintainer" | "member">
  /** Invited to the organization and to this team. */
  readonly invited: Map<string, "maintainer" | "member">
  /** An identity provider's group fills it. */
  readonly isSynchronised: boolean
}

interface GithubOrganisationRole {
  readonly id: number
  readonly name: string
  /** Usernames, and whether a team gives it. */
  readonly holders: Map<string, "direct" | "indirect">
}

/** What can be taken from the connection: each is a permission of an app, or a scope of a token. */
export type GithubPermission =
  | "personal_access_tokens"
  | "credentials"
  | "administration"
  | "repo"
  | "members"
  | "memberships"
  | "memberships_write"
  | "teams"
  | "roles"
  | "roles_write"
  | "copilot"
  | "copilot_write"

export interface GithubState {
  /** The number stays when the name changes. */
  readonly orgId: number
  org: string
  /** Single sign-on by SAML, with its SCIM routes. */
  saml: boolean
  readonly tokens: Set<string>
  readonly users: Array<GithubMember>
  readonly identities: Array<GithubIdentity>
  readonly credentials: Array<GithubCredential>
  readonly fineGrained: Array<GithubFineGrainedToken>
  readonly repositories: Array<GithubRepository>
  readonly teams: Array<GithubTeam>
  readonly organisationRoles: Array<GithubOrganisationRole>
  /** Usernames with a seat for Copilot, and the team that gives it; null for one of their own. */
  readonly copilot: Map<string, string | null>
  readonly habits: {
    /** An invited person accepts immediately. */
    acceptsInvitations: boolean
    /** Copilot is on for every member: seats are not assigned individually. */
    copilotForAll: boolean
  }
  /** Removed permissions; everything is granted at first. */
  readonly withheld: Set<GithubPermission>
  readonly oauth: OauthState
}
