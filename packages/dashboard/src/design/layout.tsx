import "./layout.css"
import type { ComponentChildren } from "preact"

interface Children {
  readonly children?: ComponentChildren
}

/** Vertical stack. */
export const Stack = ({ children, gap }: Children & { readonly gap?: 1 | 2 | 3 | 6 }) => (
  <div class="stack" data-gap={gap}>
    {children}
  </div>
)

/** Row; wraps when there is no room. */
export const Row = ({
  apart,
  children,
  end,
  gap,
  whole
}: Children & {
  readonly gap?: 1 | 2
  readonly apart?: boolean
  readonly end?: boolean
  readonly whole?: boolean
}) => (
  <div
    class="row"
    data-gap={gap}
    data-apart={apart || undefined}
    data-end={end || undefined}
    data-whole={whole || undefined}
  >
    {children}
  </div>
)

/** Sticky main action of a long page. */
export const StickyFoot = ({ children }: Children) => <div class="sticky-foot">{children}</div>

export const Tiles = ({ children }: Children) => <div class="tiles">{children}</div>

/** Two columns of fields where there is room; `whole`: as many as fit. */
export const Columns = ({ children, whole }: Children & { readonly whole?: boolean }) => (
  <div class="columns" data-whole={whole || undefined}>
    {children}
  </div>
)

export const Split = ({ children, even }: Children & { readonly even?: boolean }) => (
  <div class="split" data-even={even || undefined}>
    {children}
  </div>
)

interface TextProps extends Children {
  readonly tone?: "2" | "3" | "good" | "watch" | "bad" | undefined
  readonly size?: "small" | "table"
  readonly strong?: boolean
  readonly oneLine?: boolean
  readonly numbers?: boolean
  /** Text of several lines that a person wrote: keeps its line breaks, and breaks long words. */
  readonly lineBreaks?: boolean
  readonly as?: "span" | "p" | "div"
}

/** Text in one of the sizes and tones. */
export const Text = ({ as: Tag = "span", children, lineBreaks, numbers, oneLine, size, strong, tone }: TextProps) => (
  <Tag
    class="text"
    data-tone={tone}
    data-size={size}
    data-strong={strong || undefined}
    data-one-line={oneLine || undefined}
    data-numbers={numbers || undefined}
    data-line-breaks={lineBreaks || undefined}
  >
    {children}
  </Tag>
)

/** Identifier, key, or path. */
export const Code = ({ children }: Children) => <span class="code">{children}</span>

/** Visually hidden text for screen readers. */
export const VisuallyHidden = ({ children }: Children) => <span class="visually-hidden">{children}</span>

/** Lets an email break before its @ rather than in a word. */
const breakable = (value: ComponentChildren) => {
  const at = typeof value === "string" ? value.indexOf("@") : -1
  return typeof value === "string" && at > 0 ? (
    <>
      {value.slice(0, at)}
      <wbr />
      {value.slice(at)}
    </>
  ) : (
    value
  )
}

/** Read by screen readers whenever it changes; not visible. */
export const LiveText = ({ children }: Children) => (
  <span class="visually-hidden" role="status">
    {children}
  </span>
)

/** Definition list. */
export const Facts = ({ facts }: { readonly facts: ReadonlyArray<readonly [string, ComponentChildren]> }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <>
        <dt>{name}</dt>
        <dd>{breakable(value)}</dd>
      </>
    ))}
  </dl>
)

/** Numbered steps. */
export const Steps = ({ steps }: { readonly steps: ReadonlyArray<string> }) => (
  <ol class="steps">
    {steps.map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
)

/** Title with a secondary line. */
export const Titled = ({
  below,
  children
}: {
  readonly below: ComponentChildren
  readonly children: ComponentChildren
}) => (
  <Text as="div" oneLine>
    {children}
    <Text as="div" size="small" tone="3" oneLine>
      {below}
    </Text>
  </Text>
)
