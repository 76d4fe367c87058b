import { Option } from "effect"
import type { Owner } from "#connections/vendors/protocol/inventory"
import { loginIn } from "./api.ts"
import type { GithubAccount } from "./look-up.ts"

/** The username that everything hangs on: the account's, else the one on record, for accounts that are off already. */
export const loginOf = ({ account, leaver }: Owner<GithubAccount>): Option.Option<string> =>
  Option.orElse(
    Option.flatMap(account, ({ login }) => Option.fromNullOr(login)),
    () => Option.flatMap(Option.fromNullOr(leaver.sourceControlUsername), loginIn)
  )

/** Whom the identity provider has announced and who never signed in has made nothing, and holds nothing. */
export const isAnnounced = ({ account }: Owner<GithubAccount>) => Option.exists(account, ({ login }) => login === null)
