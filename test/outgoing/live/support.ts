import { LiveChanges, type LiveChange } from "@svc/contract/live/schema"
import { Effect, Schema } from "effect"
import { until } from "#test/support/until"

const decode = Schema.decodeUnknownSync(LiveChanges)

/** A stream as a browser opens it. */
export const listen = Effect.fnUntraced(function* (baseUrl: string, bearer: string) {
  const leaving = new AbortController()
  yield* Effect.addFinalizer(() => Effect.sync(() => leaving.abort()))
  const response = yield* Effect.promise(() =>
    fetch(`${baseUrl}/api/events`, {
      headers: { authorization: `Bearer ${bearer}`, accept: "text/event-stream" },
      signal: leaving.signal
    })
  )
  let text = ""
  let ended = false
  const read = async () => {
    const decoder = new TextDecoder()
    try {
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true })
    } catch {
      // Whoever listens left, or the connection was cut.
    }
    ended = true
  }
  void read()
  const changes = (): ReadonlyArray<LiveChange> =>
    [...text.matchAll(/^event: changed\ndata: (.*)$/gm)]
      .flatMap(([, data]) => decode(data))
      // Of the organisation, which was made a moment before.
      .filter(({ resource }) => resource !== "organisation")
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    changes,
    /** Waits until it was told of this. */
    hears: (wanted: Partial<LiveChange>) =>
      until(
        Effect.sync(() =>
          changes().find((change) =>
            Object.entries(wanted).every(([name, value]) => change[name as keyof LiveChange] === value)
          )
        )
      ),
    says: (event: string) => until(Effect.sync(() => (text.includes(`event: ${event}\n`) ? true : undefined))),
    ends: until(Effect.sync(() => (ended ? true : undefined))),
    leave: Effect.sync(() => leaving.abort())
  }
})
