/** A page of a PDF: its heading, and lines below it. */
export interface PlainPage {
  readonly heading: string
  readonly lines: ReadonlyArray<string>
  /** Written as by hand. */
  readonly signature?: string
}

/** A string of the standard fonts, which know western letters only. */
const shown = (text: string) =>
  `(${text.replaceAll(/[^\u0020-\u007E\u00A0-\u00FF]/g, "?").replaceAll(/[\\()]/g, (special) => `\\${special}`)})`

/** A string of the document's information, in any script. */
const named = (text: string) => {
  const bigEndian = Buffer.from(text, "utf16le").swap16()
  return `<FEFF${bigEndian.toString("hex").toUpperCase()}>`
}

const textAt = (font: string, size: number, x: number, y: number, text: string) =>
  `BT /${font} ${size} Tf ${x} ${y} Td ${shown(text)} Tj ET`

const contentOf = ({ heading, lines, signature }: PlainPage) => {
  const below = 760 - 24 * (lines.length + 1)
  return [
    textAt("Bold", 20, 56, 770, heading),
    ...lines.map((line, index) => textAt("Plain", 11, 56, 736 - 24 * index, line)),
    ...(signature === undefined
      ? []
      : [textAt("Hand", 28, 62, below - 40, signature), `0.5 w 56 ${below - 50} m 320 ${below - 50} l S`])
  ].join("\n")
}

const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`

/** A small PDF 1.4 of A4 pages, whole with its cross-reference table. */
export const plainPdf = (title: string, author: string, pages: ReadonlyArray<PlainPage>): Uint8Array => {
  const first = 7
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R /Lang (en) >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${first + 2 * index} 0 R`).join(" ")}] >>`,
    `<< /Title ${named(title)} /Author ${named(author)} /Producer (Vendor lab) >>`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    font("Times-Italic"),
    ...pages.flatMap((page, index) => {
      const content = contentOf(page)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${first + 2 * index + 1} 0 R ` +
          "/Resources << /Font << /Plain 4 0 R /Bold 5 0 R /Hand 6 0 R >> >> >>",
        `<< /Length ${Buffer.byteLength(content, "latin1")} >>\nstream\n${content}\nendstream`
      ]
    })
  ]
  let text = "%PDF-1.4\n%\u00E2\u00E3\u00CF\u00D3\n"
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return String(offset).padStart(10, "0")
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.map((offset) => `${offset} 00000 n \n`).join("")}`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  // One byte a letter, so that the offsets above are those of the file.
  return new Uint8Array(Buffer.from(text + table + trailer, "latin1"))
}
