import type { EntraState } from "./entra.ts"
import type { GithubState } from "./github-state.ts"
import type { GoogleState } from "./google.ts"
import type { JumpCloudState } from "./jumpcloud.ts"
import type { OktaState } from "./okta.ts"
import type { OneLoginState } from "./onelogin.ts"
import { sameText, uuidOf } from "./people.ts"
import type { PingState } from "./ping.ts"
import type { ScimState } from "./scim.ts"
import type { SlackState } from "./slack-state.ts"

/** What happens to accounts and addresses at a vendor behind our back. */
export interface Recycling<State> {
  /** The account with the address gets another one, and a new, active account gets the address; answers the new account's id. */
  readonly recycle: (state: State, email: string) => string
  /** Deletes the account with this id. */
  readonly remove: (state: State, id: string) => void
  /** The account's id, while somebody has the address. */
  readonly idOf: (state: State, email: string) => string | undefined
  readonly isActive: (state: State, id: string) => boolean
}

const former = (email: string) => `former.${email}`

/** A vendor whose people are a list, one account each. */
const listed = <State, Account>(of: {
  readonly accounts: (state: State) => Array<Account>
  readonly emailOf: (account: Account) => string
  readonly idOf: (account: Account) => string
  readonly withEmail: (account: Account, email: string) => Account
  /** The same for somebody new. */
  readonly newcomer: (account: Account) => Account
  readonly isActive: (account: Account) => boolean
}): Recycling<State> => ({
  recycle: (state, email) => {
    const accounts = of.accounts(state)
    const index = accounts.findIndex((account) => sameText(of.emailOf(account), email))
    const account = accounts[index]
    if (account === undefined) throw new Error(`nobody has ${email}`)
    const newcomer = of.newcomer(account)
    accounts.splice(index, 1, of.withEmail(account, former(email)))
    accounts.push(newcomer)
    return of.idOf(newcomer)
  },
  remove: (state, id) => {
    const accounts = of.accounts(state)
    accounts.splice(0, accounts.length, ...accounts.filter((account) => of.idOf(account) !== id))
  },
  idOf: (state, email) => {
    const account = of.accounts(state).find((one) => sameText(of.emailOf(one), email))
    return account === undefined ? undefined : of.idOf(account)
  },
  isActive: (state, id) => of.accounts(state).some((account) => of.idOf(account) === id && of.isActive(account))
})

export const recycledOkta = listed<OktaState, OktaState["accounts"][number]>({
  accounts: ({ accounts }) => accounts,
  emailOf: ({ email }) => email,
  idOf: ({ id }) => id,
  withEmail: (account, email) => ({ ...account, email, login: email }),
  newcomer: (account) => ({ ...account, id: "00u0901lab", status: "ACTIVE", isAdmin: false }),
  isActive: ({ status }) => status === "ACTIVE"
})

export const recycledEntra = listed<EntraState, EntraState["accounts"][number]>({
  accounts: ({ accounts }) => accounts,
  emailOf: ({ mail, userPrincipalName }) => mail ?? userPrincipalName,
  idOf: ({ id }) => id,
  withEmail: (account, email) => ({ ...account, mail: email, userPrincipalName: email }),
  newcomer: (account) => ({ ...account, id: uuidOf(1901), accountEnabled: true, isAdmin: false }),
  isActive: ({ accountEnabled }) => accountEnabled
})

export const recycledJumpCloud = listed<JumpCloudState, JumpCloudState["accounts"][number]>({
  accounts: ({ accounts }) => accounts,
  emailOf: ({ email }) => email,
  idOf: ({ _id }) => _id,
  withEmail: (account, email) => ({ ...account, email, username: email }),
  newcomer: (account) => ({ ...account, _id: "5f1ab00000000000009001ab", state: "ACTIVATED" }),
  isActive: ({ state }) => state === "ACTIVATED"
})

