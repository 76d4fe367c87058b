import "./letter.css"
import { h, type VNode } from "preact"

/** Allowed tags; all other HTML is dropped. */
export const letterTags = [
  "p",
  "div",
  "span",
  "br",
  "hr",
  "b",
  "strong",
  "i",
  "em",
  "u",
  "s",
  "small",
  "sub",
  "sup",
  "ul",
  "ol",
  "li",
  "blockquote",
  "pre",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
  "heading"
] as const
export type LetterTag = (typeof letterTags)[number]

/** Text, merge field (filled or unknown), or element. */
export type LetterPart =
  | string
  | { readonly field: string; readonly value: string | undefined }
  | { readonly tag: LetterTag; readonly inside: ReadonlyArray<LetterPart> }

const draw = (part: LetterPart): string | VNode => {
  if (typeof part === "string") return part
  if ("field" in part) {
    return part.value === undefined ? (
      <mark data-unknown>{`{{${part.field}}}`}</mark>
    ) : (
      <mark title={`{{${part.field}}}`}>{part.value}</mark>
    )
  }
  const inside = part.inside.map(draw)
  // Headings of the document must not join the page's outline.
  return part.tag === "heading" ? <div class="heading">{inside}</div> : h(part.tag, null, ...inside)
}

/** Rendered document template, built from own elements: none of its HTML runs or loads. */
export const Letter = ({ label, parts }: { readonly label: string; readonly parts: ReadonlyArray<LetterPart> }) => (
  <div class="letter" role="group" aria-label={label}>
    {parts.map(draw)}
  </div>
)
