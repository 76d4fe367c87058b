import { type OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Array as Arr, Clock, Context, Duration, Effect, Option, Schema, Semaphore } from "effect"
import { keysDestroyed, PersonKeys } from "#audit/record/person-keys"
import type { Transaction } from "#platform/database/db"
import { Wakeups } from "#platform/jobs/wakeups"
import { layerOf } from "#platform/services/layer-of"
import { type ChangedValues, SealedRepo } from "./sealed-repo.ts"

/** Lists read at a time, and opened: a millisecond's work. */
const batch = 1000
const openedAtOnce = 100

/** How long what was opened for a search serves the next one. */
const keptFor = Duration.minutes(10)

/** Maximum bytes kept, over all organizations; a test makes it small. */
export const MostOpenedKept = Context.Reference("svc/audit-log/MostOpenedKept", {
  defaultValue: () => 32 * 1024 * 1024
})

const gather = "50 millis"

/** About what a list takes in memory, and each value in it. */
const [listBytes, valueBytes] = [200, 40]

/** A position whose value no entry uses anymore holds null, so that the others keep theirs. */
const isValues = Schema.is(Schema.Array(Schema.NullOr(Schema.String)))
const readJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))
/** Null if it is not a list. */
export const listOf = (text: string | null | undefined): ReadonlyArray<string | null> | null =>
  text === null || text === undefined ? null : Option.getOrNull(Option.filter(readJson(text), isValues))

/** The values of a person, each in its place, in lower case. */
type OpenedList = ReadonlyArray<string | null>

type Visit = (key: PersonKeyId, list: OpenedList) => void

/** The opened values of an organization, up to a change of its index. */
interface Opened {
  readonly lists: Map<PersonKeyId, OpenedList>
  readonly turn: Semaphore.Semaphore
  upTo: Pick<ChangedValues, "revision" | "person_key_id">
  bytes: number
  /** Over the limit: each search opens them again, some lists at a time. */
  isTooLarge: boolean
  usedAt: number
}

const beforeAll = { revision: -1n, person_key_id: PersonKeyId.make("00000000-0000-0000-0000-000000000000") }

/**
 * The decrypted lists of the search's index: each is under its person's key, and decrypting costs more than searching.
 * They are released ten minutes after the last search, and immediately when any person's key is destroyed, on any node.
 */
export class OpenedValues extends Context.Service<
  OpenedValues,
  {
    /**
     * Passes every list of the current index. A key that is destroyed at this moment may still be among them: ask the
     * database which persons remain (`SealedRepo.uses`).
     */
    each(orgId: OrgId, visit: Visit): Effect.Effect<void, never, Transaction>
    /** Whether it would have little to open. */
    areOpen(orgId: OrgId): boolean
  }
