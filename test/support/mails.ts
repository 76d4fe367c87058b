import { Effect, FileSystem, Redacted, Schema } from "effect"
import { AppConfig } from "#platform/config/config"
import { boundTo, Secrets } from "#platform/keys/secrets"
import { systemSql } from "./tables.ts"

const Content = Schema.fromJsonString(
  Schema.Struct({ text: Schema.String, html: Schema.String, subject: Schema.optionalKey(Schema.String) })
)
const decodeContent = Schema.decodeUnknownEffect(Content)

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" }

/** What a reader sees of the HTML part, links included. */
const visibleIn = (html: string) =>
  html
    .replaceAll(/<a href="([^"]*)"[^>]*>/g, "$1 ")
    .replaceAll(/<br>|<\/?\w[^>]*>/g, "\n")
    .replaceAll(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity)

/** Every mail has a text and an HTML part that say the same, whichever test reads it. */
const inBothParts = (mail: { readonly subject: string; readonly text: string; readonly html: string }) => {
  const visible = visibleIn(mail.html)
  const missing = mail.text
    .split("\n")
    .map((line) => line.trim().replace(/:$/, ""))
    .filter((line) => line !== "--" && !visible.includes(line))
  return mail.subject.trim() === "" || mail.text.trim() === "" || missing.length > 0
    ? Effect.die(`The parts of the mail "${mail.subject}" differ: ${missing.join(" | ")}`)
    : Effect.succeed(mail)
}

/** The mails that wait to be sent, of all organisations and of none, by creation and recipient; their content is opened. */
export const queuedMails = Effect.gen(function* () {
  const secrets = yield* Secrets
  const rows = yield* systemSql<{
    org_id: string | null
    id: string
    recipient: string
    subject: string
    content: string
  }>`
      SELECT org_id, id, recipient, subject, content FROM mail_outbox WHERE status = 'pending' ORDER BY created_at, recipient`
  return yield* Effect.forEach(rows, ({ content, id, org_id, recipient, subject }) =>
    secrets.open(content, boundTo({ orgId: org_id, table: "mail_outbox", column: "content", rowId: id })).pipe(
      Effect.flatMap((opened) => decodeContent(Redacted.value(opened))),
      Effect.tap((parts) => inBothParts({ subject, ...parts })),
      Effect.map((parts) => ({ orgId: org_id, to: recipient, subject, ...parts }))
    )
  )
})

/** The token of the newest waiting mail to this address; fails where there is none. */
export const mailedToken = (to: string) =>
  Effect.flatMap(queuedMails, (mails) => {
    const text = mails.findLast((mail) => mail.to === to)?.text ?? ""
    const token = /\?token=([\w-]+)/.exec(text)?.[1]
    return token === undefined ? Effect.die(`No mail with a link waits for ${to}`) : Effect.succeed(token)
  })

/** The `.eml` files of a folder that hold this text. */
export const sentMailsIn = Effect.fnUntraced(function* (folder: string, text: string) {
  const fs = yield* FileSystem.FileSystem
  const files = yield* Effect.orElseSucceed(fs.readDirectory(folder), () => [])
  const mails = yield* Effect.forEach(files, (file) => fs.readFileString(`${folder}/${file}`))
  return mails.filter((mail) => mail.includes(text))
})

/** The same of the suite's own. */
export const sentMailsWith = (text: string) =>
  Effect.flatMap(AppConfig, ({ dataDir }) => sentMailsIn(`${dataDir}/mail`, text))
