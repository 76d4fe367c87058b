import type { ComponentChildren } from "preact"
import { ErrorBoundary } from "preact-iso/lazy"
import { useLocation } from "preact-iso/router"
import { useEffect, useState } from "preact/hooks"
import { Button } from "#design/Button.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { useFirstWords } from "#languages/words.ts"

/** In the place of a screen that broke, or could not be loaded. */
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

/** A screen that breaks takes nothing else with it, and not the next one. What is still being loaded waits here. */
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
