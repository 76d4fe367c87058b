import { Schema } from "effect"
import fs from "node:fs"
import { startScimVendor } from "../../test/support/scim-vendor.ts"

const Accounts = Schema.Array(Schema.Struct({ userName: Schema.String, active: Schema.Boolean }))
const readAccounts = Schema.decodeUnknownSync(Schema.fromJsonString(Accounts))

export interface Vendor {
  readonly port: number
  /** Changes nothing for a person who already has an account. */
  readonly hire: (userName: string) => void
  /** The vendor's own record, whatever it tells others. */
  readonly record: (userName: string) => { readonly userName: string; readonly active: boolean } | undefined
  /** Refuses every call with this status until told to work. */
  readonly fail: (status: number) => void
  readonly work: () => void
  readonly close: () => Promise<void>
}

/** The vendor's emulator. Its accounts are kept in a file across starts. */
export const startVendor = async (options: {
  readonly port: number
  readonly token: string
  readonly accountsFile: string
  readonly tls: { readonly key: string; readonly cert: string }
}): Promise<Vendor> => {
  const start = (port: number) => startScimVendor({ token: options.token, tls: options.tls, port })
  const vendor = await start(options.port).catch(() => start(0))
  const ids = new Map<string, string>()
  if (fs.existsSync(options.accountsFile)) {
    for (const person of readAccounts(fs.readFileSync(options.accountsFile, "utf8"))) {
      ids.set(person.userName, vendor.add(person))
    }
  }
  const record = (userName: string) => {
    const id = ids.get(userName)
    const found = id === undefined ? undefined : vendor.find(id)
    return found === undefined ? undefined : { userName: found.userName, active: found.active }
  }
  return {
    port: vendor.port,
    hire: (userName) => {
      if (!ids.has(userName)) ids.set(userName, vendor.add({ userName }))
    },
    record,
    fail: (status) => {
      vendor.behaviour.refusesWith = status
    },
    work: () => vendor.behave(),
    close: () => {
      const accounts = [...ids.keys()].flatMap((userName) => record(userName) ?? [])
      fs.writeFileSync(options.accountsFile, JSON.stringify(accounts), { mode: 0o600 })
      return vendor.close()
    }
  }
}
