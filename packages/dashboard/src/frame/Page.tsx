import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { LinkButton } from "#design/Button.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { Skeleton } from "#design/Placeholder.tsx"
import { type HelpTopic, helpAt } from "#platform/help.ts"
import { useFirstWords } from "#languages/words.ts"
import { useTitle } from "./title.ts"

let first = true

/** Frame of every page: heading, actions, content. After a navigation the heading gets the focus, for keyboard and screen reader. */
export const Page = ({
  about,
  actions,
  back,
  children,
  help,
  picture,
  title
}: {
  readonly title: string
  /** Avatar of the person, or logo of the app, that it is about. */
  readonly picture?: ComponentChildren
  readonly about?: ComponentChildren
  /** Help page for this screen. */
  readonly help?: HelpTopic
  /** Back link. */
  readonly back?: { readonly href: string; readonly name: string }
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}) => {
  useTitle(title)
  const words = useFirstWords()
  const heading = useRef<HTMLHeadingElement>(null)
  // In the layout phase: a frame later the person could be typing in a field already.
  useLayoutEffect(() => {
    if (!first) heading.current?.focus({ preventScroll: true })
    first = false
  }, [])
  return (
    <div class="page">
      {back !== undefined && (
        <span class="back">
          <LinkButton href={back.href} variant="tertiary" size="small" icon="arrow-left">
            {back.name}
          </LinkButton>
        </span>
      )}
      <header>
        <div class="who-and-what">
          {picture}
          <Stack gap={1}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {(about !== undefined || help !== undefined) && (
              <Text tone="2">
                {/* The gap is a text node: for CSS the link is the first child. */}
                {about !== undefined && <>{about} </>}
                {/* In a new tab, so that typed text is kept. */}
                {help !== undefined && (
                  <a class="how" href={helpAt(help, words.language)} target="_blank">
                    {words.shell.howItWorks}
                  </a>
                )}
              </Text>
            )}
          </Stack>
        </div>
        {actions !== undefined && <div class="row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** Skeleton of a page. */
export const PageSkeleton = () => (
  <div class="page">
    <Skeleton width={34} tall />
    <Skeleton width={62} />
    <Skeleton width={52} />
  </div>
)
