import { shownDetails, splitDetails } from "@svc/contract/audit/trailer"
import { Caller } from "@svc/contract/kernel/access"
import { type OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Context, Effect } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Personal } from "#audit/record/text"
import { Db, type Transaction } from "#platform/database/db"
import { tokensIn } from "#platform/keys/personal-data"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import { EntrySet } from "./entry-set.ts"
import { listOf, OpenedValues } from "./opened-values.ts"
import { bytesOf, findIn } from "./packed-texts.ts"
import { makeTermMatcher } from "./rules.ts"
import { type PersonValues, type Place, SealedRepo, type Standing, type Texts, type Use } from "./sealed-repo.ts"
import { type PackedPart, TextsRepo } from "./texts-repo.ts"

/** Entries indexed in one transaction, and persons or entries opened at a time. */
const batch = 2000

/** Texts packed in one transaction: the database does all of it. */
const packedAtOnce = 10_000n

/** Parts of the texts looked through at a time: a fraction of a megabyte, and of a millisecond. */
const partsAtOnce = 8

/** What a search finds: in plain words, in sealed values, and in names of today (log-8). */
export class SealedSearch extends Context.Service<
  SealedSearch,
  {
    /**
     * Takes what was recorded since the last search into the index. Before the transaction that searches: each batch is
     * a transaction of its own.
     */
    catchUp(orgId: OrgId): Effect.Effect<void, never, Caller>
    /** The same for every organization with new entries, or for one; returns their number. */
    catchUpAll(only: OrgId | undefined): Effect.Effect<number>
    /** Whether a search would have little to do first. */
    isReady(orgId: OrgId): boolean
    /** Does that; what goes wrong is logged, and the search's own affair. */
    prepare(orgId: OrgId): Effect.Effect<void, never, Caller>
    /** The entries whose readable text has the term, or that are by or about a person whose name has it. */
    find(orgId: OrgId, term: string): Effect.Effect<EntrySet, never, Transaction>
  }
