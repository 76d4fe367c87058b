import { Layer } from "effect"
import * as Organisations from "#organisation/organisations/index"
import * as OrganisationSettings from "#organisation/organisation-settings/index"
import * as Accounts from "#organisation/accounts/index"
import * as OwnAccount from "#organisation/own-account/index"
import * as Members from "#organisation/members/index"
import * as GoogleSignIn from "#organisation/google-sign-in/index"
import * as Sso from "#organisation/sso/index"
import * as ApiKeys from "#organisation/api-keys/index"

/** The customer, its people, and how they sign in. Lowest last. */
export const services = OwnAccount.services.pipe(
  Layer.provideMerge(Layer.mergeAll(OrganisationSettings.services, Members.services)),
  Layer.provideMerge(ApiKeys.services),
  Layer.provideMerge(Layer.mergeAll(GoogleSignIn.services, Sso.services)),
  Layer.provideMerge(Accounts.services),
  Layer.provideMerge(Organisations.services)
)
export const middlewares = ApiKeys.middlewares
export const http = Layer.mergeAll(
  OrganisationSettings.http,
  Accounts.http,
  OwnAccount.http,
  Members.http,
  GoogleSignIn.http,
  Sso.http,
  ApiKeys.http
)
export const rpc = Layer.mergeAll(Organisations.rpc, Accounts.rpc)
export const loops = Layer.mergeAll(Organisations.loops, Accounts.loops, ApiKeys.loops)
