import { Context, Schema } from "effect"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import {
  ApiKeyInvalid,
  AuthorizationMissing,
  CrossOrigin,
  FeatureMissing,
  InvalidRequest,
  MembershipMissing,
  OrganisationSuspended,
  PermissionDenied,
  ReadOnly,
  ScopeMissing,
  StepUpRequired,
  TooManyRequests,
  Unauthenticated
} from "./errors.ts"
import { Timestamp } from "./dates.ts"
import { ApiKeyId, OrgId, PersonKeyId, SessionId, UserId } from "./ids.ts"
import { ApiScope, MemberRole, Permission, type Role } from "./permissions.ts"
import { Plan, type PlanFeature, PlanStatus } from "./plans.ts"

/**
 * A member's own departure, which no record scope holds (access-42): their sign-in address, and what is about them.
 * The lists are empty for a member who is not leaving.
 */
export const OwnRecords = Schema.Struct({
  email: Schema.String,
  offboardings: Schema.Array(Schema.String),
  /** Keys of the person by which the log names them in offboardings, requests and reviews about them. */
  keys: Schema.Array(Schema.String),
  /** Their directory record. */
  person: Schema.NullOr(Schema.String)
})
export type OwnRecords = typeof OwnRecords.Type

/** Absent for callers that are not members: keys, tokens, and jobs. */
const own = Schema.optionalKey(OwnRecords)

/** Which records a member sees: everyone's, some departments', or their direct reports'; never their own departure. */
export const RecordScope = Schema.Union([
  Schema.TaggedStruct("All", { own }),
  Schema.TaggedStruct("Departments", { departments: Schema.Array(Schema.String), own }),
  Schema.TaggedStruct("DirectReports", { managerEmail: Schema.String, own })
])
export type RecordScope = typeof RecordScope.Type

/** Whether an offboarding is about the member themselves: what is counted of all, or of a department, counts it too. */
export const hasOwnCase = ({ own }: RecordScope): boolean => own !== undefined && own.offboardings.length > 0

/** Whether every offboarding is in the scope. */
export const holdsEveryCase = (records: RecordScope): boolean => records._tag === "All" && !hasOwnCase(records)

/** The sign-in method. */
export const SignInMethod = Schema.Literals(["password", "google", "saml"])
export type SignInMethod = typeof SignInMethod.Type

/**
 * The caller and their organization (`noOrganisation` for a user without one). Every surface's auth middleware provides
 * it.
 */
export const CallerFields = Schema.Struct({
  orgId: OrgId,
  source: Schema.Literals(["app", "api", "scim", "portal", "auditor_link", "operator", "system"]),
  /** The signed-in user; null for keys, tokens and loops. */
  userId: Schema.NullOr(UserId),
  /** `custom`: a custom role. */
  role: Schema.NullOr(MemberRole),
  permissions: Schema.Array(Permission),
  records: RecordScope,
  apiKey: Schema.NullOr(
    Schema.Struct({
      id: ApiKeyId,
      name: Schema.String,
      /** The beginning of the secret that was shown. */
      prefix: Schema.optionalKey(Schema.String),
      scopes: Schema.Array(ApiScope)
    })
  ),
  /** How the log names the signed-in user, where it was read with the session. */
  author: Schema.optionalKey(
    Schema.Struct({
      name: Schema.String,
      email: Schema.String,
      /** The key of what they do, as stored; null before the first entry. */
      key: Schema.NullOr(Schema.Struct({ id: PersonKeyId, wrapped_key: Schema.String }))
    })
  ),
  session: Schema.NullOr(
    Schema.Struct({
      id: SessionId,
      /** What proved who it is. */
      method: SignInMethod,
      steppedUpUntil: Schema.NullOr(Timestamp),
      totpEnabled: Schema.Boolean
    })
  ),
  organisation: Schema.Struct({ plan: Plan, planStatus: PlanStatus, suspended: Schema.Boolean })
})

export class Caller extends Context.Service<Caller, typeof CallerFields.Type>()("svc/kernel/Caller") {}

/**
 * What an endpoint asks of its caller. Every endpoint declares one; `npm run routes` prints it and
 * `test/architecture.test.ts` refuses a route without.
 */
