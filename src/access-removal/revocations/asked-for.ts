import type { PersonKeyId } from "@svc/contract/kernel/ids"
import type { RevocationResult } from "@svc/contract/revocations/schema"
import type { VendorAccount } from "@svc/contract/revocations/account"
import { Option } from "effect"
import { type AuditText, auditText, personal } from "#audit/record/text"
import type { Identifiers } from "./identifiers.ts"

/** `ann@acme.test (id 00u1)`, or the id alone where the vendor shows no name. */
const accountText = ({ id, name }: VendorAccount): string => (name === null ? `id ${id}` : `${name} (id ${id})`)

/** Whom a run was authorized for and which account each app showed, for its audit entry: sealed under the person's key. */
export const askedFor = (
  personKeyId: PersonKeyId,
  asked: Option.Option<Identifiers>,
  results: ReadonlyArray<Pick<RevocationResult, "service">>,
  accounts: ReadonlyArray<VendorAccount | null>
): AuditText => {
  const email = Option.getOrNull(Option.map(asked, ({ email }) => email))
  const named = results.flatMap(({ service }, index) => {
    const account = accounts[index]
    return account === undefined || account === null ? [] : [{ service, account }]
  })
  return [
    ...(email === null ? [] : auditText`. Asked for ${personal(personKeyId, email)}`),
    ...named.flatMap(({ account, service }, index) => [
      ...auditText`${index === 0 ? ". Accounts: " : ", "}${service} ${personal(personKeyId, accountText(account))}`
    ])
  ]
}
