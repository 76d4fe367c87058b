import { Effect, type Option } from "effect"
import { readFile } from "node:fs/promises"

const place = new URL("../../../packages/verify/verify.html", import.meta.url)

/** The page that checks the files of a bundle in a browser; none where this installation came without it. */
export const verifyPage: Effect.Effect<Option.Option<Uint8Array>> = Effect.option(
  Effect.tryPromise({ try: (): Promise<Uint8Array> => readFile(place), catch: () => "missing" as const })
)
