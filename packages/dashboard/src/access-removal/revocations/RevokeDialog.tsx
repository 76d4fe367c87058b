import type { OffboardingId } from "@svc/contract/kernel/ids"
import type { PreviewedApp, RevocationPreview, RevokeAccess, StartedRun } from "@svc/contract/revocations/schema"
import { AppMark, WithMark } from "#design/AppMark.tsx"
import { Banner } from "#design/Banner.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Disclosure } from "#design/Disclosure.tsx"
import { Code, Text, Stack } from "#design/layout.tsx"
import { useNames } from "#connections/integrations/providers.ts"
import { ActionDialog } from "#frame/ActionDialog.tsx"
import { useWords } from "#languages/words.ts"
import { offboardingTab } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { revokeAccess } from "./data.ts"
import { useRunToast } from "./end-of-run.ts"

/** API calls, collapsed; the effects above describe them in plain words. */
const Calls = ({ calls }: { readonly calls: PreviewedApp["calls"] }) => {
  const words = useWords().revocations
  if (calls.length === 0) return null
  return (
    <Disclosure summary={<Text size="small">{words.calls(calls.length)}</Text>}>
      {() => (
        <Stack gap={1}>
          {calls.map(({ method, url }) => (
            <Text key={`${method} ${url}`} as="div" size="small" tone="2">
              <Code>
                {method} {url}
              </Code>
            </Text>
          ))}
        </Stack>
      )}
    </Disclosure>
  )
}

/** Effects on the person's account; apps that are not called show only their name. */
const Effects = ({ app, effects }: { readonly app: string } & Pick<PreviewedApp, "effects">) => {
  const words = useWords().revocations
  if (effects.length === 0) return <Text strong>{app}</Text>
  return (
    <>
      <Text as="div">
        {words.effectsOf(
          app,
          effects.map((effect) => words.effects[effect])
        )}
      </Text>
      {!effects.includes("verifies_result") && (
        <Text as="div" size="small" tone="2">
          {words.notVerified}
        </Text>
      )}
    </>
  )
}

/** Preview of a run by app, before it is confirmed. */
export const RevokeDialog = ({
  id,
  name,
  onClose,
  onStarted,
  preview,
  request
}: {
  readonly id: OffboardingId
  /** Name of the departing employee, for the result toast. */
  readonly name: string
  readonly request: RevokeAccess
  readonly preview: RevocationPreview
  readonly onStarted: (run: StartedRun) => void
  readonly onClose: () => void
}) => {
  const { leftBehind, revocations: words } = useWords()
  const things = leftBehind.kinds
  const nameOf = useNames()
  const announce = useRunToast(id, name)
  const revocation = useAction(revokeAccess, {
    onDone: (run) => {
      announce(run)
      onStarted(run)
      onClose()
    }
  })
  return (
    <ActionDialog
      title={words.previewTitle}
      why={words.previewText(name)}
      onClose={onClose}
      onSubmit={() => revocation.start({ ...request, offboardingId: id })}
      act={revocation}
      confirm={words.revoke}
      variant="danger"
    >
      {preview.unsigned.warning !== null && <Banner tone="watch" title={preview.unsigned.warning} />}
      {preview.apps.some(({ left_behind }) => left_behind.length > 0) && (
        <Text as="div" size="small" tone="2">
          {words.orphanedText}
        </Text>
      )}
      {preview.blockers.map(({ id: item, service, why }) => (
        <Banner key={item} tone="watch" title={words.stopsTheCut(nameOf(service))}>
          {why}
          <span>
            <LinkButton size="small" href={offboardingTab({ id, tab: "left-behind" })}>
              {words.seeLeftBehind}
            </LinkButton>
          </span>
        </Banner>
      ))}
      <Stack gap={3}>
        {preview.apps.map(({ calls, effects, left_behind, note, service }) => (
          <Stack gap={2} key={service}>
            <WithMark mark={<AppMark of={service} name={nameOf(service)} size="small" />}>
              <Effects app={nameOf(service)} effects={effects} />
            </WithMark>
            {left_behind.map(({ calls: closing, id: item, kind, label, new_owner_email }) => (
              <div key={item}>
                <Text as="div" size="small">
                  {words.orphaned(things[kind].one, label, new_owner_email)}
                </Text>
                <Calls calls={closing} />
              </div>
            ))}
            <Calls calls={calls} />
            {note !== null && (
              <Text as="div" size="small" tone="watch">
                {note}
              </Text>
            )}
          </Stack>
        ))}
      </Stack>
    </ActionDialog>
  )
}
