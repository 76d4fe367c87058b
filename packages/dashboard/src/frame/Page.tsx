import type { ComponentChildren } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { LinkButton } from "#design/Button.tsx"
import { Said, Stack } from "#design/layout.tsx"
import { Bone } from "#design/Placeholder.tsx"
import { type HelpTopic, helpAt } from "#platform/help.ts"
import { useFirstWords } from "#languages/words.ts"
import { useTitle } from "./title.ts"

let first = true

/**
 * The frame of every page: what it is, what can be done, and the rest. Its heading takes the focus when somebody comes
 * from another page, so that the keyboard and the voice begin there.
 */
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
  /** Of whom it is. */
  readonly picture?: ComponentChildren
  readonly about?: ComponentChildren
  /** The page that explains what stands here. */
  readonly help?: HelpTopic
  /** The way back. */
  readonly back?: { readonly href: string; readonly name: string }
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}) => {
  useTitle(title)
  const words = useFirstWords()
  const heading = useRef<HTMLHeadingElement>(null)
  // With the page and not a frame later, when the person may be typing in a field of it.
  useLayoutEffect(() => {
    if (!first) heading.current?.focus({ preventScroll: true })
    first = false
  }, [])
  return (
    <div class="page">
      {back !== undefined && (
        <span class="back">
          <LinkButton href={back.href} look="quiet" size="small" icon="arrow-left">
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
              <Said tone="2">
                {/* The gap is a letter: to a sheet the link is the first child, as words are none. */}
                {about !== undefined && <>{about} </>}
                {/* Beside what is being done: nothing that was typed is lost for having read. */}
                {help !== undefined && (
                  <a class="how" href={helpAt(help, words.language)} target="_blank">
                    {words.shell.howItWorks}
                  </a>
                )}
              </Said>
            )}
          </Stack>
        </div>
        {actions !== undefined && <div class="line">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** The frame before it is known what stands in it. */
export const PageBones = () => (
  <div class="page">
    <Bone width={34} tall />
    <Bone width={62} />
    <Bone width={52} />
  </div>
)
