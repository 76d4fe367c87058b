import { assert, describe, it } from "#test/support/suite"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { setImmediate } from "node:timers/promises"
import { zipStream } from "#platform/files/zip-stream"
import { filesOfZip } from "#test/support/zip"

const modified = new Date("2026-03-02T09:00:00Z")
const text = (content: string) => Stream.make(new TextEncoder().encode(content))
const bytesOf = <E, R>(stream: Stream.Stream<Uint8Array, E, R>) =>
  Effect.map(Stream.runCollect(stream), (chunks) => Buffer.concat(chunks))
const turn = Effect.promise(() => setImmediate())

describe("a ZIP as a stream", () => {
  it.effect("holds each entry under its path, and one that is described only when the others were read", function* () {
    let read = 0
    const counted = (path: string, content: string) => ({
      path,
      content: Stream.tap(text(content), () => Effect.sync(() => void (read += 1))),
      modified
    })
    const zip = yield* bytesOf(
      zipStream(
        Stream.concat(
          Stream.make(counted("a.json", "[1]"), counted("files/ä/b.txt", "")),
          Stream.suspend(() => Stream.make({ path: "last.txt", content: text(String(read)), modified }))
        )
      )
    )
    const files = yield* filesOfZip(zip)
    assert.deepStrictEqual(
      [...files].map(([path, content]) => [path, content.toString()]),
      [
        ["a.json", "[1]"],
        ["files/ä/b.txt", ""],
        ["last.txt", "2"]
      ]
    )
  })

  it.effect("without entries it is an empty ZIP", function* () {
    assert.strictEqual((yield* filesOfZip(yield* bytesOf(zipStream(Stream.empty)))).size, 0)
  })

  it.effect("fails as an entry or the description of one fails", function* () {
    const half = Stream.concat(text("half"), Stream.fail("the entry"))
    const entry = yield* Effect.flip(
      Stream.runDrain(zipStream(Stream.make({ path: "a.txt", content: half, modified })))
    )
    assert.strictEqual(entry, "the entry")
    const description = yield* Effect.flip(
      Stream.runDrain(
        zipStream(
          Stream.concat(Stream.make({ path: "a.txt", content: text("a"), modified }), Stream.fail("the description"))
        )
      )
    )
    assert.strictEqual(description, "the description")
  })

  it.live("takes no more of an entry than is asked for, and closes it when nobody asks any more", function* () {
    let taken = 0
    let closed = false
    const chunk = crypto.getRandomValues(new Uint8Array(65_536))
    const endless = Stream.fromEffectRepeat(Effect.sync(() => ((taken += 1), chunk))).pipe(
      Stream.ensuring(Effect.sync(() => void (closed = true)))
    )
    const zip = zipStream(Stream.make({ path: "endless.bin", content: endless, modified }))
    const begun = yield* Deferred.make<void>()
    const waiting = yield* Stream.runForEach(zip, () =>
      taken === 0 ? Effect.void : Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
    ).pipe(Effect.forkChild)
    yield* Deferred.await(begun)
    // Whoever took more would do so in these turns.
    yield* Effect.repeat(turn, { times: 1_000 })
    assert.isBelow(taken, 64)
    yield* Fiber.interrupt(waiting)
    yield* Effect.repeat(turn, { until: () => closed })
  })
})
