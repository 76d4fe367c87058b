import { type OrgId, PersonKeyId, type UserId } from "@svc/contract/kernel/ids"
import { sealedActor, shownDetails, splitDetails } from "@svc/contract/audit/trailer"
import { Context, DateTime, Effect, Option, Result, Schema } from "effect"
import { createSecretKey, type KeyObject } from "node:crypto"
import { Transaction } from "#platform/database/db"
import { escapeMarkers, openPersonal, personKeyIdsIn, replaceTokens, sealPersonal } from "#platform/keys/personal-data"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { layerOf } from "#platform/services/layer-of"
import { AuditRepo, type Author, type PersonKey } from "./repo.ts"
import { type AuditText, Personal } from "./text.ts"

export { keysDestroyed } from "./topic.ts"

/**
 * A member's key is stored under another digest than the key of the same address in the directory: neither finds the
 * other.
 */
const purposes = { person: "audit-person-email", member: "audit-member-email" } as const
const wrapping = (orgId: OrgId, id: PersonKeyId) => `audit_person_keys:${orgId}:${id}`

const isPersonKeyId = Schema.is(PersonKeyId)

/** Keys kept by a reading at most. */
const mostKept = 5000

/**
 * Keys that a long read has decrypted, with their stored form. Each of its transactions reads that again, so a key that
 * is destroyed in the meantime opens nothing, though it is held here until the read ends.
 */
export type ReadingKeys = Map<PersonKeyId, { readonly wrapped: string; readonly key: KeyObject }>

/** For one read: nothing of it is kept afterwards. */
export const readingKeys = (): ReadingKeys => new Map()

/** What of an entry is read: as stored, with the name that its actor has by now. */
interface StoredTexts {
  readonly target: string
  readonly details: string
  readonly actor_name: string | null
}

/** The same as a person reads it. */
export interface ReadTexts extends StoredTexts {
  /** The API key that acted. */
  readonly api_key_id: string | null
}

/** One token with the key that it names, as that is stored. */
interface KeyedToken {
  readonly person_key_id: PersonKeyId
  readonly wrapped_key: string | null
  readonly sealed: string
}

type OpenedKey = KeyObject | "erased" | undefined

/**
 * Crypto-shredding: personal values are encrypted under one key per person and organization (for what is recorded about
 * them) and one per member (for what they do). Destroying a key makes its values unreadable permanently, and no hash
 * breaks, because hashes cover the encrypted text. A transaction locks the keys it uses until its commit (`takeUsed`),
 * so nothing is committed under a destroyed key. Decrypted keys are kept for one transaction or one read only, at most
 * `mostKept`.
 */
export class PersonKeys extends Context.Service<
  PersonKeys,
  {
    /** The key of the person with this email, created if there is none; without an email always a new one. */
    forPerson(orgId: OrgId, email: string | null): Effect.Effect<PersonKeyId, never, Transaction>
    /**
     * The key of the member who signs in with this email: of their sign-ins, their role, and their name in what they
     * do. Erasing what the directory knows of an email does not touch it.
     */
    forMember(orgId: OrgId, email: string): Effect.Effect<PersonKeyId, never, Transaction>
    /** The key of a member who acts; made, and noted with the membership, when there is none. */
    ofAuthor(orgId: OrgId, userId: UserId, author: Author): Effect.Effect<PersonKeyId, never, Transaction>
    /** Digests of this email under every master key, as the key is stored; none without an email. */
    digestsOf(orgId: OrgId, email: string | null): ReadonlyArray<string>
    /** The same of a member's key. */
    memberDigestsOf(orgId: OrgId, email: string): ReadonlyArray<string>
    /**
     * For this transaction: the key that a read found under the person's digests, else a new one. Storing it is
     * refused by `audit_person_keys_email` when another transaction is quicker.
     */
    adopt(
      orgId: OrgId,
      digests: ReadonlyArray<string>,
      found: PersonKey | null
    ): Effect.Effect<PersonKeyId, never, Transaction>
    /**
     * The key of a person whose email has changed: encrypted values stay readable, and a new person with the former
     * email gets their own key. If the new email has a key, that one stays in use (work-23).
     */
    readdress(orgId: OrgId, id: PersonKeyId, email: string | null): Effect.Effect<void, never, Transaction>
    /**
     * The text with each personal value sealed, as stored and hashed. The transaction's audit entry holds the keys
     * until the commit: see `takeUsed`.
     */
    seal(orgId: OrgId, text: AuditText): Effect.Effect<string, never, Transaction>
    /**
     * The organization's keys used in this transaction since the last call, except those it created: no other
     * transaction can have destroyed those. Lock them (`hold_person_keys`, migration 0037), so that nothing is
     * committed under a key that is destroyed by then. Destroying a key updates its row and needs no other lock;
     * encrypting under it in the same transaction rolls the transaction back.
     */
    takeUsed(orgId: OrgId): Effect.Effect<ReadonlyArray<PersonKeyId>, never, Transaction>
    /** Stored texts as a person reads them; `[erased]` and `[unreadable]` where a value is gone. */
    reveal(
      orgId: OrgId,
      texts: ReadonlyArray<string>,
      kept?: ReadingKeys
    ): Effect.Effect<ReadonlyArray<string>, never, Transaction>
    /** Tokens, each by the given key; null for one that it does not decrypt. No key is kept. */
    openEach(orgId: OrgId, tokens: ReadonlyArray<KeyedToken>): Effect.Effect<ReadonlyArray<string | null>>
    /**
     * Entries as a person reads them, in their order: the actor by the name of that time, where the entry keeps it, and
     * without what of the details is for machines.
     */
    revealEntries(
      orgId: OrgId,
      entries: ReadonlyArray<StoredTexts>,
      kept?: ReadingKeys
    ): Effect.Effect<ReadonlyArray<ReadTexts>, never, Transaction>
  }
