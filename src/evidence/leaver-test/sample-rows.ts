import { Effect, Stream } from "effect"

const encoder = new TextEncoder()

/** `sample.csv`: the header and the rows of `population.csv` of these leavers, in their order; each row is a line. */
export const sampleRows = Effect.fnUntraced(function* (
  population: Stream.Stream<Uint8Array>,
  leaverIds: ReadonlyArray<string>
) {
  const wanted = new Set(leaverIds)
  const rows = new Map<string, string>()
  let header = ""
  yield* population.pipe(
    Stream.decodeText(),
    Stream.splitLines,
    Stream.runForEach((line) =>
      Effect.sync(() => {
        if (header === "") header = line
        const id = line.slice(0, line.indexOf(","))
        if (wanted.has(id)) rows.set(id, line)
      })
    )
  )
  return encoder.encode([header, ...leaverIds.map((id) => rows.get(id) ?? "")].map((line) => `${line}\r\n`).join(""))
})
