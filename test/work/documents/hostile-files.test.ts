import { assert, layer } from "#test/support/suite"
import { Effect, Predicate, Stream } from "effect"
import { Files } from "#platform/files/files"
import { TestApp } from "#test/support/TestApp"
import { send, withStatus } from "#test/support/requests"
import { anOffice, docx, fileNamed, fileOf, pdf, png, upload, zipOf } from "./support.ts"

interface Claim {
  readonly name: string
  /** Bytes that the entry says it unpacks to. */
  readonly size?: number
  readonly encrypted?: boolean
}

/** A ZIP whose entries all begin at the same bytes, and whose directory claims whatever it likes. */
const claimingZip = (claims: ReadonlyArray<Claim>, more: { readonly entries?: number } = {}) => {
  const local = Buffer.alloc(30)
  local.write("PK\u0003\u0004", "latin1")
  local.writeUInt16LE(8, 8)
  const content = Buffer.from("0300", "hex")
  const records = claims.map(({ encrypted = false, name, size = 0 }) => {
    const record = Buffer.alloc(46 + Buffer.byteLength(name))
    record.write("PK\u0001\u0002", "latin1")
    record.writeUInt16LE(encrypted ? 1 : 0, 8)
    record.writeUInt16LE(8, 10)
    record.writeUInt32LE(content.length, 20)
    record.writeUInt32LE(size, 24)
    record.writeUInt16LE(Buffer.byteLength(name), 28)
    record.write(name, 46)
    return record
  })
  const directory = Buffer.concat(records)
  const end = Buffer.alloc(22)
  end.write("PK\u0005\u0006", "latin1")
  end.writeUInt16LE(more.entries ?? claims.length, 8)
  end.writeUInt16LE(more.entries ?? claims.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(local.length + content.length, 16)
  return Buffer.concat([local, content, directory, end])
}

const word = { name: "word/document.xml", size: 100 }
const MiB = 1024 * 1024

const hostile: ReadonlyArray<readonly [string, Buffer]> = [
  ["one entry of nearly 4 GiB", claimingZip([{ ...word, size: 0xfffffffe }])],
  [
    "a bomb of 100 entries over the same bytes, 10 GiB in all",
    claimingZip([word, ...Array.from({ length: 100 }, (_, n) => ({ name: `word/media/${n}`, size: 100 * MiB }))])
  ],
  ["20,000 entries", claimingZip([word, ...Array.from({ length: 20_000 }, (_, n) => ({ name: `word/media/${n}` }))])],
  ["a name that climbs out of the folder", claimingZip([word, { name: "word/../../../etc/passwd" }])],
  ["a name from the root", claimingZip([word, { name: "/etc/passwd" }])],
  ["a name of a drive", claimingZip([word, { name: "C:/windows/system32/x.dll" }])],
  ["a name with backslashes", claimingZip([word, { name: "..\\..\\x" }])],
  ["an encrypted entry", claimingZip([{ ...word, encrypted: true }])],
  ["ZIP64 sizes without the ZIP64 record", claimingZip([{ ...word, size: 0xffffffff }])],
  ["a ZIP64 directory that is not there", claimingZip([word], { entries: 0xffff })],
  ["more entries than the directory has", claimingZip([word], { entries: 5 })],
  ["a directory cut off", claimingZip([word]).subarray(0, -10)],
  ["no word/document.xml", claimingZip([{ name: "document.xml" }])]
]

/** The header of a PNG that claims this many pixels a side. */
const floodOf = (side: number) => {
  const bytes = Buffer.from(png)
  bytes.writeUInt32BE(side, 16)
  bytes.writeUInt32BE(side, 20)
  return bytes
}

const polyglot = Effect.map(docx, (zip) => Buffer.concat([pdf, zip]))
const script = "<html><script>alert(document.domain)</script></html>"

layer(TestApp)("POST /api/upload/compliance/{offboardingId}, hostile files", (it) => {
  // papers-18: A DOCX is judged without unpacking it: links, encryption, macros and oversized content are 400.
  it.status.each(hostile)(400, "a DOCX with %s, of which nothing is unpacked", function* ([, content]) {
    const { offboardingId, orgId, session } = yield* anOffice()
    const answer = yield* withStatus(400, upload(session, offboardingId, [fileNamed("a.docx", content)]))
    assert.include(answer.text, "the content must be")
    assert.deepStrictEqual(yield* (yield* Files).list(`documents/${orgId}`), [])
  })

  it.status(
    201,
    "the same kind of ZIP without such claims is a DOCX, and archives within it stay packed",
    function* () {
      const { offboardingId, session } = yield* anOffice()
      const inner = (yield* zipOf({ "bomb.bin": "0".repeat(100_000) })).toString("latin1")
      const nested = yield* zipOf({ "word/document.xml": "<w:document/>", "word/lib.zip": inner })
      for (const content of [claimingZip([word]), nested]) {
        yield* withStatus(201, upload(session, offboardingId, [fileNamed("a.docx", content)]))
      }
    }
  )

  it.status(400, "a polyglot under the name of what it does not begin with", function* () {
    const { offboardingId, session } = yield* anOffice()
    for (const [filename, content] of [
      ["a.docx", yield* polyglot],
      ["a.doc", yield* polyglot],
      ["a.pdf", Buffer.concat([yield* docx, pdf])],
      ["a.pdf", Buffer.concat([Buffer.from("GIF89a/*"), pdf])],
      ["a.html", Buffer.concat([png, Buffer.from(script)])],
      ["a.png.html", png],
      ["a.jpg", Buffer.concat([png, Buffer.from(script)])]
    ] as const) {
      const answer = yield* upload(session, offboardingId, [fileNamed(filename, content)])
      assert.strictEqual(answer.status, 400, `${filename}: ${answer.text}`)
      assert.match(answer.text, /"file: /)
    }
  })

  // papers-19: Every file is sent as a download that runs nothing, whatever it is.
  it.status(
    201,
    "a polyglot that is what its name says leaves as that alone: a download that runs nothing",
    function* () {
      const { offboardingId, session } = yield* anOffice()
      for (const [filename, content, type] of [
        ["a.pdf", yield* polyglot, "application/pdf"],
        ["a.png", Buffer.concat([png, Buffer.from(script)]), "image/png"]
      ] as const) {
        const { file_url } = yield* fileOf(yield* upload(session, offboardingId, [fileNamed(filename, content)]))
        const link = yield* send("GET", `/api/upload/files/${file_url}`, { bearer: session })
        const url = Predicate.hasProperty(link.body, "url") ? String(link.body.url) : ""
        const file = yield* withStatus(200, send("GET", new URL(url).pathname))
        assert.strictEqual(file.headers["content-type"], type)
        assert.match(file.headers["content-disposition"] ?? "", /^attachment/)
        assert.strictEqual(file.headers["x-content-type-options"], "nosniff")
        assert.match(file.headers["content-security-policy"] ?? "", /sandbox/)
      }
    }
  )

  it.status(201, "images are never decoded: one of 60,000 x 60,000 pixels is kept byte for byte", function* () {
    const { offboardingId, session } = yield* anOffice()
    const flood = floodOf(60_000)
    const { file_url } = yield* fileOf(yield* upload(session, offboardingId, [fileNamed("a.png", flood)]))
    assert.deepStrictEqual(Buffer.concat(yield* Stream.runCollect((yield* Files).get(file_url))), flood)
  })

  it.effect("never 500: names with NUL, quotes, line ends, lone surrogates, or of dots alone", function* () {
    const { offboardingId, orgId, session } = yield* anOffice()
    for (const filename of [
      "a\u0000.pdf",
      'a".pdf',
      "a\r\nX-Evil: 1.pdf",
      "\ud800.pdf",
      "..pdf",
      "....",
      "/",
      "%00.pdf"
    ]) {
      const answer = yield* upload(session, offboardingId, [fileNamed(filename, pdf)])
      assert.include([201, 400], answer.status, `${JSON.stringify(filename)}: ${answer.text}`)
      assert.notMatch(answer.text, /\\u0000|\\r|\\n|\\ud800/)
    }
    for (const key of yield* (yield* Files).list(`documents/${orgId}`)) {
      assert.match(key, new RegExp(`^documents/${orgId}/${offboardingId}/[0-9a-f-]{36}\\.pdf$`))
    }
  })
})
