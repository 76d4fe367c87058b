import { logOut } from "#access/data.ts"
import { signIn } from "#platform/pages.ts"
import { useAction } from "#platform/atoms.ts"

/** Signs out here, and at the identity provider that the session is from. */
export const useSignOut = () =>
  useAction(logOut, { onDone: ({ ssoLogoutUrl }) => location.assign(ssoLogoutUrl ?? signIn()) })
