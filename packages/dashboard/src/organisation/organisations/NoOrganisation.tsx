import { LinkButton } from "#design/Button.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { useWords } from "#languages/words.ts"
import { ownAccount } from "#platform/pages.ts"
import { Page } from "#frame/Page.tsx"

/** Shown to a signed-in user without an organization. */
export const NoOrganisation = () => {
  const { accounts, failures, shell } = useWords()
  return (
    <Page title={accounts.welcome}>
      <Placeholder icon="building-complex" {...failures.noOrganisation}>
        <LinkButton href={ownAccount()} icon="settings">
          {shell.ownAccount}
        </LinkButton>
      </Placeholder>
    </Page>
  )
}
