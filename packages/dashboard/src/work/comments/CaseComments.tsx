import type { Comment } from "@svc/contract/comments/schema"
import type { OffboardingId } from "@svc/contract/kernel/ids"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { Button, Submit } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { Row, Stack } from "#design/layout.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { ConfirmDialog } from "#frame/ConfirmDialog.tsx"
import { toast } from "#frame/toasts.tsx"
import { useWords } from "#languages/words.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { CommentList } from "./CommentList.tsx"
import { Composer, useComposer } from "./Composer.tsx"
import { commentPage, follow, removeComment } from "./data.ts"

const Follow = ({ id }: { readonly id: OffboardingId }) => {
  const words = useWords().comments
  const page = useQuery(commentPage({ id, offset: 0 }))
  const act = useAction(follow, {
    onDone: ({ following }) => toast(following ? words.followed : words.unfollowed)
  })
  if (!AsyncResult.isSuccess(page)) return null
  const { following } = page.value
  return (
    <>
      <Refusal of={act.result} />
      <Button
        variant="tertiary"
        size="small"
        icon={following ? "bell-off" : "bell"}
        busy={act.busy}
        onClick={() => act.start({ id, following: !following })}
      >
        {following ? words.unfollow : words.follow}
      </Button>
    </>
  )
}

/** Comments on an offboarding and its tasks, and a form to add one. */
export const CaseComments = ({ id }: { readonly id: OffboardingId }) => {
  const words = useWords().comments
  const composer = useComposer(id)
  const [deleting, setDeleting] = useState<Comment>()
  const close = () => setDeleting(undefined)
  return (
    <Card title={words.title} actions={<Follow id={id} />}>
      <Stack>
        <SubmitForm onSubmit={composer.submit}>
          <Refusal of={composer.add.result} />
          <Composer of={composer} />
          <Row>
            <Submit busy={composer.add.busy}>{words.add}</Submit>
          </Row>
        </SubmitForm>
        <CommentList id={id} onDelete={setDeleting} />
      </Stack>
      {deleting !== undefined && (
        <ConfirmDialog
          action={removeComment}
          arg={{ id, commentId: deleting.id }}
          title={words.deleteTitle}
          why={words.deleteText}
          confirm={words.deleteIt}
          done={words.deleted}
          onClose={close}
        />
      )}
    </Card>
  )
}
