import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Decoding, OpenAccess } from "../kernel/access.ts"
import { group, route } from "../kernel/route.ts"
import { SigningKeyList } from "./schema.ts"

/** The public keys, for readers of signed files who have no account. */
export class SigningKeysApi extends HttpApiGroup.make("signing-keys")
  .add(
    HttpApiEndpoint.get("list", "/offboarding-signing-keys.json", { success: SigningKeyList }).annotateMerge(
      route(
        { open: true, crossSite: true },
        "List public signing keys",
        "The public keys for the signatures of exports, PDFs, archives and anchors: the current key and all " +
          "previous ones. Needs no account. Empty if signing is not configured."
      )
    )
  )
  .middleware(OpenAccess)
  .middleware(Decoding)
  .prefix("/.well-known")
  .annotateMerge(group("Signing keys", "Public keys for verifying signatures")) {}
