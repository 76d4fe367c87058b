import { Effect, type Option } from "effect"
import { readFile } from "node:fs/promises"
import { ownFolder } from "#platform/process/own-files"

const found = (name: string): Effect.Effect<Option.Option<Uint8Array>> => {
  const place = new URL(`packages/verify/dist/${name}`, ownFolder)
  return Effect.option(
    Effect.tryPromise({ try: (): Promise<Uint8Array> => readFile(place), catch: () => "missing" as const })
  )
}

/** The page that checks the files of a bundle in a browser; none where this installation came without it. */
export const verifyPage = found("verify.html")

/** The same as a command in one file, which draws samples too; none where this installation came without it. */
export const verifyCommand = found("verify.mjs")
