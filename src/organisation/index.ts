import { Layer } from "effect"
import * as Organisations from "./organisations/index.ts"
import * as OrganisationSettings from "./organisation-settings/index.ts"
import * as Accounts from "./accounts/index.ts"
import * as OwnAccount from "./own-account/index.ts"
import * as Members from "./members/index.ts"
import * as GoogleSignIn from "./google-sign-in/index.ts"
import * as Sso from "./sso/index.ts"
import * as ApiKeys from "./api-keys/index.ts"
import * as GlobalTokenRevocation from "./global-token-revocation/index.ts"

/** The customer, its people, and how they sign in. Lowest last. */
export const services = OwnAccount.services.pipe(
  Layer.provideMerge(Layer.mergeAll(OrganisationSettings.services, Members.services, GlobalTokenRevocation.services)),
  Layer.provideMerge(ApiKeys.services),
  Layer.provideMerge(Layer.mergeAll(GoogleSignIn.services, Sso.services)),
  Layer.provideMerge(Accounts.services),
  Layer.provideMerge(Organisations.services)
)
/** The members' part that offboardings use: a separate layer, because they are below it. */
export const departures = Members.departures.pipe(Layer.provide(ApiKeys.services))
export const middlewares = ApiKeys.middlewares
export const http = Layer.mergeAll(
  OrganisationSettings.http,
  Accounts.http,
  OwnAccount.http,
  Members.http,
  GoogleSignIn.http,
  Sso.http,
  GlobalTokenRevocation.http,
  ApiKeys.http
)
export const rpc = Layer.mergeAll(Organisations.rpc, Accounts.rpc, ApiKeys.rpc)
export const loops = Layer.mergeAll(Organisations.loops, Accounts.loops, ApiKeys.loops)
