import { addOktaAccount, okta, type OktaState } from "@svc/lab/okta"
import { startVendor } from "@svc/lab/vendor"

export interface Okta {
  readonly port: number
  /** Changes nothing for a person who already has an account. */
  readonly hire: (email: string) => void
  /** Okta's own record. */
  readonly record: (email: string) => { readonly login: string; readonly status: string } | undefined
  readonly close: () => Promise<void>
}

/** The lab's Okta emulator with the demo's people, kept in memory. */
export const startOkta = async (options: {
  readonly port: number
  readonly tls: { readonly key: string; readonly cert: string }
}): Promise<Okta> => {
  const start = (port: number) =>
    startVendor<OktaState>({ ...okta, seed: () => ({ ...okta.seed(), accounts: [] }) }, { tls: options.tls, port })
  const running = await start(options.port).catch(() => start(0))
  const { state } = running
  const find = (email: string) => state.accounts.find((account) => account.email === email)
  return {
    port: running.port,
    hire: (email) => {
      if (find(email) === undefined) addOktaAccount(state, { login: email, email })
    },
    record: (email) => {
      const found = find(email)
      return found === undefined ? undefined : { login: found.login, status: found.status }
    },
    close: running.close
  }
}
