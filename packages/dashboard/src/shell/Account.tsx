import { changeProfile, useUser } from "#access/data.ts"
import { Avatar } from "#design/Avatar.tsx"
import { Text, VisuallyHidden } from "#design/layout.tsx"
import { Menu, MenuItem } from "#design/Menu.tsx"
import { useFirstWords } from "#languages/words.ts"
import { ownAccount } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"
import { useSignOut } from "./sign-out.ts"

/** Account menu: own account, theme, sign-out. */
export const Account = () => {
  const words = useFirstWords().shell
  const { email, fullName } = useUser()
  const profile = useAction(changeProfile)
  const leaving = useSignOut()
  return (
    <>
      <button class="who" type="button" popovertarget="account" title={fullName}>
        <Avatar name={fullName} />
        <VisuallyHidden>{words.account}: </VisuallyHidden>
        <span class="names">
          <Text size="table" strong oneLine>
            {fullName}
          </Text>
          <Text size="small" tone="3" oneLine>
            {email}
          </Text>
        </span>
      </button>
      <Menu id="account" label={words.account} up>
        <MenuItem icon="settings" href={ownAccount()}>
          {words.ownAccount}
        </MenuItem>
        <hr />
        <MenuItem icon="sun" onClick={() => profile.start({ theme: "light" })}>
          {words.theme.light}
        </MenuItem>
        <MenuItem icon="moon" onClick={() => profile.start({ theme: "dark" })}>
          {words.theme.dark}
        </MenuItem>
        <MenuItem icon="sun-moon" onClick={() => profile.start({ theme: "system" })}>
          {words.theme.system}
        </MenuItem>
        <hr />
        <MenuItem icon="log-out" onClick={() => leaving.start()}>
          {words.signOut}
        </MenuItem>
      </Menu>
    </>
  )
}
