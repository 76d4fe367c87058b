import { useEffect } from "preact/hooks"
import { product } from "#design/Entry.tsx"

/** What the window is called; it is read out when a page is reached. */
export const useTitle = (title: string) =>
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title])
