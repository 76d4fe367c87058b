import type { ComponentChildren } from "preact"
import { ErrorBoundary } from "preact-iso/lazy"
import { useLocation } from "preact-iso/router"
import { useEffect, useState } from "preact/hooks"
import { Button } from "#design/Button.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { useFirstWords } from "#languages/words.ts"

/** Fallback for a screen that crashed or could not be loaded. */
export const Broken = () => {
  const { common, failures } = useFirstWords()
  return (
    <Placeholder icon="triangle-alert" tone="bad" {...failures.unexpected}>
      <Button icon="refresh-cw" onClick={() => location.reload()}>
        {common.reload}
      </Button>
    </Placeholder>
  )
}

/** Error and loading boundary of a screen; reset with the next screen. */
export const Boundary = ({ children }: { readonly children: ComponentChildren }) => {
  const { path } = useLocation()
  const [broken, setBroken] = useState(false)
  useEffect(() => setBroken(false), [path])
  return broken ? (
    <Broken />
  ) : (
    <ErrorBoundary
      onError={(error) => {
        console.error(error)
        setBroken(true)
      }}
    >
      {children}
    </ErrorBoundary>
  )
}
