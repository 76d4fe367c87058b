import { useUser } from "#access/data.ts"
import { MenuItem, MenuNote } from "#design/Menu.tsx"
import { useFirstWords } from "#languages/words.ts"
import { useOrganisations } from "./switching.ts"

/** Organization switcher in the account menu. */
export const MenuOfOrganisations = () => {
  const words = useFirstWords().shell
  const { orgId } = useUser()
  const { all, go } = useOrganisations()
  const here = all.find(({ org_id }) => org_id === orgId)
  if (here === undefined) return null
  return (
    <>
      <MenuNote icon="check">{here.org_name}</MenuNote>
      {all
        .filter(({ org_id }) => org_id !== orgId)
        .map(({ org_id, org_name }) => (
          <MenuItem key={org_id} icon="building-complex" onClick={() => go(org_id)}>
            {words.switchTo(org_name)}
          </MenuItem>
        ))}
      <hr />
    </>
  )
}
