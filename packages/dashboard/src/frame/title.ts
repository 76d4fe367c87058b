import { useEffect } from "preact/hooks"
import { product } from "#design/Entry.tsx"

/** Document title; screen readers announce it after a navigation. */
export const useTitle = (title: string) =>
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title])
