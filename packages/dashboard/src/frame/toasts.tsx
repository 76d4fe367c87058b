import "#design/toasts.css"
import { Atom } from "effect/reactivity"
import type { ComponentProps } from "preact"
import { useLayoutEffect, useRef } from "preact/hooks"
import { Button, LinkButton } from "#design/Button.tsx"
import { Icon } from "#design/Icon.tsx"
import { useFirstWords } from "#languages/words.ts"
import { registry, useAtomValue } from "#state/registry.ts"

interface Toast {
  readonly id: number
  readonly text: string
  /** `running`: stays until its result is set. */
  readonly tone: "good" | "watch" | "bad" | "running"
  /** Undoes the action; offered while the toast is visible. */
  readonly undo?: (() => void) | undefined
  /** Page that shows the result in full. */
  readonly link?: { readonly href: string; readonly text: string } | undefined
}

const toasts = Atom.keepAlive(Atom.make<ReadonlyArray<Toast>>([]))
const shown = 6_000
// Long enough to notice a mistake and to reach the button by keyboard.
const shownWithButton = 15_000
// Failures stay longer, so that they are not missed.
const shownBad = 20_000
let last = 0

const remove = (id: number) => registry.update(toasts, (before) => before.filter((one) => one.id !== id))

/**
 * Toast for a result that is not visible elsewhere; refusals appear at their cause instead. A `running` toast later gets its
 * result, even if newer toasts pushed it out.
 */
export const toast = (text: string, { tone = "good", undo }: Partial<Pick<Toast, "tone" | "undo">> = {}) => {
  const id = ++last
  const show = (text: string, tone: Toast["tone"], link?: Toast["link"]) => {
    registry.update(toasts, (before) => [
      ...before.filter((one) => one.id !== id).slice(-2),
      { id, text, tone, undo, link }
    ])
    if (tone !== "running") {
      const hasButton = undo !== undefined || link !== undefined
      setTimeout(() => remove(id), tone === "bad" ? shownBad : hasButton ? shownWithButton : shown)
    }
  }
  show(text, tone)
  return { become: show, remove: () => remove(id) }
}

const icons = {
  good: { name: "circle-check", tone: "good" },
  watch: { name: "circle-alert", tone: "watch" },
  bad: { name: "circle-alert", tone: "bad" },
  running: { name: "circle-dashed", tone: "3" }
} as const satisfies Readonly<Record<Toast["tone"], ComponentProps<typeof Icon>>>

/** Live region, above dialogs. */
export const Toasts = () => {
  const all = useAtomValue(toasts)
  const { undo: undoWord } = useFirstWords().common
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Reopened, so that it is above dialogs opened since.
    list.current?.hidePopover()
    if (all.length > 0) list.current?.showPopover()
  }, [all])
  return (
    <div class="toasts" ref={list} popover="manual" role="status">
      {all.map(({ id, link, text, tone, undo }) => (
        <p key={id} data-tone={tone === "bad" ? tone : undefined}>
          <Icon {...icons[tone]} />
          <span>{text}</span>
          {link !== undefined && (
            <LinkButton size="small" href={link.href}>
              {link.text}
            </LinkButton>
          )}
          {undo !== undefined && (
            <Button
              size="small"
              variant="tertiary"
              icon="undo-2"
              onClick={() => {
                remove(id)
                undo()
              }}
            >
              {undoWord}
            </Button>
          )}
        </p>
      ))}
    </div>
  )
}
