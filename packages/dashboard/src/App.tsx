import type { SessionUser } from "@svc/contract/accounts/schema"
import { Option } from "effect"
import { AsyncResult } from "effect/reactivity"
import lazy from "preact-iso/lazy"
import { LocationProvider, Route, Router, useLocation } from "preact-iso/router"
import { useEffect, useRef } from "preact/hooks"
import { me } from "#access/data.ts"
import { signInAndBack } from "#organisation/accounts/next.ts"
import { LinkButton } from "#design/Button.tsx"
import { Placeholder } from "#design/Placeholder.tsx"
import { speak, useFirstWords, withWords } from "#languages/words.ts"
import * as pages from "#platform/pages.ts"
import { Failed, failureOf } from "#platform/failures.tsx"
import { useLive } from "#platform/live.ts"
import { registry, useAtomValue } from "#state/registry.ts"
import { sessionEnded } from "#platform/session.ts"
import { asked } from "#platform/step-up.ts"
import { Toasts } from "#frame/toasts.tsx"
import { screens } from "./screens.ts"
import { Boundary } from "#frame/Boundary.tsx"
import { Shell } from "#shell/Shell.tsx"

const NoOrganisation = lazy(
  withWords(() => import("#organisation/organisations/NoOrganisation.tsx").then(({ NoOrganisation }) => NoOrganisation))
)
const Suspended = lazy(
  withWords(() => import("#organisation/organisations/Suspended.tsx").then(({ Suspended }) => Suspended))
)
const Entries = lazy(withWords(() => import("#organisation/accounts/Entries.tsx").then(({ Entries }) => Entries)))
// The two dialogs that may be asked for at any time, and mostly are not.
const SignInAgain = lazy(
  withWords(() => import("#organisation/accounts/SignInAgain.tsx").then(({ SignInAgain }) => SignInAgain))
)
const StepUp = lazy(withWords(() => import("#organisation/accounts/StepUp.tsx").then(({ StepUp }) => StepUp)))

const NotFound = () => {
  const { failures, home } = useFirstWords()
  return (
    <Placeholder icon="search" {...failures.notFound}>
      <LinkButton href={pages.home()}>{home.title}</LinkButton>
    </Placeholder>
  )
}

const Inside = ({ belongs }: { readonly belongs: boolean }) => {
  const { path } = useLocation()
  useLive(belongs)
  return (
    <Shell>
      <Boundary>
        {belongs || path.startsWith(pages.ownAccount()) ? (
          <Router>
            {screens.map(({ Screen, path }) => (
              <Route path={path} component={Screen} />
            ))}
            <Route default component={NotFound} />
          </Router>
        ) : (
          <NoOrganisation />
        )}
      </Boundary>
    </Shell>
  )
}

/**
 * Another tab may have signed another person in, or switched the organization: the page keeps nothing of the previous
 * one.
 */
const useFresh = (who: SessionUser | undefined) => {
  const whose = who === undefined ? undefined : `${who.id} ${who.orgId}`
  const first = useRef(whose)
  useEffect(() => {
    first.current ??= whose
    if (first.current !== whose) location.reload()
  }, [whose])
}

/** The inside, once it is known who looks at it; else the way to the sign-in, and back here after it. */
const Door = () => {
  const { url } = useLocation()
  const result = useAtomValue(me)
  const ended = useAtomValue(sessionEnded)
  // Once the user is known, they stay signed in here, whatever a later check returns.
  const who = Option.getOrUndefined(AsyncResult.value(result))
  const language = who?.language
  // A user without a password signs in the usual way.
  const leads = ended !== null && who?.signInMethod !== "password"
  useEffect(() => {
    if (leads) location.replace(signInAndBack(url))
  }, [leads])
  useEffect(() => {
    if (language !== undefined) void speak(language)
  }, [language])
  useFresh(who)
  if (leads) return null
  if (who !== undefined) {
    return (
      <>
        <Inside belongs={who.orgId !== null} />
        <Boundary>{ended !== null && <SignInAgain {...ended} />}</Boundary>
      </>
    )
  }
  const failure = failureOf(result)
  if (failure === undefined) return null
  return failure._tag === "OrganisationSuspended" ? (
    <Boundary>
      <Suspended />
    </Boundary>
  ) : (
    <Failed failure={failure} onRetry={() => registry.refresh(me)} />
  )
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

const Proof = () => {
  const question = useAtomValue(asked)
  return <Boundary>{question !== null && <StepUp {...question} />}</Boundary>
}

export const App = () => (
  <LocationProvider scope={pages.isPage}>
    <Where />
    <Proof />
    <Toasts />
  </LocationProvider>
)
