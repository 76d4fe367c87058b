import { useState } from "preact/hooks"
import lazy from "preact-iso/lazy"
import { useUser } from "#access/data.ts"
import { Mark } from "#design/Entry.tsx"
import { Icon } from "#design/Icon.tsx"
import { VisuallyHidden } from "#design/layout.tsx"
import { Menu } from "#design/Menu.tsx"
import { useFirstWords } from "#languages/words.ts"
import { Boundary } from "#frame/Boundary.tsx"

// Loaded when the menu is first opened.
const MenuOfOrganisations = lazy(() =>
  import("#organisation/organisations/MenuOfOrganisations.tsx").then(({ MenuOfOrganisations }) => MenuOfOrganisations)
)

const Named = ({ name }: { readonly name: string }) => (
  <>
    <span class="org-mark" aria-hidden="true">
      {name.trim().charAt(0).toUpperCase()}
    </span>
    <span class="word">{name}</span>
  </>
)

/** Name of the organization; the product without one. */
export const OrganisationName = () => {
  const { orgName } = useUser()
  return orgName === null ? (
    <Mark />
  ) : (
    <span class="org-name">
      <Named name={orgName} />
    </span>
  )
}

/** Menu to switch the organization. */
export const OrganisationSwitch = () => {
  const words = useFirstWords().shell
  const { orgName } = useUser()
  const [opened, setOpened] = useState(false)
  if (orgName === null) return <Mark />
  return (
    <>
      <button class="org-switch" type="button" popovertarget="organisations" title={orgName}>
        <VisuallyHidden>{words.organisation}: </VisuallyHidden>
        <Named name={orgName} />
        <Icon name="chevrons-up-down" size="small" />
      </button>
      <Menu id="organisations" label={words.organisation} onOpen={() => setOpened(true)}>
        <Boundary>{opened && <MenuOfOrganisations />}</Boundary>
      </Menu>
    </>
  )
}
