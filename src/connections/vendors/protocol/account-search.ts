import { Data, Effect, Option } from "effect"
import type { Finding, Leaver, VendorAnswer, VendorReads } from "./connector.ts"
import { type AppResult, failed, manualRequired, refused, skipped } from "./outcome.ts"
import type { ReasonIn } from "./reason-code.ts"

const maxPages = 50

/** Compared without case and without white space around. */
export const isSameAddress = (one: string | null | undefined, other: string) =>
  typeof one === "string" && one.trim().toLowerCase() === other.trim().toLowerCase()

export const ended = (result: AppResult): Finding<never> => ({ _tag: "Result", result })

const theirs = <User>(account: User): Finding<User> => ({ _tag: "Account", account })

export const notFound = ended(
  skipped("No account with this email address was found in the app, so there was nothing to revoke")
)

const several = ended(
  manualRequired("The app has several users with this email address. Remove the right one's access manually")
)

export const unreadable = ended(failed("The app's answer could not be read. Remove the access manually"))

const tooLong = ended(manualRequired("The app's list of users is too long to search. Remove the access manually"))

/** How to ask one vendor for its users. */
export interface Directory<User> {
  readonly headers: Readonly<Record<string, string>>
  readonly usersIn: (answer: VendorAnswer) => Option.Option<ReadonlyArray<User>>
  /** The next page, if there is one; `seen` is the number of users so far. */
  readonly next: (answer: VendorAnswer, url: string, seen: number) => Option.Option<string>
  readonly idOf: (user: User) => string
  /** Every address and name that the vendor has for a user; judged here, since a vendor may ignore a filter. */
  readonly addressesOf: (user: User) => ReadonlyArray<string | null | undefined>
  readonly reasonIn: ReasonIn
}

interface Question<User> {
  readonly url: string
  /** Reads an answer that is one user and no list. */
  readonly userIn?: (answer: VendorAnswer) => Option.Option<User>
  /** Asked only if earlier questions found no one. */
  readonly ifNobody?: boolean
}

/** Where a next page is, as the vendor names it. Only its query counts: credentials go to the configured host alone. */
export const pageAt = (href: string, url: string): Option.Option<string> =>
  URL.canParse(href, url) ? Option.some(url.replace(/\?.*$/, "") + new URL(href, url).search) : Option.none()

// A list that answers 404 is not there, and says of no one that they are not.
const isUnsupported = ({ status }: VendorAnswer) => [400, 404, 405, 422, 501].includes(status)

/** The result of one question; found users are collected separately. */
type Asked = Data.TaggedEnum<{
  Searched: {}
  Absent: {}
  Unsupported: { readonly finding: Finding<never> }
  Ended: { readonly finding: Finding<never> }
}>
const Asked = Data.taggedEnum<Asked>()

/** Asks one question through all its pages, and adds the leaver's users to `found`. */
const asked = Effect.fnUntraced(function* <User>(
  calls: VendorReads,
  directory: Directory<User>,
  { url: first, userIn }: Question<User>,
  leaver: Leaver,
  found: Map<string, User>
) {
  const seen = new Set<string>()
  let url = first
  for (let page = 0; page < maxPages; page++) {
    const answer = yield* calls.read({ url, headers: directory.headers })
    if (answer.status === 404 && userIn !== undefined) return Asked.Absent()
    if (answer.status >= 300) {
      const finding = ended(refused(answer.status, directory.reasonIn(answer)))
      return isUnsupported(answer) ? Asked.Unsupported({ finding }) : Asked.Ended({ finding })
    }
    if (answer.truncated) return Asked.Ended({ finding: tooLong })
    const users = userIn === undefined ? directory.usersIn(answer) : Option.map(userIn(answer), (user) => [user])
    if (Option.isNone(users)) return Asked.Ended({ finding: unreadable })
    const before = seen.size
    for (const user of users.value) {
      const id = directory.idOf(user)
      seen.add(id)
      if (directory.addressesOf(user).some((address) => isSameAddress(address, leaver.email))) found.set(id, user)
    }
    const next = userIn === undefined ? directory.next(answer, url, seen.size) : Option.none()
    // A vendor that repeats itself ends the search too.
    if (found.size > 1 || seen.size === before || Option.isNone(next)) return Asked.Searched()
    url = next.value
  }
  return Asked.Ended({ finding: tooLong })
})

/**
 * The one user with the leaver's email, over all questions: none is `skipped`, once a list has responded; several are
 * for a person to tell apart. A question that the vendor does not support counts only if no other succeeded, and one
 * asked for a second user does not stop the revocation of the first.
 */
export const theOneUser = Effect.fn("theOneUser")(function* <User>(
  calls: VendorReads,
  directory: Directory<User>,
  questionsFor: (email: string) => ReadonlyArray<Question<User>>,
  leaver: Leaver
) {
  const found = new Map<string, User>()
  let searched = false
  let unsupported: Finding<never> = unreadable
  const lowered = leaver.email.toLowerCase()
  // Some filters tell capitals from small letters, and directories mostly keep small ones.
  const again = lowered === leaver.email ? [] : questionsFor(lowered).map((asked) => ({ ...asked, ifNobody: true }))
  for (const question of [...questionsFor(leaver.email), ...again]) {
    if (question.ifNobody === true && found.size > 0) continue
    const isFirst = found.size === 0
    const answered = yield* asked(calls, directory, question, leaver, found)
    if (answered._tag === "Ended" && isFirst) return answered.finding
    if (answered._tag === "Unsupported") unsupported = answered.finding
    if (answered._tag === "Searched" && question.userIn === undefined) searched = true
    if (found.size > 1) return several
  }
  const [account] = found.values()
  if (account !== undefined) return theirs(account)
  return searched ? notFound : unsupported
})
