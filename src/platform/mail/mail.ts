import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { Context, DateTime, Effect, type FileSystem, Layer, Option, type Redacted, Schema } from "effect"
import type { SendMailOptions } from "nodemailer"
import path from "node:path"
import { AppConfig } from "#platform/config/config"
import { folderSender } from "./folder.ts"
import { headerText, Mail, MailFailed } from "./message.ts"
import { smtpSender } from "./smtp.ts"
import { Randomness } from "#platform/crypto/random"

export { MailFailed } from "./message.ts"
export type { Mail } from "./message.ts"

interface MailOptions {
  /** `smtp://…` or `smtps://…`, credentials included; none: each mail is a file in `folder`. */
  readonly smtpUrl: Option.Option<Redacted.Redacted>
  readonly folder: string
  /** `address` or `Name <address>`. */
  readonly from: string
}

const decode = Schema.decodeUnknownEffect(Mail)

const make = Effect.fnUntraced(function* ({ folder, from, smtpUrl }: MailOptions) {
  const randomness = yield* Randomness
  const send = Option.isSome(smtpUrl) ? yield* smtpSender(smtpUrl.value) : yield* folderSender(folder)
  const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1] ?? "localhost"

  const compose = Effect.fnUntraced(function* (mail: Mail) {
    const {
      attachments = [],
      html,
      messageId,
      subject,
      text,
      to
    } = yield* decode(mail).pipe(
      Effect.mapError(
        () => new MailFailed({ retryable: false, message: "The address, message id or an attachment is invalid" })
      )
    )
    const options: SendMailOptions = {
      from,
      // As an object the address is taken as it is, not parsed into several.
      to: { name: "", address: to },
      subject: headerText(subject),
      text,
      ...(html === undefined ? {} : { html }),
      attachments: attachments.map(({ content, contentType, filename }) => ({
        filename: headerText(filename),
        content: Buffer.from(content),
        contentType
      })),
      messageId: messageId ?? `<${yield* randomness.uuid}@${domain}>`,
      date: DateTime.toDateUtc(yield* DateTime.now),
      // RFC 3834: no out-of-office notes in answer to a machine.
      headers: { "Auto-Submitted": "auto-generated" },
      disableFileAccess: true,
      disableUrlAccess: true
    }
    return options
  })

  return Mailer.of({ send: Effect.fn("Mailer.send")((mail: Mail) => Effect.flatMap(compose(mail), send)) })
})

/** Hands mail to the SMTP server, or keeps it as `.eml` files where there is none. */
export class Mailer extends Context.Service<
  Mailer,
  {
    /** Succeeds once the server (or the disk) has taken the mail. */
    send(mail: Mail): Effect.Effect<void, MailFailed>
  }
>()("svc/platform/Mailer") {
  static readonly layerWith = (options: MailOptions): Layer.Layer<Mailer, never, FileSystem.FileSystem | Randomness> =>
    Layer.effect(Mailer, make(options))

  static readonly layerNoDeps = Layer.unwrap(
    Effect.map(AppConfig, ({ dataDir, mailFrom, smtpUrl }) =>
      Mailer.layerWith({ smtpUrl, folder: path.join(dataDir, "mail"), from: mailFrom })
    )
  )

  /** Requires `AppConfig`. */
  static readonly layer = Mailer.layerNoDeps.pipe(Layer.provide([NodeFileSystem.layer, Randomness.layer]))
}
