import "./story.css"
import type { ComponentChildren } from "preact"
import { Icon } from "./Icon.tsx"
import { Row } from "./layout.tsx"

export type StoryTone = "good" | "watch" | "bad"

/** What a record has come to: cells that lead to its parts. `compact`: one line high. */
export const Story = ({
  bad,
  children,
  compact,
  foot,
  label
}: {
  readonly label: string
  readonly compact: boolean
  /** Something failed. */
  readonly bad: boolean
  /** What needs attention now, below the cells. */
  readonly foot?: ComponentChildren
  readonly children: ComponentChildren
}) => (
  <section class="story" data-compact={compact || undefined} data-tone={bad ? "bad" : undefined} aria-label={label}>
    <div class="cells">{children}</div>
    {foot}
  </section>
)

/** One part: how far it is, what it is, and its worst fact. `first`: the cell that is read first; its figure is large. */
export const StoryCell = ({
  current,
  figure,
  first,
  href,
  mark,
  name,
  note,
  tone
}: {
  readonly href: string
  /** The page that the cell leads to is open. */
  readonly current: boolean
  readonly mark: ComponentChildren
  readonly figure: ComponentChildren
  readonly name: string
  readonly note?: ComponentChildren
  readonly tone: StoryTone | undefined
  readonly first?: true
}) => (
  <a href={href} data-first={first} data-tone={tone} aria-current={current ? "page" : undefined}>
    {mark}
    <span>
      <span class="figure">{figure}</span> <span class="name">{name}</span>{" "}
      {note !== undefined && <span class="note">{note}</span>}
    </span>
  </a>
)

const alarmIcons = { bad: "triangle-alert", good: "shield-check" } as const

/** Foot of a story: what failed and what to do now, what is in progress, or how it ended well. */
export const Alarm = ({
  actions,
  announced,
  below,
  children,
  title,
  tone
}: {
  /** `busy`: in progress. */
  readonly tone: keyof typeof alarmIcons | "busy"
  /** Read out by screen readers when it appears; a failure interrupts them. */
  readonly announced: boolean
  readonly title: string
  readonly children?: ComponentChildren
  readonly actions?: ComponentChildren
  /** Details over the full width. */
  readonly below?: ComponentChildren
}) => (
  <div class="alarm" data-tone={tone}>
    {tone === "busy" ? <span class="spin" aria-hidden="true" /> : <Icon name={alarmIcons[tone]} />}
    <p class="said" role={announced ? (tone === "bad" ? "alert" : "status") : undefined}>
      <strong>{title}</strong> {children}
    </p>
    {actions !== undefined && <Row gap={2}>{actions}</Row>}
    {below !== undefined && <div class="below">{below}</div>}
  </div>
)
