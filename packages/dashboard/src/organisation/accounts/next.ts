import { home, signIn } from "#platform/pages.ts"

/** Where somebody was about to go; never out of this service, and a path that a browser reads as another origin is none. */
export const next = () => {
  const { hash, origin, pathname, search } = new URL(
    new URLSearchParams(location.search).get("next") ?? home(),
    location.origin
  )
  return origin === location.origin && !pathname.startsWith("//") ? pathname + search + hash : home()
}

/** The sign-in, and back to this address after it. */
export const signInAndBack = (url: string) => `${signIn()}?${new URLSearchParams({ next: url })}`
