import { BatchExport, type SiemTarget } from "@svc/contract/siem/schema"
import { useRef, useState } from "preact/hooks"
import { Banner } from "#design/Banner.tsx"
import { Button, Submit } from "#design/Button.tsx"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { TextField } from "#design/Field.tsx"
import { Columns } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { dayFromToday, useFormat } from "#platform/format.ts"
import { useForm } from "#platform/form.ts"
import { exportStep } from "./data.ts"

interface Progress {
  readonly asked: BatchExport
  readonly queued: number
  readonly steps: number
  /** Cursor of the next step; null when the range is done. */
  readonly cursor: string | null | undefined
}

/**
 * Queues a date range of the audit log, ten thousand entries per step; each step starts when the previous one is
 * queued. After a stop it continues at the cursor.
 */
export const ExportDialog = ({ of, onClose }: { readonly of: SiemTarget; readonly onClose: () => void }) => {
  const words = useWords().siem
  const { number } = useFormat()
  const form = useForm(BatchExport, { from: dayFromToday(-30), to: dayFromToday(0) }, { target_id: of.id })
  const [progress, setProgress] = useState<Progress>()
  const stopped = useRef(false)
  const latest = useRef<Progress>(undefined)
  const keep = (next: Progress) => {
    latest.current = next
    setProgress(next)
  }
  const step = useAction(exportStep, {
    onDone: ({ next_cursor, queued }, asked) => {
      const before = latest.current
      keep({ asked, queued: (before?.queued ?? 0) + queued, steps: (before?.steps ?? 0) + 1, cursor: next_cursor })
      if (next_cursor !== null && !stopped.current) queueMicrotask(() => step.start({ ...asked, cursor: next_cursor }))
    }
  })
  const begin = (asked: BatchExport) => {
    stopped.current = false
    keep({ asked, queued: 0, steps: 0, cursor: undefined })
    step.start(asked)
  }
  const goOn = ({ asked, cursor }: Progress) => {
    stopped.current = false
    step.start({ ...asked, ...(cursor === undefined ? {} : { cursor }) })
  }
  const stop = () => {
    stopped.current = true
    setProgress((before) => before && { ...before })
  }
  const done = progress?.cursor === null
  const running = step.busy && !stopped.current
  const close = () => {
    stopped.current = true
    onClose()
  }
  return (
    <Dialog
      title={words.exportTitle(of.name)}
      why={words.exportText}
      onClose={close}
      onSubmit={() => (done ? close() : progress === undefined ? form.submit(begin) : goOn(progress))}
      actions={
        done ? (
          <Submit>{words.done}</Submit>
        ) : running ? (
          <Button icon="ban" onClick={stop}>
            {words.stop}
          </Button>
        ) : (
          <DialogActions busy={step.busy} onDecline={close}>
            {progress === undefined ? words.export : words.goOn}
          </DialogActions>
        )
      }
    >
      <Refusal of={step.result} />
      {progress === undefined ? (
        <Columns>
          <TextField label={words.from} type="date" {...form.field("from")} />
          <TextField label={words.to} type="date" {...form.field("to")} />
        </Columns>
      ) : (
        <Banner
          tone={done ? "good" : "accent"}
          title={words.queued(number(progress.queued), progress.asked.from, progress.asked.to)}
        >
          {done ? words.exportDone : running ? words.exportRuns(progress.steps + 1) : words.exportStopped}
        </Banner>
      )}
    </Dialog>
  )
}
