import type { AppApi } from "@svc/contract/app-api"
import type { Requirement } from "@svc/contract/kernel/access"
import type { ApiScope, Permission } from "@svc/contract/kernel/permissions"
import type { PublicApi } from "@svc/contract/public-api"
import type { HttpApi, HttpApiGroup } from "effect/http-api"
import type { Prepare } from "./prepare.ts"

type Braced<Path extends string> = Path extends `${infer Before}:${infer Parameter}/${infer After}`
  ? `${Before}{${Parameter}}/${Braced<After>}`
  : Path extends `${infer Before}:${infer Parameter}`
    ? `${Before}{${Parameter}}`
    : Path

type WithoutEnd<Path extends string> = Path extends `${infer Before}/` ? Before : Path

type GroupsOf<Api> = Api extends HttpApi.HttpApi<infer _Id, infer Groups> ? Groups : never

type NameOf<Endpoint> = Endpoint extends {
  readonly method: infer Method extends string
  readonly path: infer Path extends string
}
  ? `${Method} ${WithoutEnd<Braced<Path>>}`
  : never

/** Every route of an API, as `ContractRoute` names it: `PATCH /api/assets/{id}`. */
export type RouteNameOf<Api> = NameOf<HttpApiGroup.Endpoints<GroupsOf<Api>>>

/** Every route of the contract but those of provisioning. */
export type RouteName = RouteNameOf<typeof PublicApi | typeof AppApi>

/**
 * What the documents ask of a member: permissions, one of several, `superadmin` for that role alone, or `nothing` but a
 * session.
 */
export type Asked = ReadonlyArray<Permission> | { readonly anyOf: ReadonlyArray<Permission> } | "superadmin" | "nothing"

/** What else the documents say of the access to a route. */
export type Exception =
  | Extract<
      keyof Requirement,
      "callback" | "crossSite" | "recording" | "whileReadOnly" | "whileSuspended" | "withoutOrganisation"
    >
  /** A permission opens it for own roles; of the built-in roles only Super Admins get in (permissions-4). */
  | "superadminOrOwnRole"

/** Ids that a body may name. */
export interface Ids {
  readonly orgId: string
  readonly userId: string
  readonly offboardingId: string
  readonly targetId: string
}

type Fields = Readonly<Record<string, unknown>>

/** All that the tests that walk the routes are told of one. */
export interface RouteCard {
  /** Of a key its scope; `open` where nobody is asked who they are. */
  readonly permission: Asked | { readonly scope: ApiScope } | "open"
  readonly also?: ReadonlyArray<Exception>
  /** What the route's schema takes, so that what is answered is about access and not about the body. */
  readonly body?: unknown
  /** The same where it names records by their ids. */
  readonly naming?: (ids: Ids) => unknown
  /** What is answered for an id of nothing, where that is not 404. */
  readonly unknownId?: 200 | 401
  /** How it is called so that it really changes something; without this, by the body above. */
  readonly prepare?: Prepare
  /** Why a write leaves no entry in the audit log, or what test shows the one that it leaves. */
  readonly audited?: { readonly not: string } | { readonly elsewhere: string }
  /**
   * What a derived body must say to get to the service behind the decoding, where the schema alone does not tell: what stands
   * in the body above, or these fields; undefined where it must not say anything. `id` is that of the record in the path.
   */
  readonly reach?: "body" | Fields | ((ids: { readonly id: string; readonly offboardingId: string }) => Fields)
  /** Where the record of an accepted write is read. */
  readonly read?: (id: string) => string
}

/** Those of a part of the contract. */
export type Cards = Readonly<Partial<Record<RouteName, RouteCard>>>
