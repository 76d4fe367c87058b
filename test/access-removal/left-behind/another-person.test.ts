import { assert, layer } from "#test/support/suite"
import { addOktaAccount, okta as definition, type OktaState, oktaToken } from "@svc/lab/okta"
import { AccessReturn, AccessReturns, CaseEntitlements } from "@svc/contract/entitlements/schema"
import { CaseLeftBehind } from "@svc/contract/left-behind/schema"
import { Effect, Schema } from "effect"
import { aSignedInAdmin } from "#test/connections/integrations/support"
import { TenVendors, TenVendorsApp } from "#test/connections/vendors/ten-vendors"
import { quick, within } from "#test/access-removal/revocations/carrying-out"
import { aCase } from "#test/access-removal/revocations/support"
import { aMember } from "#test/support/people"
import { as, send, withStatus } from "#test/support/requests"
import { systemSql } from "#test/support/tables"
import { AccessReturnWork } from "#access-removal/access-returns/returning"
import { LeftBehindLooks } from "#access-removal/left-behind/looks"
import { RevocationRuns } from "#access-removal/revocations/runs"

const decodeCase = Schema.decodeUnknownEffect(Schema.toCodecJson(CaseLeftBehind))
const decodeHeld = Schema.decodeUnknownEffect(Schema.toCodecJson(CaseEntitlements))
const decodeReturn = Schema.decodeUnknownEffect(Schema.toCodecJson(AccessReturn))
const decodeReturns = Schema.decodeUnknownEffect(Schema.toCodecJson(AccessReturns))

const ann = { id: "00u0001lab", email: "ann.lee@acme.test" }
const joann = { id: "00u0002lab", email: "joann.lee@acme.test" }

/** On a busy machine a call takes its time. */
const patient = { ...quick, call: "5 seconds" } as const

/** As the vendor was at first. */
const renew = ({ accounts, possessions }: OktaState) => {
  const fresh = definition.seed()
  accounts.splice(0, accounts.length, ...fresh.accounts)
  const { apiTokens, grants, roles } = possessions
  apiTokens.splice(0, apiTokens.length, ...fresh.possessions.apiTokens)
  grants.splice(0, grants.length, ...fresh.possessions.grants)
  roles.splice(0, roles.length, ...fresh.possessions.roles)
}

