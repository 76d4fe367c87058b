import { home, signIn } from "#platform/pages.ts"

/** Target after sign-in. Prevents open redirects: same origin only, and no path that a browser reads as another origin. */
export const next = () => {
  const { hash, origin, pathname, search } = new URL(
    new URLSearchParams(location.search).get("next") ?? home(),
    location.origin
  )
  return origin === location.origin && !pathname.startsWith("//") ? pathname + search + hash : home()
}

/** Sign-in that returns to this URL. */
export const signInAndBack = (url: string) => `${signIn()}?${new URLSearchParams({ next: url })}`
