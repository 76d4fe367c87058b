import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Effect, FileSystem, Layer, Option, Redacted, Schema } from "effect"
import { type Mail, Mailer } from "#platform/mail/mail"
import { headerText, MailAddress } from "#platform/mail/message"
import { Randomness } from "#platform/crypto/random"
import { smtpServer } from "#test/support/smtp-server"

const from = "Offboarding <no-reply@svc.test>"
const mail: Mail = { to: "ada@acme.test", subject: "Last day", text: "Dear Ada,\n\n.a dot, and ünïcode" }

/** The header fields of a MIME message, unfolded, each as `name: value`. */
const headerLines = (message: string) =>
  message
    .slice(0, message.indexOf("\r\n\r\n"))
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n")

const decodedSubject = (message: string) => {
  const line = headerLines(message).find((header) => header.startsWith("Subject: ")) ?? ""
  return line.slice("Subject: ".length)
}

const platform = Layer.merge(NodeFileSystem.layer, Randomness.layer)

const written = Effect.fnUntraced(function* (...mails: ReadonlyArray<Mail>) {
  const fs = yield* FileSystem.FileSystem
  const folder = `${yield* fs.makeTempDirectoryScoped()}/mail`
  yield* Effect.gen(function* () {
    const mailer = yield* Mailer
    yield* Effect.forEach(mails, (each) => mailer.send(each))
  }).pipe(Effect.provide(Mailer.layerWith({ smtpUrl: Option.none(), folder, from })))
  const names = yield* fs.readDirectory(folder)
  return yield* Effect.forEach(names.toSorted(), (name) =>
    Effect.map(fs.readFileString(`${folder}/${name}`), (message) => ({ name, message }))
  )
})

const over = (url: string) =>
  Mailer.layerWith({ smtpUrl: Option.some(Redacted.make(url)), folder: "/nonexistent", from })

const send = (each: Mail) => Mailer.use((mailer) => mailer.send(each))

const refusal = (reply: number) =>
  Object.assign(new Error("no: token hunter2 for ada@acme.test"), { responseCode: reply })

describe("mail as files", () => {
  // storage-5
  it.effect("each mail is one .eml file of real MIME, named by time and chance, readable by its owner only", () =>
    Effect.gen(function* () {
      const files = yield* written(mail, { ...mail, html: "<p>Dear Ada</p>" })
      assert.lengthOf(files, 2)
      for (const { name } of files) assert.match(name, /^19700101T000000000Z-[0-9a-f]{12}\.eml$/)
      for (const { message } of files) {
        const headers = headerLines(message)
        assert.include(headers, "From: Offboarding <no-reply@svc.test>")
        assert.include(headers, "To: ada@acme.test")
        assert.include(headers, "Subject: Last day")
        assert.include(headers, "Date: Thu, 01 Jan 1970 00:00:00 +0000")
        assert.include(headers, "Auto-Submitted: auto-generated")
        assert.isTrue(headers.some((header) => /^Message-ID: <[0-9a-f-]{36}@svc\.test>$/.test(header)))
      }
      assert.lengthOf(
        files.filter(({ message }) => message.includes("Content-Type: text/html")),
        1
      )
    }).pipe(Effect.provide(platform))
  )

  it.effect("an attachment arrives byte for byte, and the message id is the one given", () =>
    Effect.gen(function* () {
      const content = Uint8Array.from({ length: 256 }, (_, index) => index)
      const attachments = [{ filename: "bericht ü.pdf", content, contentType: "application/pdf" }]
      const [file] = yield* written({ ...mail, attachments, messageId: "<report-1@svc.test>" })
      const message = file?.message ?? ""
      assert.include(headerLines(message), "Message-ID: <report-1@svc.test>")
      assert.include(message, "Content-Type: application/pdf")
      assert.include(message.replace(/\r\n/g, ""), Buffer.from(content).toString("base64"))
    }).pipe(Effect.provide(platform))
  )

  it.effect("a mail that cannot be written is retryable and leaves no file", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const root = yield* fs.makeTempDirectoryScoped()
      yield* fs.writeFileString(`${root}/mail`, "a file where the folder should be")
      const error = yield* Effect.flip(send(mail)).pipe(
        Effect.provide(Mailer.layerWith({ smtpUrl: Option.none(), folder: `${root}/mail`, from }))
      )
      assert.isTrue(error.retryable)
      assert.notInclude(error.message, root)
    }).pipe(Effect.provide(platform))
  )
})

