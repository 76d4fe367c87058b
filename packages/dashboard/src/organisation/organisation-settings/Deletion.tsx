import type { Organisation } from "@svc/contract/organisations/schema"
import { useState } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { Banner } from "#design/Banner.tsx"
import { Button } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { TextField } from "#design/Field.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { toast } from "#frame/toasts.tsx"
import { callOffDeletion, scheduleDeletion } from "./data.ts"

interface Of {
  readonly of: Organisation
}

/** Banner while the deletion of the organization is scheduled. */
export const DeletionAhead = ({ of: { deletion_scheduled_at } }: Of) => {
  const words = useWords().organisationSettings
  const { moment } = useFormat()
  const { isSuperAdmin } = useMay()
  const calling = useAction(callOffDeletion, { onDone: () => toast(words.calledOff) })
  if (deletion_scheduled_at === null) return null
  return (
    <Banner tone="bad" title={words.deletionAhead(moment(deletion_scheduled_at))}>
      {words.deletionAheadText}
      <Refusal of={calling.result} />
      {isSuperAdmin && (
        <span>
          <Button size="small" icon="undo-2" busy={calling.busy} onClick={() => calling.start()}>
            {words.callOff}
          </Button>
        </span>
      )}
    </Banner>
  )
}

const Question = ({ name, onClose }: { readonly name: string; readonly onClose: () => void }) => {
  const words = useWords().organisationSettings
  const [typed, setTyped] = useState("")
  const [wrong, setWrong] = useState(false)
  const scheduling = useAction(scheduleDeletion, { onDone: onClose })
  return (
    <ActionDialog
      title={words.deleteQuestion}
      why={words.deleteText}
      onClose={onClose}
      onSubmit={() => (typed.trim() === name.trim() ? scheduling.start() : setWrong(true))}
      act={scheduling}
      confirm={words.delete}
      variant="danger"
    >
      <TextField
        label={words.typeName(name)}
        autoComplete="off"
        autoFocus
        value={typed}
        onInput={setTyped}
        wrong={wrong && typed.trim() !== name.trim() ? words.nameDiffers : undefined}
      />
    </ActionDialog>
  )
}

/** Schedules the deletion of the organization, 30 days ahead. */
export const Deletion = ({ of: { deletion_scheduled_at, name } }: Of) => {
  const words = useWords().organisationSettings
  const [asking, setAsking] = useState(false)
  if (deletion_scheduled_at !== null) return null
  return (
    <Card title={words.deleteTitle}>
      <Stack gap={3}>
        <Text tone="2">{words.deleteAbout}</Text>
        <Row>
          <Button variant="danger" icon="trash" onClick={() => setAsking(true)}>
            {words.delete}
          </Button>
        </Row>
      </Stack>
      {asking && <Question name={name} onClose={() => setAsking(false)} />}
    </Card>
  )
}
