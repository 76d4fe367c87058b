import { maxLinks, TaskLink } from "@svc/contract/checklists/schema"
import { Schema } from "effect"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { Button, IconButton } from "#design/Button.tsx"
import { TextField } from "#design/Field.tsx"
import { Columns, Row, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"

const isTitle = Schema.is(TaskLink.fields.title)
const isUrl = Schema.is(TaskLink.fields.url)

/** A link being written; the key keeps its fields when others are removed. */
export interface LinkDraft extends TaskLink {
  readonly key: number
}

export const draftsOf = (links: ReadonlyArray<TaskLink>): ReadonlyArray<LinkDraft> =>
  links.map(({ title, url }, key) => ({ key, title, url }))

/** What is sent: blank rows are skipped. */
export const linksOf = (drafts: ReadonlyArray<LinkDraft>): ReadonlyArray<TaskLink> =>
  drafts
    .map(({ title, url }) => ({ title: title.trim(), url: url.trim() }))
    .filter(({ title, url }) => title !== "" || url !== "")

/** Links of a task, each with title and URL. `wrong`: the form refused the links. */
export const LinkFields = ({
  drafts,
  onChange,
  wrong
}: {
  readonly drafts: ReadonlyArray<LinkDraft>
  readonly onChange: (drafts: ReadonlyArray<LinkDraft>) => void
  readonly wrong: boolean
}) => {
  const words = useWords().checklists
  const set = (key: number, part: Partial<TaskLink>) =>
    onChange(drafts.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const isBlank = ({ title, url }: LinkDraft) => title.trim() === "" && url.trim() === ""
  const list = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState(drafts.length)
  // A new row begins in its title; what was removed took the focus along.
  useLayoutEffect(() => {
    if (drafts.length > shown) [...(list.current?.querySelectorAll("input") ?? [])].at(-2)?.focus()
    if (drafts.length < shown) [...(list.current?.querySelectorAll("button") ?? [])].at(-1)?.focus()
    setShown(drafts.length)
  }, [drafts.length])
  return (
    <div ref={list}>
      <Stack gap={3}>
        {drafts.map((draft, index) => {
          const { key, title, url } = draft
          const checked = wrong && !isBlank(draft)
          return (
            <Stack key={key} gap={1}>
              <Columns>
                <TextField
                  label={words.linkTitle(index + 1)}
                  value={title}
                  wrong={checked && !isTitle(title.trim()) ? words.linkTitleWrong : undefined}
                  onInput={(text) => set(key, { title: text })}
                />
                <TextField
                  label={words.linkUrl(index + 1)}
                  value={url}
                  wrong={checked && !isUrl(url.trim()) ? words.linkUrlWrong : undefined}
                  onInput={(text) => set(key, { url: text })}
                />
              </Columns>
              <Row end>
                <IconButton
                  icon="x"
                  label={words.removeLink(index + 1)}
                  onClick={() => onChange(drafts.filter((one) => one.key !== key))}
                />
              </Row>
            </Stack>
          )
        })}
        {drafts.length < maxLinks && (
          <Row>
            <Button
              size="small"
              icon="plus"
              onClick={() => onChange([...drafts, { key: (drafts.at(-1)?.key ?? -1) + 1, title: "", url: "" }])}
            >
              {words.addLink}
            </Button>
          </Row>
        )}
      </Stack>
    </div>
  )
}
