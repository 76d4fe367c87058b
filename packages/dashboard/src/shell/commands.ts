import { AsyncResult } from "effect/reactivity"
import { changeProfile, useMay, useUser } from "#access/data.ts"
import { usePlaces } from "#access/places.ts"
import { useWords } from "#languages/words.ts"
import { useOrganisations } from "#organisation/organisations/switching.ts"
import * as pages from "#platform/pages.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { failedRemovals } from "./data.ts"
import type { Find } from "./finds.ts"
import { useSignOut } from "./sign-out.ts"

const themes = [
  ["light", "sun"],
  ["dark", "moon"],
  ["system", "sun-moon"]
] as const

/** Commands of the palette, by permission: a retry of each failed removal first. */
export const useCommands = (): ReadonlyArray<Find> => {
  const { palette: words, shell } = useWords()
  const { may } = useMay()
  const { orgId } = useUser()
  const { pinned } = usePlaces()
  const { all, go } = useOrganisations()
  const failed = useQuery(failedRemovals(may("access_revoke") && may("offboardings_view")))
  const profile = useAction(changeProfile)
  const leaving = useSignOut()
  const link = (
    isOffered: boolean,
    icon: Find["icon"],
    name: string,
    href: string,
    shortcut?: string
  ): ReadonlyArray<Find> =>
    isOffered ? [{ key: name, icon, name, href, ...(shortcut === undefined ? {} : { shortcut }) }] : []
  const creates = may("offboardings_create")
  return [
    ...(AsyncResult.isSuccess(failed) ? failed.value : []).map(({ employee_name, id }) => ({
      key: `retry ${id}`,
      icon: "refresh-cw" as const,
      name: words.retry(employee_name),
      href: pages.offboardingTab({ id, tab: "access" })
    })),
    ...link(creates, "plus", words.newOffboarding, pages.newOffboarding(), "N"),
    ...link(creates, "inbox", words.request, pages.newInitiation()),
    ...link(creates, "upload", words.importCases, pages.importOffboardings()),
    ...link(may("integrations_manage"), "plug", words.connect, pages.integrations()),
    ...link(may("members_manage"), "user-plus", words.invite, pages.members()),
    ...pinned.flatMap(({ href, icon }) => link(true, icon, words.settings, href)),
    ...all
      .filter(({ org_id }) => org_id !== orgId)
      .map(({ org_id, org_name }) => ({
        key: `switch ${org_id}`,
        icon: "building-complex" as const,
        name: shell.switchTo(org_name),
        run: () => go(org_id)
      })),
    ...themes.map(([theme, icon]) => ({
      key: `theme ${theme}`,
      icon,
      name: words.themes[theme],
      run: () => profile.start({ theme })
    })),
    { key: "sign-out", icon: "log-out", name: shell.signOut, run: () => leaving.start() }
  ]
}
