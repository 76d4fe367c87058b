import { Data, Schema } from "effect"

/**
 * A mail that was not handed over. `retryable` is false when this very message would be refused again. The message
 * names codes only: never what the server said, an address, or the URL of the server.
 */
export class MailFailed extends Data.TaggedError("MailFailed")<{
  readonly retryable: boolean
  readonly message: string
}> {}

/** A bare address (RFC 5321, section 4.1.2, without quoted local parts), so that it cannot hold a second one. */
export const MailAddress = Schema.String.check(
  Schema.isPattern(/^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u, { message: "must be one email address" }),
  Schema.isMaxLength(254)
)

const MessageId = Schema.String.check(
  Schema.isPattern(/^<[\x21-\x3b\x3d\x3f\x41-\x7e]+@[\x21-\x3b\x3d\x3f\x41-\x7e]+>$/),
  Schema.isMaxLength(250)
)

const ContentType = Schema.String.check(Schema.isPattern(/^[\w.+-]{1,60}\/[\w.+-]{1,60}(?:; ?charset=[\w-]{1,30})?$/))

const MailAttachment = Schema.Struct({
  filename: Schema.String,
  content: Schema.Uint8Array,
  contentType: ContentType
})

export const Mail = Schema.Struct({
  /** One recipient: a retry never reaches a person twice because of another one. */
  to: MailAddress,
  /** Line breaks and other control characters become spaces. */
  subject: Schema.String,
  text: Schema.String,
  html: Schema.optionalKey(Schema.String),
  attachments: Schema.optionalKey(Schema.Array(MailAttachment)),
  /** `<left@right>`; the same for each retry lets the receiver drop a duplicate. Made when absent. */
  messageId: Schema.optionalKey(MessageId)
})
export type Mail = typeof Mail.Type

/** Text for one header line: whatever could end or disguise the line becomes a space. */
export const headerText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
