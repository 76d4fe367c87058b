import { DateTime, Effect, FileSystem } from "effect"
import type { SendMailOptions } from "nodemailer"
import path from "node:path"
import { MailFailed } from "./message.ts"
import { Randomness } from "#platform/crypto/random"
import { systemReason } from "#platform/process/system-reason"

/** Writes each mail as `<timestamp>-<random>.eml` into the folder: complete MIME, there whole or not at all. */
export const folderSender = Effect.fnUntraced(function* (folder: string) {
  const fs = yield* FileSystem.FileSystem
  const randomness = yield* Randomness
  const compose = (options: SendMailOptions) =>
    Effect.tryPromise({
      try: async () => {
        const { createTransport } = await import("nodemailer")
        const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" })
        const { message } = await transport.sendMail(options)
        return Buffer.isBuffer(message) ? message : Buffer.concat(await message.toArray())
      },
      catch: () => new MailFailed({ retryable: false, message: "The mail could not be composed" })
    })

  const write = Effect.fnUntraced(function* (message: Uint8Array) {
    const timestamp = DateTime.formatIso(yield* DateTime.now).replace(/[-:.]/g, "")
    const name = `${timestamp}-${yield* randomness.token(6, "hex")}.eml`
    const draft = path.join(folder, `.${name}`)
    yield* fs.makeDirectory(folder, { recursive: true, mode: 0o700 })
    yield* fs.writeFile(draft, message, { flag: "wx", mode: 0o600 }).pipe(
      Effect.andThen(fs.rename(draft, path.join(folder, name))),
      Effect.onError(() => Effect.ignore(fs.remove(draft, { force: true })))
    )
  })

  return (options: SendMailOptions) =>
    Effect.flatMap(compose(options), (message) =>
      Effect.mapError(
        write(message),
        (error) =>
          new MailFailed({ retryable: true, message: `The mail file could not be written: ${systemReason(error)}` })
      )
    )
})