describe("header injection is impossible", () => {
  // storage-6: No text can add a header to a mail.
  it.effect.prop(
    "whatever the subject and the file name, the header fields stay the same",
    { subject: Schema.String, filename: Schema.String },
    ({ filename, subject }) =>
      Effect.gen(function* () {
        const hostile = `${subject}\r\nBcc: eve@evil.test\r\n\r\n<script>\u2028\0`
        const attachments = [
          { filename: `${filename}\r\nX-Evil: 1`, content: new Uint8Array(1), contentType: "text/plain" }
        ]
        const [file] = yield* written({ ...mail, subject: hostile, attachments })
        const message = file?.message ?? ""
        const names = headerLines(message).map((header) => header.slice(0, header.indexOf(":")))
        assert.sameMembers(names, [
          "From",
          "To",
          "Subject",
          "Message-ID",
          "Date",
          "MIME-Version",
          "Content-Type",
          "Auto-Submitted"
        ])
        assert.notMatch(message, /^(?:Bcc|X-Evil):/im)
        assert.isNotEmpty(decodedSubject(message))
      }).pipe(Effect.provide(platform)),
    { arbitrary: { runs: 50 } }
  )

  it("line breaks and control characters in a header text become one space", () => {
    assert.strictEqual(headerText("Last\r\nday\u2029!\t\0"), "Last day !")
  })

  it.effect(
    "an address that is not exactly one address is refused for good, as are a message id and a content type",
    () =>
      Effect.gen(function* () {
        const wrong = [
          "",
          "ada",
          "a@b, c@d",
          "a@b;c@d",
          "Ada <a@b>",
          "a@b\r\nBcc: c@d",
          "a b@c",
          "a@b@c",
          "g: a@b;",
          "a@b\0",
          '"x y"@b'
        ]
        for (const to of wrong) assert.isFalse(Schema.is(MailAddress)(to), to)
        const mails: ReadonlyArray<Mail> = [
          ...wrong.map((to) => ({ ...mail, to })),
          { ...mail, messageId: "<a@b>\r\nBcc: c@d" },
          { ...mail, attachments: [{ filename: "a", content: new Uint8Array(), contentType: "text/plain\r\nX: 1" }] }
        ]
        for (const each of mails) {
          const error = yield* Effect.flip(send(each)).pipe(
            Effect.provide(Mailer.layerWith({ smtpUrl: Option.none(), folder: "/nonexistent/mail", from }))
          )
          assert.isFalse(error.retryable)
        }
      }).pipe(Effect.provide(platform))
  )
})

describe("mail over SMTP", () => {
  // storage-5: Mails go by SMTP, or are files of real MIME where none is configured.
  it.effect("the server takes the envelope, the headers and the text, signed in with the URL's credentials", () =>
    Effect.gen(function* () {
      const credentials: Array<string> = []
      const { port, received } = yield* smtpServer({
        authOptional: false,
        onAuth: ({ password, username }, _session, done) => {
          credentials.push(`${username}:${password}`)
          done(null, { user: username })
        }
      })
      yield* send(mail).pipe(Effect.provide(over(`smtp://mailer:p%40ss@127.0.0.1:${port}`)))
      assert.deepStrictEqual(credentials, ["mailer:p@ss"])
      assert.lengthOf(received, 1)
      assert.deepStrictEqual(
        received.map(({ from: sender, to }) => [sender, to]),
        [["no-reply@svc.test", ["ada@acme.test"]]]
      )
      assert.include(headerLines(received[0]?.message ?? ""), "Subject: Last day")
      assert.include(received[0]?.message ?? "", "\r\n.a dot, and =C3=BCn=C3=AFcode")
    }).pipe(Effect.provide(platform))
  )

  it.effect("many mails share the pool's connections, and the pool is closed with its scope", () =>
    Effect.gen(function* () {
      const { connections, port, received } = yield* smtpServer()
      const seen = new Set<unknown>()
      yield* Effect.gen(function* () {
        yield* Effect.forEach(
          Array.from({ length: 40 }),
          () => Effect.tap(send(mail), () => Effect.sync(() => connections.forEach((it) => seen.add(it)))),
          { concurrency: 20 }
        )
      }).pipe(Effect.provide(over(`smtp://127.0.0.1:${port}`)))
      assert.lengthOf(received, 40)
      assert.isAtMost(seen.size, 5)
      yield* Effect.callback<void>((resume) => {
        const check = () => (connections.size === 0 ? resume(Effect.void) : void setImmediate(check))
        check()
      })
    }).pipe(Effect.provide(platform))
  )

  const replies: ReadonlyArray<readonly [number, boolean]> = [
    [421, true],
    [450, true],
    [452, true],
    [503, true],
    [550, false],
    [552, false]
  ]
  for (const [reply, retryable] of replies) {
    it.effect(
      `reply ${reply} to the recipient is ${retryable ? "retryable" : "final"}, and its text is not repeated`,
      () =>
        Effect.gen(function* () {
          const { port } = yield* smtpServer({ onRcptTo: (_address, _session, done) => done(refusal(reply)) })
          const error = yield* Effect.flip(send(mail)).pipe(Effect.provide(over(`smtp://127.0.0.1:${port}`)))
          assert.strictEqual(error.retryable, retryable)
          assert.notMatch(error.message, /hunter2|ada@/)
          assert.include(error.message, String(reply))
        }).pipe(Effect.provide(platform))
    )
  }

  it.effect("a refused sign-in is retryable, and the error holds no credentials", () =>
    Effect.gen(function* () {
      const { port } = yield* smtpServer({ authOptional: false, onAuth: (_auth, _session, done) => done(refusal(535)) })
      const error = yield* Effect.flip(send(mail)).pipe(Effect.provide(over(`smtp://mailer:s3cret@127.0.0.1:${port}`)))
      assert.isTrue(error.retryable)
      assert.notMatch(`${error} ${JSON.stringify(error)} ${error.stack}`, /s3cret|mailer:|127\.0\.0\.1/)
    }).pipe(Effect.provide(platform))
  )

  it.effect("a server that is not there is retryable", () =>
    Effect.gen(function* () {
      const { port } = yield* Effect.scoped(smtpServer())
      const error = yield* Effect.flip(send(mail)).pipe(Effect.provide(over(`smtp://127.0.0.1:${port}`)))
      assert.isTrue(error.retryable)
      assert.match(error.message, new RegExp(`^SMTP failed: \\w+, connect ECONNREFUSED 127\\.0\\.0\\.1:${port}$`))
    }).pipe(Effect.provide(platform))
  )
})
