import { useEffect, useState } from "preact/hooks"
import { Banner } from "#design/Banner.tsx"
import { useFirstWords } from "#languages/words.ts"

/** Banner while the browser is offline. */
export const OfflineBar = () => {
  const { offline } = useFirstWords().shell
  const [online, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const look = () => setOnline(navigator.onLine)
    addEventListener("online", look)
    addEventListener("offline", look)
    return () => {
      removeEventListener("online", look)
      removeEventListener("offline", look)
    }
  }, [])
  return online ? null : <Banner tone="watch" title={offline} />
}