export const recycledOneLogin = listed<OneLoginState, OneLoginState["accounts"][number]>({
  accounts: ({ accounts }) => accounts,
  emailOf: ({ email }) => email,
  idOf: ({ id }) => String(id),
  withEmail: (account, email) => ({ ...account, email, username: email }),
  newcomer: (account) => ({ ...account, id: 4_711_901, status: 1 }),
  isActive: ({ status }) => status === 1
})

export const recycledPing = listed<PingState, PingState["accounts"][number]>({
  accounts: ({ accounts }) => accounts,
  emailOf: ({ email }) => email,
  idOf: ({ id }) => id,
  withEmail: (account, email) => ({ ...account, email, username: email }),
  newcomer: (account) => ({ ...account, id: uuidOf(2901), enabled: true, sessions: [uuidOf(29_010)] }),
  isActive: ({ enabled }) => enabled
})

export const recycledGoogle = listed<GoogleState, GoogleState["users"][number]>({
  accounts: ({ users }) => users,
  emailOf: ({ primaryEmail }) => primaryEmail,
  idOf: ({ id }) => id,
  withEmail: (account, primaryEmail) => ({ ...account, primaryEmail }),
  newcomer: (account) => ({ ...account, id: "1901", aliases: [], tokens: ["own-app"], asps: [7], suspended: false }),
  isActive: ({ suspended }) => !suspended
})

export const recycledSlack = listed<SlackState, SlackState["users"][number]>({
  accounts: ({ users }) => users,
  emailOf: ({ email }) => email,
  idOf: ({ id }) => id,
  withEmail: (account, email) => ({ ...account, email }),
  newcomer: (account) => ({ ...account, id: "U0NEW", deleted: false }),
  isActive: ({ deleted }) => !deleted
})

export const recycledScim: Recycling<ScimState> = {
  recycle: (state, email) => {
    const account = [...state.accounts.values()].find(({ userName }) => sameText(userName, email))
    if (account === undefined) throw new Error(`nobody has ${email}`)
    const moved = { ...account, userName: former(email), emails: [{ value: former(email) }] }
    const newcomer = { ...account, id: "user-901", active: true, version: 1 }
    state.accounts.set(account.id, moved).set(newcomer.id, newcomer)
    return newcomer.id
  },
  remove: ({ accounts }, id) => void accounts.delete(id),
  idOf: ({ accounts }, email) => [...accounts.values()].find(({ userName }) => sameText(userName, email))?.id,
  isActive: ({ accounts }, id) => accounts.get(id)?.active === true
}

/** Usernames change hands with the addresses: what lasts is the number. */
export const recycledGithub: Recycling<GithubState> = {
  recycle: ({ identities, users }, email) => {
    const user = users.find(({ verifiedEmails }) => verifiedEmails.some((one) => sameText(one, email)))
    if (user === undefined) throw new Error(`nobody has ${email}`)
    const { login } = user
    const renamed = `${login}-former`
    const newcomer = { ...user, id: 590_001, membership: "member" as const }
    users.splice(users.indexOf(user), 1, { ...user, login: renamed, verifiedEmails: [former(email)] })
    users.push(newcomer)
    const index = identities.findIndex((one) => one.login === login)
    const identity = identities[index]
    if (identity !== undefined) {
      identities.splice(index, 1, {
        ...identity,
        login: renamed,
        nameId: former(email),
        emails: [former(email)]
      })
      identities.push({ ...identity, guid: "8a1e0001-0000-4000-8000-000000000901" })
    }
    return String(newcomer.id)
  },
  remove: ({ identities, users }, id) => {
    const gone = users.find((user) => String(user.id) === id)
    users.splice(0, users.length, ...users.filter((user) => user !== gone))
    identities.splice(0, identities.length, ...identities.filter(({ login }) => login !== gone?.login))
  },
  idOf: ({ users }, email) => {
    const user = users.find(({ verifiedEmails }) => verifiedEmails.some((one) => sameText(one, email)))
    return user === undefined ? undefined : String(user.id)
  },
  isActive: ({ users }, id) => users.some((user) => String(user.id) === id && user.membership !== null)
}
