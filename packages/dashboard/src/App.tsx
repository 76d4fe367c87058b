import { AsyncResult } from "effect/reactivity"
import lazy from "preact-iso/lazy"
import { LocationProvider, Route, Router, useLocation } from "preact-iso/router"
import { Option } from "effect"
import { useEffect } from "preact/hooks"
import { me } from "./accounts/data.ts"
import { StepUp } from "./accounts/StepUp.tsx"
import { LinkButton } from "./design/Button.tsx"
import { Placeholder } from "./design/Placeholder.tsx"
import { speak, useWords } from "./languages/words.ts"
import * as pages from "./pages.ts"
import { useAtomValue } from "./platform/atoms.ts"
import { Failed, failureOf } from "./platform/failures.tsx"
import { useLive } from "./platform/live.ts"
import { registry } from "./platform/registry.ts"
import { sessionEnded } from "./platform/session.ts"
import { Toasts } from "./shell/toasts.tsx"
import { screens } from "./screens.ts"
import { Boundary } from "./shell/Boundary.tsx"
import { Shell } from "./shell/Shell.tsx"

const Entries = lazy(() => import("./accounts/Entries.tsx").then(({ Entries }) => Entries))

const NotFound = () => {
  const { failures, home } = useWords()
  return (
    <Placeholder icon="search" {...failures.notFound}>
      <LinkButton href={pages.home()}>{home.title}</LinkButton>
    </Placeholder>
  )
}

const Inside = () => {
  useLive()
  return (
    <Shell>
      <Boundary>
        <Router>
          {screens.map(({ Screen, path }) => (
            <Route path={path} component={Screen} />
          ))}
          <Route default component={NotFound} />
        </Router>
      </Boundary>
    </Shell>
  )
}

/** The inside, once it is known who looks at it; else the way to the sign-in, and back here after it. */
const Door = () => {
  const { url } = useLocation()
  const result = useAtomValue(me)
  const ended = useAtomValue(sessionEnded)
  // Once it is known who looks, they stay inside, whatever a later look at it comes to.
  const user = AsyncResult.value(result)
  const language = Option.isSome(user) ? user.value.language : undefined
  useEffect(() => {
    if (ended) location.replace(`${pages.signIn()}?${new URLSearchParams({ next: url })}`)
  }, [ended])
  useEffect(() => {
    if (language !== undefined) void speak(language)
  }, [language])
  if (ended) return null
  if (Option.isSome(user)) return <Inside />
  const failure = failureOf(result)
  return failure === undefined ? null : <Failed failure={failure} onRetry={() => registry.refresh(me)} refusals={{}} />
}

const Where = () => {
  const { path } = useLocation()
  return pages.isEntry(path) ? (
    <Boundary>
      <Entries path={path} />
    </Boundary>
  ) : (
    <Door />
  )
}

export const App = () => (
  <LocationProvider scope={pages.isPage}>
    <Where />
    <StepUp />
    <Toasts />
  </LocationProvider>
)
