import { assert, layer } from "#test/support/suite"
import { Effect } from "effect"
import { GoogleApp, sessionIn, signIn } from "#test/organisation/google-sign-in/support"
import { anIdentityProvider } from "#test/support/saml-idp"
import { aMember } from "#test/support/people"
import { aSetting, configure } from "./support.ts"

const idp = await Effect.runPromise(anIdentityProvider())

layer(GoogleApp)("GET /api/auth/google/callback", (it) => {
  // sign-in-27
  it.status(
    302,
    "where single sign-on is enforced Google lets in only who is exempt; others go to the provider",
    function* () {
      const { admin, member, orgId } = yield* aSetting(idp)
      const exempt = yield* aMember(orgId, "hr")
      const enter = (email: string) =>
        Effect.map(signIn({ sub: `google-${email}`, email }), ({ cookies, location }) => ({
          location,
          signedIn: sessionIn(cookies) !== undefined
        }))
      const inside = { location: "http://svc.test/", signedIn: true }
      assert.deepStrictEqual(yield* enter(member.email), inside)
      yield* configure(admin, idp, { enforce_sso: true, bypass_user_ids: [exempt.userId] })
      assert.deepStrictEqual(yield* enter(member.email), {
        location: `http://svc.test/api/auth/saml/${orgId}/login`,
        signedIn: false
      })
      assert.deepStrictEqual(yield* enter(exempt.email), inside)
    }
  )
})
