import type { ComponentChildren } from "preact"
import { type Action, type ActionFailure, useAction } from "#platform/atoms.ts"
import type { Refusals } from "#platform/failures.tsx"
import { ActionDialog } from "./ActionDialog.tsx"
import { toast } from "./toasts.tsx"

/** Confirm dialog for a destructive action. Shows refusals; `done` is the toast afterwards. */
export const ConfirmDialog = <Arg, A, E>({
  action,
  arg,
  children,
  confirm,
  done,
  onClose,
  onDone = onClose,
  refusals,
  title,
  why
}: {
  readonly action: Action<Arg, A, E>
  readonly arg: Arg
  readonly title: string
  readonly why: string
  readonly confirm: string
  readonly done: string
  readonly onClose: () => void
  /** Called when done, instead of closing. */
  readonly onDone?: () => void
  readonly refusals?: Refusals<ActionFailure<E>, string>
  readonly children?: ComponentChildren
}) => {
  const act = useAction(action, {
    onDone: () => {
      toast(done)
      onDone()
    }
  })
  return (
    <ActionDialog
      title={title}
      why={why}
      onClose={onClose}
      onSubmit={() => act.start(arg)}
      act={act}
      confirm={confirm}
      variant="danger"
      {...(refusals && { refusals })}
    >
      {children}
    </ActionDialog>
  )
}
