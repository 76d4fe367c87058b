import { done, notFound, paged, same, says } from "./github-answers.ts"
import type { GithubFineGrainedToken, GithubPermission, GithubState } from "./github-state.ts"
import type { LabAnswer, LabRequest } from "./vendor.ts"

const fineGrained = (id: number, owner: string, name: string): GithubFineGrainedToken => ({
  id,
  owner,
  name,
  selection: "all",
  permissions: { organization: { members: "read" }, repository: { contents: "write", metadata: "read" } },
  expired: false,
  lastUsedAt: "2026-02-27T08:47:09Z"
})

const deployKey = (id: number, title: string, addedBy: string | null) => ({
  id,
  title,
  addedBy,
  readOnly: false,
  lastUsed: "2026-03-01T04:00:00Z"
})

/** What two people by the same family name have made; everything has the same names. */
export const planted = (): Pick<GithubState, "credentials" | "fineGrained" | "repositories" | "withheld"> => ({
  credentials: [
    {
      id: 161195,
      login: "ann-lee",
      type: "personal access token",
      title: "release script",
      scopes: ["repo", "workflow"],
      accessedAt: "2026-02-26T19:06:43Z"
    },
    { id: 161196, login: "ann-lee", type: "SSH key", title: "laptop", scopes: [], accessedAt: null },
    { id: 161197, login: "joann-lee", type: "SSH key", title: "laptop", scopes: [], accessedAt: null },
    {
      id: 161198,
      login: "joann-lee",
      type: "personal access token",
      title: "release script",
      scopes: ["repo"],
      accessedAt: null
    }
  ],
  fineGrained: [fineGrained(25381, "ann-lee", "nightly build"), fineGrained(25382, "joann-lee", "nightly build")],
  repositories: [
    { name: "web", private: true, keys: [deployKey(71, "production", "ann-lee"), deployKey(72, "production", null)] },
    { name: "handbook", private: false, keys: [] },
    { name: "billing", private: true, keys: [deployKey(73, "production", "joann-lee")] }
  ],
  withheld: new Set<GithubPermission>()
})

const noPermission = says(403, "Resource not accessible by integration")

export const credentials = (
  request: LabRequest,
  state: GithubState,
  id: string | undefined,
  ignoresFilter: boolean
): LabAnswer => {
  if (!state.saml) return notFound
  if (state.withheld.has("credentials")) return noPermission
  if (id !== undefined) {
    const index = state.credentials.findIndex((credential) => String(credential.id) === id)
    if (index < 0 || request.method !== "DELETE") return notFound
    state.credentials.splice(index, 1)
    return done
  }
  const login = request.query.get("login")
  const asked = state.credentials.filter((one) => ignoresFilter || login === null || same(one.login, login))
  return paged(
    request,
    asked.map(({ accessedAt, id, login, scopes, title, type }) => ({
      login,
      credential_id: id,
      credential_type: type,
      credential_accessed_at: accessedAt,
      ...(type === "SSH key"
        ? { authorized_credential_title: title, fingerprint: "ab:cd:ef" }
        : { authorized_credential_note: title, token_last_eight: "7890abcd", scopes })
    }))
  )
}

/** Only apps see and revoke these; an owner's own token does not. */
export const fineGrainedTokens = (
  request: LabRequest,
  state: GithubState,
  id: string | undefined,
  { ignoresFilter, isApp }: { readonly ignoresFilter: boolean; readonly isApp: boolean }
): LabAnswer => {
  if (!isApp || state.withheld.has("personal_access_tokens")) return noPermission
  if (id !== undefined) {
    const index = state.fineGrained.findIndex((token) => String(token.id) === id)
    if (index < 0) return notFound
    const json = request.json()
    const action = new Map(typeof json === "object" && json !== null ? Object.entries(json) : []).get("action")
    if (request.method !== "POST" || action !== "revoke") return says(422, "Validation Failed")
    state.fineGrained.splice(index, 1)
    return done
  }
  const owners = request.query.getAll("owner[]")
  const asked = state.fineGrained.filter(
    ({ owner }) => ignoresFilter || owners.length === 0 || owners.some((one) => same(one, owner))
  )
  return paged(
    request,
    asked.map(({ expired, id, lastUsedAt, name, owner, permissions, selection }) => ({
      id,
      owner: { login: owner, type: "User" },
      repository_selection: selection,
      permissions,
      access_granted_at: "2025-11-03T08:47:09Z",
      token_id: id + 1000,
      token_name: name,
      token_expired: expired,
      token_expires_at: null,
      token_last_used_at: lastUsedAt
    }))
  )
}

/** Without the scope `repo` an owner's token sees public repositories only; an app sees those where it is installed. */
export const repositories = (request: LabRequest, state: GithubState, isApp: boolean): LabAnswer => {
  const shown = state.repositories.filter((one) => !one.private || isApp || !state.withheld.has("repo"))
  const answer = paged(
    request,
    shown.map((one) => ({
      name: one.name,
      full_name: `${state.org}/${one.name}`,
      owner: { login: state.org },
      private: one.private
    }))
  )
  const scopes = state.withheld.has("repo") ? "admin:org" : "admin:org, repo"
  return isApp ? answer : { ...answer, headers: { ...answer.headers, "x-oauth-scopes": scopes } }
}

export const deployKeys = (request: LabRequest, state: GithubState, name: string, isApp: boolean): LabAnswer => {
  const repository = state.repositories.find((one) => same(one.name, name))
  if (repository === undefined || (!isApp && state.withheld.has("repo"))) return notFound
  if (isApp && state.withheld.has("administration")) return noPermission
  return paged(
    request,
    repository.keys.map(({ addedBy, id, lastUsed, readOnly, title }) => ({
      id,
      key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA",
      title,
      verified: true,
      read_only: readOnly,
      added_by: addedBy,
      last_used: lastUsed,
      enabled: true
    }))
  )
}