>()("svc/audit-log/OpenedValues") {
  static readonly layerNoDeps = layerOf(OpenedValues, function* () {
    const repo = yield* SealedRepo
    const personKeys = yield* PersonKeys
    const wakeups = yield* Wakeups
    const kept = new Map<OrgId, Opened>()

    const hear = yield* wakeups.hear
    yield* hear.pipe(
      Effect.map((topics) => {
        if (topics.includes(keysDestroyed)) kept.clear()
      }),
      // Every entry that is written is a signal: this is woken twenty times a second at most.
      Effect.andThen(Effect.sleep(gather)),
      Effect.forever,
      // Real time, like the signals.
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
      Effect.forkScoped
    )
    const scope = yield* Effect.scope
    let isWatched = false
    /** Looks once a minute, while anything is kept, for what was not used for long. */
    const watch = Effect.suspend(() => {
      if (isWatched) return Effect.void
      isWatched = true
      return Effect.sleep("1 minute").pipe(
        Effect.andThen(Clock.currentTimeMillis),
        Effect.map((now) => {
          for (const [orgId, { usedAt }] of kept) {
            if (now - usedAt >= Duration.toMillis(keptFor)) kept.delete(orgId)
          }
          return (isWatched = kept.size > 0)
        }),
        Effect.repeat({ while: (goesOn) => goesOn }),
        Effect.forkIn(scope)
      )
    })

    const size = () => [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0)

    /** Lets go of what was not used for the longest time until the rest fits. */
    const fit = (mostKept: number) => {
      const oldestFirst = [...kept].toSorted(([, one], [, other]) => one.usedAt - other.usedAt)
      for (const [orgId] of oldestFirst) {
        if (size() <= mostKept) return
        kept.delete(orgId)
      }
    }

    const sizeOf = (list: OpenedList) => list.reduce((sum, value) => sum + valueBytes + (value?.length ?? 0), listBytes)

    /** A list that cannot be decrypted is skipped. */
    const take = (opened: Opened, key: PersonKeyId, list: OpenedList | undefined) => {
      const former = opened.lists.get(key)
      opened.bytes += (list === undefined ? 0 : sizeOf(list)) - (former === undefined ? 0 : sizeOf(former))
      if (list === undefined) opened.lists.delete(key)
      else opened.lists.set(key, list)
    }

    const open = Effect.fnUntraced(function* (
      orgId: OrgId,
      changed: ReadonlyArray<ChangedValues>,
      tell: (key: PersonKeyId, list: OpenedList | undefined) => void
    ) {
      for (const some of Arr.chunksOf(changed, openedAtOnce)) {
        const texts = yield* personKeys.openEach(orgId, some)
        for (const [at, { person_key_id }] of some.entries()) {
          tell(
            person_key_id,
            listOf(texts[at])?.map((value) => value?.toLowerCase() ?? null)
          )
        }
        // Others have their turn.
        yield* Effect.yieldNow
      }
    })

    /** Decrypts what changed after this one; calls `arrived` after each part, which returns whether to continue. */
    const openBehind = Effect.fnUntraced(function* (
      orgId: OrgId,
      from: Opened["upTo"],
      tell: (key: PersonKeyId, list: OpenedList | undefined) => void,
      arrived: (at: Opened["upTo"]) => boolean
    ) {
      let changed: ReadonlyArray<ChangedValues> = yield* repo.changedValues(orgId, from, batch)
      for (;;) {
        const last = changed.at(-1)
        if (last === undefined) return
        const isEnd = changed.length < batch
        // The database reads the next page concurrently.
        const [next]: [ReadonlyArray<ChangedValues>, void] = yield* Effect.all(
          [isEnd ? Effect.succeed([]) : repo.changedValues(orgId, last, batch), open(orgId, changed, tell)],
          { concurrency: 2 }
        )
        if (!arrived(last)) return
        changed = next
      }
    })

    const bringUp = (orgId: OrgId, opened: Opened, mostKept: number) =>
      openBehind(
        orgId,
        opened.upTo,
        (key, list) => take(opened, key, list),
        (at) => {
          opened.upTo = at
          if (opened.bytes > mostKept) {
            opened.isTooLarge = true
            opened.lists.clear()
            opened.bytes = 0
          }
          return !opened.isTooLarge
        }
      )

    const each = Effect.fn("OpenedValues.each")(function* (orgId: OrgId, visit: Visit) {
      const usedAt = yield* Clock.currentTimeMillis
      const mostKept = yield* MostOpenedKept
      const opened: Opened = kept.get(orgId) ?? {
        lists: new Map(),
        turn: Semaphore.makeUnsafe(1),
        upTo: beforeAll,
        bytes: 0,
        isTooLarge: false,
        usedAt
      }
      opened.usedAt = usedAt
      kept.set(orgId, opened)
      yield* watch
      if (!opened.isTooLarge) yield* opened.turn.withPermits(1)(bringUp(orgId, opened, mostKept))
      if (opened.isTooLarge) {
        const show = (key: PersonKeyId, list: OpenedList | undefined) =>
          list === undefined ? undefined : visit(key, list)
        return yield* openBehind(orgId, beforeAll, show, () => true)
      }
      fit(mostKept)
      for (const [key, list] of opened.lists) visit(key, list)
    })

    return OpenedValues.of({ each, areOpen: (orgId) => kept.has(orgId) })
  })
}
