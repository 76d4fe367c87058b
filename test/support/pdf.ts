import { Effect, Schema } from "effect"
import { getDocumentProxy } from "unpdf"

const Meta = Schema.Struct({ Title: Schema.String, Keywords: Schema.String, Language: Schema.String })

const Node: Schema.Codec<StructureNode> = Schema.Struct({
  role: Schema.optionalKey(Schema.String),
  alt: Schema.optionalKey(Schema.String),
  children: Schema.optionalKey(Schema.Array(Schema.suspend(() => Node)))
})
interface StructureNode {
  readonly role?: string
  readonly alt?: string
  readonly children?: ReadonlyArray<StructureNode>
}

/** The roles and texts of a structure tree, in the order of reading. */
const flat = (node: StructureNode): ReadonlyArray<{ readonly role: string; readonly alt: string | undefined }> => [
  ...(node.role === undefined ? [] : [{ role: node.role, alt: node.alt }]),
  ...(node.children ?? []).flatMap(flat)
]

/** A PDF as a reader has it, read by somebody else's code. */
export const readPdf = (bytes: Uint8Array) =>
  Effect.gen(function* () {
    const read = yield* Effect.promise(async () => {
      const pdf = await getDocumentProxy(new Uint8Array(bytes))
      const pages = []
      const trees = []
      for (let number = 1; number <= pdf.numPages; number++) {
        const page = await pdf.getPage(number)
        const { items } = await page.getTextContent()
        pages.push(items.map((item) => ("str" in item ? item.str + (item.hasEOL ? " " : "") : "")).join(""))
        trees.push(await page.getStructTree())
      }
      return { pages, trees, marked: await pdf.getMarkInfo(), metadata: await pdf.getMetadata() }
    })
    const plain = (text: string) => text.replaceAll(/\s+/g, " ")
    return {
      pages: read.pages.map(plain),
      text: plain(read.pages.join(" ")),
      /** For texts that a column breaks into lines. */
      letters: plain(read.pages.join("")).replaceAll(" ", ""),
      nodes: (yield* Schema.decodeUnknownEffect(Schema.Array(Schema.NullOr(Node)))(read.trees)).flatMap((tree) =>
        tree === null ? [] : flat(tree)
      ),
      isTagged: read.marked?.["Marked"] === true,
      info: yield* Schema.decodeUnknownEffect(Meta)(read.metadata.info),
      xmp: Buffer.from(bytes).toString("latin1")
    }
  })
