import { Redacted } from "effect"
import { AsyncResult } from "effect/reactivity"
import { Button, LinkButton } from "#design/Button.tsx"
import { Entry } from "#design/Entry.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { home, register, signIn } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { failureOf, Refusal } from "#platform/failures.tsx"
import { useTitle } from "#frame/title.ts"
import { confirmAddress } from "./ways-in-data.ts"
import { mailedToken } from "./mailed-token.ts"

/** Finishes the registration by a button: link scanners that open emailed links must not use up the token. */
export const VerifyEmail = () => {
  const words = useWords().accounts
  useTitle(words.verifyTitle)
  const confirming = useAction(confirmAddress, { onDone: () => location.replace(home()) })
  return (
    <Entry title={words.verifyTitle}>
      <Stack>
        <Text tone="2">{words.verifyText}</Text>
        <Refusal of={confirming.result} />
        {failureOf(confirming.result)?._tag === "LinkInvalid" ? (
          <LinkButton variant="primary" wide href={register()}>
            {words.newLink}
          </LinkButton>
        ) : (
          <Button
            variant="primary"
            wide
            busy={confirming.busy || AsyncResult.isSuccess(confirming.result)}
            onClick={() => confirming.start({ token: Redacted.make(mailedToken()) })}
          >
            {words.confirmAddress}
          </Button>
        )}
        <LinkButton href={signIn()}>{words.backToSignIn}</LinkButton>
      </Stack>
    </Entry>
  )
}