>()("svc/audit-log/SealedSearch") {
  static readonly layerNoDeps = layerOf(SealedSearch, function* () {
    const db = yield* Db
    const repo = yield* SealedRepo
    const texts = yield* TextsRepo
    const values = yield* OpenedValues
    const personKeys = yield* PersonKeys

    /** Tokens opened, some at a time, so that other requests have their turn. */
    const open = Effect.fnUntraced(function* (orgId: OrgId, texts: ReadonlyArray<string>) {
      const opened: Array<string> = []
      for (let start = 0; start < texts.length; start += batch) {
        opened.push(...(yield* personKeys.reveal(orgId, texts.slice(start, start + batch))))
        yield* Effect.yieldNow
      }
      return opened
    })

    /** Null for a list that cannot be opened. */
    const readValues = Effect.fnUntraced(function* (orgId: OrgId, stored: ReadonlyArray<PersonValues>) {
      const opened = yield* open(
        orgId,
        stored.map(({ sealed }) => sealed)
      )
      return stored.map((row, at) => [row.person_key_id, listOf(opened[at])] as const)
    })

    /** Answers the keys under which lists could be sealed. Other persons are erased, or their keys unreadable. */
    const storeValues = Effect.fnUntraced(function* (
      orgId: OrgId,
      lists: Iterable<readonly [PersonKeyId, ReadonlyArray<string | null>]>
    ) {
      const sealed = yield* Effect.forEach(lists, ([key, values]) =>
        Effect.map(personKeys.seal(orgId, [new Personal(key, JSON.stringify(values))]), (token) => ({
          person_key_id: key,
          sealed: token
        }))
      )
      const living = sealed.filter((row) => tokensIn(row.sealed).length > 0)
      if (living.length > 0) yield* repo.storeValues(orgId, living)
      return new Set(living.map((row) => row.person_key_id))
    })

    /** Values of entries that retention purged go with them. */
    const forget = Effect.fnUntraced(function* (orgId: OrgId, oldest: bigint) {
      const affected = yield* repo.forgetBefore(orgId, oldest)
      const used = Map.groupBy(yield* repo.placesUsed(orgId, affected), ({ personKeyId }) => personKeyId)
      yield* repo.removeValues(
        orgId,
        affected.filter((key) => !used.has(key))
      )
      const lists = yield* readValues(orgId, yield* repo.valuesOf(orgId, [...used.keys()]))
      yield* storeValues(
        orgId,
        lists.flatMap(([key, values]) => {
          const places = new Set(used.get(key)?.map(({ place }) => place))
          return values === null
            ? []
            : [[key, values.map((value, place) => (places.has(place) ? value : null))] as const]
        })
      )
    })

    const index = Effect.fnUntraced(function* (orgId: OrgId, entries: ReadonlyArray<Texts>) {
      const found = entries.flatMap(({ details, seq, target }) =>
        [...tokensIn(target), ...tokensIn(details)].map(({ personKeyId, token }) => ({
          key: PersonKeyId.make(personKeyId),
          token,
          seq
        }))
      )
      if (found.length === 0) return
      const opened = yield* open(
        orgId,
        found.map(({ token }) => token)
      )
      const known = new Map(
        yield* readValues(orgId, yield* repo.valuesOf(orgId, [...new Set(found.map(({ key }) => key))]))
      )
      const places = new Map<PersonKeyId, Map<string, number>>()
      const changed = new Map<PersonKeyId, Array<string | null>>()
      const uses: Array<Use> = []
      for (const [at, { key, seq }] of found.entries()) {
        // A place means nothing without the list that it is in.
        if (known.get(key) === null) continue
        const value = opened[at] ?? ""
        const list = changed.get(key) ?? [...(known.get(key) ?? [])]
        const placed =
          places.get(key) ?? new Map(list.flatMap((value, place) => (value === null ? [] : [[value, place] as const])))
        places.set(key, placed)
        const place = placed.get(value) ?? list.length
        if (place === list.length) {
          list.push(value)
          changed.set(key, list)
          placed.set(value, place)
        }
        uses.push({ personKeyId: key, place, seq })
      }
      const stored = yield* storeValues(orgId, changed)
      yield* repo.storeUses(
        orgId,
        uses.filter(({ personKeyId }) => stored.has(personKeyId) || !changed.has(personKeyId))
      )
    })

    /** Answers how far the texts are packed now. */
    const pack = Effect.fnUntraced(function* (orgId: OrgId, { log, packedThrough }: Standing) {
      const before = log.oldest - 1n
      const from = packedThrough === null || packedThrough < before ? before : packedThrough
      const to = from + packedAtOnce < log.through ? from + packedAtOnce : log.through
      // Of an index that was emptied they may have been left.
      if (packedThrough === null) yield* texts.empty(orgId)
      if (to > from) yield* texts.pack(orgId, from, to)
      return to
    })

    const step = Effect.fnUntraced(function* (orgId: OrgId) {
      const standing = yield* repo.lockIndex(orgId)
      const { indexed, log } = standing
      if (indexed === null) return
      if (indexed.oldest < log.oldest) {
        yield* forget(orgId, log.oldest)
        yield* texts.forgetBefore(orgId, log.oldest)
      }
      const packedThrough = yield* pack(orgId, standing)
      const entries = yield* repo.entriesAfter(orgId, indexed.through, batch)
      yield* index(orgId, entries)
      yield* repo.settle(orgId, { oldest: log.oldest, through: entries.at(-1)?.seq ?? indexed.through }, packedThrough)
    })

    const catchUp = Effect.fn("SealedSearch.catchUp")(function* (orgId: OrgId) {
      let asked: bigint | undefined
      for (;;) {
        const { indexed, log, packedThrough } = yield* db.transact(repo.standing(orgId))
        // Concurrent writes delay no search.
        asked ??= log.through
        const through = asked < log.through ? asked : log.through
        const packed = through < log.oldest || (packedThrough !== null && packedThrough >= through)
        if (indexed !== null && indexed.through >= through && indexed.oldest >= log.oldest && packed) return
        yield* db.transact(step(orgId))
      }
    })

    const catchUpAll = Effect.fn("SealedSearch.catchUpAll")(function* (only: OrgId | undefined) {
      const behind = yield* db.transactSystem(repo.behind(only ?? null))
      yield* Effect.forEach(
        behind,
        (orgId) =>
          Effect.provideService(catchUp(orgId), Caller, systemCaller(orgId)).pipe(
            // One organisation that fails holds up no other.
            Effect.catchCause((cause) => Effect.logError("audit search index update failed", cause))
          ),
        { discard: true }
      )
      return behind.length
    })

    /** In words that are not sealed. */
    const findInTexts = Effect.fnUntraced(function* (orgId: OrgId, term: string, tell: (seq: number) => void) {
      const sought = bytesOf(Buffer.from(yield* texts.folded(term)))
      let parts: ReadonlyArray<PackedPart> = yield* texts.parts(orgId, -1, partsAtOnce)
      while (parts.length > 0) {
        const last = parts.at(-1)?.part ?? 0
        const look = Effect.sync(() => {
          for (const { part, texts } of parts) findIn(part, bytesOf(texts), sought, tell)
        })
        // The database reads the next page concurrently.
        const [next]: [ReadonlyArray<PackedPart>, void] = yield* Effect.all(
          [texts.parts(orgId, last, partsAtOnce), look],
          { concurrency: 2 }
        )
        parts = next
      }
    })

    /** In encrypted values of persons who are not erased, alone or together with the words around them. */
    const findInValues = Effect.fnUntraced(function* (orgId: OrgId, term: string, tell: (seq: number) => void) {
      const matcher = makeTermMatcher(term)
      const holding: Array<Place> = []
      const touching: Array<Place> = []
      yield* values.each(orgId, (personKeyId, list) => {
        for (const [place, value] of list.entries()) {
          if (value === null) continue
          if (matcher.holds(value)) holding.push({ personKeyId, place })
          else if (matcher.touches(value)) touching.push({ personKeyId, place })
        }
      })
      for (const seq of yield* repo.uses(orgId, holding)) tell(seq)
      if (touching.length === 0) return
      const besides = matcher.besides()
      let before: bigint | null = null
      for (;;) {
        const entries: ReadonlyArray<Texts> = yield* repo.entriesWith(orgId, {
          places: touching,
          besides,
          before,
          count: batch
        })
        const read = yield* open(
          orgId,
          entries.flatMap(({ details, target }) => [target, shownDetails(splitDetails(details))])
        )
        for (const [at, { seq }] of entries.entries()) {
          if (
            [read[2 * at], read[2 * at + 1]].some((text) => text !== undefined && matcher.holds(text.toLowerCase()))
          ) {
            tell(Number(seq))
          }
        }
        before = entries.at(-1)?.seq ?? null
        if (entries.length < batch) break
      }
    })

    const find = Effect.fn("SealedSearch.find")(function* (orgId: OrgId, term: string) {
      const { log } = yield* repo.standing(orgId)
      const oldest = Number(log.oldest)
      const found = new EntrySet()
      // What retention has removed stays in its part until all of that is gone.
      const tell = (seq: number) => {
        if (seq >= oldest) found.add(seq)
      }
      yield* findInTexts(orgId, term, tell)
      yield* findInValues(orgId, term, tell)
      for (const seq of yield* texts.named(orgId, term)) tell(seq)
      return found
    })

    const prepare = Effect.fn("SealedSearch.prepare")(function* (orgId: OrgId) {
      yield* catchUp(orgId).pipe(
        Effect.andThen(db.transact(values.each(orgId, () => undefined))),
        Effect.catchDefect((defect) => Effect.logWarning("audit search preparation failed", defect))
      )
    })

    return SealedSearch.of({ catchUp, catchUpAll, find, isReady: values.areOpen, prepare })
  })
}
