import type { Comment } from "@svc/contract/comments/schema"
import type { ChecklistItemId, OffboardingId } from "@svc/contract/kernel/ids"
import { DateTime } from "effect"
import { useState } from "preact/hooks"
import { IconButton } from "#design/Button.tsx"
import { Stack, Text } from "#design/layout.tsx"
import { Message } from "#design/Message.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { Pager, TableSkeleton } from "#design/Table.tsx"
import { useWords } from "#languages/words.ts"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { commentPage, pageSize } from "./data.ts"

const One = ({
  of: { author, can_delete, created_at, mentions, task, text },
  ofTask,
  onDelete
}: {
  readonly of: Comment
  readonly ofTask: boolean
  readonly onDelete: (() => void) | undefined
}) => {
  const words = useWords().comments
  const { exact, moment } = useFormat()
  const name = author?.full_name ?? words.former
  return (
    <Message
      who={name}
      time={
        <time dateTime={DateTime.formatIso(created_at)} title={exact(created_at)}>
          {moment(created_at)}
        </time>
      }
      about={
        task !== null &&
        !ofTask && (
          <Text as="p" size="small" tone="3">
            {words.onTask(task.task)}
          </Text>
        )
      }
      text={text}
      foot={
        mentions.length > 0 && (
          <Text as="p" size="small" tone="3">
            {words.notified(mentions.map(({ full_name }) => full_name).join(", "))}
          </Text>
        )
      }
      actions={
        can_delete &&
        onDelete !== undefined && <IconButton icon="trash" label={words.delete(name)} onClick={onDelete} />
      }
    />
  )
}

/** Comments on an offboarding, or on one of its tasks, newest first. */
export const CommentList = ({
  id,
  onDelete,
  taskId
}: {
  readonly id: OffboardingId
  readonly taskId?: ChecklistItemId
  /** Absent where comments are only read. */
  readonly onDelete?: (comment: Comment) => void
}) => {
  const { comments: words, common, failures } = useWords()
  const [offset, setOffset] = useState(0)
  return (
    <Loaded
      of={commentPage({ id, offset, ...(taskId === undefined ? {} : { taskId }) })}
      skeleton={<TableSkeleton columns={2} />}
      refusals={{ OffboardingNotFound: () => <Placeholder icon="search" {...failures.notFound} /> }}
    >
      {({ rows, total }) =>
        rows.length === 0 ? (
          <Placeholder icon="message-square" title={words.none} text={words.noneText} />
        ) : (
          <Stack gap={3}>
            {rows.map((comment) => (
              <One
                key={comment.id}
                of={comment}
                ofTask={taskId !== undefined}
                onDelete={onDelete === undefined ? undefined : () => onDelete(comment)}
              />
            ))}
            {total > pageSize && (
              <Pager total={total} limit={pageSize} offset={offset} onMove={setOffset} words={common.pager} />
            )}
          </Stack>
        )
      }
    </Loaded>
  )
}
