import { SwitchOrg } from "@svc/contract/accounts/schema"
import { AsyncResult } from "effect/reactivity"
import { Button, LinkButton } from "#design/Button.tsx"
import { TextField } from "#design/Field.tsx"
import { SubmitForm } from "#design/SubmitForm.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { useWords, type Words } from "#languages/words.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { Refusal } from "#platform/failures.tsx"
import { useForm } from "#platform/form.ts"
import { findSso, googleAddress, googleSignIn, ssoAddress } from "./ways-in-data.ts"
import { next } from "./next.ts"

/** Sentence for `?error=`; unknown codes of a newer service get a general one. */
export const whyElsewhereFailed = (code: string, { elsewhereFailed, failedElsewhere }: Words["accounts"]): string =>
  new Map<string, string>(Object.entries(failedElsewhere)).get(code) ?? elsewhereFailed

/** Only if the operator has configured Google sign-in. */
export const GoogleWay = () => {
  const words = useWords().accounts
  const known = useQuery(googleSignIn)
  return AsyncResult.isSuccess(known) && known.value.configured ? (
    <LinkButton wide icon="globe" href={googleAddress(next())}>
      {words.googleWay}
    </LinkButton>
  ) : null
}

const useSso = () =>
  useAction(findSso, {
    onDone: (_description, { orgId }) => location.assign(ssoAddress(orgId, next()))
  })

/** SSO first, for a link that names the organization. */
export const OrganisationWay = (of: typeof SwitchOrg.Type) => {
  const words = useWords().accounts
  const finding = useSso()
  return (
    <Stack>
      <Refusal of={finding.result} refusals={{ SsoNotConfigured: () => words.ssoNone }} />
      <Button
        variant="primary"
        wide
        icon="building-complex"
        busy={finding.busy || AsyncResult.isSuccess(finding.result)}
        onClick={() => finding.start(of)}
      >
        {words.ssoHere}
      </Button>
      <Text tone="2">{words.orPassword}</Text>
    </Stack>
  )
}

/** Asks for the organization ID, which is in its sign-in links and settings. */
export const SsoForm = ({ onBack }: { readonly onBack: () => void }) => {
  const words = useWords().accounts
  const form = useForm(SwitchOrg, { orgId: "" })
  const finding = useSso()
  return (
    <SubmitForm onSubmit={() => form.submit(finding.start)}>
      <Stack>
        <Text tone="2">{words.ssoFormText}</Text>
        <Refusal of={finding.result} refusals={{ SsoNotConfigured: () => words.ssoNone }} />
        <TextField label={words.orgId} autoComplete="off" autoFocus code {...form.field("orgId")} />
        <Button variant="primary" type="submit" wide busy={finding.busy || AsyncResult.isSuccess(finding.result)}>
          {words.ssoGo}
        </Button>
        <Button variant="tertiary" wide onClick={onBack}>
          {words.backToPassword}
        </Button>
      </Stack>
    </SubmitForm>
  )
}