/** Ann, whose Okta was cut, in an organisation that looks for what stays behind. */
const annIsCut = Effect.gen(function* () {
  const { okta } = yield* TenVendors
  renew(okta.state)
  const admin = yield* aSignedInAdmin()
  const ask = Effect.fnUntraced(function* (method: "GET" | "POST" | "PUT" | "PATCH", path: string, body?: unknown) {
    return yield* send(method, `/api${path}`, { bearer: admin.bearer, ...(body === undefined ? {} : { body }) })
  })
  const fine = Effect.fnUntraced(function* (...request: Parameters<typeof ask>) {
    const answer = yield* ask(...request)
    assert.isBelow(answer.status, 300, `${request[1]}: ${answer.text}`)
    return answer.body
  })
  yield* fine("POST", "/integrations/okta/connect", { domain: "acme.okta.com", api_token: oktaToken })
  yield* fine("PUT", "/left-behind/settings", { on: true })
  const id = yield* aCase(admin.orgId, { email: ann.email, apps: ["okta"], managerEmail: "owner@acme.test" })
  const looks = yield* LeftBehindLooks
  const look = Effect.gen(function* () {
    yield* fine("POST", `/employees/${id}/left-behind/look`)
    const looked = yield* looks.lookDue(admin.orgId).pipe(within(patient))
    assert.deepStrictEqual(looked, { looked: 1, failed: 0 })
  })
  const shown = Effect.flatMap(fine("GET", `/employees/${id}/left-behind`), decodeCase)
  const held = Effect.flatMap(fine("GET", `/employees/${id}/entitlements`), decodeHeld)
  yield* fine("POST", "/revoke-access", { offboardingId: id })
  const runs = yield* RevocationRuns
  yield* runs.settleScheduled(admin.orgId).pipe(within(patient))
  yield* look
  const propose = Effect.flatMap(
    fine("POST", `/employees/${id}/access-returns`, { ground: "wrong_person", reason: "The other Ann leaves" }),
    decodeReturn
  )
  const approver = yield* aMember(admin.orgId)
  const approve = ({ digest, id: of }: AccessReturn) =>
    as(approver).post(`/api/access-returns/${of}/approve`, { digest })
  const work = yield* AccessReturnWork
  const carriedOut = Effect.gen(function* () {
    yield* work.giveBackDue(admin.orgId).pipe(within(patient))
    const { returns } = yield* Effect.flatMap(fine("GET", `/employees/${id}/access-returns`), decodeReturns)
    return returns[0]
  })
  const accountAt = (of: { readonly id: string }) => okta.state.accounts.find((account) => account.id === of.id)
  const owns = (of: { readonly id: string }) => {
    const { apiTokens, grants, roles } = okta.state.possessions
    return [...apiTokens, ...grants, ...roles].filter(({ userId }) => userId === of.id).map((one) => one.id)
  }
  /** The vendor gives an address to somebody else; whose it was keeps the account, under another. */
  const recycle = (of: { readonly id: string; readonly email: string }) => {
    const index = okta.state.accounts.findIndex((account) => account.id === of.id)
    const [former] = okta.state.accounts.splice(index, 1)
    if (former !== undefined) okta.state.accounts.splice(index, 0, { ...former, login: "old", email: "old@acme.test" })
    addOktaAccount(okta.state, { id: "00u9999lab", login: of.email, email: of.email })
    okta.state.possessions.apiTokens.push({ id: "00Tnew1", name: "nightly", userId: "00u9999lab" })
    okta.state.possessions.roles.push({
      id: "ra9",
      userId: "00u9999lab",
      type: "USER_ADMIN",
      label: "Group Administrator",
      assignmentType: "USER"
    })
    return { id: "00u9999lab" }
  }
  return {
    accountAt,
    admin,
    approve,
    ask,
    carriedOut,
    fine,
    held,
    id,
    look,
    okta,
    owns,
    propose,
    recycle,
    shown
  }
})

