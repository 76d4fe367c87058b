import type { DirectoryEmployee } from "@svc/contract/employees/schema"
import type { ErasurePreview } from "@svc/contract/erasure/schema"
import { AsyncResult } from "effect/reactivity"
import { useState } from "preact/hooks"
import { Banner } from "#design/Banner.tsx"
import { Button, LinkButton } from "#design/Button.tsx"
import { Dialog, DialogActions } from "#design/Dialog.tsx"
import { TextField } from "#design/Field.tsx"
import { Row, Text, Stack } from "#design/layout.tsx"
import { Skeleton, Placeholder } from "#design/Placeholder.tsx"
import { useFirstWords, useWords } from "#languages/words.ts"
import { offboarding } from "#platform/pages.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useFormat } from "#platform/format.ts"
import { Loaded } from "#platform/Loaded.tsx"
import { toast } from "#frame/toasts.tsx"
import { erasePerson, erasurePreview } from "./data.ts"

/** Why erasure is not possible now, with a link to the blocker. */
const Obstacles = ({ of }: { readonly of: ErasurePreview["obstacles"] }) => {
  const words = useWords().employees
  return (
    <>
      {of.map(({ code, error, offboarding_ids }) => (
        <Banner key={code} tone="bad" title={error}>
          {offboarding_ids.length > 0 && (
            <Row gap={2}>
              {offboarding_ids.map((id) => (
                <LinkButton key={id} size="small" href={offboarding({ id })}>
                  {words.openCase}
                </LinkButton>
              ))}
            </Row>
          )}
        </Banner>
      ))}
    </>
  )
}

/** What is deleted and what is kept, in numbers. */
const Effects = ({ of }: { readonly of: ErasurePreview }) => {
  const words = useWords().employees
  return (
    <Stack gap={2}>
      <Text size="table">
        <Text strong>{words.goes}</Text> {words.goesText}
      </Text>
      <Stack gap={1}>
        {[
          ...(of.offboardings > 0 ? [words.eraseCases(of.offboardings, of.open_offboardings)] : []),
          ...(of.documents > 0 ? [words.eraseDocuments(of.documents)] : []),
          words.eraseKeys(of.keys),
          ...(of.exports > 0 ? [words.eraseExports(of.exports)] : [])
        ].map((text) => (
          <Text key={text} as="div" size="table" tone="2">
            {text}
          </Text>
        ))}
      </Stack>
      <Text size="table">
        <Text strong>{words.stays}</Text> {words.staysText(of.entries)}
      </Text>
    </Stack>
  )
}

/** Erases a person irreversibly; the name must be typed to confirm. */
export const EraseDialog = ({
  onClose,
  onDone,
  person
}: {
  readonly person: DirectoryEmployee
  readonly onClose: () => void
  readonly onDone: () => void
}) => {
  const words = useWords().employees
  const { cancel } = useFirstWords().common
  const { moment } = useFormat()
  const [typed, setTyped] = useState("")
  const [wrong, setWrong] = useState<string>()
  const seen = useQuery(erasurePreview(person.id))
  const erasure = useAction(erasePerson, {
    onDone: ({ offboardings }) => {
      toast(words.erased(offboardings))
      onDone()
    }
  })
  const isFree = AsyncResult.isSuccess(seen) && seen.value.obstacles.length === 0 && seen.value.erased_at === null
  return (
    <Dialog
      title={words.eraseTitle(person.full_name)}
      why={words.eraseText}
      onClose={onClose}
      onSubmit={() => {
        if (!isFree) return
        if (typed.trim() === person.full_name) erasure.start(person.id)
        else setWrong(words.nameDiffers(person.full_name))
      }}
      actions={
        isFree ? (
          <DialogActions variant="danger" busy={erasure.busy} onDecline={onClose}>
            {words.erase}
          </DialogActions>
        ) : (
          <Button onClick={onClose}>{cancel}</Button>
        )
      }
    >
      <Refusal of={erasure.result} />
      <Loaded
        of={erasurePreview(person.id)}
        skeleton={<Skeleton width={62} tall />}
        refusals={{ EmployeeNotFound: ({ error }) => <Placeholder small icon="search" title={error} /> }}
      >
        {(preview) =>
          preview.erased_at === null ? (
            <Stack gap={3}>
              <Obstacles of={preview.obstacles} />
              <Effects of={preview} />
            </Stack>
          ) : (
            <Banner tone="watch" title={words.erasedAlready(moment(preview.erased_at))} />
          )
        }
      </Loaded>
      {isFree && (
        <TextField
          label={words.typeName(person.full_name)}
          value={typed}
          wrong={wrong}
          autoComplete="off"
          autoFocus
          required
          onInput={(text) => {
            setTyped(text)
            setWrong(undefined)
          }}
        />
      )}
    </Dialog>
  )
}