export interface Requirement {
  readonly permission?: Permission
  /** All of these. */
  readonly permissions?: ReadonlyArray<Permission>
  /** One of these is enough. */
  readonly anyPermission?: ReadonlyArray<Permission>
  readonly role?: Role
  /** Of the built-in roles only this one, whatever the others hold; custom roles by their permissions. */
  readonly builtInRole?: Role
  /** Of callers who see every record: what is behind it is not told apart by department or manager. */
  readonly records?: "all"
  readonly scope?: ApiScope
  readonly feature?: PlanFeature
  /**
   * `first`: refused before any permission or plan check (integration writes); `last`: after them (API keys); `granting`:
   * the handler asks for it where the change grants a permission that itself asks for a step-up (members); `own`: as
   * `last`, for a credential of the caller's own (calendar link), so granting the route's permission asks for none.
   */
  readonly stepUp?: "first" | "last" | "granting" | "own"
  /**
   * The write stays possible while the organization is read-only (sign-out, step-up, account, and membership routes).
   */
  readonly whileReadOnly?: true
  /** Also for members of a suspended organization: what lets them leave it. */
  readonly whileSuspended?: true
  /** Also for an account without an organization: what concerns the account itself. */
  readonly withoutOrganisation?: true
  /** A form that another site makes the browser post, by design: the answer of an identity provider, signed by it. */
  readonly crossSite?: true
  /** A GET that leaves an entry or uses up a limit of its own: as a write, it is not for another site to cause. */
  readonly recording?: true
  /** The live stream of a page: its openings are counted apart from the user's other requests (limits-2). */
  readonly stream?: true
  /** What another system posts here may have 256 kB; other bodies without a session have 16 kB (access-20). */
  readonly callback?: true
  /** Any authenticated caller, or anyone if the group has no auth middleware. */
  readonly open?: true
}

export const Requires = Context.Reference<Requirement | undefined>("svc/kernel/Requires", {
  defaultValue: () => undefined
})

/**
 * Who is it? Cookie or Bearer, and nothing but 401: any failure here makes the next scheme be tried,
 * so a 403 raised inside would come out as a 401.
 */
export class SessionAuth extends HttpApiMiddleware.Service<SessionAuth, { provides: Caller }>()("svc/SessionAuth", {
  security: {
    cookie: HttpApiSecurity.apiKey({ in: "cookie", key: "access_token" }).pipe(
      HttpApiSecurity.annotateMerge(OpenApi.annotations({ description: "The HttpOnly cookie that sign-in sets." }))
    ),
    bearer: HttpApiSecurity.bearer.pipe(
      HttpApiSecurity.annotateMerge(
        OpenApi.annotations({
          format: "JWT",
          description: "The token of the cookie, as `Authorization: Bearer <JWT>`."
        })
      )
    )
  },
  error: Unauthenticated,
  requiredForClient: true
}) {}

/** May they? Reads `Requires` off the endpoint, in the order that the documents give. */
export class Access extends HttpApiMiddleware.Service<Access, { requires: Caller }>()("svc/Access", {
  error: [
    OrganisationSuspended,
    MembershipMissing,
    CrossOrigin,
    FeatureMissing,
    StepUpRequired,
    ReadOnly,
    TooManyRequests,
    // Its body is the least particular: a client that tried it first would read the others as this one.
    PermissionDenied
  ]
}) {}

/** The limits of the routes that ask for no session: 300 a minute per address, and the same-origin rule (access-16). */
export class OpenAccess extends HttpApiMiddleware.Service<OpenAccess>()("svc/OpenAccess", {
  error: [CrossOrigin, TooManyRequests]
}) {}

/** Which key is it? (Blocked address, then key validity: credentials-5.) */
export class ApiKeyAuth extends HttpApiMiddleware.Service<ApiKeyAuth, { provides: Caller }>()("svc/ApiKeyAuth", {
  security: {
    apiKey: HttpApiSecurity.bearer.pipe(
      HttpApiSecurity.annotateMerge(
        OpenApi.annotations({
          format: "svc_live_ and 32 hex characters",
          description:
            "An API key in `Authorization: Bearer <API_KEY>`. A key is `svc_live_` followed by 32 hex " +
            "characters; there is no sandbox or test key, every key is live. Super Admins create keys under " +
            "`/api/keys`, each with the scopes it needs. A key can make 120 requests in 60 seconds; 20 failed " +
            "authentications from an IP address within 60 seconds block that address until the window passes."
        })
      )
    )
  },
  error: [AuthorizationMissing, ApiKeyInvalid],
  requiredForClient: true
}) {}

/** Suspension, plan, 120 a minute, scope last; then writes of a read-only organization. */
export class ApiAccess extends HttpApiMiddleware.Service<ApiAccess, { requires: Caller }>()("svc/ApiAccess", {
  error: [OrganisationSuspended, FeatureMissing, TooManyRequests, ScopeMissing, ReadOnly]
}) {}

/** Strict input of the public API: a query parameter of an endpoint that takes none is a 400 that names it. */
export class KnownInput extends HttpApiMiddleware.Service<KnownInput>()("svc/KnownInput", {
  error: InvalidRequest
}) {}

/** Turns a failed decode into the documented 400 body. */
export class Decoding extends HttpApiMiddleware.Service<Decoding>()("svc/Decoding", {
  error: InvalidRequest
}) {}
