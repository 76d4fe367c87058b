import { AddComment, maxMentions } from "@svc/contract/comments/schema"
import type { ChecklistItemId, OffboardingId, UserId } from "@svc/contract/kernel/ids"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { useUser } from "#access/data.ts"
import { Button } from "#design/Button.tsx"
import { AreaField, SelectField } from "#design/Field.tsx"
import { Row, Stack } from "#design/layout.tsx"
import { toast } from "#frame/toasts.tsx"
import { useWords } from "#languages/words.ts"
import { assignees } from "#access/owners-data.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { useForm } from "#platform/form.ts"
import { addComment } from "./data.ts"

interface Mention {
  readonly user_id: UserId
  readonly full_name: string
}

/** A new comment: its text, whom it mentions, and the action that adds it. */
export const useComposer = (id: OffboardingId, taskId?: ChecklistItemId) => {
  const words = useWords().comments
  const [mentions, setMentions] = useState<ReadonlyArray<Mention>>([])
  const form = useForm(
    AddComment,
    { text: "" },
    {
      mentions: mentions.map(({ user_id }) => user_id),
      ...(taskId === undefined ? {} : { task_id: taskId })
    }
  )
  const add = useAction(addComment, {
    onDone: () => {
      toast(words.added)
      setMentions([])
      form.prefill({ text: "" })
    }
  })
  return {
    id,
    form,
    add,
    mentions,
    setMentions,
    submit: () => form.submit((comment) => add.start({ id, ...comment }))
  }
}

/** Fields of a new comment. */
export const Composer = ({
  of: { form, id, mentions, setMentions }
}: {
  readonly of: ReturnType<typeof useComposer>
}) => {
  const words = useWords().comments
  const { id: self } = useUser()
  const [typed, setTyped] = useState("")
  const q = typed.trim()
  const found = useQuery(assignees(q === "" ? { offboarding_id: id } : { offboarding_id: id, q }))
  const members = AsyncResult.isSuccess(found) ? found.value.rows : []
  const offered = members.filter(
    ({ user_id }) => user_id !== self && !mentions.some((mention) => mention.user_id === user_id)
  )
  return (
    <Stack gap={3}>
      <AreaField label={words.text} {...form.field("text")} />
      {mentions.length < maxMentions && (
        <SelectField
          label={words.mention}
          help={words.mentionHelp}
          value=""
          choices={[
            ["", words.mentionNone],
            ...offered.map(({ email, full_name, user_id }) => [user_id, `${full_name} (${email})`] as const)
          ]}
          onInput={(value) => {
            const chosen = offered.find(({ user_id }) => user_id === value)
            if (chosen !== undefined) setMentions([...mentions, chosen])
          }}
          search={{ label: words.findMember, onSearch: setTyped }}
        />
      )}
      {mentions.length > 0 && (
        <Row gap={2}>
          {mentions.map(({ full_name, user_id }) => (
            <Button
              key={user_id}
              size="small"
              icon="x"
              label={words.unmention(full_name)}
              onClick={() => setMentions(mentions.filter((one) => one.user_id !== user_id))}
            >
              {full_name}
            </Button>
          ))}
        </Row>
      )}
    </Stack>
  )
}
