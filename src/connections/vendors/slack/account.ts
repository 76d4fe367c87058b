import { Option } from "effect"
import { idOf, type ScimUser } from "#connections/vendors/scim/user"

/** As SCIM shows it, where the plan has SCIM; else as the Web API does. */
export type SlackAccount =
  | { readonly via: "scim"; readonly user: ScimUser }
  | {
      readonly via: "web"
      readonly id: string
      readonly teamId: string | undefined
      readonly deleted: boolean
      readonly email: string | null
    }

export const memberId = (account: SlackAccount): Option.Option<string> =>
  account.via === "web" ? Option.some(account.id) : idOf(account.user)
