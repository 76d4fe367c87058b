import "./letter.css"
import { h, type VNode } from "preact"

/** What a letter may be made of; everything else of its HTML is passed over. */
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

/** A text, a place that is filled in (or that nothing is known for), or a tag with what stands in it. */
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
  // A heading of the letter is none of the page.
  return part.tag === "heading" ? <div class="heading">{inside}</div> : h(part.tag, null, ...inside)
}

/** A letter as it will read, made of elements of its own: nothing of its HTML runs or loads. */
export const Letter = ({ label, parts }: { readonly label: string; readonly parts: ReadonlyArray<LetterPart> }) => (
  <div class="letter" role="group" aria-label={label}>
    {parts.map(draw)}
  </div>
)
