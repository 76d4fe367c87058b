import { Caller } from "@svc/contract/kernel/access"
import { Timestamp } from "@svc/contract/kernel/dates"
import { noOrganisation, type OrgId } from "@svc/contract/kernel/ids"
import {
  ExportedAccount,
  ExportedApiKey,
  ExportedAuditEntry,
  ExportedDirectoryRecord,
  ExportedMembership,
  ExportedNotification,
  ExportedOffboarding
} from "@svc/contract/own-account/schema"
import { Context, DateTime, Effect, Option, Schema, Stream } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Audit } from "#audit/record/service"
import { auditText, personal } from "#audit/record/text"
import { Db, type Transaction } from "#platform/database/db"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import { AccountExportRepo } from "./account-export-repo.ts"
import { OwnAccountRepo } from "./repo.ts"

/** Rows of one statement, and so of one piece of text in memory. */
const pageSize = 500

/** Entries that one statement looks through at most: few of them may be the user's, and no statement may take long. */
const trailWindow = 50_000n

interface AccountExportFile {
  readonly filename: string
  /** A document of `AccountExport`, read piece by piece while it is sent. */
  readonly content: Stream.Stream<Uint8Array>
}

/** The rows as they stand between the brackets of a JSON array. */
const rowsText = <A, I>(schema: Schema.Codec<A, I>) => {
  const encode = Schema.encodeEffect(Schema.fromJsonString(Schema.Array(schema)))
  return (rows: ReadonlyArray<A>) => Effect.map(Effect.orDie(encode(rows)), (text) => text.slice(1, -1))
}

/** `"name":[…]`, a page at a time. */
const section = <A, I>(name: string, schema: Schema.Codec<A, I>, pages: Stream.Stream<ReadonlyArray<A>>) => {
  const toText = rowsText(schema)
  return Stream.make(`"${name}":[`).pipe(
    Stream.concat(
      pages.pipe(
        Stream.filter((rows) => rows.length > 0),
        Stream.mapEffect(toText),
        Stream.intersperse(",")
      )
    ),
    Stream.concat(Stream.make("]"))
  )
}

/** What is kept about an account, for its owner (accounts-11). */
export class AccountExports extends Context.Service<
  AccountExports,
  {
    /**
     * The caller's personal data in all their organizations; only in the active one if its identity provider opened the
     * session. Audited in the active organization before the first byte.
     */
    readonly open: Effect.Effect<AccountExportFile, never, Caller>
  }
