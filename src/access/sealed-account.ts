import type { OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { VendorAccount } from "@svc/contract/revocations/schema"
import { Effect, Option, Schema } from "effect"
import type { PersonKeys } from "#audit/record/person-keys"
import { personal } from "#audit/record/text"

const Text = Schema.fromJsonString(VendorAccount)
const encode = Schema.encodeSync(Text)
const decode = Schema.decodeUnknownOption(Text)

/** A vendor's account as it is stored: JSON sealed under the key of the person whose it is. */
export const sealAccount = (
  keys: PersonKeys["Service"],
  { account, orgId, personKeyId }: { readonly orgId: OrgId; readonly personKeyId: PersonKeyId; readonly account: VendorAccount }
) => keys.seal(orgId, [personal(personKeyId, encode(account))])

/** Stored accounts, in their order; null for none, and for one whose person is erased or that cannot be opened. */
export const openAccounts = (keys: PersonKeys["Service"], orgId: OrgId, sealed: ReadonlyArray<string | null>) =>
  sealed.every((text) => text === null)
    ? Effect.succeed(sealed.map((): VendorAccount | null => null))
    : Effect.map(
        keys.reveal(
          orgId,
          sealed.map((text) => text ?? "")
        ),
        (texts) => texts.map((text) => Option.getOrNull(decode(text)))
      )
