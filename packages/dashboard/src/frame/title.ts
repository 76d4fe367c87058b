import { useEffect } from "preact/hooks"
import { product } from "#design/Entry.tsx"

/** A page that was opened, by its title. */
interface Visited {
  readonly path: string
  readonly title: string
}

const maxVisited = 6
let opened: ReadonlyArray<Visited> = []

/** Pages opened since the document was loaded, the latest first. Titles name people: the browser stores none. */
export const visited = (): ReadonlyArray<Visited> => opened

/** Document title; screen readers announce it after a navigation. */
export const useTitle = (title: string) =>
  useEffect(() => {
    document.title = `${title} · ${product}`
    const path = location.pathname
    opened = [{ path, title }, ...opened.filter((one) => one.path !== path)].slice(0, maxVisited)
  }, [title])
