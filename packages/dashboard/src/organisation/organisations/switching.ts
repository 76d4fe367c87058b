import type { Membership } from "@svc/contract/own-account/schema"
import { AsyncResult } from "effect/reactivity"
import { useEffect } from "preact/hooks"
import { switchOrganisation } from "#access/data.ts"
import { useFirstWords } from "#languages/words.ts"
import { home } from "#platform/pages.ts"
import { useAction, useQuery } from "#platform/atoms.ts"
import { failureOf } from "#platform/failures.tsx"
import { toast } from "#frame/toasts.tsx"
import { memberships } from "./data.ts"

/** The user's organizations, and switching: by a full page load, or through the other one's SSO. */
export const useOrganisations = () => {
  const words = useFirstWords().shell
  const known = useQuery(memberships)
  const switching = useAction(switchOrganisation, { onDone: () => location.assign(home()) })
  const failure = failureOf(switching.result)
  useEffect(() => {
    if (failure === undefined) return
    if (failure._tag === "SsoRequired") location.assign(failure.redirectUrl)
    else toast("error" in failure ? failure.error : words.notSwitched, { tone: "bad" })
  }, [failure])
  const all: ReadonlyArray<Membership> = AsyncResult.isSuccess(known) ? known.value : []
  return { all, go: switching.start }
}
