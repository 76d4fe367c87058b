import { sameText } from "./people.ts"

/** What happens to accounts and addresses at a vendor behind our back. */
export interface Recycling<State> {
  /** The account with the address gets another one, and a new, active account gets the address; answers the new account's id. */
  readonly recycle: (state: State, email: string) => string
  /** Deletes the account with this id. */
  readonly remove: (state: State, id: string) => void
  /** The account's id, while it has the email. */
  readonly idOf: (state: State, email: string) => string | undefined
  readonly isActive: (state: State, id: string) => boolean
}

export const former = (email: string) => `former.${email}`

/** A vendor whose people are a list, one account each. */
export const listed = <State, Account>(of: {
  readonly accounts: (state: State) => Array<Account>
  readonly emailOf: (account: Account) => string
  readonly idOf: (account: Account) => string
  readonly withEmail: (account: Account, email: string) => Account
  /** The same for a new person. */
  readonly newcomer: (account: Account) => Account
  readonly isActive: (account: Account) => boolean
}): Recycling<State> => ({
  recycle: (state, email) => {
    const accounts = of.accounts(state)
    const index = accounts.findIndex((account) => sameText(of.emailOf(account), email))
    const account = accounts[index]
    if (account === undefined) throw new Error(`no account has ${email}`)
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
