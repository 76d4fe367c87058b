import { assert, describe, it } from "#test/support/suite"
import { google, googleAccessToken, googleServiceAccount, type GoogleState } from "@svc/lab/google"
import type { LabRequest, VendorDefinition } from "@svc/lab/vendor"
import type { KindSight, LeftBehind } from "#connections/vendors/protocol/inventory"
import { leavesNothingUnseen, type PlantedItem } from "./left-behind-conformance.ts"
import { aBench } from "./support.ts"

const ann = "ann.lee@acme.test"
const joann = "joann.lee@acme.test"
const mara = { email: "mara.manager@acme.test", name: "Mara Manager" }

/** Files change hands at once, so that the end can be read back. */
const swift: VendorDefinition<GoogleState> = {
  ...google,
  seed: () => {
    const state = google.seed()
    state.possessions.habits.completesTransfers = true
    for (const user of state.users) if (user.primaryEmail === joann) user.asps.push(7)
    return state
  }
}

const userOf = (state: GoogleState, email: string) => state.users.find(({ primaryEmail }) => primaryEmail === email)

const boxOf = (state: GoogleState, email: string) => state.possessions.mailboxes.get(email)

const at = (pattern: RegExp) => (request: LabRequest) => request.method === "GET" && pattern.test(request.path)

const withheld = (scope: string) => (state: GoogleState) => void state.possessions.withheld.add(scope)

const forwards = (state: GoogleState, email: string, way: string, what: string) => {
  const box = boxOf(state, email)
  if (box === undefined) return false
  if (way === "auto") return box.autoForwarding.enabled && box.autoForwarding.emailAddress === what
  return way === "filter" ? box.filters.some(({ id }) => id === what) : box.forwardingAddresses.includes(what)
}

const forwarding = (way: string, what: string, twin: string, path: RegExp): PlantedItem<GoogleState> => ({
  kind: "forwarding",
  externalId: `${way}:${what}`,
  closing: "revoke",
  stands: (state) => forwards(state, ann, way, what),
  twin: { externalId: `${way}:${twin}`, stands: (state) => forwards(state, joann, way, twin) },
  reads: at(path),
  forbid: withheld("gmail.settings.basic"),
  missing: /gmail\.settings\.basic/
})

const ownsCalendar = (state: GoogleState, id: string, email: string) =>
  state.possessions.calendars.some((calendar) => calendar.id === id && calendar.dataOwner === email)

const ownsGroup = (state: GoogleState, id: string, email: string) =>
  state.possessions.groups.some((group) => group.id === id && group.members.get(email) === "OWNER")

const group = (id: string): PlantedItem<GoogleState> => ({
  kind: "ownership",
  externalId: `group:${id}`,
  closing: "transfer",
  stands: (state) => ownsGroup(state, id, ann),
  isSuccessors: (state) => ownsGroup(state, id, mara.email),
  twin: { externalId: "group:g-everybody", stands: (state) => ownsGroup(state, "g-everybody", joann) },
  reads: at(/^\/admin\/directory\/v1\/groups/),
  forbid: withheld("admin.directory.group.member"),
  missing: /admin\.directory\.group\.member/
})

