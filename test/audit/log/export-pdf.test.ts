import { assert, describe, it, layer } from "#test/support/suite"
import { Effect, FileSystem } from "effect"
import { spawnSync } from "node:child_process"
import { extractText, getDocumentProxy, getMeta } from "unpdf"
import { auditText } from "#audit/record/text"
import { linesOf } from "#audit/log/export-pdf-text"
import { settable } from "#platform/pdf/printable"
import { record } from "#test/support/audit-surface"
import { withStatus } from "#test/support/requests"
import { download, type Downloaded, jsonOf, SigningApp } from "./exporting.ts"
import { labelled } from "#test/support/labelled"
import { anAdmin } from "#test/support/people"

const hasQpdf = spawnSync("qpdf", ["--version"]).status === 0

const read = (answer: Downloaded) =>
  Effect.promise(async () => {
    const pdf = await getDocumentProxy(new Uint8Array(answer.bytes))
    const { text } = await extractText(pdf, { mergePages: false })
    const { info } = await getMeta(pdf)
    return { pages: text, whole: text.join("\n").replaceAll(/\s+/g, " "), info }
  })

layer(SigningApp)("GET /api/audit-log/export?format=pdf", (it) => {
  // log-exports-6: PDF is a readable copy.
  it.status(200, "a readable copy of the JSON export, with its title, filters and page numbers", function* () {
    const admin = yield* anAdmin()
    for (let index = 1; index <= 40; index++) {
      yield* record(admin, {
        action: labelled("hello"),
        details: auditText`note ${index} with (brackets) and \\ and "quotes"`
      })
    }
    const answer = yield* withStatus(200, download(admin, { format: "pdf", action: "hello", bundle: "1" }))
    assert.strictEqual(answer.headers["content-type"], "application/pdf")
    assert.match(answer.headers["content-disposition"] ?? "", /filename="audit-log-[0-9TZ-]+\.pdf"/)
    assert.strictEqual(answer.headers["x-export-row-count"], "40")
    assert.strictEqual(answer.bytes.subarray(0, 5).toString(), "%PDF-")
    const file = jsonOf(yield* download(admin, { format: "json", action: "hello" }))
    const { info, pages, whole } = yield* read(answer)
    assert.match(String(info["Title"]), /^Audit log of Acme/)
    assert.include(whole, `Exported at ${file.exported_at}, 40 entries, oldest first`)
    assert.include(whole, "Filters: action: hello")
    for (const row of file.rows) {
      assert.include(
        whole,
        `${row.seq} ${row.created_at} hello The admin <${admin.email}> Target: thing Details: ${row.details_text} ID ${row.id}`
      )
      assert.include(whole, `Entry hash ${row.entry_hash} Previous hash ${row.prev_hash}`)
    }
    assert.isAbove(pages.length, 2)
    pages.forEach((page, index) => assert.include(page.replaceAll(/\s+/g, " "), `page ${index + 1}`))
  })

  // log-exports-19: The footer of every PDF page names the signing key and its public URL.
  it.status(
    200,
    "the foot of every page names the signing key and the public address of its public half",
    function* () {
      const admin = yield* anAdmin()
      for (let index = 1; index <= 40; index++) yield* record(admin, { action: labelled("many") })
      const answer = yield* download(admin, { format: "pdf", action: "many" })
      const { pages } = yield* read(answer)
      assert.isAbove(pages.length, 1)
      const note = `Signing key ${answer.headers["x-signing-key-id"]}, public key at `
      for (const page of pages) {
        const text = page.replaceAll(/\s+/g, " ")
        assert.include(text, note)
        assert.match(text, /public key at https?:\/\/\S+\/\.well-known\/offboarding-signing-keys\.json/)
      }
    }
  )

  it.status(
    200,
    "any text can be set: other scripts, emoji, long words, cells of thousands of characters",
    function* () {
      const admin = yield* anAdmin()
      const texts = [
        "Żółć, Ελληνικά, Русский, Հայերեն, ქართული",
        "two\nlines\r\nand a\ttab",
        "x".repeat(5000),
        "words ".repeat(1000).trim(),
        "الموظف المغادر",
        "עובד עוזב",
        "离职 離職 退職する 퇴사 or mixed 离a职b",
        "नमस्ते किशोर",
        "สวัสดี",
        "ሰላም",
        "👩‍💻 gone 🎉",
        "\u202Egnp.exe"
      ]
      for (const text of texts) yield* record(admin, { action: labelled("texts"), details: auditText`${text}` })
      const answer = yield* withStatus(200, download(admin, { format: "pdf", action: "texts" }))
      const { whole } = yield* read(answer)
      assert.include(whole, "Żółć, Ελληνικά, Русский, Հայերեն, ქართული")
      assert.include(whole, "two lines\\u{D} and a tab")
      assert.include(whole.replaceAll(" ", ""), "x".repeat(5000))
      const letters = whole.replaceAll(" ", "")
      for (const text of ["离职離職退職する퇴사ormixed离a职b", "👩", "🎉"]) assert.include(letters, text)
      for (const part of ["नम", "ส"]) assert.include(letters, part)
      assert.include(whole, "\\u{1230}\\u{120B}\\u{121D}")
      assert.include(whole, "\\u{202E}gnp.exe")
    }
  )

  it.effect.skipIf(!hasQpdf)(
    `200: qpdf finds no fault with the file${hasQpdf ? "" : " (SKIPPED: there is no qpdf on this machine)"}`,
    function* () {
      const admin = yield* anAdmin()
      for (const text of ['(brackets) \\ "quotes"', "Żółć 离职 عربى 🎉", "x".repeat(5000)]) {
        yield* record(admin, { action: labelled("texts"), details: auditText`${text}` })
      }
      const { bytes } = yield* download(admin, { format: "pdf", action: "texts" })
      const fs = yield* FileSystem.FileSystem
      const file = yield* fs.makeTempFileScoped({ suffix: ".pdf" })
      yield* fs.writeFile(file, bytes)
      const checked = spawnSync("qpdf", ["--check", file], { encoding: "utf8" })
      assert.strictEqual(checked.status, 0, checked.stderr)
    }
  )
})

describe("lines of a PDF", () => {
  const measure = (text: string) => Array.from(text).length

  it("break between words, and inside of a word that is too long", () => {
    assert.deepStrictEqual(linesOf("one two three", 8, measure), ["one two ", "three"])
    assert.deepStrictEqual(linesOf("abcdefghij kl", 4, measure), ["abcd", "efgh", "ij ", "kl"])
    assert.deepStrictEqual(linesOf("a\n\nb", 4, measure), ["a", "", "b"])
    assert.deepStrictEqual(linesOf("wide", 1, measure), ["w", "i", "d", "e"])
  })

  it("turn words from right to left as they are seen", () => {
    assert.deepStrictEqual(linesOf("by אבג דהו today", 40, measure), ["by דהו אבג today"])
  })

  // log-exports-20: A PDF shows every character: one that no font has is written as its code.
  it("show every character, whatever the font has", () => {
    const ascii = (codePoint: number) => codePoint < 128
    assert.strictEqual(settable("a\u00e9\u{1f389}\u0000\u202e", ascii), "a\\u{E9}\\u{1F389}\\u{0}\\u{202E}")
    assert.strictEqual(
      settable("e\u0301", () => true),
      "\u00e9"
    )
  })
})
