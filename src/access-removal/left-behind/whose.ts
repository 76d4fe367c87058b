import { Effect, Option } from "effect"
import { makeSealedAccounts } from "#audit/record/sealed-account"
import { accountToCloseUnder, askedAbout, isOf } from "#connections/vendors/protocol/whose-account"
import { type AppRow, type CaseKey, ItemsRepo } from "./items-repo.ts"

/** Which accounts of an app what was found there belongs to; of a former identity of the case nothing is asked or ended. */
export const makeWhose = Effect.gen(function* () {
  const items = yield* ItemsRepo
  const { accountIds } = yield* makeSealedAccounts

  /** What was found at the app for the present identity, each with its account. */
  const theirsAt = Effect.fnUntraced(function* (key: CaseKey, service: string) {
    const here = (yield* items.ofCase(key)).filter(
      ({ is_former, service_name }) => service_name === service && !is_former
    )
    const accounts = yield* accountIds(
      key.orgId,
      here.map(({ sealed_account }) => sealed_account)
    )
    return here.map((item, index) => ({ item, account: accounts[index] ?? Option.none() }))
  })

  const cutAt = ({ orgId }: CaseKey, { sealed_account }: AppRow) =>
    Effect.map(accountIds(orgId, [sealed_account]), ([id]) => id ?? Option.none())

  /** `askedAbout` */
  const askedAt = Effect.fnUntraced(function* (key: CaseKey, app: AppRow, isBeforeCut: boolean) {
    const theirs = yield* theirsAt(key, app.service_name)
    return askedAbout(
      yield* cutAt(key, app),
      theirs.map(({ account }) => account),
      isBeforeCut
    )
  })

  /** What a scan of this account can conclude about; null if the app does not identify it. */
  const spokenOf = (key: CaseKey, service: string, accountId: string | null) =>
    Effect.map(theirsAt(key, service), (theirs) =>
      theirs.flatMap(({ account, item }) => (isOf(account, accountId) ? [item] : []))
    )

  /** What may be ended or handed over, and under which account. */
  const closable = Effect.fnUntraced(function* (key: CaseKey, app: AppRow) {
    const cut = yield* cutAt(key, app)
    return (yield* theirsAt(key, app.service_name)).flatMap(({ account, item }) =>
      Option.toArray(Option.map(accountToCloseUnder(account, cut), (accountId) => ({ accountId, item })))
    )
  })

  return { askedAt, closable, spokenOf }
})