const items: ReadonlyArray<PlantedItem<GoogleState>> = [
  {
    kind: "oauth_grant",
    externalId: "notes app+1",
    closing: "revoke",
    stands: (state) => userOf(state, ann)?.tokens.includes("notes app+1") === true,
    twin: { externalId: "other-app", stands: (state) => userOf(state, joann)?.tokens.includes("other-app") === true },
    reads: at(/\/tokens$/),
    forbid: withheld("admin.directory.user.security"),
    missing: /admin\.directory\.user\.security/
  },
  {
    kind: "app_password",
    externalId: "2",
    closing: "revoke",
    stands: (state) => userOf(state, ann)?.asps.includes(2) === true,
    twin: { externalId: "7", stands: (state) => userOf(state, joann)?.asps.includes(7) === true },
    reads: at(/\/asps$/),
    forbid: withheld("admin.directory.user.security"),
    missing: /admin\.directory\.user\.security/
  },
  forwarding("auto", "ann@elsewhere.test", "joann@elsewhere.test", /\/autoForwarding$/),
  forwarding("filter", "ANe1BmhFilterOfAnn", "ANe1BmhFilterOfJoann", /\/filters$/),
  forwarding("address", "team@acme.test", "old@partner.test", /\/forwardingAddresses$/),
  {
    kind: "delegate",
    externalId: "assistant@acme.test",
    closing: "revoke",
    stands: (state) => boxOf(state, ann)?.delegates.includes("assistant@acme.test") === true,
    twin: {
      externalId: "joanns.assistant@acme.test",
      stands: (state) => boxOf(state, joann)?.delegates.includes("joanns.assistant@acme.test") === true
    },
    reads: at(/\/delegates$/),
    forbid: withheld("gmail.settings.basic"),
    missing: /gmail\.settings\.basic/
  },
  {
    kind: "ownership",
    externalId: "drive:1001",
    closing: "transfer",
    stands: (state) => state.possessions.files.get(ann) === 5,
    isSuccessors: (state) => state.possessions.files.get(mara.email) === 5,
    twin: { externalId: "drive:1002", stands: (state) => state.possessions.files.get(joann) === 1 },
    reads: at(/^\/drive\/v3\/files$/),
    forbid: (state) => {
      withheld("drive.metadata.readonly")(state)
      withheld("admin.datatransfer")(state)
    },
    missing: /drive\.metadata\.readonly/
  },
  {
    kind: "ownership",
    externalId: "calendar:c_release@group.calendar.google.com",
    closing: "transfer",
    stands: (state) => ownsCalendar(state, "c_release@group.calendar.google.com", ann),
    isSuccessors: (state) => ownsCalendar(state, "c_release@group.calendar.google.com", mara.email),
    twin: {
      externalId: "calendar:c_joann@group.calendar.google.com",
      stands: (state) => ownsCalendar(state, "c_joann@group.calendar.google.com", joann)
    },
    reads: at(/^\/calendar\/v3\/users\/me\/calendarList$/),
    forbid: withheld("calendar.calendarlist.readonly"),
    missing: /calendar\.calendarlist\.readonly/
  },
  group("g-press"),
  group("g-release")
]

const delegated = {
  protocol: "google-workspace",
  definition: swift,
  vendors: ["google", "googleOauth", "gmail", "googleApis"],
  settings: { admin_email: "it-admin@acme.test" },
  secrets: { service_account: googleServiceAccount },
  leaver: { email: ann, name: "Ann Lee" }
} as const

leavesNothingUnseen({
  ...delegated,
  successor: mara,
  items,
  others: (state) => ({
    user: userOf(state, joann),
    box: boxOf(state, joann),
    calendars: state.possessions.calendars.filter(({ id }) => id.includes("joann")),
    group: state.possessions.groups.find(({ id }) => id === "g-everybody")
  })
})

const seen = (sights: ReadonlyArray<KindSight>): ReadonlyArray<LeftBehind> =>
  sights.flatMap((sight) => (sight._tag === "Seen" ? sight.items : []))

const hidden = (sights: ReadonlyArray<KindSight>, kind: string) =>
  sights.flatMap((sight) => (sight._tag === "NotVisible" && sight.kind === kind ? [sight.why] : []))

