import { Language, Theme } from "@svc/contract/accounts/schema"
import { Role } from "@svc/contract/kernel/permissions"
import { PersonName } from "@svc/contract/kernel/text"
import { Schema } from "effect"
import { changeProfile, useMay, useUser } from "#access/data.ts"
import { Submit } from "#design/Button.tsx"
import { Card } from "#design/Card.tsx"
import { SelectField, TextField } from "#design/Field.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { Facts, Row, Split, Stack } from "#design/layout.tsx"
import { spoken, useWords } from "#languages/words.ts"
import { useAction } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { toast } from "#frame/toasts.tsx"
import { CalendarLink } from "./CalendarLink.tsx"
import { Memberships } from "./Memberships.tsx"
import { Shortcuts } from "./Shortcuts.tsx"

// The only typed field of the contract's profile.
const Name = Schema.Struct({ fullName: PersonName })

const You = () => {
  const { ownAccount } = useWords()
  const words = ownAccount.profile
  const { email, fullName, role, timezone } = useUser()
  const form = useForm(Name, { fullName })
  const change = useAction(changeProfile, { onDone: () => toast(ownAccount.saved) })
  const isRole = Schema.is(Role)
  return (
    <Card title={words.title}>
      <SubmitForm onSubmit={() => form.submit(change.start)}>
        <Stack>
          <Refusal of={change.result} />
          <TextField label={words.name} help={words.nameHelp} autoComplete="name" {...form.field("fullName")} />
          <Facts
            facts={[
              [words.email, email],
              ...(role === null ? [] : [[words.role, isRole(role) ? words.roles[role] : role] as const]),
              ...(timezone === null ? [] : [[words.zone, words.zoneOf(timezone)] as const])
            ]}
          />
          <Row end>
            <Submit busy={change.busy}>{ownAccount.save}</Submit>
          </Row>
        </Stack>
      </SubmitForm>
    </Card>
  )
}

const Look = () => {
  const { language: inUse, ownAccount } = useWords()
  const words = ownAccount.profile
  const { language, theme } = useUser()
  const change = useAction(changeProfile)
  const isSpoken = spoken.includes(language)
  const nameOf = (code: string, reader = code) => new Intl.DisplayNames(reader, { type: "language" }).of(code) ?? code
  // Keeps a language set elsewhere until another one is chosen.
  const languages = Language.literals.filter((code) => spoken.includes(code) || code === language)
  return (
    <Card title={words.look}>
      <Stack>
        <Refusal of={change.result} />
        <SelectField
          label={words.language}
          help={isSpoken ? undefined : words.notSpoken(nameOf(language, inUse))}
          value={language}
          choices={languages.map((code) => [code, nameOf(code)] as const)}
          onInput={(chosen) => {
            const code = languages.find((one) => one === chosen)
            if (code !== undefined) change.start({ language: code })
          }}
        />
        <SelectField
          label={words.theme}
          value={theme}
          choices={Theme.literals.map((one) => [one, words.themes[one]] as const)}
          onInput={(chosen) => {
            const one = Theme.literals.find((one) => one === chosen)
            if (one !== undefined) change.start({ theme: one })
          }}
        />
      </Stack>
    </Card>
  )
}

/** The user's name, language, theme, calendar link, shortcuts, and organizations. */
export const Profile = () => {
  const { may } = useMay()
  return (
    <Split even>
      <You />
      <Stack>
        <Look />
        {may("offboardings_view") && <CalendarLink />}
        <Shortcuts />
        <Memberships />
      </Stack>
    </Split>
  )
}
