import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Decoding, OpenAccess, Requires } from "../kernel/access.ts"
import { says } from "../kernel/says.ts"
import { SigningKeyList } from "./schema.ts"

/** The public keys, for readers of signed files who have no account. */
export class SigningKeysApi extends HttpApiGroup.make("signing-keys")
  .add(
    HttpApiEndpoint.get("list", "/offboarding-signing-keys.json", { success: SigningKeyList })
      .annotateMerge(
        says(
          "List public signing keys",
          "The public keys of the signatures of exports, PDFs, archives and anchors: the one that signs now, and those " +
            "that signed before it. Needs no account. Empty where signing is not configured."
        )
      )
      .annotate(Requires, { open: true, crossSite: true })
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/.well-known")
  .annotateMerge(OpenApi.annotations({ title: "Signing keys", description: "Public keys of signatures" })) {}
