import type { OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { VendorAccount } from "@svc/contract/revocations/account"
import { Effect, Option, Schema } from "effect"
import type { Transaction } from "#platform/database/db"
import { PersonKeys } from "./person-keys.ts"
import { auditText, erasedText, personal } from "./text.ts"

const stored = Schema.fromJsonString(Schema.Struct(VendorAccount.fields))
const encode = Schema.encodeSync(stored)
const decode = Schema.decodeUnknownOption(stored)

/**
 * Vendor accounts at rest: id and name as JSON, sealed under the key of the case's person. With that key destroyed the
 * column no longer says which account it was.
 */
export const makeSealedAccounts = Effect.map(PersonKeys, (personKeys) => {
  const texts = (orgId: OrgId, sealed: ReadonlyArray<string | null>) =>
    personKeys.reveal(
      orgId,
      sealed.map((text) => text ?? "")
    )
  return {
    sealAccount: (orgId: OrgId, personKeyId: PersonKeyId, { id, name }: VendorAccount) =>
      personKeys.seal(orgId, auditText`${personal(personKeyId, encode({ id, name }))}`),
    /** To act on, in their order; null for one that was not known, was erased or withheld, or cannot be read. */
    revealAccounts: (
      orgId: OrgId,
      sealed: ReadonlyArray<string | null>
    ): Effect.Effect<ReadonlyArray<VendorAccount | null>, never, Transaction> =>
      Effect.map(texts(orgId, sealed), (all) => all.map((text) => Option.getOrNull(decode(text)))),
    /** The ids alone; null for one that was unknown, none for one that can no longer be read. */
    accountIds: (
      orgId: OrgId,
      sealed: ReadonlyArray<string | null>
    ): Effect.Effect<ReadonlyArray<Option.Option<string | null>>, never, Transaction> =>
      Effect.map(texts(orgId, sealed), (all) =>
        all.map((text, index) =>
          sealed[index] === null ? Option.some(null) : Option.map(decode(text), ({ id }) => id)
        )
      ),
    /** To show, in their order; the id of one that was erased is `[erased]`. */
    shownAccounts: (
      orgId: OrgId,
      sealed: ReadonlyArray<string | null>
    ): Effect.Effect<ReadonlyArray<VendorAccount | null>, never, Transaction> =>
      Effect.map(texts(orgId, sealed), (all) =>
        all.map((text) => (text === erasedText ? { id: erasedText, name: null } : Option.getOrNull(decode(text))))
      )
  }
})
