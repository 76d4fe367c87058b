import "./message.css"
import type { ComponentChildren } from "preact"
import { Avatar } from "./Avatar.tsx"

/** What a person wrote, with their name, the time, and actions; line breaks are kept. */
export const Message = ({
  about,
  actions,
  foot,
  text,
  time,
  who
}: {
  readonly who: string
  readonly time: ComponentChildren
  /** What it is about, above the text. */
  readonly about?: ComponentChildren
  readonly text: string
  readonly foot?: ComponentChildren
  readonly actions?: ComponentChildren
}) => (
  <article class="message">
    <Avatar name={who} />
    <div>
      <header>
        <strong>{who}</strong>
        {time}
        {actions}
      </header>
      {about}
      <p dir="auto">{text}</p>
      {foot}
    </div>
  </article>
)
