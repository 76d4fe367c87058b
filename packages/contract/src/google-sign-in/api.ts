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
        "Check whether Google sign-in is available",
        "For sign-in pages, which offer it only if the operator has configured it."
      )
    ),
    HttpApiEndpoint.get("start", "/start", {
      query: StartQuery,
      success: SentOn,
      error: GoogleSignInUnconfigured
    }).annotateMerge(
      route(
        { open: true },
        "Start Google sign-in",
        "Redirects the browser to Google and sets a cookie that only the callback reads. Valid for 10 minutes."
      )
    ),
    HttpApiEndpoint.get("callback", "/callback", { success: SentOn, error: GoogleSignInUnconfigured }).annotateMerge(
      route(
        { open: true },
        "Complete Google sign-in",
        "Sets the session cookie and redirects the browser to `returnTo`; with two-factor authentication on, to " +
          "`/login#challenge=…` (with `?next=` unless it is `/`); if the organization enforces single sign-on, to " +
          "its identity provider. Otherwise to `/login?error=…`: " +
          `${GoogleSignInFailure.literals.map((code) => `\`${code}\``).join(", ")}.`
      )
    )
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/api/auth/google")
  .annotateMerge(group("Google sign-in", "Sign-in with a Google account")) {}
