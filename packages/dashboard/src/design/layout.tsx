import "./layout.css"
import type { ComponentChildren } from "preact"

interface Children {
  readonly children?: ComponentChildren
}

/** One under the other. */
export const Stack = ({ children, gap }: Children & { readonly gap?: 1 | 2 | 3 | 6 }) => (
  <div class="stack" data-gap={gap}>
    {children}
  </div>
)

/** Side by side, and under each other where there is no room. */
export const Line = ({
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
    class="line"
    data-gap={gap}
    data-apart={apart || undefined}
    data-end={end || undefined}
    data-whole={whole || undefined}
  >
    {children}
  </div>
)

/** The main action of a long page, in reach wherever the page is scrolled to. */
export const StickyFoot = ({ children }: Children) => <div class="sticky-foot">{children}</div>

export const Tiles = ({ children }: Children) => <div class="tiles">{children}</div>

/** Fields, two beside each other where there is room; `whole`: as many as the place has room for. */
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

interface SaidProps extends Children {
  readonly tone?: "2" | "3" | "good" | "watch" | "bad" | undefined
  readonly size?: "small" | "table"
  readonly strong?: boolean
  readonly oneLine?: boolean
  readonly numbers?: boolean
  readonly as?: "span" | "p" | "div"
}

/** Words in one of the sizes and tones that there are. */
export const Said = ({ as: Tag = "span", children, numbers, oneLine, size, strong, tone }: SaidProps) => (
  <Tag
    class="said"
    data-tone={tone}
    data-size={size}
    data-strong={strong || undefined}
    data-one-line={oneLine || undefined}
    data-numbers={numbers || undefined}
  >
    {children}
  </Tag>
)

/** An identifier, a key, a path: what is copied and compared. */
export const Code = ({ children }: Children) => <span class="code">{children}</span>

/** For those who hear the page. */
export const Unseen = ({ children }: Children) => <span class="unseen">{children}</span>

/** Names and values. */
export const Facts = ({ facts }: { readonly facts: ReadonlyArray<readonly [string, ComponentChildren]> }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </>
    ))}
  </dl>
)

/** What is to be done, one after the other. */
export const Steps = ({ steps }: { readonly steps: ReadonlyArray<string> }) => (
  <ol class="steps">
    {steps.map((step) => (
      <li key={step}>{step}</li>
    ))}
  </ol>
)

/** What something is called, and in a second line what else helps to know it. */
export const Titled = ({
  below,
  children
}: {
  readonly below: ComponentChildren
  readonly children: ComponentChildren
}) => (
  <Said as="div" oneLine>
    {children}
    <Said as="div" size="small" tone="3" oneLine>
      {below}
    </Said>
  </Said>
)
