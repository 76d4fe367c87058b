import type { OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import type { PersonKeys } from "#audit/record/person-keys"
import { erasedText } from "#audit/record/text"

/** A name and an address that are sealed under the person's key, as a source reported them. */
export interface SealedNames {
  readonly sealed_name: string | null
  readonly sealed_email: string | null
  readonly sealed_key_id: PersonKeyId | null
  readonly wrapped_key: string | null
}

interface Named {
  readonly name: string | null
  readonly email: string | null
}

/**
 * The rows with the names that are sealed put in, where a row has none of its own; `[erased]` where the key is
 * destroyed or the value is gone. Needs no transaction: the snapshot has read the keys.
 */
export const namesOf = Effect.fnUntraced(function* <Row extends SealedNames & Named>(
  personKeys: PersonKeys["Service"],
  orgId: OrgId,
  rows: ReadonlyArray<Row>
) {
  const sealedOf = ({ name, sealed_email, sealed_key_id, sealed_name, wrapped_key }: Row) =>
    name !== null || sealed_key_id === null
      ? []
      : [sealed_name, sealed_email].flatMap((sealed) =>
          sealed === null ? [] : [{ person_key_id: sealed_key_id, wrapped_key, sealed }]
        )
  const tokens = rows.flatMap(sealedOf)
  const opened = yield* personKeys.openEach(orgId, tokens)
  const texts = new Map(tokens.map(({ sealed }, at) => [sealed, opened[at] ?? null]))
  const textOf = (sealed: string | null) => (sealed === null ? null : (texts.get(sealed) ?? null))
  return rows.map((row) =>
    row.name !== null || row.sealed_key_id === null
      ? row
      : { ...row, name: textOf(row.sealed_name) ?? erasedText, email: textOf(row.sealed_email) }
  )
})
