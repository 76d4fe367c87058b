import { Data, Effect, Option } from "effect"
import { ended, unreadable } from "./account-search.ts"
import type { Finding, VendorAnswer, VendorUnanswered } from "./connector.ts"
import { refused, skipped } from "./outcome.ts"
import type { ReasonIn } from "./reason-code.ts"

/** How a vendor is asked for one account by its id. */
export interface OneAccount<User> {
  readonly id: string
  readonly read: (id: string) => Effect.Effect<VendorAnswer, VendorUnanswered>
  readonly userIn: (body: string) => Option.Option<User>
  /** None where this answer has no id of its own. */
  readonly idOf: (user: User) => string | undefined
  /** A search by the person's address, which alone shows that the vendor answers for its people. */
  readonly search: Effect.Effect<Finding<User>, VendorUnanswered>
  readonly reasonIn?: ReasonIn
}

/** What is shown of one account. */
type Shown<User> = Data.TaggedEnum<{
  /** With the headers of the answer that showed it; none of a search. */
  Here: { readonly user: User; readonly headers: VendorAnswer["headers"] }
  Gone: {}
  Unknown: { readonly answer: VendorAnswer }
}>
interface ShownOf extends Data.TaggedEnum.WithGenerics<1> {
  readonly taggedEnum: Shown<this["A"]>
}
const Shown = Data.taggedEnum<ShownOf>()

/**
 * Reads an account by its id. A 404 alone proves nothing: a route that does not exist, another tenant and a token that may see
 * no one answer the same. The account is gone when a search that works finds no account, or finds an account of another id that the
 * same route shows; one that the search finds under this id is still here.
 */
export const shown = Effect.fnUntraced(function* <User>({ id, idOf, read, search, userIn }: OneAccount<User>) {
  const answer = yield* read(id)
  if (answer.status !== 404) {
    const user = answer.status < 300 ? userIn(answer.body) : Option.none<User>()
    return Option.match(
      Option.filter(user, (it) => (idOf(it) ?? id) === id),
      {
        onNone: (): Shown<User> => Shown.Unknown({ answer }),
        onSome: (it): Shown<User> => Shown.Here({ user: it, headers: answer.headers })
      }
    )
  }
  const unknown: Shown<User> = Shown.Unknown({ answer })
  const gone: Shown<User> = Shown.Gone()
  const finding = yield* search
  if (finding._tag === "Result") return finding.result.outcome === "skipped" ? gone : unknown
  const other = idOf(finding.account)
  if (other === id) return Shown.Here({ user: finding.account, headers: {} })
  if (other === undefined) return unknown
  return (yield* read(other)).status < 300 ? gone : unknown
})

const noSuchId = ended(skipped("The app no longer has an account with this ID, so there was nothing to revoke"))

/** The account with the id as a finding; `skipped` when it is gone beyond doubt. */
export const accountById = <User>(one: OneAccount<User>): Effect.Effect<Finding<User>, VendorUnanswered> =>
  Effect.map(shown(one), (now): Finding<User> => {
    if (now._tag === "Here") return { _tag: "Account", account: now.user }
    if (now._tag === "Gone") return noSuchId
    const { answer } = now
    return answer.status >= 300 ? ended(refused(answer.status, one.reasonIn?.(answer))) : unreadable
  })
