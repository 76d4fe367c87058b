import "./attention-list.css"
import type { ComponentChildren } from "preact"

/** List of things to do, each with a picture, a sentence, and one action. */
export const AttentionList = ({
  children,
  label
}: {
  readonly label: string
  readonly children: ComponentChildren
}) => (
  <ul class="attention" aria-label={label}>
    {children}
  </ul>
)

/** `bad`: a colored edge, in addition to the words. */
export const AttentionItem = ({
  act,
  age,
  bad,
  below,
  picture,
  title
}: {
  readonly title: string
  readonly below: ComponentChildren
  readonly picture: ComponentChildren
  readonly act: ComponentChildren
  readonly age?: ComponentChildren
  readonly bad: boolean
}) => (
  <li data-tone={bad ? "bad" : undefined}>
    {picture}
    <span>
      <span class="title">{title}</span>
      <span class="below">{below}</span>
    </span>
    <span class="acts">
      {act}
      <span class="age">{age}</span>
    </span>
  </li>
)
