const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const word = /^[a-z][a-z0-9_.-]{0,31}$/

// Links that are themselves the credential.
const credential = /^\/(api\/portal|portal|auditor|calendar|files)\/.+$/

/**
 * A path as logs and traces may have it. Ids are kept; what stands elsewhere in place of one (an address, a name, a token)
 * is not. Of a path that no route knows only lower-case words are kept besides (platform-19).
 */
export const toldPath = (path: string, route: string | undefined): string => {
  if (credential.test(path)) return path.replace(credential, "/$1/…")
  const template = route?.split("/")
  return path
    .split("/")
    .map((segment, index) => {
      if (segment === "" || uuid.test(segment)) return segment
      const isOwn = template === undefined ? word.test(segment) : template[index] === segment
      return isOwn ? segment : "…"
    })
    .join("/")
}

/** The template of a route; none for what answers all that no route knows. */
export const routeTemplate = (route: string | undefined): string | undefined => (route === "/*" ? undefined : route)
