import type { OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Effect, type Option, Schema } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { personal } from "#audit/record/text"

/** By what a person's accounts are looked up. */
const Identifiers = Schema.Struct({
  email: Schema.NullOr(Schema.String),
  username: Schema.NullOr(Schema.String)
})
export type Identifiers = typeof Identifiers.Type

/** Of a person who is erased, and of a run from before they were kept. */
export const noIdentifiers: Identifiers = { email: null, username: null }

interface Identified {
  readonly person_key_id: PersonKeyId
  readonly employee_email: string | null
  readonly source_control_username: string | null
}

const Text = Schema.fromJsonString(Identifiers)
const encode = Schema.encodeSync(Text)
const decode = Schema.decodeUnknownOption(Text)

/**
 * What a run is authorized for, sealed under the person's key from the moment it is queued: an edit of the case afterwards
 * does not change whom the run is about, and the erasure of the person makes it unreadable.
 */
export const makeIdentifiers = Effect.gen(function* () {
  const keys = yield* PersonKeys

  return {
    seal: (orgId: OrgId, { employee_email, person_key_id, source_control_username }: Identified) =>
      keys.seal(orgId, [personal(person_key_id, encode({ email: employee_email, username: source_control_username }))]),

    /** None for one that is erased or cannot be opened. */
    open: (orgId: OrgId, sealed: ReadonlyArray<string | null>) =>
      Effect.map(
        keys.reveal(
          orgId,
          sealed.map((text) => text ?? "")
        ),
        (texts) => texts.map((text): Option.Option<Identifiers> => decode(text))
      )
  }
})
