import "./feed.css"
import type { ComponentChildren } from "preact"
import { Avatar } from "./Avatar.tsx"
import { Icon } from "./Icon.tsx"
import type { IconName } from "./icons.ts"

/** One line of a feed. */
interface FeedLine {
  readonly key: string
  /** The person who acted; their avatar stands before the line. */
  readonly who: string | undefined
  /** Without a person. */
  readonly icon: IconName
  readonly tone: "good" | "bad" | undefined
  readonly text: ComponentChildren
  readonly time: ComponentChildren
}

/** What happened, newest first, by day. */
export const Feed = ({
  busy,
  days
}: {
  readonly days: ReadonlyArray<{ readonly name: string; readonly lines: ReadonlyArray<FeedLine> }>
  readonly busy: boolean
}) => (
  <div class="feed" aria-busy={busy || undefined}>
    {days.map(({ lines, name }) => (
      <section key={name} aria-label={name}>
        <h3>{name}</h3>
        <ul>
          {lines.map(({ icon, key, text, time, tone, who }) => (
            <li key={key}>
              {who === undefined ? (
                <span class="glyph" data-tone={tone}>
                  <Icon name={icon} />
                </span>
              ) : (
                <Avatar name={who} />
              )}
              <p>{text}</p>
              {time}
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
)
