import helpTitles from "virtual:help"
import type { IconName } from "#design/icons.ts"
import { helpAt } from "#platform/help.ts"
import type { FirstWords } from "#languages/words.ts"

/** A row of the palette. */
export interface Find {
  readonly key: string
  readonly icon: IconName
  /** An avatar instead of the icon. */
  readonly person?: true
  readonly name: string
  readonly beside?: string
  /** State, or the key that does the same. */
  readonly end?: string
  readonly bad?: boolean
  readonly shortcut?: string
  readonly href?: string
  readonly run?: () => void
}

export interface Group {
  readonly key: string
  readonly name: string
  readonly finds: ReadonlyArray<Find>
}

/** Maximum rows of a group. */
export const maxShown = 4

/** Whether the row has the text; a row of an earlier search might not. */
export const has =
  (text: string) =>
  ({ beside = "", name }: Find) =>
    `${name} ${beside}`.toLowerCase().includes(text.trim().toLowerCase())

/** Help pages whose title or summary has the text. */
export const helpAbout = (text: string, { language }: FirstWords): ReadonlyArray<Find> => {
  const wanted = text.trim().toLowerCase()
  return (helpTitles[language] ?? helpTitles["en"] ?? [])
    .filter(({ summary, title }) => `${title} ${summary}`.toLowerCase().includes(wanted))
    .map(({ title, topic }) => ({
      key: `help ${topic}`,
      name: title,
      href: helpAt(topic, language),
      icon: "circle-question-mark" as const
    }))
}
