import { github, githubToken, recycledGithub } from "@svc/lab/github"
import type { GithubState } from "@svc/lab/github-state"
import { conforms } from "./conformance.ts"

const of = (state: GithubState, login: string) => state.users.find((user) => user.login === login)

const setAnn = (state: GithubState, membership: "member" | null) => {
  const user = of(state, "ann-lee")
  if (user !== undefined) user.membership = membership
}

const isMember = (login: string) => (state: GithubState) => (of(state, login)?.membership ?? null) !== null

const removeAnn = ({ identities, users }: GithubState) => {
  users.splice(0, users.length, ...users.filter(({ login }) => login !== "ann-lee"))
  identities.splice(0, identities.length, ...identities.filter(({ login }) => login !== "ann-lee"))
}

const annIdentity = {
  guid: "8a1e0001-0000-4000-8000-000000000009",
  nameId: "Ann.Lee@acme.test",
  emails: [],
  login: "ann-lee-2"
}

const person = {
  email: "ann.lee@acme.test",
  isActive: isMember("ann-lee"),
  deactivate: (state: GithubState) => setAnn(state, null),
  reactivate: (state: GithubState) => setAnn(state, "member"),
  remove: removeAnn,
  others: ({ identities, users }: GithubState) =>
    [users, identities].map((all) => JSON.stringify(all.filter(({ login }) => login !== "ann-lee")))
}

const common = {
  protocol: "github",
  definition: github,
  vendors: ["github"],
  settings: () => ({ org: "acme" }),
  secrets: { access_token: githubToken },
  verifies: true,
  recycling: recycledGithub,
  sessions: { ended: ({ credentials }: GithubState) => credentials.every(({ login }) => login !== "ann-lee") },
  secondary: ({ path }: { readonly path: string }) =>
    path.includes("/credential-authorizations") || path.startsWith("/scim/") || path === "/graphql"
} as const

conforms({
  ...common,
  serviceName: "github by username",
  person: { ...person, leaver: { sourceControlUsername: "ann-lee" } },
  apostrophe: {
    email: "sean.o'neil@acme.test",
    leaver: { sourceControlUsername: "sean-oneil" },
    isActive: isMember("sean-oneil")
  },
  // Whoever is no member any more is unknown to the organisation.
  alreadyOff: "skipped"
})

const { secondary: _, ...bySaml } = common

conforms({
  ...bySaml,
  serviceName: "github by single sign-on",
  person: {
    ...person,
    deactivate: removeAnn,
    reactivate: ({ identities, users }) => {
      const fresh = github.seed()
      identities.splice(0, identities.length, ...fresh.identities)
      users.splice(0, users.length, ...fresh.users)
    },
    addTwin: ({ identities }) => identities.push(annIdentity)
  },
  apostrophe: { email: "sean.o'neil@acme.test", isActive: isMember("sean-oneil") },
  alreadyOff: "skipped"
})
