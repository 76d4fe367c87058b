import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Decoding, OpenAccess } from "../kernel/access.ts"
import { group, route } from "../kernel/route.ts"
import { GoogleSignInUnconfigured } from "./errors.ts"
import { GoogleSignIn, GoogleSignInFailure, StartQuery } from "./schema.ts"

const SentOn = HttpApiSchema.Empty(302)

/** Sign-in with Google: OpenID Connect, authorization code with PKCE (sign-in-15). */
export class GoogleSignInApi extends HttpApiGroup.make("google-sign-in")
  .add(
    HttpApiEndpoint.get("show", "/", { success: GoogleSignIn }).annotateMerge(
      route(
        { open: true },
        "View whether one signs in with Google",
        "For sign-in pages, which offer it only where the operator has configured it."
      )
    ),
    HttpApiEndpoint.get("start", "/start", {
      query: StartQuery,
      success: SentOn,
      error: GoogleSignInUnconfigured
    }).annotateMerge(
      route(
        { open: true },
        "Begin to sign in with Google",
        "Sends the browser to Google, and a cookie with it that only the callback reads. It is good for " +
          "10 minutes."
      )
    ),
    HttpApiEndpoint.get("callback", "/callback", { success: SentOn, error: GoogleSignInUnconfigured }).annotateMerge(
      route(
        { open: true },
        "Come back from Google",
        "Sets the session cookie and sends the browser to `returnTo`; with a second factor set up, to " +
          "`/login#challenge=…` (with `?next=` where it is not `/`); where the organisation enforces single sign-on, to its identity provider. Otherwise " +
          `to \`/login?error=…\`: ${GoogleSignInFailure.literals.map((code) => `\`${code}\``).join(", ")}.`
      )
    )
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/auth/google")
  .annotateMerge(group("Sign-in with Google", "Signing in by a Google account")) {}