>()("svc/own-account/AccountExports") {
  static readonly layerNoDeps = layerOf(AccountExports, function* () {
    const db = yield* Db
    const repo = yield* AccountExportRepo
    const accounts = yield* OwnAccountRepo
    const audit = yield* Audit
    const personKeys = yield* PersonKeys

    const within = (orgId: OrgId) => Effect.provideService(Caller, systemCaller(orgId))

    const start = Effect.gen(function* () {
      const { orgId, session, userId } = yield* Caller
      if (userId === null) return yield* Effect.die("This verb needs a session")
      const now = yield* DateTime.now
      const account = yield* Effect.orDie(Effect.flatMap(repo.account(userId, now), Effect.fromOption))
      const all = yield* accounts.memberships(userId)
      if (orgId !== noOrganisation) {
        const key = yield* personKeys.forMember(orgId, account.email)
        yield* audit.record({
          action: "account_exported",
          target: auditText`${personal(key, account.email)}`,
          details: auditText`personal data of the account`
        })
      }
      const shown = (org: { readonly org_id: OrgId | null }) => session?.method !== "saml" || org.org_id === orgId
      return {
        userId,
        now,
        account: { ...account, sessions: account.sessions.filter(shown) },
        memberships: all.filter(shown)
      }
    }).pipe(db.transactSystem)

    const open = Effect.gen(function* () {
      const { account, memberships, now, userId } = yield* start
      const orgIds = memberships.map(({ org_id }) => org_id)

      // Every page in a transaction of its own, so that a slow reader of the answer holds none.
      const perOrganisation = <A>(pages: (orgId: OrgId) => Stream.Stream<ReadonlyArray<A>>) =>
        Stream.flatMap(Stream.fromIterable(orgIds), pages)
      const once = <A>(read: (orgId: OrgId) => Effect.Effect<ReadonlyArray<A>, never, Transaction>) =>
        perOrganisation((orgId) => Stream.fromEffect(db.transact(read(orgId)).pipe(within(orgId))))
      const byId = <A extends { readonly id: string }>(
        read: (page: {
          readonly orgId: OrgId
          readonly userId: typeof userId
          readonly after: string | null
          readonly limit: number
        }) => Effect.Effect<ReadonlyArray<A>, never, Transaction>
      ) =>
        perOrganisation((orgId) =>
          Stream.paginate<string | null, ReadonlyArray<A>>(null, (after) =>
            Effect.map(db.transact(read({ orgId, userId, after, limit: pageSize })).pipe(within(orgId)), (rows) => {
              const last = rows.length < pageSize ? undefined : rows.at(-1)
              return [[rows], Option.map(Option.fromUndefinedOr(last), ({ id }) => id)] as const
            })
          )
        )

      const trailPage = Effect.fnUntraced(function* (orgId: OrgId, after: bigint, through: bigint) {
        const personKeyIds = [
          yield* personKeys.forPerson(orgId, account.email),
          yield* personKeys.forMember(orgId, account.email)
        ]
        const rows = yield* repo.auditTrail({
          orgId,
          userId,
          personKeyIds,
          email: account.email,
          after,
          through,
          limit: pageSize
        })
        const texts = yield* personKeys.revealEntries(
          orgId,
          rows.map((row) => ({ ...row, actor_name: null }))
        )
        return rows.map((row, index) => ({
          ...row,
          target: texts[index]?.target ?? row.target,
          details: texts[index]?.details ?? row.details
        }))
      })

      const trail = perOrganisation((orgId) =>
        Stream.unwrap(
          Effect.map(db.transact(repo.lastEntry(orgId)).pipe(within(orgId)), (last) =>
            Stream.paginate(0n, (after) => {
              const through = after + trailWindow
              return Effect.map(db.transact(trailPage(orgId, after, through)).pipe(within(orgId)), (rows) => {
                const reached = (rows.length < pageSize ? undefined : rows.at(-1)?.seq) ?? through
                return [[rows], reached >= last ? Option.none<bigint>() : Option.some(reached)] as const
              })
            })
          )
        )
      )

      const head = yield* Effect.orDie(
        Schema.encodeEffect(Schema.fromJsonString(Schema.Struct({ exported_at: Timestamp, account: ExportedAccount })))(
          {
            exported_at: now,
            account
          }
        )
      )
      const sections = [
        section("memberships", ExportedMembership, Stream.make(memberships)),
        section(
          "directory_records",
          ExportedDirectoryRecord,
          once((orgId) => repo.directoryRecords({ orgId, userId, email: account.email }))
        ),
        section("offboardings_started", ExportedOffboarding, byId(repo.offboardings)),
        section("audit_trail", ExportedAuditEntry, trail),
        section("notifications", ExportedNotification, byId(repo.notifications)),
        section(
          "api_keys",
          ExportedApiKey,
          once((orgId) => repo.apiKeys({ orgId, userId, now }))
        )
      ]
      const content = sections
        .reduce(
          (document, part) => Stream.concat(Stream.concat(document, Stream.make(",")), part),
          Stream.make(head.slice(0, -1))
        )
        .pipe(Stream.concat(Stream.make("}\n")), Stream.encodeText)
      const file: AccountExportFile = { filename: `personal-data-${DateTime.formatIsoDateUtc(now)}.json`, content }
      return file
    }).pipe(Effect.withSpan("AccountExports.open"))

    return AccountExports.of({ open })
  })
}
