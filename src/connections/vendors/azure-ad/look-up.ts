import { Option, type Redacted, Schema } from "effect"
import { type Directory, pageAt, theOneUser } from "#connections/vendors/protocol/account-search"
import type { VendorReads } from "#connections/vendors/protocol/calls"
import { bearer, type Signed } from "#connections/vendors/protocol/client-credentials"
import type { Leaver } from "#connections/vendors/protocol/connector"
import type { OneAccount } from "#connections/vendors/protocol/one-account"
import { reasonBy } from "#connections/vendors/protocol/reason-code"
import { byAddress, type EntraUser, nextLink, selected, userIn, usersIn } from "./user.ts"

export type EntraAccount = Signed<EntraUser>

/** The two addresses that Entra is spoken to at. */
export interface Places {
  readonly login: string
  readonly graph: string
}

export const reasonIn = reasonBy(
  Schema.fromJsonString(Schema.Struct({ error: Schema.Struct({ code: Schema.String }) })),
  ({ error }) => error.code
)

const directory = (token: Redacted.Redacted): Directory<EntraUser> => ({
  headers: bearer(token),
  usersIn: ({ body }) => usersIn(body),
  next: ({ body }, url) => Option.flatMap(nextLink(body), (href) => pageAt(href, url)),
  idOf: ({ id }) => id,
  addressesOf: ({ mail, userPrincipalName }) => [userPrincipalName, mail],
  reasonIn
})

/** By name, and by address as well: a second account with the same address must not stay behind unseen. */
export const userOf = (calls: VendorReads, { graph }: Places, token: Redacted.Redacted, leaver: Leaver) => {
  const usersUrl = `${graph}/v1.0/users`
  return theOneUser(
    calls,
    directory(token),
    (email) => [
      {
        url: `${usersUrl}/${encodeURIComponent(email)}?${selected}`,
        userIn: ({ body }) => userIn(body)
      },
      { url: `${usersUrl}?${byAddress(email)}&${selected}` }
    ],
    leaver
  )
}

/** One account by its object id. */
export const oneUser = (
  calls: VendorReads,
  places: Places,
  { id, token }: { readonly id: string; readonly token: Redacted.Redacted },
  leaver: Leaver
): OneAccount<EntraUser> => ({
  id,
  read: (of) =>
    calls.read({ url: `${places.graph}/v1.0/users/${encodeURIComponent(of)}?${selected}`, headers: bearer(token) }),
  userIn,
  idOf: (user) => user.id,
  search: userOf(calls, places, token, leaver),
  reasonIn
})
