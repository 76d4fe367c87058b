import { useUser } from "#access/data.ts"
import { usePlaces } from "#access/places.ts"
import { MenuItem, MenuNote } from "#design/Menu.tsx"
import { useFirstWords } from "#languages/words.ts"
import { useOrganisations } from "./switching.ts"

/** The user's organizations, and the settings of this one. */
export const MenuOfOrganisations = () => {
  const words = useFirstWords().shell
  const { orgId, orgName } = useUser()
  const { all, go } = useOrganisations()
  const { pinned } = usePlaces()
  return (
    <>
      <MenuNote icon="check">{orgName}</MenuNote>
      {all
        .filter(({ org_id }) => org_id !== orgId)
        .map(({ org_id, org_name }) => (
          <MenuItem key={org_id} icon="building-complex" onClick={() => go(org_id)}>
            {words.switchTo(org_name)}
          </MenuItem>
        ))}
      {pinned.map(({ href, icon, name }) => (
        <MenuItem key={href} icon={icon} href={href}>
          {name(words)}
        </MenuItem>
      ))}
    </>
  )
}
