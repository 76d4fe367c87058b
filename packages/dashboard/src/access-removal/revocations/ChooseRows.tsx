import type { CaseDetails } from "@svc/contract/cases/schema"
import type { PreviewedApp, RevocationPreview } from "@svc/contract/revocations/schema"
import { AppMark } from "#design/AppMark.tsx"
import { AppRemainder, AppRow, AppRows } from "#design/AppRow.tsx"
import { Banner } from "#design/Banner.tsx"
import { LinkButton } from "#design/Button.tsx"
import { Disclosure } from "#design/Disclosure.tsx"
import { Code, Stack, Text } from "#design/layout.tsx"
import { useNames } from "#connections/integrations/providers.ts"
import { useWords } from "#languages/words.ts"
import { offboardingTab } from "#platform/pages.ts"

/** API calls, collapsed; the sentences above describe them in plain words. */
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

/** Effects on the person's account, and what remains by the app's design. Says nothing that the connector does not state. */
export const Effects = ({ of: { effects, survives } }: { readonly of: PreviewedApp }) => {
  const words = useWords().revocations
  return (
    <>
      {effects.length > 0 && <span>{words.effectsOf(effects.map((effect) => words.effects[effect]))}</span>}
      {effects.length > 0 && !effects.includes("verifies_result") && (
        <Text size="small" tone="3">
          {words.notVerified}
        </Text>
      )}
      {survives.map((one) => (
        <AppRemainder key={one}>{words.survives[one]}</AppRemainder>
      ))}
    </>
  )
}

const Unsigned = ({
  chosen,
  details: { documents, id },
  preview: { apps, unsigned }
}: {
  readonly chosen: ReadonlySet<string>
  readonly details: CaseDetails
  readonly preview: RevocationPreview
}) => {
  const words = useWords().revocations
  const nameOf = useNames()
  if (unsigned.documents.length === 0) return null
  const mailbox = apps.filter(({ holds_mailbox, service }) => holds_mailbox && chosen.has(service))
  return (
    <Banner tone="watch" title={words.unsigned(unsigned.documents.length)}>
      <span>{unsigned.documents.map(({ name }) => name).join(", ")}</span>
      {mailbox.length > 0 && <span>{words.mailboxGoes(mailbox.map(({ service }) => nameOf(service)).join(", "))}</span>}
      {documents !== undefined && (
        <span>
          <LinkButton size="small" href={offboardingTab({ id, tab: "documents" })}>
            {words.seeDocuments}
          </LinkButton>
        </span>
      )}
    </Banner>
  )
}

/** Warnings, and a row for each app with what happens to the account there. */
export const ChooseRows = ({
  chosen,
  details,
  onChoose,
  preview
}: {
  readonly chosen: ReadonlySet<string>
  readonly details: CaseDetails
  readonly preview: RevocationPreview
  readonly onChoose: (service: string, wanted: boolean) => void
}) => {
  const { leftBehind, revocations: words } = useWords()
  const nameOf = useNames()
  return (
    <>
      <Unsigned chosen={chosen} details={details} preview={preview} />
      <AppRows>
        {preview.apps.map((app) => {
          const { calls, left_behind, looked_up_by, note, service, undo } = app
          const blockers = preview.blockers.filter((one) => one.service === service)
          return (
            <AppRow
              key={service}
              name={nameOf(service)}
              mark={<AppMark of={service} name={nameOf(service)} />}
              account={looked_up_by}
              choice={{
                chosen: chosen.has(service),
                disabled: blockers.length > 0,
                onChoose: (wanted) => onChoose(service, wanted)
              }}
              side={
                undo !== null && (
                  <Text size="small" tone="3">
                    {words.undo[undo]}
                  </Text>
                )
              }
              below={
                <>
                  {left_behind.length > 0 && (
                    <Text as="div" size="small" tone="2">
                      {words.orphanedText}
                    </Text>
                  )}
                  {blockers.length > 0 && (
                    <LinkButton size="small" href={offboardingTab({ id: details.id, tab: "left-behind" })}>
                      {words.seeLeftBehind}
                    </LinkButton>
                  )}
                  <Calls calls={[...left_behind.flatMap(({ calls: closing }) => closing), ...calls]} />
                </>
              }
            >
              <Effects of={app} />
              {left_behind.map(({ id: item, kind, label, new_owner_email }) => (
                <Text key={item} size="small">
                  {words.orphaned(leftBehind.kinds[kind].one, label, new_owner_email)}
                </Text>
              ))}
              {note !== null && <AppRemainder>{note}</AppRemainder>}
              {blockers.map(({ id: item, why }) => (
                <AppRemainder key={item}>{words.blocked(why)}</AppRemainder>
              ))}
            </AppRow>
          )
        })}
      </AppRows>
    </>
  )
}
