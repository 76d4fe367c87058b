import type { OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Effect, Option, Schema } from "effect"
import { PersonKeys } from "./person-keys.ts"
import { auditText, personal } from "./text.ts"

/** How a vendor names an account: its id, and the address or username that it shows with it. */
const AccountName = Schema.Struct({ id: Schema.String, name: Schema.NullOr(Schema.String) })
type AccountName = typeof AccountName.Type

const stored = Schema.fromJsonString(AccountName)
const encode = Schema.encodeSync(stored)
const decode = Schema.decodeUnknownOption(stored)

/**
 * Vendor accounts at rest: id and name as JSON, sealed under the key of the case's person. With that key destroyed the
 * column says of nobody which account it was.
 */
export const makeSealedAccounts = Effect.map(PersonKeys, (personKeys) => ({
  sealAccount: (orgId: OrgId, personKeyId: PersonKeyId, { id, name }: AccountName) =>
    personKeys.seal(orgId, auditText`${personal(personKeyId, encode({ id, name }))}`),
  /** In their order; null for one that was not known, was erased or withheld, or cannot be read. */
  revealAccounts: (orgId: OrgId, sealed: ReadonlyArray<string | null>) =>
    Effect.map(
      personKeys.reveal(
        orgId,
        sealed.map((text) => text ?? "")
      ),
      (texts) => texts.map((text) => Option.getOrNull(decode(text)))
    )
}))