describe("google-workspace: what of a leaver lives on", () => {
  // directories-3: A look only reads.
  it.live("all that was planted is found in one look, with what it may do, and read only", function* () {
    const { look, vendor } = yield* aBench(delegated)
    const { sights } = yield* look
    const found = seen(sights)
    assert.sameMembers(
      found.map(({ externalId, kind, risk }) => `${kind} ${externalId} ${risk}`),
      [
        "oauth_grant 77185425430.apps.googleusercontent.com high",
        "oauth_grant notes app+1 low",
        "app_password 1 high",
        "app_password 2 high",
        "forwarding auto:ann@elsewhere.test high",
        "forwarding filter:ANe1BmhFilterOfAnn high",
        "forwarding address:ann@elsewhere.test low",
        "forwarding address:list@partner.test low",
        "forwarding address:team@acme.test low",
        "delegate assistant@acme.test medium",
        "ownership drive:1001 medium",
        "ownership calendar:c_release@group.calendar.google.com medium",
        "ownership group:g-press medium",
        "ownership group:g-release low"
      ]
    )
    const grant = found.find(({ externalId }) => externalId.startsWith("77185425430"))
    assert.deepStrictEqual(grant?.privileges, ["https://www.googleapis.com/auth/drive", "openid"])
    const used = found.find(({ kind }) => kind === "app_password")
    assert.strictEqual(used?.lastUsedAt?.epochMilliseconds, 1771977600000)
    assert.strictEqual(found.find(({ externalId }) => externalId === "drive:1001")?.label, "5 files in Drive")
    assert.isTrue(sights.every(({ _tag }) => _tag === "Seen"))
    assert.strictEqual(vendor.writes(), 0)
    assert.isTrue(vendor.requests.every(({ method, path }) => method === "GET" || path === "/token"))
  })

  // directories-6: What a suspended Google account no longer opens is said, and what can be given away still is.
  it.live(
    "a suspended account: grants, passwords and groups are seen, mailbox, Drive and calendars are said to be closed",
    function* () {
      const { end, look, vendor } = yield* aBench(delegated)
      const user = userOf(vendor.state, ann)
      if (user !== undefined) user.suspended = true
      const { sights } = yield* look
      assert.includeMembers(
        seen(sights).map(({ kind }) => kind),
        ["oauth_grant", "app_password", "ownership"]
      )
      for (const kind of ["forwarding", "delegate", "ownership"]) assert.match(hidden(sights, kind).join(), /suspended/)
      const result = yield* end({ kind: "delegate", externalId: "assistant@acme.test" })
      assert.strictEqual(result.outcome, "manual_required")
      assert.strictEqual(vendor.writes(), 0)
    }
  )

  // directories-6
  it.live("a calendar and the files of a suspended account can be given all the same", function* () {
    const { give, vendor } = yield* aBench(delegated)
    const user = userOf(vendor.state, ann)
    if (user !== undefined) user.suspended = true
    const calendar = yield* give(
      { kind: "ownership", externalId: "calendar:c_release@group.calendar.google.com" },
      mara
    )
    assert.deepInclude(calendar, { outcome: "revoked", verified: true })
    assert.deepInclude(yield* give({ kind: "ownership", externalId: "drive:1001" }, mara), {
      outcome: "revoked",
      verified: true
    })
  })

  // directories-6
  it.live("files that are still on their way are not verified as given, and are asked for once", function* () {
    const { give, vendor } = yield* aBench({ ...delegated, definition: google })
    const drive = { kind: "ownership", externalId: "drive:1001" } as const
    assert.deepInclude(yield* give(drive, mara), { outcome: "revoked", verified: false })
    const [transfer] = vendor.state.transfers
    if (transfer !== undefined) transfer.overallTransferStatusCode = "completed"
    assert.deepInclude(yield* give(drive, mara), { outcome: "revoked", verified: true })
    assert.lengthOf(vendor.state.transfers, 1)
  })

  // directories-2
  it.live("connected by OAuth: what only a delegated service account can see is said, the rest is seen", function* () {
    const { look, vendor } = yield* aBench({
      ...delegated,
      settings: {},
      secrets: { access_token: googleAccessToken }
    })
    const { sights } = yield* look
    assert.includeMembers(
      seen(sights).map(({ externalId }) => externalId),
      ["notes app+1", "2", "group:g-press"]
    )
    assert.match(hidden(sights, "forwarding").join(), /service account.*gmail\.settings\.basic/)
    assert.match(hidden(sights, "ownership").join(), /drive\.metadata\.readonly.*calendar\.calendarlist\.readonly/)
    assert.isFalse(vendor.requests.some(({ path }) => /^\/(gmail|drive|calendar)\//.test(path)))
  })

  // directories-4: The last administrator of each, the only sponsor of an agent, and a connection that runs on the
  //   leaver's own token stop the cut.
  it.live("the last super administrator stops the cut; one of two does not", function* () {
    const { look, vendor } = yield* aBench({ ...delegated, leaver: { email: "root@acme.test", name: "Rita Root" } })
    const role = { kind: "ownership", externalId: "role:super-admin" }
    const last = seen((yield* look).sights).find(({ externalId }) => externalId === role.externalId)
    assert.deepInclude(last, {
      closing: "by_hand",
      stopsTheCut: "Last super administrator of Google Workspace"
    })
    const joanns = userOf(vendor.state, joann)
    if (joanns !== undefined) Object.assign(joanns, { isAdmin: true })
    const one = seen((yield* look).sights).find(({ externalId }) => externalId === role.externalId)
    assert.isNull(one?.stopsTheCut)
  })

  it.live("nobody of this address at Google: every kind is seen, and empty", function* () {
    const { look } = yield* aBench({ ...delegated, leaver: { email: "stranger@acme.test", name: "Sam Stranger" } })
    const { kinds, sights } = yield* look
    assert.deepStrictEqual(
      sights.map((sight) => [sight._tag, sight.kind]),
      kinds.map((kind) => ["Seen", kind])
    )
    assert.isEmpty(seen(sights))
  })

  it.live("an account that cannot be told apart, or a directory that refuses, hides every kind", function* () {
    const { look, vendor } = yield* aBench(delegated)
    vendor.faults.forbids = true
    const { kinds, sights } = yield* look
    assert.deepStrictEqual(
      sights.map((sight) => [sight._tag, sight.kind]),
      kinds.map((kind) => ["NotVisible", kind])
    )
  })
})