>()("svc/audit/PersonKeys") {
  static readonly layerNoDeps = layerOf(PersonKeys, function* () {
    const repo = yield* AuditRepo
    const secrets = yield* Secrets
    const randomness = yield* Randomness

    /** Keys opened in a transaction serve it again; beyond it none is kept, for it may be destroyed at any time. */
    const opened = new WeakMap<Transaction["Service"], Map<string, OpenedKey>>()
    const used = new WeakMap<Transaction["Service"], Map<PersonKeyId, OrgId>>()
    const made = new WeakMap<Transaction["Service"], Map<PersonKeyId, OrgId>>()
    const noteIn = (notes: typeof used, transaction: Transaction["Service"], orgId: OrgId, id: PersonKeyId) =>
      notes.set(transaction, (notes.get(transaction) ?? new Map<PersonKeyId, OrgId>()).set(id, orgId))
    const openedIn = (transaction: Transaction["Service"]) => {
      const keys = opened.get(transaction) ?? new Map<string, OpenedKey>()
      opened.set(transaction, keys)
      return keys
    }

    const digestsUnder = (purpose: string, orgId: OrgId, email: string) =>
      secrets.hmacs(purpose, `${orgId}:${email.trim().toLowerCase()}`)
    const digestsOf = (orgId: OrgId, email: string | null) =>
      email === null ? [] : digestsUnder(purposes.person, orgId, email)
    const memberDigestsOf = (orgId: OrgId, email: string) => digestsUnder(purposes.member, orgId, email)

    const generate = Effect.fnUntraced(function* (orgId: OrgId) {
      const id = PersonKeyId.make(yield* randomness.uuid)
      const key = yield* randomness.bytes(32)
      const wrappedKey = yield* secrets.seal(Buffer.from(key).toString("base64"), wrapping(orgId, id))
      return { id, key, wrappedKey, createdAt: DateTime.toDateUtc(yield* DateTime.now) }
    })

    const findOrMake = Effect.fnUntraced(function* (orgId: OrgId, digests: ReadonlyArray<string>) {
      const { id, key, ...generated } = yield* generate(orgId)
      const stored = yield* repo.findOrInsertPersonKey({ orgId, id, digests, ...generated })
      if (Option.isNone(stored)) {
        // Another transaction has stored this person's key; the statement waited for it, so it is visible now.
        return (yield* Effect.flatMap(repo.findPersonKeyByEmail(orgId, digests), Effect.fromOption).pipe(Effect.orDie))
          .id
      }
      if (stored.value.id === id) {
        const transaction = yield* Transaction
        openedIn(transaction).set(id, createSecretKey(key))
        noteIn(made, transaction, orgId, id)
      }
      return stored.value.id
    })
    const forPerson = (orgId: OrgId, email: string | null) => findOrMake(orgId, digestsOf(orgId, email))
    const forMember = (orgId: OrgId, email: string) => findOrMake(orgId, memberDigestsOf(orgId, email))

    /** Puts the keys of the rows among the others. */
    const unwrap = Effect.fnUntraced(function* (
      orgId: OrgId,
      rows: ReadonlyArray<PersonKey>,
      keys: Map<string, OpenedKey>,
      kept: ReadingKeys = readingKeys()
    ) {
      for (const { id, wrapped_key: wrapped } of rows) {
        if (wrapped === null) {
          keys.set(id, "erased")
          continue
        }
        const known = kept.get(id)
        if (known?.wrapped === wrapped) {
          keys.set(id, known.key)
          continue
        }
        const key = secrets.openKey(wrapped, wrapping(orgId, id))
        keys.set(id, Result.getOrUndefined(key))
        if (Result.isFailure(key)) {
          yield* Effect.logError("person key decryption failed", key.failure)
          continue
        }
        if (kept.size >= mostKept) kept.clear()
        kept.set(id, { wrapped, key: key.success })
      }
    })

    const ofAuthor = Effect.fnUntraced(function* (orgId: OrgId, userId: UserId, { email, key }: Author) {
      if (key === null) {
        const id = yield* forMember(orgId, email)
        yield* repo.linkKey(orgId, userId, id)
        return id
      }
      const keys = openedIn(yield* Transaction)
      if (!keys.has(key.id)) yield* unwrap(orgId, [key], keys)
      return key.id
    })

    const adopt = Effect.fnUntraced(function* (orgId: OrgId, digests: ReadonlyArray<string>, found: PersonKey | null) {
      const transaction = yield* Transaction
      const keys = openedIn(transaction)
      if (found !== null) {
        yield* unwrap(orgId, [found], keys)
        return found.id
      }
      const { id, key, ...generated } = yield* generate(orgId)
      yield* repo.insertPersonKey({ orgId, id, digests, ...generated })
      keys.set(id, createSecretKey(key))
      noteIn(made, transaction, orgId, id)
      return id
    })

    const load = Effect.fnUntraced(function* (orgId: OrgId, ids: Iterable<string>, kept?: ReadingKeys) {
      const keys = openedIn(yield* Transaction)
      // What a token names need not be an id.
      const missing = [...new Set(ids)].filter((id) => !keys.has(id)).filter(isPersonKeyId)
      yield* unwrap(orgId, yield* repo.findPersonKeys(orgId, missing), keys, kept)
      return keys
    })

    const seal = Effect.fnUntraced(function* (orgId: OrgId, text: AuditText) {
      const transaction = yield* Transaction
      const keys = yield* load(
        orgId,
        text.flatMap((piece) => (piece instanceof Personal ? [piece.personKeyId] : []))
      )
      return text
        .map((piece) => {
          if (!(piece instanceof Personal)) return escapeMarkers(piece)
          const key = keys.get(piece.personKeyId)
          // A value that cannot be tied to a living key is never stored (entries-5).
          if (key === undefined || key === "erased") return "[withheld]"
          noteIn(used, transaction, orgId, piece.personKeyId)
          return sealPersonal(piece.personKeyId, key, piece.value)
        })
        .join("")
    })

    const takeUsed = (orgId: OrgId) =>
      Effect.map(Transaction, (transaction) => {
        const noted = used.get(transaction) ?? new Map<PersonKeyId, OrgId>()
        const ids = [...noted].flatMap(([id, of]) => (of === orgId ? [id] : []))
        for (const id of ids) noted.delete(id)
        return ids.filter((id) => made.get(transaction)?.has(id) !== true)
      })

    const reveal = Effect.fn("PersonKeys.reveal")(function* (
      orgId: OrgId,
      texts: ReadonlyArray<string>,
      kept?: ReadingKeys
    ) {
      const keys = yield* load(orgId, texts.flatMap(personKeyIdsIn), kept)
      return texts.map((text) => replaceTokens(text, (id) => keys.get(id)))
    })

    const openEach = Effect.fnUntraced(function* (orgId: OrgId, tokens: ReadonlyArray<KeyedToken>) {
      const opened: Array<string | null> = []
      for (const { person_key_id: id, sealed, wrapped_key: wrapped } of tokens) {
        const key = wrapped === null ? undefined : secrets.openKey(wrapped, wrapping(orgId, id))
        if (key !== undefined && Result.isFailure(key)) {
          yield* Effect.logError("person key decryption failed", key.failure)
        }
        opened.push(
          key === undefined || Result.isFailure(key) ? null : Option.getOrNull(openPersonal(sealed, key.success))
        )
      }
      return opened
    })

    const revealEntries = Effect.fnUntraced(function* (
      orgId: OrgId,
      entries: ReadonlyArray<StoredTexts>,
      kept?: ReadingKeys
    ) {
      const split = entries.map(({ details }) => splitDetails(details))
      const texts = yield* reveal(
        orgId,
        entries.flatMap(({ target }, at) => {
          const parts = split[at] ?? { said: "", trailer: null }
          return [target, shownDetails(parts), sealedActor(parts) ?? ""]
        }),
        kept
      )
      return entries.map(({ actor_name, details, target }, at) => {
        const named = texts[3 * at + 2] ?? ""
        return {
          target: texts[3 * at] ?? target,
          details: texts[3 * at + 1] ?? details,
          actor_name: named === "" ? actor_name : named,
          api_key_id: split[at]?.trailer?.apiKeyId ?? null
        }
      })
    })

    const readdress = (orgId: OrgId, id: PersonKeyId, email: string | null) =>
      repo.readdressPersonKey({ orgId, id, digests: digestsOf(orgId, email) })

    return PersonKeys.of({
      forPerson,
      forMember,
      ofAuthor,
      digestsOf,
      memberDigestsOf,
      adopt,
      readdress,
      seal,
      takeUsed,
      reveal,
      openEach,
      revealEntries
    })
  })
}
