import { logOut } from "#access/data.ts"
import { Button } from "#design/Button.tsx"
import { Entry } from "#design/Entry.tsx"
import { Text, Stack } from "#design/layout.tsx"
import { useWords } from "#languages/words.ts"
import { signIn } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { useTitle } from "#frame/title.ts"
import { useOrganisations } from "./switching.ts"

/** Replaces every page while the organization is suspended; other organizations stay reachable. */
export const Suspended = () => {
  const { failures, shell } = useWords()
  const { all, go } = useOrganisations()
  const leaving = useAction(logOut, { onDone: ({ ssoLogoutUrl }) => location.assign(ssoLogoutUrl ?? signIn()) })
  useTitle(failures.suspended.title)
  return (
    <Entry title={failures.suspended.title}>
      <Stack>
        <Text tone="2">{failures.suspended.text}</Text>
        {all.length > 1 &&
          all.map(({ org_id, org_name }) => (
            <Button icon="building-complex" wide onClick={() => go(org_id)}>
              {org_name}
            </Button>
          ))}
        <Button variant="tertiary" wide icon="log-out" onClick={() => leaving.start()}>
          {shell.signOut}
        </Button>
      </Stack>
    </Entry>
  )
}