layer(TenVendorsApp)("what acts after a run, once the case or somebody else has another address", (it) => {
  // account-2
  it.effect(
    "a scan ends nothing of the person whose address the case got; what was found of the former one stays",
    function* () {
      const { fine, id, look, okta, owns, shown } = yield* annIsCut
      const before = yield* shown
      assert.isAbove(before.items.length, 0)
      assert.isTrue(before.items.every(({ account, former_identity }) => account?.id === ann.id && !former_identity))
      const [writes, joanns] = [okta.writes(), owns(joann)]
      yield* fine("PATCH", `/employees/${id}`, { employee_email: joann.email })
      yield* look
      yield* look
      assert.deepStrictEqual(owns(joann), joanns)
      assert.strictEqual(okta.writes(), writes)
      const { items } = yield* shown
      const former = items.filter(({ former_identity }) => former_identity)
      assert.sameDeepMembers(
        former.map(({ disposition, external_id }) => [external_id, disposition]),
        before.items.map(({ disposition, external_id }) => [external_id, disposition])
      )
      const present = items.filter(({ former_identity }) => !former_identity)
      assert.isAbove(present.length, 0)
      assert.isTrue(present.every(({ account, disposition }) => account?.id === joann.id && disposition === "pending"))
    }
  )

  // account-1
  it.effect("a scan looks at the account that was cut, and ends nothing of the one that has its address", function* () {
    const { accountAt, look, okta, owns, recycle, shown } = yield* annIsCut
    const stranger = recycle(ann)
    const [writes, before, found] = [okta.writes(), owns(stranger), yield* shown]
    yield* look
    assert.deepStrictEqual(owns(stranger), before)
    assert.strictEqual(okta.writes(), writes)
    assert.strictEqual(accountAt(stranger)?.status, "ACTIVE")
    const { items } = yield* shown
    assert.sameMembers(
      items.map(({ external_id }) => external_id),
      found.items.map(({ external_id }) => external_id)
    )
    assert.isTrue(items.every(({ account }) => account?.id === ann.id))
  })

  // entitlements-7: Access is given back to the account that held it, and to the person whom the approval named.
  it.effect("a return gives to the account that held it, by its id", function* () {
    const { accountAt, approve, carriedOut, owns, propose, recycle } = yield* annIsCut
    const proposal = yield* propose
    assert.strictEqual(proposal.address, ann.email)
    assert.isTrue(proposal.lines.every(({ account }) => account?.id === ann.id))
    yield* withStatus(200, approve(proposal))
    const stranger = recycle({ ...ann, email: "ann.lee@acme.test" })
    const before = owns(stranger)
    const done = yield* carriedOut
    assert.deepStrictEqual(owns(stranger), before)
    const outcomes = new Set(done?.lines.filter(({ by_hand }) => by_hand === null).map(({ outcome }) => outcome))
    assert.deepStrictEqual([...outcomes], ["returned"])
    assert.strictEqual(accountAt(ann)?.status, "ACTIVE")
  })

  // entitlements-7
  it.status(409, "it is not approved, and nothing is left to propose for the other person", function* () {
    const { approve, ask, fine, held, id, okta, propose } = yield* annIsCut
    const proposal = yield* propose
    const writes = okta.writes()
    yield* fine("PATCH", `/employees/${id}`, { employee_email: joann.email })
    const refused = yield* withStatus(409, approve(proposal))
    assert.deepInclude(refused.body, { code: "return_plan_changed" })
    yield* fine("POST", `/access-returns/${proposal.id}/decline`, { reason: "It is about Joann by now" })
    const again = yield* ask("POST", `/employees/${id}/access-returns`, { ground: "rehire", reason: "She is back" })
    assert.deepInclude(again.body, { code: "nothing_to_return" })
    assert.isTrue((yield* held).items.every(({ former_identity }) => former_identity))
    assert.strictEqual(okta.writes(), writes)
  })

  // entitlements-7
  it.effect("one that was approved before gives nothing to anybody: each line is for a person to do", function* () {
    const { approve, carriedOut, id, okta, owns, propose } = yield* annIsCut
    yield* approve(yield* propose)
    const [writes, joanns] = [okta.writes(), owns(joann)]
    // As a release does that does not hold the address while a return is under way.
    yield* systemSql`UPDATE offboardings SET employee_email = ${joann.email}, identity = identity + 1 WHERE id = ${id}`
    const done = yield* carriedOut
    assert.strictEqual(done?.status, "done")
    assert.isTrue(done?.former_identity)
    assert.isTrue(done?.lines.every(({ outcome }) => outcome === "by_hand"))
    assert.match(done?.lines[0]?.message ?? "", /another email address/)
    assert.deepStrictEqual([okta.writes(), owns(joann)], [writes, joanns])
  })

  // entitlements-7
  it.effect("a plan without the account gives nothing while that account is off", function* () {
    const { accountAt, approve, carriedOut, id, okta, propose } = yield* annIsCut
    // The account's own line is settled, and the account is off all the same.
    yield* systemSql`
          UPDATE entitlements SET state = 'returned', returned_at = now() WHERE offboarding_id = ${id} AND kind = 'account'`
    const writes = okta.writes()
    yield* approve(yield* propose)
    const done = yield* carriedOut
    assert.isAbove(done?.lines.length ?? 0, 0)
    assert.isTrue(done?.lines.every(({ by_hand, outcome }) => outcome === (by_hand === null ? "failed" : "by_hand")))
    assert.match(done?.lines.find(({ outcome }) => outcome === "failed")?.message ?? "", /off or deleted/)
    assert.strictEqual(okta.writes(), writes)
    assert.notStrictEqual(accountAt(ann)?.status, "ACTIVE")
  })
})
